//! Which states of a machine an entry of a mock file is for.

use super::model::StateMocks;
use crate::asl::{StateId, StateMachine, StateType};
use std::collections::HashMap;

/// The names of the states around a state, outermost first, and its own.
pub(in crate::tasks) fn path(machine: &StateMachine, state: StateId) -> Vec<&str> {
    let mut names = Vec::new();
    let mut next = Some(state);
    while let Some(id) = next {
        let state = machine.state(id);
        names.push(&*state.name.value);
        next = machine.flow(state.flow).owner();
    }
    names.reverse();
    names
}

/// How well a key names a state: the number of names that it holds, nothing where it names another. A key is the
/// state's name, or that and the names of the states around it, as many as it takes, joined with `/`.
pub(super) fn specificity(machine: &StateMachine, state: StateId, key: &str) -> Option<usize> {
    let names = path(machine, state);
    (1..=names.len()).find(|count| names[names.len() - count..].join("/") == key)
}

/// The states that a key names.
pub(super) fn named<'m>(
    machine: &'m StateMachine,
    key: &'m str,
) -> impl Iterator<Item = StateId> + 'm {
    let states = machine.states.iter().map(|state| state.id);
    states.filter(move |state| specificity(machine, *state, key).is_some())
}

/// The entry that answers each Task. The longest path wins; of two with the same key the first, so that a case goes
/// before what all cases share.
pub(super) fn resolve(entries: &[StateMocks], machine: &StateMachine) -> HashMap<StateId, usize> {
    let tasks = machine
        .states
        .iter()
        .filter(|state| state.state_type() == StateType::Task);
    let best = |state: StateId| {
        let fitting = entries.iter().enumerate().filter_map(|(at, entry)| {
            specificity(machine, state, &entry.key.value).map(|specificity| (specificity, at))
        });
        fitting.min_by_key(|(specificity, at)| (std::cmp::Reverse(*specificity), *at))
    };
    tasks
        .filter_map(|state| best(state.id).map(|(_, at)| (state.id, at)))
        .collect()
}
