//! How values are written in a mock file.

use crate::source::yaml;
use crate::value::{Object, Str, Value};
use serde_json::Value as Json;

/// A result, that comes back with the very text it had: `$json` holds what the notation would give another.
pub(super) fn result(output: &Value) -> Value {
    let written = literal(output);
    let text = output.to_json();
    if text == output.to_compact_json() && !has_expression_key(output) && stands(&written) {
        return written;
    }
    [("$json", Value::from(text))]
        .into_iter()
        .collect::<Object>()
        .into()
}

/// A value as a result is written: keys that begin with `$` mean something there.
fn literal(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(literal).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| {
                let key = if key.starts_with('$') {
                    Str::from(format!("${key}"))
                } else {
                    key.clone()
                };
                (key, literal(value))
            })
            .collect::<Object>()
            .into(),
        plain => plain.clone(),
    }
}

/// The JSON text that something means which [`result`] has written.
pub(super) fn meant(written: &Value) -> String {
    match written.get("$json").and_then(Value::as_str) {
        Some(text) => text.to_owned(),
        None => unescaped(written).to_compact_json(),
    }
}

fn unescaped(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(unescaped).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| {
                let plain = key
                    .strip_prefix("$$")
                    .map(|name| Str::from(format!("${name}")));
                (plain.unwrap_or_else(|| key.clone()), unescaped(value))
            })
            .collect::<Object>()
            .into(),
        plain => plain.clone(),
    }
}

/// Whether a result has a key that would be taken for an expression.
fn has_expression_key(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_expression_key),
        Value::Object(members) => members.iter().any(|(key, value)| {
            key.ends_with(".$") && !key.starts_with('$') || has_expression_key(value)
        }),
        _ => false,
    }
}

/// Whether YAML, as it is read here, gives the value back when it is written as JSON. Of some numbers the versions of YAML
/// think differently, and they stay text.
fn stands(value: &Value) -> bool {
    let json = value.to_compact_json();
    reads_as(&json, &json)
}

fn reads_as(text: &str, json: &str) -> bool {
    let tree = yaml::read(text);
    tree.root
        .is_some_and(|root| root.to_value().to_compact_json() == json)
}

/// A member of a YAML mapping, two columns in. Where the writer's notation would not be read back as it was meant, JSON stands
/// there, which is YAML too.
pub(super) fn entry(key: &str, value: &Value) -> String {
    let mapping: Value = [(key, value.clone())]
        .into_iter()
        .collect::<Object>()
        .into();
    let json = mapping.to_compact_json();
    // What is written is text, numbers and collections of them: the writer takes all of it.
    let written = serde_yaml::to_string(&Json::from(&mapping)).unwrap_or_default();
    if reads_as(&written, &json) {
        return written.lines().map(indented).collect();
    }
    let mut line = String::from("  ");
    crate::value::write_json_string(key, &mut line);
    line.push_str(": ");
    line.push_str(&value.to_compact_json());
    line.push('\n');
    line
}

/// An empty line stays empty: it may stand in a block of text.
fn indented(line: &str) -> String {
    if line.is_empty() {
        "\n".to_owned()
    } else {
        format!("  {line}\n")
    }
}
