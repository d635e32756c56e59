//! A flow that runs, and the state it is in.

use super::child::Child;
use super::states::MapRun;
use super::{
    Failure, FrameId, FrameKind, Item, IterationRef, TaskId, TaskRequest, TimerId, VisitId,
};
use crate::asl::StateId;
use crate::base::{Random, Timestamp};
use crate::query::Variables;
use crate::value::{Array, Value};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A flow that runs.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) id: FrameId,
    pub(super) kind: FrameKind,
    /// The frame of the Parallel or Map state that it belongs to.
    pub(super) parent: Option<FrameId>,
    pub(super) variables: Variables,
    /// Its own source of random numbers: what it draws does not depend on how fast the flows beside it are.
    pub(super) random: RefCell<Random>,
    /// The iterations it is in, outermost first.
    pub(super) iterations: Arc<[IterationRef]>,
    /// The item of the innermost iteration it is in.
    pub(super) item: Option<Arc<MapItem>>,
    /// The child execution of a distributed Map that it is part of.
    pub(super) child: Option<Arc<Child>>,
    /// When a child execution runs out of time.
    pub(super) deadline: Option<TimerId>,
    /// The history event that leads to the next one.
    pub(super) last_event: u64,
    pub(super) visit: Option<Visit>,
    pub(super) phase: Phase,
}

/// The item of an iteration.
#[derive(Debug)]
pub(super) struct MapItem {
    pub(super) index: u32,
    pub(super) item: Item,
}

/// One stay in a state.
#[derive(Debug)]
pub(super) struct Visit {
    pub(super) id: VisitId,
    pub(super) state: StateId,
    /// The state's raw input.
    pub(super) input: Value,
    /// The id of …StateEntered, which AWS's causes name.
    pub(super) entered_event: u64,
    /// Its previousEventId.
    pub(super) entered_previous: u64,
    pub(super) entered_at: Timestamp,
    /// Retries so far, by retrier.
    pub(super) retries: Vec<u64>,
    /// Retries so far in all.
    pub(super) retry_count: u64,
    /// Whether the history shows that a task was scheduled.
    pub(super) scheduled: bool,
}

/// What a frame does or waits for.
#[derive(Debug)]
pub(super) enum Phase {
    /// To enter a state with an input.
    Enter(StateId, Value),
    /// To start the task that was scheduled.
    Scheduled(Box<TaskRequest>),
    /// A task is under way.
    Running {
        task: TaskId,
        timeout: Option<TimerId>,
        heartbeat: Option<(TimerId, u64)>,
    },
    /// A Wait state waits.
    Waiting(TimerId),
    /// Waits before a retry.
    Backoff(TimerId),
    /// To try the state again.
    Retry,
    /// Branches or iterations run.
    Nested(Box<Nested>),
    /// The child executions of a distributed Map run.
    MapRun(Box<MapRun>),
    /// The state's work is done, well or badly; to leave the state.
    Ended(Result<Value, Box<Failure>>),
    /// Over: the frame is only kept until its parent has dealt with it.
    Over,
}

/// The branches or iterations of a Parallel or Map state.
#[derive(Debug)]
pub(super) struct Nested {
    /// Results by branch or item; nothing where it is not done.
    pub(super) results: Vec<Option<Value>>,
    /// Those that run, by branch or item.
    pub(super) running: BTreeMap<u32, FrameId>,
    /// How many are done.
    pub(super) done: usize,
    /// Of a Map: its items and what decides when the next starts.
    pub(super) map: Option<MapWork>,
}

/// The items of a Map state.
#[derive(Debug)]
pub(super) struct MapWork {
    pub(super) items: Array,
    /// The state's input after `InputPath`, which `ItemSelector` reads.
    pub(super) input: Value,
    /// The next item to start.
    pub(super) next: usize,
    /// Most iterations at a time.
    pub(super) concurrency: usize,
    /// Failed iterations so far.
    pub(super) failed: u64,
    /// Most failed iterations.
    pub(super) tolerated: u64,
}

impl Frame {
    /// The visit.
    ///
    /// # Panics
    /// Before the first state was entered. All callers come after that.
    pub(super) fn visit(&self) -> &Visit {
        self.visit.as_ref().expect("a state was entered")
    }

    /// The visit, to be changed; see [`Frame::visit`].
    pub(super) fn visit_mut(&mut self) -> &mut Visit {
        self.visit.as_mut().expect("a state was entered")
    }
}
