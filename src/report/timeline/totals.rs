//! The figures of a run.

use super::{cost, describe};
use crate::asl::{Resource, StateId};
use crate::base::Timestamp;
use std::collections::BTreeMap;

const MINUTE: i64 = 60_000;

/// The figures of a run.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// Events that AWS's history shows.
    pub events: u64,
    /// State transitions as AWS bills them: states entered, and retries; none of Express child executions.
    pub transitions: u64,
    /// Express child executions of distributed Maps.
    pub express_children: u64,
    /// Their milliseconds, each rounded up as AWS bills them.
    pub express_milliseconds: i64,
    /// Executions that states started here, and those that these started.
    pub nested_executions: u64,
    /// Their transitions, without those of Express executions.
    pub nested_transitions: u64,
    /// Retries.
    pub retries: u64,
    /// Failures that a catcher took.
    pub caught: u64,
    /// The state of the first of those.
    pub first_caught: Option<StateId>,
    /// Which states were visited, by [`StateId`].
    pub visited: Vec<bool>,
    /// The largest input, output or result: bytes of its JSON text, and whose.
    pub largest_payload: Option<(u64, StateId)>,
    /// Most tasks that ran side by side.
    pub peak_tasks: u64,
    /// Calls by service.
    pub calls: BTreeMap<String, Calls>,
    /// When the execution started.
    pub start: Option<Timestamp>,
    /// When the last thing happened.
    pub end: Option<Timestamp>,
    pub(super) running: u64,
    /// Most branches and iterations that ran side by side: what AWS's estimate of Express memory multiplies.
    pub(super) peak_frames: u64,
}

/// Calls of one service.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// All of them, retries included.
    pub total: u64,
    /// Most of them within one minute, counted from the start of the execution.
    pub most_a_minute: u64,
    minute: i64,
    in_minute: u64,
}

impl Totals {
    /// How many different states were visited.
    pub fn states_visited(&self) -> usize {
        self.visited.iter().filter(|visited| **visited).count()
    }

    /// Milliseconds of the execution's time from its start to the last event.
    pub fn duration(&self) -> i64 {
        match (self.start, self.end) {
            (Some(start), Some(end)) => end.since(start),
            _ => 0,
        }
    }

    pub(super) fn express_child_ended(&mut self, milliseconds: i64) {
        let billed = cost::billed_milliseconds(milliseconds);
        self.express_milliseconds = self.express_milliseconds.saturating_add(billed);
    }

    pub(super) fn visit(&mut self, state: StateId, billed: bool) {
        self.transitions += u64::from(billed);
        let at = state.0 as usize;
        if self.visited.len() <= at {
            self.visited.resize(at + 1, false);
        }
        self.visited[at] = true;
    }

    pub(super) fn payload(&mut self, bytes: u64, state: StateId) {
        if self.largest_payload.is_none_or(|(most, _)| bytes > most) {
            self.largest_payload = Some((bytes, state));
        }
    }

    pub(super) fn task_began(&mut self) {
        self.running += 1;
        self.peak_tasks = self.peak_tasks.max(self.running);
    }

    pub(super) fn task_ended(&mut self) {
        self.running = self.running.saturating_sub(1);
    }

    pub(super) fn call(&mut self, resource: &Resource, at: Timestamp) {
        let minute = self.start.map_or(0, |start| at.since(start) / MINUTE);
        let calls = self.calls.entry(describe::service(resource)).or_default();
        calls.total += 1;
        if calls.minute != minute {
            calls.minute = minute;
            calls.in_minute = 0;
        }
        calls.in_minute += 1;
        calls.most_a_minute = calls.most_a_minute.max(calls.in_minute);
    }
}
