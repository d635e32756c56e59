//! The calls of Tasks in the events of an execution, and how each ended.

use super::flows::Flows;
use crate::asl::{ProcessorMode, StateId, StateKind, StateMachine};
use crate::base::Timestamp;
use crate::engine::{Event, EventKind, Secrets, VisitId};
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

impl Call {
    /// A call that begins with the event `scheduled`; nothing where it is another event.
    pub(super) fn begin(scheduled: &Event, flows: &Flows) -> Option<(StateId, Self)> {
        let EventKind::TaskScheduled {
            state,
            timeout,
            heartbeat,
            ..
        } = &scheduled.kind
        else {
            return None;
        };
        let call = Self {
            iterations: flows.iterations(scheduled.frame),
            timeout: *timeout,
            heartbeat: *heartbeat,
            submitted: None,
            end: None,
            latency: 0,
            at: scheduled.at,
        };
        Some((*state, call))
    }

    /// Hears a later event of its visit; whether it is over with it.
    pub(super) fn hear(&mut self, event: &Event) -> bool {
        let end = match &event.kind {
            EventKind::TaskSubmitted { output, .. } => {
                self.submitted = Some(output.clone());
                return false;
            }
            EventKind::TaskSucceeded { output, .. } => End::Succeeded(output.clone()),
            EventKind::TaskFailed { error, cause, .. } => End::Failed {
                error: error.clone(),
                cause: cause.clone(),
            },
            EventKind::TaskTimedOut { .. } => End::TimedOut,
            _ => return false,
        };
        self.end = Some(end);
        self.lasted_until(event.at);
        true
    }

    /// Notes how long it lasted.
    pub(super) fn lasted_until(&mut self, at: Timestamp) {
        self.latency = at.since(self.at).max(0);
    }
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
    pub(super) tokens: Secrets,
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
            if let Some((state, call)) = Call::begin(event, &flows) {
                calls.tokens.learn(event);
                let of_state = calls.by_state.entry(state).or_default();
                open.insert(visit, (state, of_state.len()));
                of_state.push(call);
                continue;
            }
            let Some((state, number)) = open.get(&visit).copied() else {
                continue;
            };
            let call = calls
                .by_state
                .get_mut(&state)
                .and_then(|of| of.get_mut(number));
            if call.is_some_and(|call| call.hear(event)) {
                open.remove(&visit);
            }
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
