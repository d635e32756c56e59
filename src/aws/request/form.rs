//! The query protocol, and EC2's kind of it: forms.

use super::place::Place;
use super::uri::encode;
use super::{Given, Request, Writer};
use crate::aws::fault::ParameterFault;
use crate::services::api::{
    Member, Operation, Protocol, Shape, ShapeRef, TimestampFormat, capitalise,
};
use crate::value::Value;

pub(super) fn request(
    writer: &Writer,
    operation: &'static Operation,
    members: &[Given],
) -> Result<Request, ParameterFault> {
    let mut form = Form {
        writer,
        ec2: writer.service.protocol == Protocol::Ec2,
        fields: vec![
            ("Action".to_owned(), operation.name.to_owned()),
            (
                "Version".to_owned(),
                writer.service.api_version.unwrap_or_default().to_owned(),
            ),
        ],
    };
    form.members(members, "", &Place::ROOT)?;
    let body: Vec<String> = form
        .fields
        .iter()
        .map(|(name, value)| format!("{}={}", encode(name, false), encode(value, false)))
        .collect();
    Ok(Request {
        method: "POST",
        path: "/".to_owned(),
        headers: vec![(
            "content-type".to_owned(),
            "application/x-www-form-urlencoded; charset=utf-8".to_owned(),
        )],
        body: body.join("&").into_bytes(),
        ..Request::default()
    })
}

struct Form<'a> {
    writer: &'a Writer,
    ec2: bool,
    fields: Vec<(String, String)>,
}

impl Form<'_> {
    fn members(
        &mut self,
        members: &[Given],
        prefix: &str,
        place: &Place<'_>,
    ) -> Result<(), ParameterFault> {
        for (member, value) in members {
            let name = if self.ec2 {
                capitalise(member.wire_name())
            } else {
                member.wire_name().to_owned()
            };
            let name = join(prefix, &name);
            let place = self.writer.place_of(member, place);
            self.value(member.shape, Some(member), value, &name, &place)?;
        }
        Ok(())
    }

    fn value(
        &mut self,
        reference: ShapeRef,
        member: Option<&Member>,
        value: &Value,
        name: &str,
        place: &Place<'_>,
    ) -> Result<(), ParameterFault> {
        let flat = member.is_some_and(|member| member.flattened);
        match (self.writer.shape(reference), value) {
            (Shape::Scalar(scalar), value) => {
                let plain = self.writer.plain(*scalar, value, place)?;
                let text = plain.into_text(TimestampFormat::Iso8601);
                self.fields.push((name.to_owned(), text));
            }
            (Shape::Structure(structure), Value::Object(given)) => {
                let members = self.writer.members(structure, given, place)?;
                self.members(&members, name, place)?;
            }
            (Shape::List(list), Value::Array(items)) => {
                let base = if self.ec2 {
                    name.to_owned()
                } else if list.flattened || flat {
                    match list.item_name {
                        Some(item) => sibling(name, item),
                        None => name.to_owned(),
                    }
                } else {
                    join(name, list.item_name.unwrap_or("member"))
                };
                if items.is_empty() && !self.ec2 {
                    self.fields.push((name.to_owned(), String::new()));
                }
                for (at, item) in items.iter().enumerate() {
                    let name = format!("{base}.{}", at + 1);
                    let place = place.within(at.to_string());
                    self.value(list.item, None, item, &name, &place)?;
                }
            }
            (Shape::Map(map), Value::Object(entries)) => {
                let base = if map.flattened || flat {
                    name.to_owned()
                } else {
                    join(name, "entry")
                };
                for (at, (key, entry)) in entries.iter().enumerate() {
                    let base = format!("{base}.{}", at + 1);
                    let key_name = join(&base, map.key_name.unwrap_or("key"));
                    self.fields.push((key_name, key.to_string()));
                    let value_name = join(&base, map.value_name.unwrap_or("value"));
                    let place = place.within(&**key);
                    self.value(map.value, None, entry, &value_name, &place)?;
                }
            }
            (shape, value) => return Err(self.writer.misshapen(shape, value, place)),
        }
        Ok(())
    }
}

fn join(prefix: &str, name: &str) -> String {
    if prefix.is_empty() {
        name.to_owned()
    } else {
        format!("{prefix}.{name}")
    }
}

/// `name` with another last part.
fn sibling(name: &str, last: &str) -> String {
    name.rsplit_once('.')
        .map_or_else(|| last.to_owned(), |(prefix, _)| join(prefix, last))
}
