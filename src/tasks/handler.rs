//! The seam between an execution and whatever does its tasks.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::engine::{TaskId, TaskOutcome, TaskRequest};
use std::error::Error;
use std::fmt;

/// Does the tasks of one execution. The driver owns clock and engine, a handler knows neither.
pub trait TaskHandler {
    /// Takes a task on.
    fn start(&mut self, request: &TaskRequest) -> Reply;

    /// Nobody waits for the task any more. What it says from now on is ignored.
    fn cancel(&mut self, task: TaskId);
}

/// What a handler does about a task.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// The whole answer is known: what the task says and when, in order of time. Without a final outcome in it nobody
    /// ever answers, and only the task's own time limits can end it. Outcomes behind the final one, and those behind a
    /// time limit, are answers that come too late: whoever plays the script may tell of them, the engine ignores them.
    Scripted(Vec<TimedOutcome>),
    /// What was recorded of the task.
    Recorded(RecordedReply),
    /// It is being done: what it says comes as a [`Report`](super::Report) to the [`Reports`](super::Reports) of the
    /// driver. Until its final outcome, or until it is cancelled, time passes as on the wall.
    Underway,
    /// There is no mock for the state: the run ends with exit code 4, and names the state.
    NotMocked,
    /// The mock file has no usable answer for this request: the run ends with exit code 4.
    Error(MockError),
}

/// What was recorded of a task.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedReply {
    /// The answer, as in [`Reply::Scripted`].
    pub outcomes: Vec<TimedOutcome>,
    /// Whether a machine gave it that ran here: where that is given, it runs again, and this is not the answer.
    pub ran: bool,
    /// Whether what this recording does not have is done for real, and added to it.
    pub fills_gaps: bool,
}

/// Something that a task says at a known time.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedOutcome {
    /// Milliseconds of the execution's time after the start of the task.
    pub after: i64,
    /// What it says.
    pub outcome: TaskOutcome,
}

impl TimedOutcome {
    /// Says something `after` milliseconds.
    pub fn new(after: i64, outcome: TaskOutcome) -> Self {
        Self { after, outcome }
    }

    /// Whether the task is over with it.
    pub fn is_final(&self) -> bool {
        self.outcome.is_final()
    }
}

/// A mock file that cannot answer a request, or cannot be used as it was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct MockError {
    /// Name of the mock file, as it was given.
    pub file: String,
    /// What is wrong and where in the mock file.
    pub diagnostic: Box<Diagnostic>,
}

impl MockError {
    /// The rule under which every finding about a mock file stands.
    pub const RULE: &'static str = "mock-file";

    pub(super) fn new(file: &str, diagnostic: Diagnostic) -> Self {
        Self {
            file: file.to_owned(),
            diagnostic: Box::new(diagnostic),
        }
    }

    /// Where in the mock file.
    pub fn span(&self) -> Span {
        self.diagnostic.span()
    }
}

impl fmt::Display for MockError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.file, self.diagnostic.message)
    }
}

impl Error for MockError {}
