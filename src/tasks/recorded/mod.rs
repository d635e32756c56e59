//! Mock files made from executions: what each Task gave, in the order in which it was asked.

mod afterwards;
mod calls;
mod flows;
mod followed;
mod notation;
mod recorder;
#[cfg(test)]
mod recorder_tests;
#[cfg(test)]
mod tests;
mod writing;

pub use recorder::{RecordedCall, Recorder, StartedHere, recording_heading, whole_part};

use crate::asl::StateMachine;
use crate::engine::Event;

/// A mock file that replays an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMocks {
    /// The file, in our own format, as YAML.
    pub text: String,
    /// How many results of Tasks it holds.
    pub answers: usize,
    /// What it cannot replay, one sentence each.
    pub notes: Vec<String>,
}

/// A mock file in our own format with which `machine`, given the same input, takes the way that `events` tell of: results,
/// errors, causes, time-outs, what `.sync` and `.waitForTaskToken` submitted, and how long each took. Inside a Map each
/// answer is for its iteration. Task tokens are struck out. Results keep their very text, since AWS keeps it in what passes
/// through whole, counts its bytes, and quotes it in causes. `heading` is written above it as a comment.
pub fn recorded_mocks(machine: &StateMachine, events: &[Event], heading: &str) -> RecordedMocks {
    let calls = calls::Calls::of(machine, events);
    let text = writing::file(machine, &calls, heading);
    RecordedMocks {
        text,
        answers: calls.count(),
        notes: calls.notes,
    }
}
