//! How a function fails, as Lambda tells of it.

use crate::engine::TaskOutcome;
use crate::value::{Object, Value};

/// How a function fails.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::tasks) enum Failure {
    /// The function itself says so: an object with `errorType` and `errorMessage`.
    Function(Value),
    /// It cannot be reached: the name of the error, and what is wrong.
    Client(String),
    /// It cannot be started here, which Lambda knows nothing of: what is wrong.
    NotStarted(String),
}

impl Failure {
    /// A failure that the runtime tells of: `Runtime.ExitError`, `Runtime.MarshalError`.
    pub(super) fn runtime(kind: &str, message: impl Into<String>) -> Self {
        let mut payload = Object::new();
        payload.insert("errorType", kind.into());
        payload.insert("errorMessage", message.into().into());
        Self::Function(payload.into())
    }

    /// What Step Functions makes of it, or what is wrong here where it would make nothing of it: the error is the payload's `errorType`, or `Exception` where it has none, the
    /// cause its JSON (recorded: error_handling/task_lambda.raise_custom_exception, error_handling/task_service_lambda.raise_exception_catch).
    pub(in crate::tasks) fn into_outcome(self) -> Result<TaskOutcome, String> {
        let (error, cause) = match self {
            Self::Function(payload) => {
                let kind = payload.get("errorType").and_then(Value::as_str);
                (kind.unwrap_or("Exception").into(), payload.to_json())
            }
            // AWS SDK for Java, version 1: what went wrong before there was an answer.
            Self::Client(fault) => (
                "Lambda.SdkClientException".into(),
                format!("Unable to execute HTTP request: {fault}"),
            ),
            Self::NotStarted(fault) => return Err(fault),
        };
        Ok(TaskOutcome::Failed {
            error: Some(error),
            cause: Some(cause.into()),
        })
    }
}
