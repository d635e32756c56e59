//! Values without parts.

use super::Writer;
use super::place::Place;
use crate::aws::fault::ParameterFault;
use crate::aws::instant;
use crate::base::Timestamp;
use crate::services::api::{Scalar, Spelling, TimestampFormat};
use crate::value::{Number, Value};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// A value without parts, ready for any protocol.
pub(super) enum Plain {
    Text(String),
    Truth(bool),
    Number(Number),
    Bytes(Vec<u8>),
    Instant(Timestamp, TimestampFormat),
    Document(Value),
}

impl Writer {
    /// A value without parts out of what the user gives. Recorded: an object or array for a text becomes its JSON
    /// (services/aws_sdk_task_service.sfn_start_execution_implicit_json_serialisation), bytes are the JSON of any value, so
    /// that a text keeps its quotes (services/aws_sdk_task_service.s3_put_object~str).
    pub(super) fn plain(
        &self,
        scalar: Scalar,
        value: &Value,
        place: &Place<'_>,
    ) -> Result<Plain, ParameterFault> {
        Ok(match scalar {
            // JSON for a header is encoded there; in a body it is a text.
            Scalar::String | Scalar::JsonInHeader => Plain::Text(text(value)),
            Scalar::Boolean => Plain::Truth(
                truth(value).ok_or_else(|| place.misfit(value, "`true` or `false`", "BOOLEAN"))?,
            ),
            Scalar::Integer | Scalar::Long => Plain::Number(
                number(value)
                    .and_then(|number| number.as_i64())
                    .map(Number::from)
                    .ok_or_else(|| place.misfit(value, "a whole number", "INTEGER"))?,
            ),
            Scalar::Float | Scalar::Double => Plain::Number(
                number(value).ok_or_else(|| place.misfit(value, "a number", "NUMBER"))?,
            ),
            Scalar::Blob | Scalar::StreamingBlob => Plain::Bytes(match (self.spelling, value) {
                (Spelling::Optimised, Value::String(text)) => text.as_bytes().to_vec(),
                _ => value.to_compact_json().into_bytes(),
            }),
            Scalar::Timestamp(format) => Plain::Instant(
                instant::given(value)
                    .ok_or_else(|| place.misfit(value, "an ISO-8601 instant", "TIMESTAMP"))?,
                format,
            ),
            Scalar::Document => Plain::Document(value.clone()),
        })
    }
}

impl Plain {
    /// As text, with instants in the form `default` where the model gives none.
    pub(super) fn into_text(self, default: TimestampFormat) -> String {
        match self {
            Self::Text(text) => text,
            Self::Truth(truth) => truth.to_string(),
            Self::Number(number) => number.text().into_owned(),
            Self::Bytes(bytes) => STANDARD.encode(bytes),
            Self::Instant(instant, format) => instant::text(instant, chosen(format, default)),
            Self::Document(value) => value.to_compact_json(),
        }
    }

    /// As JSON, with instants in seconds where the model gives no other form.
    pub(super) fn into_json(self) -> Value {
        match self {
            Self::Text(text) => text.into(),
            Self::Truth(truth) => truth.into(),
            Self::Number(number) => number.into(),
            Self::Bytes(bytes) => STANDARD.encode(bytes).into(),
            Self::Instant(instant, format) => match chosen(format, TimestampFormat::Unix) {
                TimestampFormat::Unix => instant::seconds(instant).into(),
                format => instant::text(instant, format).into(),
            },
            Self::Document(value) => value,
        }
    }

    /// As a whole body.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        match self {
            Self::Bytes(bytes) => bytes,
            plain => plain.into_text(TimestampFormat::Iso8601).into_bytes(),
        }
    }
}

fn chosen(format: TimestampFormat, default: TimestampFormat) -> TimestampFormat {
    match format {
        TimestampFormat::Default => default,
        format => format,
    }
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_compact_json(), str::to_owned)
}

fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(truth) => Some(*truth),
        Value::String(text) if text.eq_ignore_ascii_case("true") => Some(true),
        Value::String(text) if text.eq_ignore_ascii_case("false") => Some(false),
        _ => None,
    }
}

fn number(value: &Value) -> Option<Number> {
    match value {
        Value::Number(number) => Some(number.clone()),
        Value::String(text) => Number::parse(text.trim()),
        _ => None,
    }
}
