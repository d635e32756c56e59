//! What TestState answers.

use super::inspection::InspectionData;
use crate::value::{Object, Str, Value};
use std::fmt;

/// The answer of TestState.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// `status`
    pub status: TestStatus,
    /// `output`
    pub output: Option<Value>,
    /// `error`
    pub error: Option<Str>,
    /// `cause`
    pub cause: Option<Str>,
    /// `nextState`
    pub next_state: Option<Str>,
    /// `inspectionData`; nothing at level `INFO`.
    pub inspection_data: Option<InspectionData>,
}

/// How the test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestStatus {
    /// The state did its work.
    Succeeded,
    /// It failed, and nothing takes the error.
    Failed,
    /// It failed, and a retrier would try it again.
    Retriable,
    /// It failed, and a catcher took the error.
    CaughtError,
}

impl fmt::Display for TestStatus {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Succeeded => "SUCCEEDED",
            Self::Failed => "FAILED",
            Self::Retriable => "RETRIABLE",
            Self::CaughtError => "CAUGHT_ERROR",
        })
    }
}

impl Response {
    /// The answer as the API gives it: values are JSON in a text.
    pub fn to_value(&self) -> Value {
        let text = |name: &'static str, text: &Option<Str>| {
            text.clone().map(|text| (name, Value::String(text)))
        };
        let output = self
            .output
            .as_ref()
            .map(|output| ("output", output.to_json().into()));
        let inspection = self
            .inspection_data
            .as_ref()
            .map(|data| ("inspectionData", data.to_value()));
        let members = [
            output,
            text("error", &self.error),
            text("cause", &self.cause),
            inspection,
            text("nextState", &self.next_state),
            Some(("status", self.status.to_string().into())),
        ];
        Value::Object(members.into_iter().flatten().collect::<Object>())
    }
}
