//! What AWS refuses of a request, once the definition is read.

use super::refusal::{Fault, Refusal};
use super::request::{Mock, Request};
use super::{context, mock_result};
use crate::asl::{State, StateKind};
use crate::value::Value;

/// What AWS says of a `stateName`.
pub(super) fn check_state_name(request: &Request) -> Result<(), Fault> {
    match request.state_name.as_deref() {
        // The SDK's words (recorded: test_state/test_state_machine_scenarios.base_state_name_validation_failures~empty).
        Some("") => Err(Refusal::parameter(
            "Invalid length for parameter stateName, value: 0, valid min length: 1",
        )),
        _ => Ok(()),
    }
}

/// Refuses what AWS refuses of mock, context and configuration (recorded: test_state/state_mock_validation).
pub(super) fn check(request: &Request, state: &State) -> Result<(), Fault> {
    let kind = state.state_type();
    match &request.mock {
        Some(_) if !kind.can_retry() => {
            return Err(Refusal::validation(format!(
                "State type '{kind}' is not supported when a mock is specified"
            )));
        }
        Some(mock) => check_mock(mock, state)?,
        None => check_without_mock(request, state)?,
    }
    if let Some(given) = &request.context {
        context::check(given)?;
    }
    check_iterations(request)
}

fn check_mock(mock: &Mock, state: &State) -> Result<(), Fault> {
    let Some(result) = &mock.result else {
        return Ok(());
    };
    if mock.error_output.is_some() {
        return Err(Refusal::validation(
            "A test mock should have only one of the following fields: [result, errorOutput].",
        ));
    }
    match &state.kind {
        StateKind::Task(task) => match &task.resource {
            Some(resource) => mock_result::check(&resource.value, result, mock.field_validation),
            None => Ok(()),
        },
        StateKind::Parallel(parallel) => {
            let results = array(result)?;
            if results.len() != parallel.branches.len() {
                return Err(Refusal::validation(
                    "Mocked result must contain the same number of items as number of Parallel branches.",
                ));
            }
            Ok(())
        }
        // Recorded of Parallel; the API reference asks an array of a Map too, unless its results are written out.
        StateKind::Map(map) if map.result_writer.is_none() => array(result).map(|_| ()),
        _ => Ok(()),
    }
}

fn array(result: &Value) -> Result<&crate::value::Array, Fault> {
    result
        .as_array()
        .ok_or_else(|| Refusal::validation("Mocked result must be an array."))
}

fn check_without_mock(request: &Request, state: &State) -> Result<(), Fault> {
    if request
        .state_configuration
        .map_iteration_failure_count
        .is_some()
    {
        return Err(Refusal::validation(
            "TestState does not support MapIterationFailureCount when a mock is not specified.",
        ));
    }
    match state.kind {
        StateKind::Map(_) | StateKind::Parallel(_) => Err(Refusal::definition(
            "TestState API does not support Map or Parallel states. Supported state types include: [Task, Wait, Pass, \
             Succeed, Fail, Choice]",
            Vec::new(),
        )),
        // API reference: only with a mock. The words follow those of MapIterationFailureCount; AWS's are not recorded.
        _ if request.context.is_some() => Err(Refusal::validation(
            "TestState does not support Context when a mock is not specified.",
        )),
        _ => Ok(()),
    }
}

fn check_iterations(request: &Request) -> Result<(), Fault> {
    let failed = request.state_configuration.map_iteration_failure_count;
    let result = request.mock.as_ref().and_then(|mock| mock.result.as_ref());
    if let (Some(failed), Some(results)) = (failed, result.and_then(Value::as_array))
        && failed > results.len() as u64
    {
        return Err(Refusal::validation(
            "Map iteration failure count must be less than or equal to the number of Map iterations",
        ));
    }
    Ok(())
}
