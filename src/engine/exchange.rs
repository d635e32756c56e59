//! What goes into an execution and what comes out of it.

use super::{Event, Failure};
use crate::asl::{Resource, StateId};
use crate::base::Timestamp;
use crate::value::{Str, Value};
use std::fmt;

/// Something from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A task has something to say.
    Task {
        /// Which task.
        task: TaskId,
        /// What it says.
        outcome: TaskOutcome,
    },
    /// A timer is due.
    Timer(TimerId),
    /// Stop: `StopExecution`, or Ctrl-C.
    Abort {
        /// Its error, if any.
        error: Option<Str>,
        /// Its cause, if any.
        cause: Option<Str>,
    },
}

/// Something for the outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Something happened.
    Event(Event),
    /// A task is to be done; its outcome comes back as [`Input::Task`].
    StartTask(Box<TaskRequest>),
    /// Nobody waits for this task any more; what it says from now on is ignored.
    CancelTask(TaskId),
    /// Wake the execution at this time with [`Input::Timer`].
    SetTimer {
        /// Which timer.
        timer: TimerId,
        /// When.
        at: Timestamp,
    },
    /// This timer is not needed any more.
    CancelTimer(TimerId),
    /// The execution is over. Nothing comes after it.
    Finished(Box<Outcome>),
    /// The definition needs what is not built: the execution cannot go on. Nothing comes after it.
    Unsupported(Unsupported),
}

/// A task of an execution: one attempt of one visit. Numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId(pub u64);

/// A timer of an execution. Numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimerId(pub u64);

/// A task to be done.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskRequest {
    /// Which task.
    pub task: TaskId,
    /// The state.
    pub state: StateId,
    /// Its name.
    pub state_name: Str,
    /// What is asked for.
    pub resource: Resource,
    /// With what: the effective input.
    pub parameters: Value,
    /// Retries before this attempt, 0 for the first.
    pub retries: u64,
    /// The iterations it is in, outermost first.
    pub iterations: Vec<IterationRef>,
    /// The token of a callback or an activity. A secret.
    pub token: Option<TaskToken>,
    /// Seconds after which the execution gives it up.
    pub timeout: Option<u64>,
    /// Seconds within which it must give a sign of life.
    pub heartbeat: Option<u64>,
    /// The role of `Credentials`.
    pub role: Option<Str>,
}

/// An iteration of a Map state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IterationRef {
    /// The Map state's name.
    pub map: Str,
    /// Which iteration, from 0.
    pub index: u32,
}

/// A task token: whoever has it can answer the task, so it prints as stars.
#[derive(Clone, PartialEq, Eq)]
pub struct TaskToken(Str);

impl TaskToken {
    /// Wraps a token.
    pub fn new(token: Str) -> Self {
        Self(token)
    }

    /// The token itself.
    pub fn reveal(&self) -> &Str {
        &self.0
    }
}

impl fmt::Debug for TaskToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("TaskToken(***)")
    }
}

/// What a task says.
#[derive(Clone, Debug, PartialEq)]
pub enum TaskOutcome {
    /// The call was made; the result comes later (`.sync`, `.waitForTaskToken`).
    Submitted(Value),
    /// It lives.
    Heartbeat,
    /// It is done.
    Succeeded(Value),
    /// It failed. `SendTaskFailure` may give neither error nor cause.
    Failed {
        /// The error's name.
        error: Option<Str>,
        /// What the service says.
        cause: Option<Str>,
    },
    /// It is known to run into its time limit.
    TimedOut,
}

/// How an execution ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It came to an end state.
    Succeeded,
    /// It failed.
    Failed,
    /// It ran into the `TimeoutSeconds` of the machine, or Express's five minutes.
    TimedOut,
    /// It was stopped.
    Aborted,
}

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Succeeded => "SUCCEEDED",
            Self::Failed => "FAILED",
            Self::TimedOut => "TIMED_OUT",
            Self::Aborted => "ABORTED",
        })
    }
}

/// The end of an execution.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// Its output, if it succeeded.
    pub output: Option<Value>,
    /// The error, where AWS gives one.
    pub error: Option<Str>,
    /// The cause, where AWS gives one.
    pub cause: Option<Str>,
    /// What failed and where, if it failed.
    pub failure: Option<Failure>,
}

/// What the definition needs and this version cannot do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The state that needs it.
    pub state: StateId,
    /// What it is: `a distributed Map`.
    pub feature: String,
}
