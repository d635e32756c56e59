//! From the answer on the wire to the result of a Task.

mod bytes;
mod cbor;
mod customs;
mod error;
mod json;
#[cfg(test)]
mod moto_tests;
mod rest;
#[cfg(test)]
mod tests;
mod tree;
mod xml;

pub(super) use customs::hides_error;
pub(super) use error::said;

use crate::services::api::{
    Member, Operation, Protocol, Scalar, Service, Shape, ShapeRef, Spelling, Structure,
};
use crate::value::{self, Object, Value};
use std::borrow::Cow;

/// An answer as it came.
#[derive(Clone, Debug, Default)]
pub(super) struct Response {
    /// The HTTP status.
    pub(super) status: u16,
    /// Names in small letters, and values.
    pub(super) headers: Vec<(String, String)>,
    /// The body.
    pub(super) body: Vec<u8>,
}

impl Response {
    /// The first header of a name in small letters.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(header, _)| header == name)
            .map(|(_, value)| value.as_str())
    }

    /// The id that the service gave the request.
    pub(super) fn request_id(&self) -> Option<&str> {
        ["x-amzn-requestid", "x-amz-request-id", "x-amz-requestid"]
            .into_iter()
            .find_map(|name| self.header(name))
    }

    fn text(&self) -> Result<&str, String> {
        std::str::from_utf8(&self.body).map_err(|_| "its text is not UTF-8".to_owned())
    }

    /// The body as JSON; nothing where there is no body.
    fn json(&self) -> Result<Option<Value>, String> {
        let text = self.text()?;
        if text.trim().is_empty() {
            return Ok(None);
        }
        value::read(text)
            .map(Some)
            .map_err(|fault| format!("it is no JSON: {fault}"))
    }
}

impl Response {
    /// The body, of JSON or of CBOR as the protocol has it; nothing where there is none.
    fn members(&self, protocol: Protocol) -> Result<Option<Value>, String> {
        match protocol {
            Protocol::Cbor if self.body.is_empty() => Ok(None),
            Protocol::Cbor => cbor::read(&self.body)
                .map(Some)
                .map_err(|fault| format!("it is no CBOR: {fault}")),
            _ => self.json(),
        }
    }
}

/// The result that the answer to a call of `operation` holds, an object.
///
/// # Errors
/// What is wrong with the body.
pub(super) fn read(
    service: &'static Service,
    operation: &'static Operation,
    response: &Response,
    spelling: Spelling,
) -> Result<Value, String> {
    let reader = Reader { service, spelling };
    let Some(structure) = operation
        .output
        .and_then(|output| service.structure(output))
    else {
        return Ok(Value::empty_object());
    };
    let members = match service.protocol {
        Protocol::Json | Protocol::Cbor => match response.members(service.protocol)? {
            Some(body) => reader.json_members(structure, &body),
            None => Object::new(),
        },
        Protocol::Query | Protocol::Ec2 => {
            let root = tree::read(response.text()?)?;
            let wrapper = operation.result_element();
            match service.protocol {
                Protocol::Ec2 => reader.xml_members(structure, &root),
                _ => root
                    .child(&wrapper)
                    .map_or_else(Object::new, |result| reader.xml_members(structure, result)),
            }
        }
        Protocol::RestJson | Protocol::RestXml => rest::read(&reader, structure, response)?,
    };
    Ok(members.into())
}

/// Reads the values of one service.
struct Reader {
    service: &'static Service,
    spelling: Spelling,
}

impl Reader {
    fn shape(&self, reference: ShapeRef) -> &'static Shape {
        self.service.shape(reference)
    }

    /// The members of a structure and their names in the result, in the order in which results have them: by name, with bytes
    /// that are the whole body at the end (recorded: services/aws_sdk_task_service.s3_get_object~str).
    fn in_order(
        &self,
        structure: &'static Structure,
    ) -> impl Iterator<Item = (Cow<'static, str>, &'static Member)> + use<> {
        let mut members: Vec<_> = structure
            .members
            .iter()
            .map(|member| (self.spelling.member(member.name), member))
            .collect();
        let is_stream =
            |member: &Member| self.shape(member.shape).as_scalar() == Some(Scalar::StreamingBlob);
        members.sort_by(|(name, member), (other, other_member)| {
            (is_stream(member), name).cmp(&(is_stream(other_member), other))
        });
        members.into_iter()
    }
}
