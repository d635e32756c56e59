//! Executions for tests: a definition, an input and what tasks say, run under a virtual clock.

use crate::asl::{LowerOptions, StateMachine, lower};
use crate::base::Timestamp;
use crate::diagnostics::Severity;
use crate::engine::{
    Event, Execution, Input, Options, Outcome, Output, TaskOutcome, TaskRequest, TimerId,
};
use crate::source::SourceFile;
use crate::value::read;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The machine of a definition without errors.
pub(crate) fn machine(definition: &str) -> Arc<StateMachine> {
    let tree = SourceFile::new("test.asl.json", definition.to_owned()).read();
    let root = tree.root.as_ref().expect("the definition has a root");
    let lowered = lower(root, &LowerOptions::default());
    let errors: Vec<_> = lowered
        .diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    Arc::new(lowered.machine.expect("a definition"))
}

/// What a task says, and after how many milliseconds.
pub(crate) type Answers = Vec<(i64, TaskOutcome)>;

/// A result after some milliseconds.
pub(crate) fn succeed(after: i64, json: &str) -> Answers {
    vec![(
        after,
        TaskOutcome::Succeeded(read(json).expect("the result is JSON")),
    )]
}

/// A failure after some milliseconds.
pub(crate) fn fail(after: i64, error: &str, cause: &str) -> Answers {
    vec![(
        after,
        TaskOutcome::Failed {
            error: Some(error.into()),
            cause: Some(cause.into()),
        },
    )]
}

/// Runs an execution until it is over or nothing more is to come.
pub(crate) fn run(
    machine: &Arc<StateMachine>,
    options: Options,
    input: &str,
    answer: impl FnMut(&TaskRequest) -> Answers,
) -> (Vec<Event>, Option<Outcome>) {
    let mut events = Vec::new();
    let outcome = run_with(machine, options, input, answer, |event| {
        events.push(event.clone())
    });
    (events, outcome)
}

/// As [`run`], with every event handed on as it comes.
pub(crate) fn run_with(
    machine: &Arc<StateMachine>,
    options: Options,
    input: &str,
    mut answer: impl FnMut(&TaskRequest) -> Answers,
    mut consume: impl FnMut(&Event),
) -> Option<Outcome> {
    let input = read(input).expect("the input is JSON");
    let mut agenda: BTreeMap<(Timestamp, u64), Input> = BTreeMap::new();
    let mut timers: BTreeMap<TimerId, (Timestamp, u64)> = BTreeMap::new();
    let mut order = 0;
    let mut execution = Execution::start(machine.clone(), options, input);
    loop {
        execution.advance();
        while let Some(output) = execution.next_output() {
            order += 1;
            match output {
                Output::Event(event) => consume(&event),
                Output::StartTask(request) => {
                    for (after, outcome) in answer(&request) {
                        order += 1;
                        let input = Input::Task {
                            task: request.task,
                            outcome,
                        };
                        agenda.insert((execution.now().plus(after), order), input);
                    }
                }
                Output::SetTimer { timer, at } => {
                    timers.insert(timer, (at, order));
                    agenda.insert((at, order), Input::Timer(timer));
                }
                Output::CancelTimer(timer) => {
                    timers.remove(&timer).map(|key| agenda.remove(&key));
                }
                Output::CancelTask(_) => {}
                Output::OpenReader(_)
                | Output::ReadItems { .. }
                | Output::CloseReader(_)
                | Output::OpenWriter(_)
                | Output::WriteResult(_)
                | Output::WritePending { .. }
                | Output::CloseWriter(_) => panic!("no objects in these tests"),
                Output::Finished(outcome) => return Some(*outcome),
                Output::Unsupported(unsupported) => panic!("{unsupported:?}"),
                Output::Unfilled(unfilled) => panic!("{unfilled:?}"),
            }
        }
        let (at, _) = *agenda.first_key_value()?.0;
        while let Some(entry) = agenda.first_entry().filter(|entry| entry.key().0 == at) {
            execution.deliver(at, entry.remove());
        }
    }
}
