//! The calls of Tasks in the events of an execution, and how each ended.

use crate::asl::{ProcessorMode, StateId, StateKind, StateMachine};
use crate::base::Timestamp;
use crate::engine::{Event, EventKind, FrameId, FrameKind, VisitId};
use crate::value::{Str, Value};
use indexmap::IndexMap;
use std::collections::HashMap;

/// One call of a Task.
#[derive(Clone, Debug)]
pub(super) struct Call {
    /// The iterations it is in, outermost first: Map and index.
    pub(super) iterations: Vec<(StateId, u32)>,
    /// Seconds.
    pub(super) timeout: Option<u64>,
    /// Seconds.
    pub(super) heartbeat: Option<u64>,
    pub(super) submitted: Option<Value>,
    /// Nothing where it had not ended when the execution did, or was given up.
    pub(super) end: Option<End>,
    /// Milliseconds from the call to its end.
    pub(super) latency: i64,
    at: Timestamp,
}

/// How a call ended.
#[derive(Clone, Debug)]
pub(super) enum End {
    Succeeded(Value),
    Failed {
        error: Option<Str>,
        cause: Option<Str>,
    },
    TimedOut,
}

/// The calls of each Task, in the order in which it was asked.
#[derive(Debug, Default)]
pub(super) struct Calls {
    pub(super) by_state: IndexMap<StateId, Vec<Call>>,
    pub(super) notes: Vec<String>,
    /// Task tokens that were given out.
    pub(super) tokens: Vec<Str>,
}

impl Calls {
    /// Gathers the calls.
    pub(super) fn of(machine: &StateMachine, events: &[Event]) -> Self {
        let mut calls = Self::default();
        let mut flows = Flows::default();
        let mut open: HashMap<VisitId, (StateId, usize)> = HashMap::new();
        for event in events.iter().filter(|event| event.child.is_none()) {
            flows.event(event);
            let Some(visit) = event.visit else { continue };
            if let EventKind::TaskScheduled {
                state,
                timeout,
                heartbeat,
                token,
                ..
            } = &event.kind
            {
                calls
                    .tokens
                    .extend(token.iter().map(|token| token.reveal().clone()));
                let of_state = calls.by_state.entry(*state).or_default();
                open.insert(visit, (*state, of_state.len()));
                of_state.push(Call {
                    iterations: flows.iterations(event.frame),
                    timeout: *timeout,
                    heartbeat: *heartbeat,
                    submitted: None,
                    end: None,
                    latency: 0,
                    at: event.at,
                });
                continue;
            }
            let Some((state, number)) = open.get(&visit).copied() else {
                continue;
            };
            let Some(call) = calls
                .by_state
                .get_mut(&state)
                .and_then(|of| of.get_mut(number))
            else {
                continue;
            };
            let end = match &event.kind {
                EventKind::TaskSubmitted { output, .. } => {
                    call.submitted = Some(output.clone());
                    continue;
                }
                EventKind::TaskSucceeded { output, .. } => End::Succeeded(output.clone()),
                EventKind::TaskFailed { error, cause, .. } => End::Failed {
                    error: error.clone(),
                    cause: cause.clone(),
                },
                EventKind::TaskTimedOut { .. } => End::TimedOut,
                _ => continue,
            };
            call.end = Some(end);
            call.latency = event.at.since(call.at).max(0);
            open.remove(&visit);
        }
        calls.tell_what_is_missing(machine, events);
        calls
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.by_state.values().map(Vec::len).sum()
    }

    fn tell_what_is_missing(&mut self, machine: &StateMachine, events: &[Event]) {
        for state in &machine.states {
            let StateKind::Map(map) = &state.kind else {
                continue;
            };
            let ran = || {
                events.iter().any(|event| {
                    matches!(event.kind, EventKind::MapRunStarted { state: map, .. } if map == state.id)
                })
            };
            if map.mode != ProcessorMode::Inline && ran() {
                self.notes.push(format!(
                    "the child executions of `{}` have histories of their own: their Tasks are not answered",
                    state.name.value
                ));
            }
        }
        let end = events.iter().rev().find(|event| event.id > 0);
        match end.map(|event| &event.kind) {
            Some(EventKind::ExecutionAborted { .. }) => self.notes.push(
                "the execution was stopped from outside, which a mock file cannot do: a replay waits where it was stopped"
                    .to_owned(),
            ),
            Some(
                EventKind::ExecutionSucceeded { .. }
                | EventKind::ExecutionFailed { .. }
                | EventKind::ExecutionTimedOut { .. },
            ) => {}
            _ => self.notes.push(
                "the history stops before the end of the execution: a replay goes as far as it does".to_owned(),
            ),
        }
    }
}

/// Where frames and visits hang.
#[derive(Default)]
struct Flows {
    frames: HashMap<FrameId, (FrameKind, Option<VisitId>)>,
    visits: HashMap<VisitId, (FrameId, StateId)>,
}

impl Flows {
    fn event(&mut self, event: &Event) {
        match &event.kind {
            EventKind::FrameStarted { kind, parent } => {
                self.frames.insert(event.frame, (*kind, *parent));
            }
            EventKind::StateEntered { state, .. } => {
                if let Some(visit) = event.visit {
                    self.visits.insert(visit, (event.frame, *state));
                }
            }
            _ => {}
        }
    }

    fn iterations(&self, frame: FrameId) -> Vec<(StateId, u32)> {
        let mut iterations = Vec::new();
        let mut next = Some(frame);
        while let Some((kind, parent)) = next.and_then(|frame| self.frames.get(&frame)) {
            let around = parent.and_then(|visit| self.visits.get(&visit));
            if let (FrameKind::Iteration(index), Some((_, map))) = (kind, around) {
                iterations.push((*map, *index));
            }
            next = around.map(|(frame, _)| *frame);
        }
        iterations.reverse();
        iterations
    }
}
