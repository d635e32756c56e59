//! Holds a mock file of our own format against the machine that it is for.

use super::super::findings::Findings;
use super::super::unknown_state::{tell_no_task, tell_unknown_state};
use super::answer::{Answer, Says, Submitted, calls_function, no_payload};
use super::model::{OwnMocks, StateMocks};
use crate::asl::{Pattern, ResourceKind, State, StateId, StateKind, StateMachine, Task};

/// Warns of what will never be used, or not as it was meant.
pub(in crate::tasks) fn check(mocks: &OwnMocks, machine: &StateMachine, findings: &mut Findings) {
    let cases = mocks.cases.values().flat_map(|case| &case.value);
    for entry in mocks.states.iter().chain(cases).chain(&mocks.calls) {
        let mut known = false;
        for state in machine.named(&entry.key.value) {
            known = true;
            check_state(entry, machine, state, findings);
        }
        if !known {
            let names = machine.keys();
            tell_unknown_state(
                &entry.key,
                names.iter().map(String::as_str),
                machine,
                findings,
            );
        }
    }
}

fn check_state(entry: &StateMocks, machine: &StateMachine, id: StateId, findings: &mut Findings) {
    let state = machine.state(id);
    let StateKind::Task(task) = &state.kind else {
        tell_no_task(&entry.key, state, machine, findings);
        return;
    };
    let maps = maps_around(machine, id);
    let name = &entry.key.value;
    if entry.each_iteration && maps.is_empty() {
        findings.warning(
            entry.key.span,
            format!("`{name}` is in no Map, so it has no iterations"),
        );
    }
    for answer in &entry.answers {
        if let Some(index) = &answer.condition.index {
            if maps.is_empty() {
                findings.warning(
                    answer.span,
                    format!("`{name}` is in no Map, so no request has an index"),
                );
            }
            for map in index.maps().filter(|map| !maps.contains(map)) {
                findings.warning(answer.span, format!("`{name}` is in no Map `{map}`"));
            }
        }
        check_answer(answer, state, task, findings);
    }
}

/// The Map states around a state.
fn maps_around(machine: &StateMachine, id: StateId) -> Vec<&str> {
    let mut maps = Vec::new();
    let mut next = machine.flow(machine.state(id).flow).owner();
    while let Some(owner) = next {
        let state = machine.state(owner);
        if matches!(state.kind, StateKind::Map(_)) {
            maps.push(&*state.name.value);
        }
        next = machine.flow(state.flow).owner();
    }
    maps
}

fn check_answer(answer: &Answer, state: &State, task: &Task, findings: &mut Findings) {
    let Some(resource) = task.resource.as_ref().map(|resource| &resource.value) else {
        return;
    };
    let name = &state.name.value;
    let pattern = resource
        .integration()
        .map(|integration| integration.pattern);
    let is_known = !matches!(resource.kind, ResourceKind::Unknown | ResourceKind::Other);
    match &answer.says {
        Says::Payload(_) if is_known && !calls_function(&resource.kind) => {
            findings.add(no_payload(answer.says_span, name, &resource.text));
        }
        Says::Callback(_)
            if is_known
                && pattern != Some(Pattern::WaitForTaskToken)
                && !matches!(resource.kind, ResourceKind::Activity) =>
        {
            findings
                .error(answer.says_span, format!("`{name}` is not answered by callback: it calls `{}`", resource.text))
                .help("write `result` or `error`; `callback` is for `.waitForTaskToken` and for activities");
        }
        Says::Timeout if task.timeout.is_none() && task.heartbeat.is_none() => {
            findings
                .warning(answer.says_span, format!("`{name}` has neither `TimeoutSeconds` nor `HeartbeatSeconds`"))
                .help("on AWS it would not time out within a year; the mock lets it time out all the same");
        }
        _ => {}
    }
    let waits = pattern.is_some_and(|pattern| pattern != Pattern::RequestResponse);
    if is_known && !waits && !matches!(answer.submitted, Submitted::Unsaid) {
        findings.warning(answer.span, format!("`submitted` says nothing here: the call of `{name}` is its result")).help(
            "`submitted` is for `.sync` and `.waitForTaskToken`, where the call comes back before the result",
        );
    }
}
