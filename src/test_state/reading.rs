//! Mock and state configuration in the shape of the API.

use super::request::{ErrorOutput, FieldValidation, Mock, StateConfiguration};
use crate::base::text;
use crate::value::{Object, Str, Value, read};
use thiserror::Error;

/// A mock or a state configuration that is not in the shape of the API.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{place} {problem}")]
pub struct ShapeFault {
    /// What is wrong: `mock`, `` `result` of the mock ``.
    pub place: String,
    /// What is wrong with it.
    pub problem: String,
}

impl Mock {
    /// Reads `{"result": "…", "errorOutput": {"error": …, "cause": …}, "fieldValidationMode": …}`. `result` is a JSON
    /// text, as in the API, or any other value as it is.
    ///
    /// # Errors
    /// If it has another shape.
    pub fn read(value: &Value) -> Result<Self, ShapeFault> {
        let members = ["result", "errorOutput", "fieldValidationMode"];
        let mock = object(value, "the mock", &members)?;
        let error_output = mock.get("errorOutput").map(error_output).transpose()?;
        Ok(Self {
            result: mock.get("result").map(result).transpose()?,
            error_output,
            field_validation: match mock.get("fieldValidationMode").map(Value::as_str) {
                None | Some(Some("STRICT")) => FieldValidation::Strict,
                Some(Some("PRESENT")) => FieldValidation::Present,
                Some(Some("NONE")) => FieldValidation::None,
                Some(_) => {
                    let place = "`fieldValidationMode` of the mock";
                    return Err(fault(place, "is none of `STRICT`, `PRESENT` and `NONE`"));
                }
            },
        })
    }
}

impl StateConfiguration {
    /// Reads `{"retrierRetryCount": …, "errorCausedByState": …, "mapIterationFailureCount": …,
    /// "mapItemReaderData": "…"}`. The data are a JSON text, as in the API, or any other value as it is.
    ///
    /// # Errors
    /// If it has another shape.
    pub fn read(value: &Value) -> Result<Self, ShapeFault> {
        let members = [
            "retrierRetryCount",
            "errorCausedByState",
            "mapIterationFailureCount",
            "mapItemReaderData",
        ];
        let configuration = object(value, "the state configuration", &members)?;
        let of = "the state configuration";
        Ok(Self {
            retrier_retry_count: count(configuration, "retrierRetryCount")?,
            error_caused_by_state: string(configuration, "errorCausedByState", of)?,
            map_iteration_failure_count: count(configuration, "mapIterationFailureCount")?,
            // What is no JSON is a file of another format: a text.
            map_item_reader_data: configuration
                .get("mapItemReaderData")
                .map(|data| result(data).unwrap_or_else(|_| data.clone())),
        })
    }
}

fn result(value: &Value) -> Result<Value, ShapeFault> {
    match value {
        Value::String(text) => read(text).map_err(|error| {
            let problem = format!("is no JSON text: {}", error.message);
            fault("`result` of the mock", &problem)
        }),
        value => Ok(value.clone()),
    }
}

fn error_output(value: &Value) -> Result<ErrorOutput, ShapeFault> {
    let of = "`errorOutput` of the mock";
    let output = object(value, of, &["error", "cause"])?;
    Ok(ErrorOutput {
        error: string(output, "error", of)?,
        cause: string(output, "cause", of)?,
    })
}

fn object<'v>(value: &'v Value, place: &str, known: &[&str]) -> Result<&'v Object, ShapeFault> {
    let object = value
        .as_object()
        .ok_or_else(|| fault(place, "is no object"))?;
    match object.keys().find(|name| !known.contains(&&***name)) {
        Some(name) => {
            let members = text::list(known);
            let problem = format!("has no member `{name}`: it takes {members}");
            Err(fault(place, &problem))
        }
        None => Ok(object),
    }
}

fn string(object: &Object, name: &str, of: &str) -> Result<Option<Str>, ShapeFault> {
    match object.get(name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(fault(&format!("`{name}` of {of}"), "is no string")),
    }
}

fn count(object: &Object, name: &str) -> Result<Option<u64>, ShapeFault> {
    let count = |value: &Value| {
        let count = value.as_i64().and_then(|count| u64::try_from(count).ok());
        let place = format!("`{name}` of the state configuration");
        count.ok_or_else(|| fault(&place, "is no whole number from 0 up"))
    };
    object.get(name).map(count).transpose()
}

fn fault(place: &str, problem: &str) -> ShapeFault {
    ShapeFault {
        place: place.to_owned(),
        problem: problem.to_owned(),
    }
}
