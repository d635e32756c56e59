//! Texts that are known letter by letter, struck out of a value.

use super::rebuilt;
use crate::base::{Hidden, STARS};
use crate::value::Value;

/// A value with `***` for what is hidden, in texts, in numbers that are it, and in the names of members. One that holds nothing of
/// it keeps the text it came with.
pub(in crate::tasks) fn without_hidden(value: &Value, hidden: &Hidden) -> Value {
    if hidden.is_empty() {
        return value.clone();
    }
    changed(value, hidden).unwrap_or_else(|| value.clone())
}

/// Nothing where nothing of it is hidden.
fn changed(value: &Value, hidden: &Hidden) -> Option<Value> {
    match value {
        Value::String(text) => masked(text, hidden).map(Value::from),
        Value::Number(number) => {
            let text = number.text();
            let is_hidden = hidden.find(&text).first() == Some(&(0..text.len()));
            is_hidden.then(|| STARS.into())
        }
        Value::Array(items) => rebuilt::array(items, |item| changed(item, hidden)),
        Value::Object(members) => rebuilt::object(members, |key, value| {
            (masked(key, hidden), changed(value, hidden))
        }),
        Value::Null | Value::Bool(_) => None,
    }
}

fn masked(text: &str, hidden: &Hidden) -> Option<String> {
    let mut masked = text.to_owned();
    hidden.mask(&mut masked);
    (masked != text).then_some(masked)
}
