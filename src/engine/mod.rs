//! The interpreter: a deterministic event loop without I/O, threads or a clock of its own.

mod child;
mod context;
mod data;
mod event;
mod exchange;
mod execution;
mod failure;
mod fault;
mod frame;
mod item;
mod jsonata;
mod options;
mod premise;
mod recovery;
mod secrets;
mod states;
mod step;

pub use event::{ChildId, Event, EventKind, FrameId, FrameKind, Stage, VisitId};
pub use exchange::{
    ChildResult, Input, IterationRef, Outcome, Output, ReadRequest, ReaderId, Status, TaskId,
    TaskOutcome, TaskRequest, TaskToken, TimerId, Unfilled, Unsupported, WriteRequest, WriterId,
};
pub use execution::Execution;
pub use failure::{Culprit, Evaluation, Failure, FailureKind};
pub use item::{Item, s3_source};
pub use options::{Limits, Names, Options, TaskCheck, TokenKey};
pub use premise::{Premise, StandIn, StandInOutcome};
pub use secrets::Secrets;
