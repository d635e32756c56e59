//! What is to come, in order of time, then of creation.

use super::RunId;
use crate::base::Timestamp;
use crate::engine::{Input, TaskId, TimerId};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// What is to come, of all executions.
#[derive(Default)]
pub(super) struct Agenda {
    order: BinaryHeap<Reverse<(Timestamp, u64)>>,
    inputs: HashMap<u64, (RunId, Input)>,
    timers: HashMap<(RunId, TimerId), u64>,
    cancelled: HashSet<(RunId, TaskId)>,
    next: u64,
}

impl Agenda {
    /// Puts a timer down.
    pub(super) fn timer(&mut self, at: Timestamp, run: RunId, timer: TimerId) {
        self.timers.insert((run, timer), self.next);
        self.put(at, run, Input::Timer(timer));
    }

    /// Puts something down.
    pub(super) fn put(&mut self, at: Timestamp, run: RunId, input: Input) {
        self.order.push(Reverse((at, self.next)));
        self.inputs.insert(self.next, (run, input));
        self.next += 1;
    }

    /// Takes a timer off.
    pub(super) fn cancel_timer(&mut self, run: RunId, timer: TimerId) {
        if let Some(entry) = self.timers.remove(&(run, timer)) {
            self.inputs.remove(&entry);
        }
    }

    /// Nobody waits for the task any more.
    pub(super) fn cancel_task(&mut self, run: RunId, task: TaskId) {
        self.cancelled.insert((run, task));
    }

    /// When the next thing comes.
    pub(super) fn next_time(&mut self) -> Option<Timestamp> {
        while let Some(Reverse((at, entry))) = self.order.peek().copied() {
            let live = match self.inputs.get(&entry) {
                None => false,
                Some((run, Input::Task { task, .. })) => !self.cancelled.contains(&(*run, *task)),
                Some(_) => true,
            };
            if live {
                return Some(at);
            }
            self.order.pop();
            self.inputs.remove(&entry);
        }
        None
    }

    /// The next thing and who waits for it, if it is due at `now`.
    pub(super) fn due(&mut self, now: Timestamp) -> Option<(RunId, Input)> {
        if self.next_time()? > now {
            return None;
        }
        let Reverse((_, entry)) = self.order.pop()?;
        let (run, input) = self.inputs.remove(&entry)?;
        if let Input::Timer(timer) = input {
            self.timers.remove(&(run, timer));
        }
        Some((run, input))
    }
}
