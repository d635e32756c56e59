//! Which states of a machine an entry of a mock file is for.

use super::model::StateMocks;
use crate::asl::{StateId, StateMachine, StateType};
use std::collections::HashMap;

/// The entry that answers each Task. The longest path wins; of two with the same key the first, so that a case goes
/// before what all cases share.
pub(super) fn resolve(entries: &[StateMocks], machine: &StateMachine) -> HashMap<StateId, usize> {
    let tasks = machine
        .states
        .iter()
        .filter(|state| state.state_type() == StateType::Task);
    let best = |state: StateId| {
        let fitting = entries.iter().enumerate().filter_map(|(at, entry)| {
            machine
                .specificity(state, &entry.key.value)
                .map(|specificity| (specificity, at))
        });
        fitting.min_by_key(|(specificity, at)| (std::cmp::Reverse(*specificity), *at))
    };
    tasks
        .filter_map(|state| best(state.id).map(|(_, at)| (state.id, at)))
        .collect()
}
