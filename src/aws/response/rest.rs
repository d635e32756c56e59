//! Results of the REST protocols: members in headers, status and body.

use super::{Reader, Response, bytes, customs, tree};
use crate::services::api::{Location, Member, Protocol, Scalar, Shape, Structure};
use crate::value::{Object, Value};

pub(super) fn read(
    reader: &Reader,
    structure: &'static Structure,
    response: &Response,
) -> Result<Object, String> {
    let is_json = reader.service.protocol == Protocol::RestJson;
    let mut body = Object::new();
    if let Some(payload) = structure.payload() {
        if let Some(value) = payload_value(reader, payload, response, is_json)? {
            body.insert(&*reader.spelling.member(payload.name), value);
        }
    } else if is_json {
        if let Some(value) = response.json()? {
            body = reader.json_members(structure, &value);
        }
    } else if !response.text()?.trim().is_empty() {
        let root = tree::read(response.text()?)?;
        body = customs::root_member(reader, structure, &root)
            .unwrap_or_else(|| reader.xml_members(structure, &root));
    }
    let mut members = Object::new();
    for (name, member) in reader.in_order(structure) {
        let value = match member.location {
            Location::Header => header(reader, member, response),
            Location::HeaderPrefix => Some(prefixed(member, response)),
            Location::StatusCode => Some(i64::from(response.status).into()),
            _ => body.get(&name).cloned(),
        };
        if let Some(value) = value {
            members.insert(&*name, value);
        }
    }
    Ok(members)
}

fn payload_value(
    reader: &Reader,
    payload: &'static Member,
    response: &Response,
    is_json: bool,
) -> Result<Option<Value>, String> {
    Ok(match reader.shape(payload.shape) {
        Shape::Scalar(Scalar::Blob | Scalar::StreamingBlob) => Some(bytes::result(&response.body)),
        Shape::Scalar(Scalar::Document) => response.json()?,
        Shape::Scalar(_) => Some(response.text()?.into()),
        _ if response.body.trim_ascii().is_empty() => None,
        _ if is_json => response
            .json()?
            .map(|value| reader.json(payload.shape, &value)),
        _ => Some(reader.xml(payload.shape, &tree::read(response.text()?)?)),
    })
}

fn header(reader: &Reader, member: &'static Member, response: &Response) -> Option<Value> {
    let text = response.header(&member.wire_name().to_ascii_lowercase())?;
    Some(match reader.shape(member.shape) {
        Shape::Scalar(scalar) => reader.scalar(*scalar, text),
        Shape::List(list) => {
            let scalar = reader.shape(list.item).as_scalar();
            text.split(',')
                .map(|item| reader.scalar(scalar.unwrap_or(Scalar::String), item.trim()))
                .collect()
        }
        _ => text.into(),
    })
}

/// The headers that begin with the member's name; an empty object where there is none (recorded:
/// services/aws_sdk_task_service.s3_get_object~str).
fn prefixed(member: &'static Member, response: &Response) -> Value {
    // Without a name of its own it takes all headers.
    let prefix = member
        .given_wire_name
        .unwrap_or_default()
        .to_ascii_lowercase();
    response
        .headers
        .iter()
        .filter_map(|(name, value)| {
            let rest = name.strip_prefix(&prefix).filter(|rest| !rest.is_empty())?;
            Some((rest, Value::from(value.as_str())))
        })
        .collect::<Object>()
        .into()
}
