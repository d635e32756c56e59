//! `States.JsonMerge`, `States.StringToJson` and `States.JsonToString`.

use super::super::function::IntrinsicFunction;
use super::super::java;
use super::Failure;
use crate::base::{LineColumn, LineIndex};
use crate::value::{Object, ReadError, Value, read};

/// A shallow merge: members of the first, then those that only the second has. AWS refuses the deep mode, and takes
/// anything but `true` for the shallow one (tiny-asl-machine: note on States.JsonMerge 015).
pub(super) fn merge(first: &Value, second: &Value, deep: &Value) -> Option<Value> {
    let (first, second) = (first.as_object()?, second.as_object()?);
    if deep.as_bool() == Some(true) {
        return None;
    }
    let members = first.iter().chain(second.iter());
    Some(Value::Object(
        members
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect::<Object>(),
    ))
}

/// Empty text and white space give null (`json_manipulation.string_to_json+0`, `+1`).
pub(super) fn parse(text: &Value) -> Result<Value, Failure> {
    let Some(text) = text.as_str() else {
        return Err(Failure::arguments(IntrinsicFunction::StringToJson));
    };
    if text.trim().is_empty() {
        return Ok(Value::Null);
    }
    match read(text) {
        Ok(value) => Ok(java::read_again(&value)),
        Err(error) => {
            let function = IntrinsicFunction::StringToJson;
            let cause = jackson(text, &error);
            Err(Failure(format!(
                "Cannot convert String to Json in {function}, caused by: {cause}"
            )))
        }
    }
}

pub(super) fn print(value: &Value) -> Value {
    Value::from(java::read_again(value).to_json())
}

/// What Jackson, AWS's JSON reader, says of text that is no JSON, for the faults where that is known
/// (tiny-asl-machine: States.StringToJson-011, -012, -014); for others our own words.
fn jackson(text: &str, error: &ReadError) -> String {
    let rest = &text[error.offset..];
    let word: String = rest
        .chars()
        .take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
        .collect();
    let (message, offset) = match (error.message.as_str(), rest.chars().next()) {
        ("expected a key in double quotes", Some(found)) => (
            format!(
                "Unexpected character ('{found}' (code {})): was expecting double-quote to start field name",
                u32::from(found)
            ),
            error.offset,
        ),
        ("expected a JSON value", Some(found)) if found.is_alphabetic() => (
            format!(
                "Unrecognized token '{word}': was expecting (JSON String, Number, Array, Object or token 'null', 'true' \
                 or 'false')"
            ),
            error.offset + word.len(),
        ),
        ("expected `,` or `}`" | "expected `,` or `]`", None) => match innermost_open(text) {
            Some((start, kind)) => (
                format!(
                    "Unexpected end-of-input: expected close marker for {kind} (start marker at {})",
                    place(text, start)
                ),
                error.offset,
            ),
            None => (error.message.clone(), error.offset),
        },
        _ => (error.message.clone(), error.offset),
    };
    format!("{message}\n at {}", place(text, offset))
}

fn place(text: &str, offset: usize) -> String {
    let LineColumn { line, column } = LineIndex::new(text).line_column(text, offset);
    format!(
        "[Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled); line: {line}, column: {column}]"
    )
}

/// The innermost bracket that is open at the end of `text`: its offset, and what Jackson calls it.
fn innermost_open(text: &str) -> Option<(usize, &'static str)> {
    let (mut open, mut in_string, mut escaped) = (Vec::new(), false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' => open.push((at, "Object")),
            b'[' => open.push((at, "Array")),
            b'}' | b']' => {
                open.pop();
            }
            _ => {}
        }
    }
    open.pop()
}
