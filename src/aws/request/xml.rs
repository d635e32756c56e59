//! Bodies of XML.

use super::place::Place;
use super::{Given, Writer};
use crate::aws::fault::ParameterFault;
use crate::services::api::{Member, Operation, Shape, ShapeRef, TimestampFormat};
use crate::value::Value;
use quick_xml::escape::{escape, partial_escape};

/// The body of members that stand in an element of the operation's own.
pub(super) fn body(
    writer: &Writer,
    operation: &'static Operation,
    members: &[&Given],
) -> Result<String, ParameterFault> {
    let name = operation.input_element();
    let mut out = String::new();
    open(&mut out, &name, operation.input_namespace, &[]);
    for (member, value) in members {
        let place = writer.place_of(member, &Place::ROOT);
        writer.xml_member(member, value, &place, &mut out)?;
    }
    close(&mut out, &name);
    Ok(out)
}

/// The body that is one member.
pub(super) fn payload(
    writer: &Writer,
    member: &'static Member,
    value: &Value,
    place: &Place<'_>,
) -> Result<String, ParameterFault> {
    let mut out = String::new();
    writer.xml_member(member, value, place, &mut out)?;
    Ok(out)
}

impl Writer {
    fn xml_member(
        &self,
        member: &'static Member,
        value: &Value,
        place: &Place<'_>,
        out: &mut String,
    ) -> Result<(), ParameterFault> {
        self.xml(
            member.shape,
            value,
            Element {
                name: member.wire_name(),
                namespace: member.xml_namespace,
                flat: member.flattened,
            },
            place,
            out,
        )
    }

    fn xml(
        &self,
        reference: ShapeRef,
        value: &Value,
        element: Element,
        place: &Place<'_>,
        out: &mut String,
    ) -> Result<(), ParameterFault> {
        match (self.shape(reference), value) {
            (Shape::Scalar(scalar), value) => {
                let plain = self.plain(*scalar, value, place)?;
                open(out, element.name, element.namespace, &[]);
                let text = plain.into_text(TimestampFormat::Iso8601);
                out.push_str(&partial_escape(text.as_str()));
                close(out, element.name);
            }
            (Shape::Structure(structure), Value::Object(given)) => {
                let members = self.members(structure, given, place)?;
                let attributes = self.attributes(&members, place)?;
                open(out, element.name, element.namespace, &attributes);
                for (member, value) in members.iter().filter(|(member, _)| !member.xml_attribute) {
                    self.xml_member(member, value, &self.place_of(member, place), out)?;
                }
                close(out, element.name);
            }
            (Shape::List(list), Value::Array(items)) => {
                let flat = list.flattened || element.flat;
                let item_name = if flat {
                    element.name
                } else {
                    list.item_name.unwrap_or("member")
                };
                if !flat {
                    open(out, element.name, element.namespace, &[]);
                }
                for (at, item) in items.iter().enumerate() {
                    let place = place.within(at.to_string());
                    self.xml(list.item, item, Element::named(item_name), &place, out)?;
                }
                if !flat {
                    close(out, element.name);
                }
            }
            (Shape::Map(map), Value::Object(entries)) => {
                let flat = map.flattened || element.flat;
                let entry_name = if flat { element.name } else { "entry" };
                if !flat {
                    open(out, element.name, element.namespace, &[]);
                }
                for (key, entry) in entries.iter() {
                    let key_name = map.key_name.unwrap_or("key");
                    open(out, entry_name, None, &[]);
                    open(out, key_name, None, &[]);
                    out.push_str(&partial_escape(&**key));
                    close(out, key_name);
                    let named = Element::named(map.value_name.unwrap_or("value"));
                    self.xml(map.value, entry, named, &place.within(&**key), out)?;
                    close(out, entry_name);
                }
                if !flat {
                    close(out, element.name);
                }
            }
            (shape, value) => return Err(self.misshapen(shape, value, place)),
        }
        Ok(())
    }

    /// The members that are attributes of their element, and the namespaces of their names.
    fn attributes(
        &self,
        members: &[Given],
        place: &Place<'_>,
    ) -> Result<Vec<(String, String)>, ParameterFault> {
        // The one prefix that the models use, in S3's grantees.
        const SCHEMA_INSTANCE: &str = "http://www.w3.org/2001/XMLSchema-instance";
        let mut attributes = Vec::new();
        for (member, value) in members.iter().filter(|(member, _)| member.xml_attribute) {
            let name = member.wire_name();
            if let Some((prefix, _)) = name.split_once(':') {
                attributes.push((format!("xmlns:{prefix}"), SCHEMA_INSTANCE.to_owned()));
            }
            let place = self.place_of(member, place);
            let text = super::uri::scalar_text(self, member.shape, value, &place)?;
            attributes.push((name.to_owned(), text));
        }
        Ok(attributes)
    }
}

#[derive(Clone, Copy)]
struct Element {
    name: &'static str,
    namespace: Option<&'static str>,
    flat: bool,
}

impl Element {
    fn named(name: &'static str) -> Self {
        Self {
            name,
            namespace: None,
            flat: false,
        }
    }
}

fn open(out: &mut String, name: &str, namespace: Option<&str>, attributes: &[(String, String)]) {
    out.push('<');
    out.push_str(name);
    let namespace = namespace.map(|namespace| ("xmlns", namespace));
    let attributes = attributes
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()));
    for (name, value) in namespace.into_iter().chain(attributes) {
        out.push_str(&format!(" {name}=\"{}\"", escape(value)));
    }
    out.push('>');
}

fn close(out: &mut String, name: &str) {
    out.push_str("</");
    out.push_str(name);
    out.push('>');
}
