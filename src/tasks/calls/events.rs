//! `events:putEvents`

use super::caller::Caller;
use super::fault::Stop;
use super::plain::with;
use crate::value::Value;

/// Puts events on their buses. Each tells which machine and execution it comes from (developer guide, "Add EventBridge
/// events"); one that the service refuses fails the Task, with the whole answer as the cause
/// (recorded: services/events_task_service.put_events_malformed_detail).
pub(super) async fn put(caller: &Caller<'_>) -> Result<Value, Stop> {
    let parameters = &caller.request.parameters;
    let parameters = match parameters.get("Entries").and_then(Value::as_array) {
        Some(entries) => {
            let entries = entries.iter().map(|entry| told(entry, caller)).collect();
            with(parameters, "Entries", entries)
        }
        None => parameters.clone(),
    };
    let answer = caller.optimised("events", "putEvents", parameters).await?;
    let failed = answer
        .result
        .get("FailedEntryCount")
        .and_then(Value::as_i64);
    if failed.is_some_and(|failed| failed > 0) {
        return Err(Stop::failed(
            "EventBridge.FailedEntry",
            answer.result.to_compact_json(),
        ));
    }
    Ok(answer.result)
}

/// An entry with the ARNs of the machine and the execution among its resources.
fn told(entry: &Value, caller: &Caller<'_>) -> Value {
    let own = entry.get("Resources").and_then(Value::as_array);
    let own = own
        .into_iter()
        .flat_map(|resources| resources.iter().cloned());
    let origin = caller.origin;
    let arns = [&origin.state_machine_arn, &origin.execution_arn];
    let resources = own.chain(arns.map(|arn| arn.as_str().into())).collect();
    with(entry, "Resources", resources)
}
