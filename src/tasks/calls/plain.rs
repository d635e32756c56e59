//! Optimised integrations that are the call itself.

use super::caller::Caller;
use super::fault::Stop;
use crate::aws::Answer;
use crate::value::{Object, Value};

/// Integrations whose results tell of the HTTP answer (recorded for `lambda`, `dynamodb`, `sns`, `sqs` and `states`; shown
/// by the developer guide for `ecs`). `events` does not (recorded: services/events_task_service).
const WITH_METADATA: [&str; 6] = ["dynamodb", "ecs", "lambda", "sns", "sqs", "states"];

/// Calls `service:action`.
pub(super) async fn call(
    caller: &Caller<'_>,
    service: &str,
    action: &str,
    parameters: Value,
) -> Result<Value, Stop> {
    let answer = caller.optimised(service, action, parameters).await?;
    Ok(result(service, &answer))
}

/// The result that an answer is.
pub(super) fn result(service: &str, answer: &Answer) -> Value {
    match &answer.result {
        Value::Object(members) if WITH_METADATA.contains(&service) => {
            with_metadata(members, answer)
        }
        other => other.clone(),
    }
}

/// Members of a result with what is told of the HTTP answer, in the order of the alphabet, as they are recorded.
pub(super) fn with_metadata(members: &Object, answer: &Answer) -> Value {
    let mut all: Vec<(&str, Value)> = members
        .iter()
        .map(|(key, value)| (&**key, value.clone()))
        .chain([
            ("SdkHttpMetadata", answer.http_metadata()),
            ("SdkResponseMetadata", answer.response_metadata()),
        ])
        .collect();
    all.sort_by_key(|(key, _)| *key);
    all.into_iter().collect::<Object>().into()
}

/// An object with a member set.
pub(super) fn with(object: &Value, key: &str, value: Value) -> Value {
    let mut members = object.as_object().cloned().unwrap_or_default();
    members.insert(key, value);
    members.into()
}
