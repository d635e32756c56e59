//! What a scenario looks at in the events of its execution.

use crate::asl::StateId;
use crate::base::Timestamp;
use crate::engine::Secrets;
use crate::engine::{Event, EventKind, FrameId};
use crate::run::Consumer;
use std::collections::HashSet;

/// The frame of the machine's own flow.
const MACHINE: FrameId = FrameId(0);

/// What a scenario looks at.
#[derive(Debug)]
pub(super) struct Record {
    /// States of the machine's own flow, in the order in which they were entered.
    pub(super) visits: Vec<StateId>,
    /// States of any flow.
    pub(super) visited: HashSet<StateId>,
    pub(super) via_catch: bool,
    pub(super) retries: u64,
    /// Events of the history.
    pub(super) events: u64,
    /// Task tokens that were given out.
    pub(super) secrets: Secrets,
    start: Timestamp,
    last: Timestamp,
}

impl Record {
    /// A record of an execution that starts at `start`.
    pub(super) fn new(start: Timestamp) -> Self {
        Self {
            visits: Vec::new(),
            visited: HashSet::new(),
            via_catch: false,
            retries: 0,
            events: 0,
            secrets: Secrets::default(),
            start,
            last: start,
        }
    }

    /// Milliseconds from the start to the last event.
    pub(super) fn duration(&self) -> i64 {
        self.last.since(self.start)
    }
}

impl Consumer for Record {
    fn event(&mut self, event: &Event) {
        self.secrets.learn(event);
        self.last = self.last.max(event.at);
        self.events = self.events.max(event.id);
        match event.kind {
            EventKind::StateEntered { state, .. } => {
                self.visited.insert(state);
                if event.frame == MACHINE {
                    self.visits.push(state);
                }
            }
            EventKind::Caught { .. } => self.via_catch = true,
            EventKind::RetryScheduled { .. } => self.retries += 1,
            _ => {}
        }
    }
}
