//! `lambda:invoke`, and a function that the Resource names itself.

use super::caller::Caller;
use super::fault::Stop;
use super::plain::{with, with_metadata};
use crate::aws::Answer;
use crate::engine::TaskOutcome;
use crate::tasks::functions::Failure;
use crate::value::{Object, Value, read};

/// A Task whose Resource is the ARN of a function: its input is the event, its result what the function returns.
pub(super) async fn by_arn(caller: &Caller<'_>) -> Result<Value, Stop> {
    let mut parameters = Object::new();
    parameters.insert("FunctionName", caller.request.resource.text.clone().into());
    parameters.insert("Payload", caller.request.parameters.to_json().into());
    let answer = invoked(caller, parameters.into()).await?;
    Ok(payload(&answer))
}

/// `lambda:invoke`: what the function returns stands under `Payload`.
pub(super) async fn invoke(caller: &Caller<'_>) -> Result<Value, Stop> {
    let parameters = &caller.request.parameters;
    let event = event(parameters.get("Payload")).to_json();
    let answer = invoked(caller, with(parameters, "Payload", event.into())).await?;
    let mut members = answer.result.as_object().cloned().unwrap_or_default();
    members.insert("Payload", payload(&answer));
    Ok(with_metadata(&members, &answer))
}

/// The event in `Payload`: `{}` where there is none; text that is JSON is that JSON (AWS sends it as it is).
pub(in crate::tasks) fn event(payload: Option<&Value>) -> Value {
    match payload {
        None => Value::empty_object(),
        Some(payload) => match payload.as_str().map(read) {
            Some(Ok(json)) => json,
            _ => payload.clone(),
        },
    }
}

/// Calls a function. Where it fails itself, the Task fails with the function's own error.
async fn invoked(caller: &Caller<'_>, parameters: Value) -> Result<Answer, Stop> {
    let answer = caller.optimised("lambda", "invoke", parameters).await?;
    if answer.result.get("FunctionError").is_none() {
        return Ok(answer);
    }
    match Failure::Function(payload(&answer)).into_outcome() {
        Ok(TaskOutcome::Failed { error, cause }) => Err(Stop::failed(
            error.as_deref().unwrap_or_default(),
            cause.as_deref().unwrap_or_default(),
        )),
        _ => Ok(answer),
    }
}

/// What the function returned: JSON, or text where it is none
/// (recorded: services/lambda_task_service.invoke_json_values, …invoke_bytes_payload).
fn payload(answer: &Answer) -> Value {
    match answer.result.get("Payload") {
        Some(Value::String(text)) => read(text).unwrap_or_else(|_| text.clone().into()),
        Some(other) => other.clone(),
        None => Value::Null,
    }
}
