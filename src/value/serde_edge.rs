//! The edges at which other libraries bring or take JSON.

use super::{Number, Object, Value};
use serde_json::Value as Json;

impl From<&Json> for Value {
    fn from(json: &Json) -> Self {
        match json {
            Json::Null => Self::Null,
            Json::Bool(truth) => Self::Bool(*truth),
            Json::Number(number) => Self::Number(Number::from_json(&number.to_string())),
            Json::String(text) => Self::from(text.as_str()),
            Json::Array(items) => items.iter().map(Self::from).collect(),
            Json::Object(members) => Self::Object(
                members
                    .iter()
                    .map(|(key, value)| (key.as_str(), Self::from(value)))
                    .collect::<Object>(),
            ),
        }
    }
}

impl From<&Value> for Json {
    /// Numbers beyond a double become the text they were written as.
    fn from(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(truth) => Self::Bool(*truth),
            Value::Number(number) => match number.as_i64().filter(|_| number.is_integer_text()) {
                Some(int) => Self::from(int),
                None => serde_json::Number::from_f64(number.as_f64())
                    .map_or_else(|| Self::String(number.text().into_owned()), Self::Number),
            },
            Value::String(text) => Self::String(text.to_string()),
            Value::Array(items) => Self::Array(items.iter().map(Self::from).collect()),
            Value::Object(members) => Self::Object(
                members
                    .iter()
                    .map(|(key, value)| (key.to_string(), Self::from(value)))
                    .collect(),
            ),
        }
    }
}
