//! REST with bodies of JSON or XML: members in path, query, headers and body.

use super::place::Place;
use super::plain::Plain;
use super::uri::{self, scalar_text};
use super::{Given, Request, Writer, body_members, xml};
use crate::aws::fault::ParameterFault;
use crate::services::api::{
    Location, Member, Operation, Protocol, Scalar, Shape, Structure, TimestampFormat,
};
use crate::value::Value;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use md5::{Digest, Md5};

pub(super) fn request(
    writer: &Writer,
    operation: &'static Operation,
    input: &'static Structure,
    members: &[Given],
) -> Result<Request, ParameterFault> {
    let (path, query) = uri::path(writer, operation, input, members)?;
    let mut request = Request {
        method: operation.method,
        path,
        query,
        ..Request::default()
    };
    for (member, value) in members {
        let place = writer.place_of(member, &Place::ROOT);
        match member.location {
            Location::Query => query_member(writer, member, value, &place, &mut request.query)?,
            Location::Header => {
                let text = header_text(writer, member, value, &place)?;
                request
                    .headers
                    .push((member.wire_name().to_ascii_lowercase(), text));
            }
            Location::HeaderPrefix => {
                let Value::Object(entries) = value else {
                    return Err(place.misfit(value, "an object", "OBJECT"));
                };
                for (key, entry) in entries.iter() {
                    let prefix = member.given_wire_name.unwrap_or_default();
                    let name = format!("{prefix}{key}").to_ascii_lowercase();
                    let text = entry
                        .as_str()
                        .map_or_else(|| entry.to_compact_json(), str::to_owned);
                    request.headers.push((name, text));
                }
            }
            Location::Body | Location::Uri | Location::StatusCode => {}
        }
    }
    body(writer, operation, input, members, &mut request)?;
    if writer.service.name == "s3" {
        request.bucket = members
            .iter()
            .find(|(member, _)| member.name == "Bucket" && member.location == Location::Uri)
            .and_then(|(_, bucket)| bucket.as_str())
            .map(str::to_owned);
    }
    super::checksum::apply(&mut request);
    if operation.checksum_required && !has_checksum(&request) {
        let sum = STANDARD.encode(Md5::digest(&request.body));
        request.set_default_header("content-md5", &sum);
    }
    Ok(request)
}

/// Whether a checksum of the body is given already.
fn has_checksum(request: &Request) -> bool {
    let mut names = request.headers.iter().map(|(name, _)| name);
    names.any(|name| name.starts_with("x-amz-checksum-"))
}

fn query_member(
    writer: &Writer,
    member: &'static Member,
    value: &Value,
    place: &Place<'_>,
    query: &mut Vec<(String, String)>,
) -> Result<(), ParameterFault> {
    match (writer.shape(member.shape), value) {
        (Shape::List(list), Value::Array(items)) => {
            for item in items.iter() {
                let text = scalar_text(writer, list.item, item, place)?;
                query.push((member.wire_name().to_owned(), text));
            }
        }
        (Shape::Map(map), Value::Object(entries)) => {
            for (key, entry) in entries.iter() {
                // A key stands once for each of its values.
                match (writer.shape(map.value), entry) {
                    (Shape::List(list), Value::Array(items)) => {
                        for item in items.iter() {
                            let text = scalar_text(writer, list.item, item, place)?;
                            query.push((key.to_string(), text));
                        }
                    }
                    _ => {
                        let text = scalar_text(writer, map.value, entry, place)?;
                        query.push((key.to_string(), text));
                    }
                }
            }
        }
        (_, value) => {
            let text = scalar_text(writer, member.shape, value, place)?;
            query.push((member.wire_name().to_owned(), text));
        }
    }
    Ok(())
}

fn header_text(
    writer: &Writer,
    member: &'static Member,
    value: &Value,
    place: &Place<'_>,
) -> Result<String, ParameterFault> {
    let scalar = |scalar: Scalar, value: &Value| {
        let plain = writer.plain(scalar, value, place)?;
        let text = plain.into_text(TimestampFormat::HttpDate);
        Ok(match scalar {
            Scalar::JsonInHeader => STANDARD.encode(text),
            _ => text,
        })
    };
    match (writer.shape(member.shape), value) {
        (Shape::Scalar(kind), value) => scalar(*kind, value),
        (Shape::List(list), Value::Array(items)) => {
            let kind = writer.shape(list.item).as_scalar();
            let items: Result<Vec<String>, ParameterFault> = items
                .iter()
                .map(|item| scalar(kind.unwrap_or(Scalar::String), item))
                .collect();
            Ok(items?.join(","))
        }
        (shape, value) => Err(writer.misshapen(shape, value, place)),
    }
}

fn body(
    writer: &Writer,
    operation: &'static Operation,
    input: &'static Structure,
    members: &[Given],
    request: &mut Request,
) -> Result<(), ParameterFault> {
    let is_json = writer.service.protocol == Protocol::RestJson;
    let mut content_type = if is_json {
        "application/json"
    } else {
        "application/xml"
    };
    if let Some(payload) = input.payload() {
        let is_structure = writer.shape(payload.shape).as_structure().is_some();
        let Some((member, value)) = members.iter().find(|(member, _)| member.payload) else {
            if is_json && is_structure {
                request.body = b"{}".to_vec();
                request.set_default_header("content-type", content_type);
            }
            return Ok(());
        };
        let place = writer.place_of(member, &Place::ROOT);
        request.body = match writer.shape(member.shape) {
            Shape::Scalar(Scalar::Document) => value.to_compact_json().into_bytes(),
            Shape::Scalar(scalar) => {
                let plain = writer.plain(*scalar, value, &place)?;
                content_type = match &plain {
                    Plain::Bytes(_) => "application/octet-stream",
                    _ => "text/plain",
                };
                plain.into_bytes()
            }
            _ if is_json => writer
                .json(member.shape, value, &place)?
                .to_compact_json()
                .into_bytes(),
            _ => xml::payload(writer, payload, value, &place)?.into_bytes(),
        };
    } else {
        let in_body = |member: &&Member| member.location == Location::Body;
        let takes_body = input.members.iter().any(|member| in_body(&member));
        let given: Vec<&Given> = body_members(members).collect();
        if given.is_empty() && !(is_json && takes_body && operation.method != "GET") {
            return Ok(());
        }
        request.body = if is_json {
            let object = writer.json_members(given, &Place::ROOT)?;
            Value::from(object).to_compact_json().into_bytes()
        } else {
            xml::body(writer, operation, &given)?.into_bytes()
        };
    }
    request.set_default_header("content-type", content_type);
    Ok(())
}
