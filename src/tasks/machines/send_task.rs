//! What a Task says to whoever waits for a token: `aws-sdk:sfn:sendTaskSuccess` and its like.

use super::answer::refused;
use super::request::StartPattern;
use crate::asl::Pattern;
use crate::engine::{TaskOutcome, TaskRequest};
use crate::value::{Str, Value, read};

/// What a Task says to another one.
#[derive(Clone, Debug, PartialEq)]
pub struct SendTask {
    /// `TaskToken`. A secret.
    pub token: Str,
    /// What it says; nothing where `Output` is no JSON.
    pub outcome: Option<TaskOutcome>,
}

impl SendTask {
    /// What a Task says, if it calls one of these actions.
    pub fn read(request: &TaskRequest) -> Option<Self> {
        let integration = request.resource.integration()?;
        if (&*integration.service, integration.sdk) != ("sfn", true)
            || integration.pattern != Pattern::RequestResponse
        {
            return None;
        }
        let text = |key: &str| request.parameters.get(key).and_then(Value::as_str);
        let outcome = match &*integration.action {
            "sendTaskSuccess" => output(request.parameters.get("Output")?),
            "sendTaskFailure" => Some(TaskOutcome::Failed {
                error: text("Error").map(Into::into),
                cause: text("Cause").map(Into::into),
            }),
            "sendTaskHeartbeat" => Some(TaskOutcome::Heartbeat),
            _ => return None,
        };
        Some(Self {
            token: text("TaskToken")?.into(),
            outcome,
        })
    }

    /// There is no such token (recorded: services/aws_sdk_task_service.sfn_send_task_outcome_with_no_such_token).
    pub fn invalid_token(request_id: &str) -> TaskOutcome {
        let message = "Invalid Token: 'Invalid token'";
        refused(StartPattern::Sdk, "InvalidToken", message, request_id)
    }

    /// The Task has ended, or ran into its time limit (API reference, SendTaskSuccess: `TaskTimedOut`).
    pub fn too_late(request_id: &str) -> TaskOutcome {
        let message = "Task Timed Out: 'Provided task does not exist anymore'";
        refused(StartPattern::Sdk, "TaskTimedOut", message, request_id)
    }

    /// The output is a text that is no JSON (API reference, SendTaskSuccess: `InvalidOutput`).
    pub fn invalid_output(request_id: &str) -> TaskOutcome {
        let message = "Invalid Output: 'Invalid output.'";
        refused(StartPattern::Sdk, "InvalidOutput", message, request_id)
    }
}

/// A text is the JSON of the output, anything else the output itself.
fn output(given: &Value) -> Option<TaskOutcome> {
    let value = match given {
        Value::String(text) => read(text).ok()?,
        other => other.clone(),
    };
    Some(TaskOutcome::Succeeded(value))
}
