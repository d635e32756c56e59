//! From the parameters of a Task to the request on the wire.

#[cfg(test)]
mod botocore_tests;
mod cbor;
mod checksum;
mod customs;
mod form;
mod json;
mod place;
mod plain;
mod rest;
#[cfg(test)]
mod tests;
mod token;
mod uri;
mod xml;

use super::fault::ParameterFault;
use crate::services::api::{
    Location, Member, Operation, Protocol, Service, ShapeRef, Spelling, Structure,
};
use crate::value::{Object, Value};
use place::Place;

pub(super) use customs::in_region;
pub(super) use uri::encode;

/// A request that knows neither host nor signature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Request {
    /// The HTTP method.
    pub(super) method: &'static str,
    /// The path, percent-encoded.
    pub(super) path: String,
    /// Names and values of the query, not encoded.
    pub(super) query: Vec<(String, String)>,
    /// Names and values of the headers.
    pub(super) headers: Vec<(String, String)>,
    /// The body.
    pub(super) body: Vec<u8>,
    /// What stands before the host at an endpoint of AWS.
    pub(super) host_prefix: Option<String>,
    /// The bucket, where it is one of S3's that the path begins with.
    pub(super) bucket: Option<String>,
}

impl Request {
    /// Sets a header, by its name in small letters, that the user did not.
    fn set_default_header(&mut self, name: &str, value: &str) {
        if !self.headers.iter().any(|(given, _)| given == name) {
            self.headers.push((name.to_owned(), value.to_owned()));
        }
    }
}

/// The request for a call of `operation` with `parameters`.
///
/// # Errors
/// Where a parameter is not known, has another kind of value, or is missing in the path.
pub(super) fn write(
    service: &'static Service,
    operation: &'static Operation,
    parameters: &Value,
    spelling: Spelling,
) -> Result<Request, ParameterFault> {
    let writer = Writer { service, spelling };
    let given = match parameters {
        Value::Null => Object::new(),
        Value::Object(members) => members.clone(),
        other => return Err(Place::ROOT.misfit(other, "an object", "OBJECT")),
    };
    let input = operation
        .input
        .and_then(|input| service.structure(input))
        .unwrap_or(&NOTHING);
    let members = writer.with_tokens(input, writer.members(input, &given, &Place::ROOT)?);
    let mut request = match service.protocol {
        Protocol::Json => json::request(&writer, operation, &members)?,
        Protocol::Query | Protocol::Ec2 => form::request(&writer, operation, &members)?,
        Protocol::RestJson | Protocol::RestXml => {
            rest::request(&writer, operation, input, &members)?
        }
        Protocol::Cbor => cbor::request(&writer, operation, &members)?,
    };
    customs::apply(service, &mut request);
    request.host_prefix = uri::host_prefix(&writer, operation, &members)?;
    Ok(request)
}

static NOTHING: Structure = Structure {
    members: Vec::new(),
};

/// A member of a structure that is given, and its value.
type Given = (&'static Member, Value);

/// Writes the values of one service.
struct Writer {
    service: &'static Service,
    spelling: Spelling,
}

impl Writer {
    /// The members of a structure that are given. What is `null` counts as absent, as in the SDK for Java.
    fn members(
        &self,
        structure: &'static Structure,
        given: &Object,
        place: &Place<'_>,
    ) -> Result<Vec<Given>, ParameterFault> {
        let mut members = Vec::with_capacity(given.len());
        for (name, value) in given.iter() {
            let member = structure
                .parameter(name, self.spelling)
                .ok_or_else(|| place.within(&**name).unknown(structure, self.spelling))?;
            if !value.is_null() {
                members.push((member, value.clone()));
            }
        }
        Ok(members)
    }

    /// With a random token for each member that makes a repeated call safe and is absent.
    fn with_tokens(&self, structure: &'static Structure, mut members: Vec<Given>) -> Vec<Given> {
        for member in &structure.members {
            let given = members.iter().any(|(other, _)| other.name == member.name);
            if member.idempotency_token && !given {
                members.push((member, token::random().into()));
            }
        }
        members
    }

    /// The place of a member, as the user spells it.
    fn place_of<'a>(&self, member: &'static Member, parent: &'a Place<'a>) -> Place<'a> {
        parent.within(self.spelling.member(member.name))
    }

    fn shape(&self, reference: ShapeRef) -> &'static crate::services::api::Shape {
        self.service.shape(reference)
    }
}

/// The members that stand in the body.
fn body_members(members: &[Given]) -> impl Iterator<Item = &Given> {
    members
        .iter()
        .filter(|(member, _)| member.location == Location::Body && !member.payload)
}
