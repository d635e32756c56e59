//! Entries of a mock file that name no Task of the machine, or no machine.

use super::findings::Findings;
use crate::asl::{State, StateKind, StateMachine, StateType};
use crate::base::{Spanned, text};
use crate::value::Str;

/// How many names a message lists at most.
const MOST_NAMES: usize = 8;

/// Warns of an entry that names no state at all.
pub(super) fn tell_unknown_state<'a>(
    key: &Spanned<Str>,
    candidates: impl IntoIterator<Item = &'a str>,
    machine: &StateMachine,
    findings: &mut Findings,
) {
    findings.warning(
        key.span,
        format!(
            "the machine has no state `{}`, so this is never used",
            key.value
        ),
    );
    match text::nearest(&key.value, candidates) {
        Some(near) => findings.help(format!("did you mean `{near}`?")),
        None => findings.help(tasks(machine)),
    };
}

/// Warns of an entry that names a state which is no Task.
pub(super) fn tell_no_task(
    key: &Spanned<Str>,
    state: &State,
    machine: &StateMachine,
    findings: &mut Findings,
) {
    let state_type = state.state_type();
    findings.warning(
        key.span,
        format!(
            "`{}` is a {state_type} state, and only Task states are mocked, so this is never used",
            key.value
        ),
    );
    let inner: Vec<&str> = machine
        .states
        .iter()
        .filter(|task| {
            task.state_type() == StateType::Task
                && machine.flow(task.flow).owner() == Some(state.id)
        })
        .map(|task| &*task.name.value)
        .take(MOST_NAMES)
        .collect();
    if matches!(state.kind, StateKind::Map(_) | StateKind::Parallel(_)) && !inner.is_empty() {
        findings.help(format!(
            "mock the Task states in it: {}",
            text::list(&inner)
        ));
    }
}

/// Warns of a machine whose definition is not given.
pub(super) fn tell_unknown_machine(name: &Spanned<&str>, given: &[&str], findings: &mut Findings) {
    findings.warning(
        name.span,
        format!(
            "the definition of the machine `{}` is not given, so this is never used",
            name.value
        ),
    );
    match text::nearest(name.value, given.iter().copied()) {
        Some(near) => findings.help(format!("did you mean `{near}`?")),
        None => findings.help(format!(
            "give it with `--machine {}=FILE`, in a scenario file under `machines`",
            name.value
        )),
    };
}

fn tasks(machine: &StateMachine) -> String {
    let tasks = machine
        .states
        .iter()
        .filter(|state| state.state_type() == StateType::Task);
    let names: Vec<&str> = tasks.map(|state| &*state.name.value).collect();
    match names.len() {
        0 => "the machine has no Task state, so it needs no mocks".to_owned(),
        count if count <= MOST_NAMES => format!("its Task states are {}", text::list(&names)),
        count => format!(
            "it has {}, among them {}",
            text::count(count, "Task state"),
            text::list(&names[..MOST_NAMES])
        ),
    }
}
