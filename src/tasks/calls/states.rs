//! `states:startExecution`

use super::caller::Caller;
use super::fault::Stop;
use super::plain::{self, with};
use crate::asl::Pattern;
use crate::value::{Value, read};

/// Starts an execution, with `{}` for its input where none is given.
pub(super) async fn start(caller: &Caller<'_>) -> Result<Value, Stop> {
    let parameters = &caller.request.parameters;
    let parameters = match parameters.get("Input") {
        Some(_) => parameters.clone(),
        None => with(parameters, "Input", "{}".into()),
    };
    plain::call(caller, "states", "startExecution", parameters).await
}

/// What DescribeExecution says as the result of a Task: with `.sync:2` its input and output are JSON
/// (recorded: local_mocking/base_callbacks.sfn_start_execution_sync~SFN_SYNC2).
pub(super) fn described(caller: &Caller<'_>, execution: Value) -> Value {
    let integration = caller.request.resource.integration();
    if integration.is_none_or(|integration| integration.pattern != Pattern::Sync2) {
        return execution;
    }
    ["Input", "Output"]
        .into_iter()
        .fold(execution, |execution, key| {
            let json = execution.get(key).and_then(Value::as_str).map(read);
            match json {
                Some(Ok(json)) => with(&execution, key, json),
                _ => execution,
            }
        })
}
