//! `States.StringSplit`.

use crate::value::Value;

/// Every character of `delimiters` parts, and empty pieces are dropped (`string_operations.string_split+3`, `+5`, `+6`).
pub(super) fn split(text: &Value, delimiters: &Value) -> Option<Value> {
    let delimiters: Vec<char> = delimiters.as_str()?.chars().collect();
    let pieces = text
        .as_str()?
        .split(&delimiters[..])
        .filter(|piece| !piece.is_empty());
    Some(pieces.map(Value::from).collect())
}
