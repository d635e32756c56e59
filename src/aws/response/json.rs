//! Results in JSON.

use super::{Reader, bytes};
use crate::aws::instant;
use crate::services::api::{Location, Scalar, Shape, ShapeRef, Structure};
use crate::value::{Object, Value};

impl Reader {
    /// The members of the model that stand in the body.
    pub(super) fn json_members(&self, structure: &'static Structure, body: &Value) -> Object {
        self.in_order(structure)
            .filter(|(_, member)| member.location == Location::Body)
            .filter_map(|(name, member)| {
                let value = body
                    .get(member.wire_name())
                    .filter(|value| !value.is_null())?;
                Some((name.into_owned(), self.json(member.shape, value)))
            })
            .collect()
    }

    /// A value that the model calls `reference`.
    pub(super) fn json(&self, reference: ShapeRef, value: &Value) -> Value {
        match (self.shape(reference), value) {
            (Shape::Scalar(Scalar::Timestamp(_)), value) => {
                let read = match value {
                    Value::Number(number) => instant::of_seconds(number.as_f64()),
                    Value::String(text) => instant::received(text),
                    _ => None,
                };
                read.map_or_else(
                    || value.clone(),
                    |read| instant::result(read, self.spelling),
                )
            }
            (Shape::Scalar(Scalar::Blob | Scalar::StreamingBlob), Value::String(text)) => {
                bytes::decoded(text)
            }
            (Shape::Structure(structure), Value::Object(_)) => {
                self.json_members(structure, value).into()
            }
            (Shape::List(list), Value::Array(items)) => items
                .iter()
                .map(|item| self.json(list.item, item))
                .collect(),
            (Shape::Map(map), Value::Object(entries)) => entries
                .iter()
                .filter(|(_, entry)| !entry.is_null())
                .map(|(key, entry)| (key.clone(), self.json(map.value, entry)))
                .collect::<Object>()
                .into(),
            _ => value.clone(),
        }
    }
}
