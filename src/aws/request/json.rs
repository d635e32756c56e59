//! AWS JSON: one path, the operation in a header, and bodies of JSON.

use super::place::Place;
use super::{Given, Request, Writer};
use crate::aws::fault::ParameterFault;
use crate::services::api::{Operation, Shape, ShapeRef, Spelling, Structure};
use crate::value::{Object, Value};

pub(super) fn request(
    writer: &Writer,
    operation: &'static Operation,
    members: &[Given],
) -> Result<Request, ParameterFault> {
    let service = writer.service;
    let body = writer.json_members(members, &Place::ROOT)?;
    let version = service.json_version.unwrap_or("1.0");
    let target = service.target_prefix.unwrap_or_default();
    Ok(Request {
        method: "POST",
        path: "/".to_owned(),
        headers: vec![
            (
                "content-type".to_owned(),
                format!("application/x-amz-json-{version}"),
            ),
            (
                "x-amz-target".to_owned(),
                format!("{target}.{}", operation.name),
            ),
        ],
        body: Value::from(body).to_compact_json().into_bytes(),
        ..Request::default()
    })
}

impl Writer {
    /// Members as an object with the names of the wire.
    pub(super) fn json_members<'a>(
        &self,
        members: impl IntoIterator<Item = &'a Given>,
        place: &Place<'_>,
    ) -> Result<Object, ParameterFault> {
        members
            .into_iter()
            .map(|(member, value)| {
                let written = self.json(member.shape, value, &self.place_of(member, place))?;
                Ok((member.wire_name(), written))
            })
            .collect()
    }

    /// A value as JSON.
    pub(super) fn json(
        &self,
        reference: ShapeRef,
        value: &Value,
        place: &Place<'_>,
    ) -> Result<Value, ParameterFault> {
        match (self.shape(reference), value) {
            (Shape::Scalar(scalar), value) => Ok(self.plain(*scalar, value, place)?.into_json()),
            (Shape::Structure(structure), Value::Object(given)) => {
                let members = self.members(structure, given, place)?;
                Ok(self.json_members(&members, place)?.into())
            }
            (Shape::Structure(structure), Value::String(_)) if self.takes_text(structure) => {
                Ok([("S", value.clone())]
                    .into_iter()
                    .collect::<Object>()
                    .into())
            }
            (Shape::List(list), Value::Array(items)) => items
                .iter()
                .enumerate()
                .map(|(at, item)| self.json(list.item, item, &place.within(at.to_string())))
                .collect::<Result<Vec<_>, _>>()
                .map(Value::from),
            (Shape::Map(map), Value::Object(entries)) => entries
                .iter()
                .filter(|(_, entry)| !entry.is_null())
                .map(|(key, entry)| {
                    let written = self.json(map.value, entry, &place.within(&**key))?;
                    Ok((&**key, written))
                })
                .collect::<Result<Object, _>>()
                .map(Value::from),
            (shape, value) => Err(self.misshapen(shape, value, place)),
        }
    }

    /// Whether a text may stand for an attribute value: in the optimised integrations of DynamoDB, whose class for it can
    /// be made of a text (samples of AWS write it so).
    fn takes_text(&self, structure: &Structure) -> bool {
        self.spelling == Spelling::Optimised
            && self.service.name == "dynamodb"
            && structure.member("S").is_some()
    }

    /// A value of another kind than its shape.
    pub(super) fn misshapen(
        &self,
        shape: &Shape,
        value: &Value,
        place: &Place<'_>,
    ) -> ParameterFault {
        match shape {
            Shape::List(_) => place.misfit(value, "an array", "ARRAY"),
            _ => place.misfit(value, "an object", "OBJECT"),
        }
    }
}
