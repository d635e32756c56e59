//! Paths, queries and host prefixes.

use super::place::Place;
use super::{Given, Writer};
use crate::aws::fault::ParameterFault;
use crate::services::api::{Location, Operation, Shape, Structure, TimestampFormat};

/// The path of an operation with its labels filled in, and the query that stands in the model.
pub(super) fn path(
    writer: &Writer,
    operation: &'static Operation,
    input: &'static Structure,
    members: &[Given],
) -> Result<(String, Vec<(String, String)>), ParameterFault> {
    let (template, fixed) = operation.uri.split_once('?').unwrap_or((operation.uri, ""));
    let mut path = template.to_owned();
    let labels = input
        .members
        .iter()
        .filter(|member| member.location == Location::Uri);
    for member in labels {
        let name = member.wire_name();
        let place = writer.place_of(member, &Place::ROOT);
        let given = members.iter().find(|(given, _)| given.name == member.name);
        let text = match given {
            Some((_, value)) => scalar_text(writer, member.shape, value, &place)?,
            None => String::new(),
        };
        if text.is_empty() {
            return Err(place.missing());
        }
        path = path
            .replace(&format!("{{{name}+}}"), &encode(&text, true))
            .replace(&format!("{{{name}}}"), &encode(&text, false));
    }
    let query = fixed
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    Ok((path, query))
}

/// What stands before the host, with its labels filled in.
pub(super) fn host_prefix(
    writer: &Writer,
    operation: &'static Operation,
    members: &[Given],
) -> Result<Option<String>, ParameterFault> {
    let Some(template) = operation.host_prefix else {
        return Ok(None);
    };
    let mut prefix = template.to_owned();
    for (member, value) in members.iter().filter(|(member, _)| member.host_label) {
        let place = writer.place_of(member, &Place::ROOT);
        let text = scalar_text(writer, member.shape, value, &place)?;
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if text.is_empty() || !text.chars().all(fits) {
            return Err(place.misfit(value, "a name of letters, digits and hyphens", "STRING"));
        }
        prefix = prefix.replace(&format!("{{{}}}", member.name), &text);
    }
    match prefix.split_once('{') {
        None => Ok(Some(prefix)),
        Some((_, rest)) => {
            let label = rest.split('}').next().unwrap_or(rest);
            Err(Place::ROOT.within(label).missing())
        }
    }
}

/// The text of a value in a path or query.
pub(super) fn scalar_text(
    writer: &Writer,
    reference: crate::services::api::ShapeRef,
    value: &crate::value::Value,
    place: &Place<'_>,
) -> Result<String, ParameterFault> {
    match writer.shape(reference) {
        Shape::Scalar(scalar) => Ok(writer
            .plain(*scalar, value, place)?
            .into_text(TimestampFormat::Iso8601)),
        shape => Err(writer.misshapen(shape, value, place)),
    }
}

/// Percent-encoded but for the unreserved characters of RFC 3986, and slashes where `slashes`.
pub(in crate::aws) fn encode(text: &str, slashes: bool) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        let plain = byte.is_ascii_alphanumeric()
            || matches!(byte, b'-' | b'.' | b'_' | b'~')
            || slashes && byte == b'/';
        if plain {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}
