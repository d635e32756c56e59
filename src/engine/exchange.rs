//! What goes into an execution and what comes out of it.

use super::{Event, Failure, Item, VisitId};
use crate::asl::{ItemFormat, Resource, StateId, WriterConfig};
use crate::base::{Spanned, Timestamp};
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
    /// Items came from a reader.
    Items {
        /// Which reader.
        reader: ReaderId,
        /// The next items, at most as many as were asked for.
        items: Vec<Item>,
        /// Whether there are no more.
        last: bool,
    },
    /// A reader cannot read: the Map fails with this.
    ReaderFailed {
        /// Which reader.
        reader: ReaderId,
        /// `States.ItemReaderFailed`, mostly.
        error: Str,
        /// What is wrong.
        cause: Option<Str>,
    },
    /// A writer is ready: child executions may start.
    WriterOpened(WriterId),
    /// All results of a Map have been written.
    Written {
        /// Which writer.
        writer: WriterId,
        /// `ResultWriterDetails`: bucket and key of the manifest.
        details: Value,
    },
    /// A writer cannot write: the Map fails with this.
    WriterFailed {
        /// Which writer.
        writer: WriterId,
        /// `States.ResultWriterFailed`, mostly.
        error: Str,
        /// What is wrong.
        cause: Option<Str>,
    },
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
    /// Get ready to read the items of a distributed Map.
    OpenReader(Box<ReadRequest>),
    /// Give the next items with [`Input::Items`].
    ReadItems {
        /// Which reader.
        reader: ReaderId,
        /// At most so many.
        most: usize,
    },
    /// No more items are wanted.
    CloseReader(ReaderId),
    /// Get ready to write the results of a distributed Map, which goes on with [`Input::WriterOpened`].
    OpenWriter(Box<WriteRequest>),
    /// Write the result of a child execution.
    WriteResult(Box<ChildResult>),
    /// Write an input for which the Map Run, which has failed, starts no child execution.
    WritePending {
        /// Which writer.
        writer: WriterId,
        /// What the child execution would have got.
        input: Value,
    },
    /// All results are there: finish with [`Input::Written`]. Of a Map Run that has failed nobody waits for it.
    CloseWriter(WriterId),
    /// The execution is over. Nothing comes after it.
    Finished(Box<Outcome>),
    /// The definition needs what is not built: the execution cannot go on. Nothing comes after it.
    Unsupported(Unsupported),
    /// A field that is needed holds a placeholder: the execution cannot go on. Nothing comes after it.
    Unfilled(Unfilled),
}

/// A task of an execution: one attempt of one visit. Numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId(pub u64);

/// A timer of an execution. Numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimerId(pub u64);

/// A reader of items. Numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReaderId(pub u64);

/// A writer of results. Numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WriterId(pub u64);

/// Items to be read.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadRequest {
    /// Which reader.
    pub reader: ReaderId,
    /// The Map state.
    pub state: StateId,
    /// Its name.
    pub state_name: Str,
    /// `s3:getObject` or `s3:listObjectsV2`.
    pub resource: Resource,
    /// Bucket, key, prefix.
    pub parameters: Value,
    /// How the items are written.
    pub format: ItemFormat,
}

/// Results to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct WriteRequest {
    /// Which writer.
    pub writer: WriterId,
    /// The Map state.
    pub state: StateId,
    /// Its name.
    pub state_name: Str,
    /// Bucket, prefix.
    pub parameters: Value,
    /// In which form.
    pub config: WriterConfig,
    /// The ARN of the Map Run; the uuid at its end names the folder of the results.
    pub map_run_arn: Str,
}

/// The end of a child execution.
#[derive(Clone, Debug, PartialEq)]
pub struct ChildResult {
    /// The writer that wants it.
    pub writer: WriterId,
    /// Its name.
    pub name: Str,
    /// Its ARN.
    pub execution_arn: Str,
    /// The ARN of its state machine: the Map Run's.
    pub state_machine_arn: Str,
    /// Its input.
    pub input: Value,
    /// When it started.
    pub started: Timestamp,
    /// When it ended.
    pub stopped: Timestamp,
    /// How it ended.
    pub outcome: Outcome,
}

/// A task to be done.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskRequest {
    /// Which task.
    pub task: TaskId,
    /// The state.
    pub state: StateId,
    /// Its name.
    pub state_name: Str,
    /// The visit of the state.
    pub visit: VisitId,
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

impl TaskOutcome {
    /// Whether the task is over with it.
    pub fn is_final(&self) -> bool {
        !matches!(self, Self::Submitted(_) | Self::Heartbeat)
    }
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

/// A field that is needed, and whose value is a placeholder that is not filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfilled {
    /// The state that needs it.
    pub state: StateId,
    /// The field's name, and the place of its value.
    pub field: Spanned<Str>,
}

/// What the definition needs and this version cannot do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The state that needs it.
    pub state: StateId,
    /// What it is: `a distributed Map`.
    pub feature: String,
}
