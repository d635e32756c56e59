//! What an execution tells the world: one closed, linear stream.

use super::{Failure, TaskToken};
use crate::asl::StateId;
use crate::base::Timestamp;
use crate::value::{Str, Value};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// When, by the clock of the execution.
    pub at: Timestamp,
    /// Its id in AWS's history, from 1; 0 for what AWS's history does not show.
    pub id: u64,
    /// `previousEventId`: the id of the event that led to it; 0 for the first two, and for what AWS does not show.
    pub previous: u64,
    /// The child execution of a distributed Map in which it happened, with ids of its own; nothing for events of the
    /// execution itself.
    pub child: Option<ChildId>,
    /// The frame in which it happened.
    pub frame: FrameId,
    /// The state visit that it belongs to; nothing for events of the execution and of iterations.
    pub visit: Option<VisitId>,
    /// What happened.
    pub kind: EventKind,
}

/// A child execution of a distributed Map. Numbered in order of creation, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChildId(pub u64);

/// A flow that runs: the machine, one branch, or one iteration. Numbered in order of creation, from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FrameId(pub u64);

/// One stay in a state, its retries included. Numbered in order of entry, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VisitId(pub u64);

/// What a frame runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// The machine's own flow.
    Machine,
    /// A branch of a Parallel state, from 0.
    Branch(u32),
    /// An iteration of a Map state, from 0.
    Iteration(u32),
}

/// What happened. The first part are events of AWS's history; the rest is for people.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "names and fields are those of AWS's history")]
pub enum EventKind {
    ExecutionStarted {
        input: Value,
    },
    ExecutionSucceeded {
        output: Value,
    },
    ExecutionFailed {
        error: Option<Str>,
        cause: Option<Str>,
    },
    ExecutionTimedOut {
        error: Option<Str>,
        cause: Option<Str>,
    },
    ExecutionAborted {
        error: Option<Str>,
        cause: Option<Str>,
    },
    StateEntered {
        state: StateId,
        input: Value,
    },
    StateExited {
        state: StateId,
        output: Value,
        assigned: Vec<(Str, Value)>,
    },
    /// `TaskScheduled`, `LambdaFunctionScheduled` or `ActivityScheduled`, as the resource says; so with the next ones.
    TaskScheduled {
        state: StateId,
        /// The effective input of the task.
        parameters: Value,
        /// Seconds.
        timeout: Option<u64>,
        /// Seconds.
        heartbeat: Option<u64>,
        /// The role of `Credentials`.
        role: Option<Str>,
        /// The token that is given out with it, so that whoever writes events down can strike it out.
        token: Option<TaskToken>,
    },
    TaskStarted {
        state: StateId,
    },
    /// The call of a `.sync` or `.waitForTaskToken` task came back; the result is still to come.
    TaskSubmitted {
        state: StateId,
        output: Value,
    },
    TaskSucceeded {
        state: StateId,
        output: Value,
    },
    TaskFailed {
        state: StateId,
        error: Option<Str>,
        cause: Option<Str>,
    },
    TaskTimedOut {
        state: StateId,
        error: Option<Str>,
        cause: Option<Str>,
    },
    TaskStateAborted {
        state: StateId,
    },
    WaitStateAborted {
        state: StateId,
    },
    ParallelStateStarted {
        state: StateId,
    },
    ParallelStateSucceeded {
        state: StateId,
    },
    ParallelStateFailed {
        state: StateId,
        error: Option<Str>,
        cause: Option<Str>,
    },
    ParallelStateAborted {
        state: StateId,
    },
    MapStateStarted {
        state: StateId,
        length: u64,
    },
    MapStateSucceeded {
        state: StateId,
    },
    MapStateFailed {
        state: StateId,
        error: Option<Str>,
        cause: Option<Str>,
    },
    MapStateAborted {
        state: StateId,
    },
    MapIterationStarted {
        state: StateId,
        index: u32,
    },
    MapIterationSucceeded {
        state: StateId,
        index: u32,
    },
    MapIterationFailed {
        state: StateId,
        index: u32,
    },
    MapIterationAborted {
        state: StateId,
        index: u32,
    },
    /// A distributed Map began its Map Run.
    MapRunStarted {
        state: StateId,
        arn: Str,
    },
    MapRunSucceeded {
        state: StateId,
    },
    MapRunFailed {
        state: StateId,
        error: Option<Str>,
        cause: Option<Str>,
    },
    MapRunAborted {
        state: StateId,
    },
    /// An expression of JSONata failed.
    EvaluationFailed {
        state: StateId,
        location: Option<Str>,
        error: Str,
        cause: Str,
    },

    /// A frame began: where it hangs in the tree of frames.
    FrameStarted {
        kind: FrameKind,
        /// The visit of the Parallel or Map state that it belongs to.
        parent: Option<VisitId>,
    },
    /// A frame came to its end, well or badly.
    FrameEnded {
        succeeded: bool,
    },
    /// The state failed and will be tried again.
    RetryScheduled {
        state: StateId,
        /// Which entry of `Retry`, from 0.
        retrier: usize,
        /// Which retry of that entry, from 1.
        attempt: u64,
        /// Its `MaxAttempts`.
        max_attempts: u64,
        /// Milliseconds until then, jitter included.
        delay: i64,
        failure: Box<Failure>,
    },
    /// The state failed and a catcher took it.
    Caught {
        state: StateId,
        /// Which entry of `Catch`, from 0.
        catcher: usize,
        next: StateId,
        failure: Box<Failure>,
    },
    /// The state failed and nothing took it.
    StateFailed {
        state: StateId,
        failure: Box<Failure>,
    },
    /// A Choice state chose.
    ChoiceMade {
        state: StateId,
        /// Which entry of `Choices`, from 0; nothing for `Default`.
        rule: Option<usize>,
        next: StateId,
    },
    /// One stage of the data pipeline, only where [`super::Options::trace`] asks for it.
    DataStage {
        state: StateId,
        stage: Stage,
        value: Value,
        /// The token that the value may hold.
        token: Option<TaskToken>,
    },
}

/// A stage of the data pipeline, under the name that TestState has for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are TestState's own")]
pub enum Stage {
    AfterInputPath,
    AfterParameters,
    AfterArguments,
    AfterItemsPointer,
    AfterItemsPath,
    AfterItemSelector,
    AfterItemBatcher,
    MaxConcurrency,
    ToleratedFailureCount,
    ToleratedFailurePercentage,
    Result,
    AfterResultSelector,
    AfterResultPath,
    AfterOutputPath,
    AfterOutput,
    Variables,
}

impl Stage {
    /// As TestState's `inspectionData` names it.
    pub fn name(self) -> &'static str {
        match self {
            Self::AfterInputPath => "afterInputPath",
            Self::AfterParameters => "afterParameters",
            Self::AfterArguments => "afterArguments",
            Self::AfterItemsPointer => "afterItemsPointer",
            Self::AfterItemsPath => "afterItemsPath",
            Self::AfterItemSelector => "afterItemSelector",
            Self::AfterItemBatcher => "afterItemBatcher",
            Self::MaxConcurrency => "maxConcurrency",
            Self::ToleratedFailureCount => "toleratedFailureCount",
            Self::ToleratedFailurePercentage => "toleratedFailurePercentage",
            Self::Result => "result",
            Self::AfterResultSelector => "afterResultSelector",
            Self::AfterResultPath => "afterResultPath",
            Self::AfterOutputPath => "afterOutputPath",
            Self::AfterOutput => "afterOutput",
            Self::Variables => "variables",
        }
    }
}

impl EventKind {
    /// The state that the event is about.
    pub fn state(&self) -> Option<StateId> {
        match self {
            Self::ExecutionStarted { .. }
            | Self::ExecutionSucceeded { .. }
            | Self::ExecutionFailed { .. }
            | Self::ExecutionTimedOut { .. }
            | Self::ExecutionAborted { .. }
            | Self::FrameStarted { .. }
            | Self::FrameEnded { .. } => None,
            Self::StateEntered { state, .. }
            | Self::StateExited { state, .. }
            | Self::TaskScheduled { state, .. }
            | Self::TaskStarted { state }
            | Self::TaskSubmitted { state, .. }
            | Self::TaskSucceeded { state, .. }
            | Self::TaskFailed { state, .. }
            | Self::TaskTimedOut { state, .. }
            | Self::TaskStateAborted { state }
            | Self::WaitStateAborted { state }
            | Self::ParallelStateStarted { state }
            | Self::ParallelStateSucceeded { state }
            | Self::ParallelStateFailed { state, .. }
            | Self::ParallelStateAborted { state }
            | Self::MapStateStarted { state, .. }
            | Self::MapStateSucceeded { state }
            | Self::MapStateFailed { state, .. }
            | Self::MapStateAborted { state }
            | Self::MapIterationStarted { state, .. }
            | Self::MapIterationSucceeded { state, .. }
            | Self::MapIterationFailed { state, .. }
            | Self::MapIterationAborted { state, .. }
            | Self::MapRunStarted { state, .. }
            | Self::MapRunSucceeded { state }
            | Self::MapRunFailed { state, .. }
            | Self::MapRunAborted { state }
            | Self::EvaluationFailed { state, .. }
            | Self::RetryScheduled { state, .. }
            | Self::Caught { state, .. }
            | Self::StateFailed { state, .. }
            | Self::ChoiceMade { state, .. }
            | Self::DataStage { state, .. } => Some(*state),
        }
    }
}
