//! The results that a mock file gives, as examples for estimates.

use super::model::{OwnMocks, StateMocks};
use super::resolve::resolve;
use crate::asl::{Resource, StateId, StateKind, StateMachine};
use crate::value::Value;

/// The results of each Task in a case, of those that take nothing from the request.
pub(in crate::tasks) fn results(
    mocks: &OwnMocks,
    case: Option<&str>,
    machine: &StateMachine,
) -> Vec<(StateId, Value)> {
    let entries: Vec<StateMocks> = mocks.selected(case, None).cloned().collect();
    let by_state = resolve(&entries, machine);
    let mut results = Vec::new();
    for state in &machine.states {
        let (Some(entry), Some(resource)) = (by_state.get(&state.id), resource(&state.kind)) else {
            continue;
        };
        for answer in &entries[*entry].answers {
            let given = answer.constant_results(resource);
            results.extend(given.into_iter().map(|result| (state.id, result)));
        }
    }
    results
}

fn resource(kind: &StateKind) -> Option<&Resource> {
    match kind {
        StateKind::Task(task) => task.resource.as_ref().map(|resource| &resource.value),
        _ => None,
    }
}
