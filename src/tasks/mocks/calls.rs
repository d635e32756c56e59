//! `calls`: what the calls of Tasks gave, as `exec --record` writes it, one entry a call.

use super::super::findings::Findings;
use super::answer::{Answer, Numbers, Repeat};
use super::expected::Expected;
use super::model::{OwnMocks, StateMocks};
use super::reading::answer_with;
use crate::base::Spanned;
use crate::source::{Kind, Node};
use crate::tasks::recorded_run::start_time;
use crate::value::Str;
use indexmap::IndexMap;
use std::sync::Arc;

/// The keys of an entry beside those of an answer.
const KEYS: [&str; 7] = [
    "state",
    "machine",
    "execution",
    "resource",
    "ran",
    "token",
    "start-time",
];

/// The calls of a recording.
#[derive(Debug, Default)]
pub(super) struct Calls {
    /// Those of the machine itself.
    pub(super) own: Vec<StateMocks>,
    /// Those of machines that were started, by name.
    of_machines: IndexMap<Str, Spanned<Vec<StateMocks>>>,
}

/// Whose call it is: machine, execution, state.
type Caller = (Option<Str>, Option<Str>, Str);

/// Reads the calls: what each state was given, in order. Each answer is for one request.
pub(super) fn calls(node: &Node, findings: &mut Findings) -> Calls {
    // A recording of a run that has not come to its first call.
    if matches!(node.kind, Kind::Null) {
        return Calls::default();
    }
    let mut by_caller: IndexMap<Caller, StateMocks> = IndexMap::new();
    for item in findings.items(node, "`calls`").unwrap_or_default() {
        let Some(state) = item.get("state") else {
            if findings.members(item, "a call").is_some() {
                findings
                    .error(item.span, "this call does not say which state made it")
                    .help("write `state: NAME`");
            }
            continue;
        };
        let (Some(name), Some(answer)) = (findings.text(state, "`state`"), call(item, findings))
        else {
            continue;
        };
        let machine = of_text(item, "machine", findings);
        let execution = of_text(item, "execution", findings);
        if let (None, Some(_)) = (&machine, &execution) {
            findings
                .error(item.span, "`execution` stands beside `machine`")
                .help("it says which of the executions of that machine made the call");
        }
        let of_state = by_caller
            .entry((machine, execution.clone(), name.clone()))
            .or_insert_with(|| StateMocks {
                key: Spanned::new(name.clone(), state.span),
                execution,
                each_iteration: false,
                answers: Vec::new(),
                latency: None,
                recorded: true,
                span: item.span,
            });
        of_state.answers.push(answer);
    }
    let mut calls = Calls::default();
    for ((machine, ..), of_state) in by_caller {
        match machine {
            None => calls.own.push(of_state),
            Some(machine) => {
                let of_machine = calls.of_machines.entry(machine);
                let first = || Spanned::new(Vec::new(), of_state.span);
                of_machine.or_insert_with(first).value.push(of_state);
            }
        }
    }
    calls
}

impl Calls {
    /// Puts the calls of machines that were started to what else answers them.
    pub(super) fn hand_out(self, mocks: &mut OwnMocks) {
        mocks.calls = self.own;
        for (name, calls) in self.of_machines {
            let none = || {
                let of_machine = OwnMocks {
                    span: calls.span,
                    latency: mocks.latency,
                    run: mocks.run.clone(),
                    ..OwnMocks::default()
                };
                Spanned::new(Arc::new(of_machine), calls.span)
            };
            let of_machine = mocks.machines.entry(name).or_insert_with(none);
            let of_machine = Arc::make_mut(&mut of_machine.value);
            of_machine.run = mocks.run.clone();
            of_machine.calls = calls.value;
        }
    }
}

fn of_text(item: &Node, key: &str, findings: &mut Findings) -> Option<Str> {
    let text = findings.text(item.get(key)?, &format!("`{key}`"));
    text.cloned()
}

fn call(node: &Node, findings: &mut Findings) -> Option<Answer> {
    let mut answer = answer_with(node, &KEYS, findings)?;
    if answer.repeat == Repeat::Unsaid {
        answer.repeat = Repeat::Times(1);
    }
    if answer.condition.attempt.is_none() {
        answer.condition.attempt = Some(vec![Numbers { from: 1, to: 1 }]);
    }
    answer.ran = node.get("ran").is_some();
    if let Some(start) = node.get("start-time") {
        let expected = answer.expected.take().unwrap_or_default();
        answer.expected = Some(Expected {
            start: start_time(start, findings),
            ..expected
        });
    }
    if let Some(resource) = node.get("resource") {
        let resource = findings.text(resource, "`resource`").cloned();
        let expected = answer.expected.take().unwrap_or_default();
        answer.expected = Some(Expected {
            resource,
            ..expected
        });
    }
    Some(answer)
}
