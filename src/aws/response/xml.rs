//! Results in XML.

use super::tree::Element;
use super::{Reader, bytes, customs};
use crate::aws::instant;
use crate::services::api::{List, Location, Map, Member, Scalar, Shape, ShapeRef, Structure};
use crate::value::{Number, Object, Value};

impl Reader {
    /// The members of the model that stand in an element.
    pub(super) fn xml_members(&self, structure: &'static Structure, element: &Element) -> Object {
        self.in_order(structure)
            .filter(|(_, member)| member.location == Location::Body)
            .filter_map(|(name, member)| {
                let value = self.xml_member(member, element)?;
                Some((name.into_owned(), value))
            })
            .collect()
    }

    fn xml_member(&self, member: &'static Member, element: &Element) -> Option<Value> {
        let name = member.wire_name();
        if member.xml_attribute {
            let attribute = element.attributes.iter().find(|(given, _)| given == name);
            return attribute.map(|(_, value)| value.as_str().into());
        }
        match self.shape(member.shape) {
            Shape::List(list) if list.flattened || member.flattened => {
                let name = match (member.given_wire_name, list.item_name) {
                    (None, Some(item)) => item,
                    _ => name,
                };
                let items: Vec<Value> = named(element, name)
                    .map(|item| self.xml(list.item, item))
                    .collect();
                (!items.is_empty()).then(|| items.into())
            }
            Shape::Map(map) if map.flattened || member.flattened => {
                let entries = self.entries(map, named(element, name));
                (!entries.is_empty()).then(|| entries.into())
            }
            _ => {
                let child = element.child(name)?;
                Some(self.xml(member.shape, child))
            }
        }
    }

    /// An element that the model calls `reference`.
    pub(super) fn xml(&self, reference: ShapeRef, element: &Element) -> Value {
        match self.shape(reference) {
            Shape::Scalar(scalar) => self.scalar(*scalar, &element.text),
            Shape::Structure(structure) => self.xml_members(structure, element).into(),
            Shape::List(list) => self.items(list, element),
            Shape::Map(map) => self.entries(map, element.children.iter()).into(),
        }
    }

    fn items(&self, list: &List, element: &Element) -> Value {
        // Whatever their elements are called: services do not always keep to their models.
        element
            .children
            .iter()
            .map(|item| self.xml(list.item, item))
            .collect()
    }

    fn entries<'a>(&self, map: &Map, entries: impl Iterator<Item = &'a Element>) -> Object {
        entries
            .filter_map(|entry| {
                let key = entry.text_of(map.key_name.unwrap_or("key"))?;
                let value = entry.child(map.value_name.unwrap_or("value"))?;
                Some((key, self.xml(map.value, value)))
            })
            .collect()
    }

    /// A text on the wire that the model calls `scalar`.
    pub(super) fn scalar(&self, scalar: Scalar, text: &str) -> Value {
        match scalar {
            Scalar::Boolean => match text.trim() {
                "true" => true.into(),
                "false" => false.into(),
                _ => text.into(),
            },
            Scalar::Integer | Scalar::Long | Scalar::Float | Scalar::Double => {
                Number::parse(text.trim()).map_or_else(|| text.into(), Value::from)
            }
            Scalar::Timestamp(_) => instant::received(text)
                .map_or_else(|| text.into(), |read| instant::result(read, self.spelling)),
            Scalar::Blob | Scalar::StreamingBlob | Scalar::JsonInHeader => bytes::decoded(text),
            Scalar::String | Scalar::Document => customs::text(self.service, text).into(),
        }
    }
}

fn named<'a>(element: &'a Element, name: &'a str) -> impl Iterator<Item = &'a Element> {
    element
        .children
        .iter()
        .filter(move |child| child.name == name)
}
