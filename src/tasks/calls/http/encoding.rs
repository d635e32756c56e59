//! `application/x-www-form-urlencoded`

use super::text;
use crate::value::Value;
use std::fmt::Write;

/// How a list is written in a form: `Transform.RequestEncodingOptions.ArrayFormat` (developer guide, "Call HTTPS APIs").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArrayFormat {
    /// `array[0]=a&array[1]=b`
    Indices,
    /// `array=a&array=b`
    Repeat,
    /// `array=a,b`
    Commas,
    /// `array[]=a&array[]=b`
    Brackets,
}

impl ArrayFormat {
    /// The format that is called `name`.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "INDICES" => Self::Indices,
            "REPEAT" => Self::Repeat,
            "COMMAS" => Self::Commas,
            "BRACKETS" => Self::Brackets,
            _ => return None,
        })
    }
}

/// Names and values of a body that is an object; what lies in it is named by its way: `a[b]`.
pub(super) fn fields(body: &Value, format: ArrayFormat) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    if let Some(members) = body.as_object() {
        for (key, value) in members.iter() {
            add(key, value, format, &mut fields);
        }
    }
    fields
}

fn add(name: &str, value: &Value, format: ArrayFormat, fields: &mut Vec<(String, String)>) {
    match value {
        Value::Object(members) => {
            for (key, value) in members.iter() {
                add(&format!("{name}[{key}]"), value, format, fields);
            }
        }
        Value::Array(items) if format == ArrayFormat::Commas => {
            let items: Vec<String> = items.iter().map(text).collect();
            fields.push((name.to_owned(), items.join(",")));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let name = match format {
                    ArrayFormat::Indices => format!("{name}[{index}]"),
                    ArrayFormat::Brackets => format!("{name}[]"),
                    ArrayFormat::Repeat | ArrayFormat::Commas => name.to_owned(),
                };
                add(&name, item, format, fields);
            }
        }
        scalar => fields.push((name.to_owned(), text(scalar))),
    }
}

/// Names and values as a form or a query.
pub(in crate::tasks::calls) fn form(fields: &[(String, String)]) -> String {
    let fields = fields
        .iter()
        .map(|(name, value)| format!("{}={}", encoded(name), encoded(value)));
    fields.collect::<Vec<_>>().join("&")
}

/// Percent-encoded, but for the letters that no URL means anything by (RFC 3986, "Unreserved Characters").
fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                encoded.push(char::from(byte));
            }
            other => {
                // A String takes everything.
                let _ = write!(encoded, "%{other:02X}");
            }
        }
    }
    encoded
}
