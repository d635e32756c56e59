//! A call of the Step Functions API: JSON 1.0 over HTTP, its action in `X-Amz-Target`.

use super::constraints::check;
use super::desk::Desk;
use super::refusal::Refusal;
use crate::value::{self, Object, Str, Value};
use std::time::Duration;

/// How long AWS lets a worker wait for a task (API reference, GetActivityTask).
const PATIENCE: Duration = Duration::from_secs(60);

/// What is before the action in `X-Amz-Target`.
pub(super) const TARGET: &str = "AWSStepFunctions.";

/// What is answered here.
#[derive(Clone, Copy)]
enum Action {
    Succeed,
    Fail,
    Heartbeat,
    Take,
}

impl Action {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "SendTaskSuccess" => Self::Succeed,
            "SendTaskFailure" => Self::Fail,
            "SendTaskHeartbeat" => Self::Heartbeat,
            "GetActivityTask" => Self::Take,
            _ => return None,
        })
    }
}

/// Answers the call `target` with the body `body`.
pub(super) async fn answer(desk: &Desk, target: &str, body: &[u8]) -> Result<Value, Refusal> {
    let name = target.strip_prefix(TARGET).unwrap_or(target);
    let unknown = || Refusal::UnknownOperation(name.to_owned());
    let action = Action::named(name).ok_or_else(unknown)?;
    let text = std::str::from_utf8(body)
        .map_err(|fault| Refusal::Serialization(format!("the body is no UTF-8: {fault}")))?;
    let request = value::read(if text.is_empty() { "{}" } else { text })
        .map_err(|fault| Refusal::Serialization(format!("the body is no JSON: {fault}")))?;
    check(name, &request)?;
    let text = |member| request.get(member).and_then(Value::as_str);
    // What is required is there: it is checked.
    let required = |member| text(member).unwrap_or_default();
    match action {
        Action::Succeed => desk.succeed(required("taskToken"), required("output"))?,
        Action::Fail => {
            let said = |member| text(member).map(Str::from);
            desk.fail(required("taskToken"), said("error"), said("cause"))?;
        }
        Action::Heartbeat => desk.heartbeat(required("taskToken"))?,
        Action::Take => {
            let mut answer = Object::new();
            // An answer without a token means that there is nothing to do (API reference, GetActivityTask).
            if let Some((token, input)) = desk.take(required("activityArn"), PATIENCE).await? {
                answer.insert("taskToken", token.reveal().clone().into());
                answer.insert("input", input.to_json().into());
            }
            return Ok(answer.into());
        }
    }
    Ok(Value::empty_object())
}
