//! `ecs:runTask`

use super::caller::Caller;
use super::fault::Stop;
use super::plain::{self, with};
use crate::value::Value;

/// Runs a task. Where the state waits for it, the task says who started it (LocalStack's integration, not recorded), and a
/// failure to place it fails the state (developer guide, "Run Amazon ECS or Fargate tasks").
pub(super) async fn run(caller: &Caller<'_>, waits: bool) -> Result<Value, Stop> {
    let parameters = &caller.request.parameters;
    let parameters = match parameters.get("StartedBy") {
        None if waits => with(parameters, "StartedBy", "AWS Step Functions".into()),
        _ => parameters.clone(),
    };
    let result = plain::call(caller, "ecs", "runTask", parameters).await?;
    let failures = result.get("Failures").and_then(Value::as_array);
    match failures {
        Some(failures) if waits && !failures.is_empty() => {
            Err(Stop::failed("AmazonECS.Unknown", result.to_compact_json()))
        }
        _ => Ok(result),
    }
}

/// Whether a task that has stopped did what it should: all its containers ended with 0.
pub(super) fn succeeded(task: &Value) -> bool {
    let containers = task.get("Containers").and_then(Value::as_array);
    containers.is_some_and(|containers| {
        containers
            .iter()
            .all(|container| container.get("ExitCode").and_then(Value::as_i64) == Some(0))
    })
}
