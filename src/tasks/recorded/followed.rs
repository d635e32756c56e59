//! An execution that is followed while it goes on, and its calls that are not over.

use super::calls::Call;
use super::flows::Flows;
use crate::asl::{StateId, StateMachine};
use crate::base::Timestamp;
use crate::engine::{Event, EventKind, TaskToken, VisitId};
use crate::tasks::scrub::Scrubber;
use crate::value::{Str, Value};
use indexmap::IndexMap;
use std::sync::Arc;

/// An execution that is followed.
#[derive(Debug)]
pub(super) struct Followed {
    pub(super) machine: Arc<StateMachine>,
    /// Of one that a Task started: the name of its machine, and which of its executions it is.
    pub(super) whose: Option<(Str, Str)>,
    flows: Flows,
    /// Calls by visit, in the order in which they began.
    open: IndexMap<VisitId, Open>,
    /// How often the visits that go on have called.
    attempts: IndexMap<VisitId, u64>,
    now: Timestamp,
}

/// A call that is not over.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) state: StateId,
    pub(super) call: Call,
    pub(super) request: Value,
    pub(super) token: Option<TaskToken>,
    /// The machine that it started, where that runs here.
    pub(super) ran: Option<Str>,
}

impl Followed {
    pub(super) fn new(machine: Arc<StateMachine>, whose: Option<(Str, Str)>) -> Self {
        Self {
            machine,
            whose,
            flows: Flows::default(),
            open: IndexMap::new(),
            attempts: IndexMap::new(),
            now: Timestamp(0),
        }
    }

    /// Follows an event: the visit whose call is over with it, if one is.
    pub(super) fn event(&mut self, event: &Event, scrubber: &mut Scrubber) -> Option<VisitId> {
        self.flows.event(event);
        self.now = event.at;
        let visit = event.visit?;
        if let EventKind::TaskScheduled {
            parameters, token, ..
        } = &event.kind
        {
            let (state, call) = Call::begin(event, &self.flows)?;
            if let Some(token) = token {
                scrubber.learn(token);
            }
            *self.attempts.entry(visit).or_default() += 1;
            let open = Open {
                state,
                call,
                request: parameters.clone(),
                token: token.clone(),
                ran: None,
            };
            self.open.insert(visit, open);
            return None;
        }
        let is_over = match event.kind {
            EventKind::StateExited { .. } | EventKind::StateFailed { .. } => {
                self.attempts.swap_remove(&visit);
                return None;
            }
            // Nobody waits for it any more: it was never answered.
            EventKind::TaskStateAborted { .. } => {
                let open = self.open.get_mut(&visit)?;
                open.call.lasted_until(event.at);
                true
            }
            _ => self.open.get_mut(&visit)?.call.hear(event),
        };
        is_over.then_some(visit)
    }

    /// Notes that the call of a visit started a machine that runs here.
    pub(super) fn ran(&mut self, visit: VisitId, machine: &str) {
        if let Some(open) = self.open.get_mut(&visit) {
            open.ran = Some(machine.into());
        }
    }

    /// Takes out a call that is over.
    pub(super) fn close(&mut self, visit: VisitId) -> Option<Open> {
        self.open.shift_remove(&visit)
    }

    /// Forgets a call that goes on.
    pub(super) fn leave_out(&mut self, visit: VisitId) {
        self.open.shift_remove(&visit);
    }

    /// Whether no call goes on.
    pub(super) fn is_idle(&self) -> bool {
        self.open.is_empty()
    }

    /// The visits whose calls were not over when the execution was.
    pub(super) fn given_up(&mut self) -> Vec<VisitId> {
        for open in self.open.values_mut() {
            open.call.lasted_until(self.now);
        }
        self.open.keys().copied().collect()
    }

    /// How often a visit that goes on has called.
    pub(super) fn attempts(&self, visit: VisitId) -> u64 {
        self.attempts.get(&visit).copied().unwrap_or(1)
    }
}
