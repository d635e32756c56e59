//! A call of the Step Functions API: JSON 1.0 over HTTP, its action in `X-Amz-Target`.

use super::desk::{Desk, Refusal};
use crate::value::{self, Object, Str, Value};
use std::time::Duration;

/// How long AWS lets a worker wait for a task (API reference, GetActivityTask).
const PATIENCE: Duration = Duration::from_secs(60);

/// What is before the action in `X-Amz-Target`.
pub(super) const TARGET: &str = "AWSStepFunctions.";

/// Answers the call `target` with the body `body`.
pub(super) async fn answer(desk: &Desk, target: &str, body: &[u8]) -> Result<Value, Refusal> {
    let action = target.strip_prefix(TARGET).unwrap_or(target);
    let text = std::str::from_utf8(body)
        .map_err(|fault| Refusal::Validation(format!("the body is no UTF-8: {fault}")))?;
    let request = value::read(if text.is_empty() { "{}" } else { text })
        .map_err(|fault| Refusal::Validation(format!("the body is no JSON: {fault}")))?;
    match action {
        "SendTaskSuccess" => {
            let (token, output) = (
                required(&request, "taskToken")?,
                required(&request, "output")?,
            );
            desk.succeed(token, output)?;
        }
        "SendTaskFailure" => {
            let token = required(&request, "taskToken")?;
            let text = |member| request.get(member).and_then(Value::as_str).map(Str::from);
            desk.fail(token, text("error"), text("cause"))?;
        }
        "SendTaskHeartbeat" => desk.heartbeat(required(&request, "taskToken")?)?,
        "GetActivityTask" => {
            let arn = required(&request, "activityArn")?;
            let mut answer = Object::new();
            // An answer without a token means that there is nothing to do (API reference, GetActivityTask).
            if let Some((token, input)) = desk.take(arn, PATIENCE).await {
                answer.insert("taskToken", token.reveal().clone().into());
                answer.insert("input", input.to_json().into());
            }
            return Ok(answer.into());
        }
        _ => return Err(Refusal::UnknownOperation(action.to_owned())),
    }
    Ok(Value::empty_object())
}

fn required<'a>(request: &'a Value, member: &str) -> Result<&'a str, Refusal> {
    request.get(member).and_then(Value::as_str).ok_or_else(|| {
        Refusal::Validation(format!(
            "1 validation error detected: Value null at '{member}' failed to satisfy constraint: Member must not be null"
        ))
    })
}
