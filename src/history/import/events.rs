//! From the entries of a history to the engine's events, those for people included: which retrier, which catcher, which
//! rule of a Choice, where a flow begins and ends. A history tells these only through what came next.

use super::entry::{Entry, RULE, note};
use super::synthesis::is_caught;
use super::threads::{Place, ThreadKind, Threads, state_event, task_event};
use super::token;
use crate::asl::{
    FlowId, State, StateId, StateKind, StateMachine, StateType, Target, TextSource, Transition,
};
use crate::diagnostics::{Diagnostic, Severity};
use crate::engine::{Event, EventKind, Failure, FailureKind, FrameId, FrameKind, VisitId};
use crate::value::Str;
use std::collections::{BTreeSet, HashMap};

/// Puts the events together.
pub(super) struct Builder<'a> {
    entries: &'a [Entry],
    threads: &'a Threads,
    machine: &'a StateMachine,
    /// The state of each stay.
    states: Vec<Option<StateId>>,
    /// The place of each flow beside its like.
    frames: Vec<FrameKind>,
    /// How often each retrier of a stay was used.
    retries: HashMap<(usize, usize), u64>,
    /// Flows of which the end has been told.
    over: Vec<bool>,
    /// The stay that each flow is in, as far as the entries have been gone through.
    current: Vec<Option<usize>>,
    events: Vec<Event>,
    findings: &'a mut Vec<Diagnostic>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(
        entries: &'a [Entry],
        threads: &'a Threads,
        machine: &'a StateMachine,
        findings: &'a mut Vec<Diagnostic>,
    ) -> Self {
        let mut builder = Self {
            entries,
            threads,
            machine,
            states: Vec::with_capacity(threads.stays.len()),
            frames: vec![FrameKind::Machine; threads.threads.len()],
            retries: HashMap::new(),
            over: vec![false; threads.threads.len()],
            current: vec![None; threads.threads.len()],
            events: Vec::with_capacity(entries.len() * 5 / 4),
            findings,
        };
        builder.find_states();
        builder
    }

    /// Finds the state of every stay. Flows and stays are numbered as they began, so what is around one is known before it.
    fn find_states(&mut self) {
        let mut flows: Vec<Option<Option<FlowId>>> = vec![None; self.threads.threads.len()];
        let mut missing: BTreeSet<(Option<StateId>, Str)> = BTreeSet::new();
        let mut taken: HashMap<usize, Vec<FlowId>> = HashMap::new();
        flows[0] = Some(Some(FlowId::ROOT));
        for stay in &self.threads.stays {
            let flow = match flows[stay.thread] {
                Some(flow) => flow,
                None => {
                    let flow = self.flow(stay.thread, &mut taken);
                    flows[stay.thread] = Some(flow);
                    flow
                }
            };
            let state = flow.and_then(|flow| self.machine.find(flow, &stay.name));
            let fits =
                state.filter(|state| self.machine.state(*state).state_type() == stay.state_type);
            if fits.is_none() && missing.insert((state, stay.name.clone())) {
                let entered = stay.entries.first().map(|at| self.entries[*at].span);
                let message = match state {
                    None => format!("the definition has no state `{}` here", stay.name),
                    Some(state) => format!(
                        "`{}` is a {} here, in the definition a {}",
                        stay.name,
                        stay.state_type,
                        self.machine.state(state).state_type()
                    ),
                };
                let finding = Diagnostic::error(RULE, entered.unwrap_or_default(), message);
                self.findings
                    .push(finding.help("give the definition with which the execution was started"));
            }
            self.states.push(fits);
        }
        for (at, thread) in self.threads.threads.iter().enumerate() {
            if let ThreadKind::Iteration(index) = thread.kind {
                self.frames[at] = FrameKind::Iteration(index);
            }
        }
    }

    /// The flow of the definition that a flow of the history runs.
    fn flow(&mut self, thread: usize, taken: &mut HashMap<usize, Vec<FlowId>>) -> Option<FlowId> {
        let this = &self.threads.threads[thread];
        let parent = this.parent?;
        let owner = self.states.get(parent).copied().flatten()?;
        match &self.machine.state(owner).kind {
            StateKind::Map(map) => map.processor,
            StateKind::Parallel(parallel) => {
                let taken = taken.entry(parent).or_default();
                if taken.len() >= parallel.branches.len() {
                    // It is tried again.
                    taken.clear();
                }
                let starts_so = |flow: FlowId| {
                    let start = self.machine.flow(flow).start_at.as_ref();
                    start.map(|start| &start.value) == this.first.as_ref()
                };
                let branches = (0_u32..).zip(parallel.branches.iter().copied());
                let fitting: Vec<(u32, FlowId)> =
                    branches.filter(|(_, flow)| starts_so(*flow)).collect();
                let (index, flow) = fitting
                    .iter()
                    .find(|(_, flow)| !taken.contains(flow))
                    .or(fitting.first())
                    .copied()?;
                taken.push(flow);
                self.frames[thread] = FrameKind::Branch(index);
                Some(flow)
            }
            _ => None,
        }
    }

    pub(super) fn build(mut self) -> Vec<Event> {
        let mut unknown: BTreeSet<Str> = BTreeSet::new();
        for at in 0..self.entries.len() {
            let place = self.threads.places[at];
            if at == 0 {
                self.frame_started(at, 0);
            }
            self.before(at, place);
            match self.kind(at, place) {
                Some(kind) => self.push(at, place, kind),
                None => {
                    let entry = &self.entries[at];
                    let known =
                        state_event(&entry.name).is_some() || task_event(&entry.name).is_some();
                    if !known && unknown.insert(entry.name.clone()) {
                        let message = format!(
                            "events of the type `{}` are not known and left out",
                            entry.name
                        );
                        self.findings.push(note(entry.span, message));
                    }
                }
            }
            self.after(at, place);
        }
        self.events
    }

    fn push(&mut self, at: usize, place: Place, kind: EventKind) {
        let entry = &self.entries[at];
        self.events.push(Event {
            at: entry.at,
            id: entry.id,
            previous: entry.previous,
            child: None,
            frame: FrameId(place.thread as u64),
            visit: place.stay.map(|stay| VisitId(stay as u64)),
            kind,
        });
    }

    /// Something for people, at the time of an entry.
    fn tell(&mut self, at: usize, place: Place, kind: EventKind) {
        self.push(at, place, kind);
        if let Some(event) = self.events.last_mut() {
            (event.id, event.previous) = (0, 0);
        }
    }

    fn frame_started(&mut self, at: usize, thread: usize) {
        let parent = self.threads.threads[thread].parent;
        let kind = EventKind::FrameStarted {
            kind: self.frames[thread],
            parent: parent.map(|stay| VisitId(stay as u64)),
        };
        self.tell(at, Place { thread, stay: None }, kind);
    }

    fn frame_ended(&mut self, at: usize, thread: usize, succeeded: bool) {
        if !std::mem::replace(&mut self.over[thread], true) {
            let kind = EventKind::FrameEnded { succeeded };
            self.tell(at, Place { thread, stay: None }, kind);
        }
    }

    /// What is told before an entry because the entry shows that it happened.
    fn before(&mut self, at: usize, place: Place) {
        let name = &*self.entries[at].name;
        if name.ends_with("StateEntered") {
            if self.threads.begun.contains_key(&at) {
                self.frame_started(at, place.thread);
            }
            self.current[place.thread] = place.stay;
            return;
        }
        let cause = self.threads.previous(&self.entries[at]);
        match name {
            "ExecutionFailed" | "ExecutionTimedOut" => self.thread_failed(at, 0),
            "MapIterationFailed" => {
                if let Some(thread) = self.threads.ended.get(&at) {
                    self.thread_failed(at, *thread);
                }
            }
            "ParallelStateFailed" => self.child_failed(at, place, cause),
            "ParallelStateStarted"
            | "MapStateStarted"
            | "TaskScheduled"
            | "LambdaFunctionScheduled"
            | "ActivityScheduled" => {
                if let Some(stay) = place.stay
                    && self.has_begun(stay, at)
                {
                    self.child_failed(at, place, cause);
                    self.retried(at, place, stay, cause);
                }
            }
            name if name.ends_with("StateExited") => self.leaves(at, place),
            _ => {}
        }
    }

    fn after(&mut self, at: usize, place: Place) {
        let name = &*self.entries[at].name;
        if name == "MapIterationStarted" {
            if let Some(thread) = self.threads.begun.get(&at) {
                self.frame_started(at, *thread);
            }
        } else if name.ends_with("StateExited") {
            self.current[place.thread] = None;
            if !self.threads.next.contains_key(&at) && self.entries.len() > at + 1 {
                self.frame_ended(at, place.thread, true);
            }
        }
    }

    /// Whether the work of the stay was begun before this entry.
    fn has_begun(&self, stay: usize, at: usize) -> bool {
        let before = self.threads.stays[stay].entries.iter();
        before.take_while(|other| **other < at).any(|other| {
            let name = &*self.entries[*other].name;
            name.ends_with("Scheduled") || name.ends_with("StateStarted")
        })
    }

    /// The branch in which `cause` happened failed, and with it the Parallel state at `place`.
    fn child_failed(&mut self, at: usize, place: Place, cause: Option<usize>) {
        let Some(cause) = cause else { return };
        let mut thread = self.threads.places[cause].thread;
        // The flow right inside of the stay, around which the cause may lie deeper.
        while let Some(parent) = self.threads.threads[thread].parent {
            if Some(parent) == place.stay {
                return self.thread_failed(at, thread);
            }
            thread = self.threads.stays[parent].thread;
        }
    }

    /// A flow failed in the state that it is in.
    fn thread_failed(&mut self, at: usize, thread: usize) {
        if self.over[thread] {
            return;
        }
        if let Some(stay) = self.current[thread].take()
            && let Some(state) = self.states[stay]
        {
            let failure = Box::new(self.failure(self.last_before(stay, at), state));
            let place = Place {
                thread,
                stay: Some(stay),
            };
            self.tell(at, place, EventKind::StateFailed { state, failure });
        }
        self.frame_ended(at, thread, false);
    }

    /// The last entry of a stay before another entry.
    fn last_before(&self, stay: usize, at: usize) -> Option<usize> {
        let entries = self.threads.stays[stay].entries.iter();
        entries.copied().take_while(|other| *other < at).last()
    }

    fn retried(&mut self, at: usize, place: Place, stay: usize, cause: Option<usize>) {
        let Some(state) = self.states[stay] else {
            return;
        };
        let failure = self.failure(cause, state);
        let retriers = &self.machine.state(state).retry;
        let retrier = retriers
            .iter()
            .position(|retrier| retrier.matches(failure.name()))
            .unwrap_or_default();
        let attempts = self.retries.entry((stay, retrier)).or_default();
        *attempts += 1;
        let since = cause.unwrap_or(at);
        let kind = EventKind::RetryScheduled {
            state,
            retrier,
            attempt: *attempts,
            max_attempts: retriers
                .get(retrier)
                .map_or(*attempts, |retrier| retrier.max_attempts),
            delay: self.entries[at].at.since(self.entries[since].at),
            failure: Box::new(failure),
        };
        self.tell(since, place, kind);
    }

    /// A state is left: through which rule of a Choice, through which catcher?
    fn leaves(&mut self, at: usize, place: Place) {
        let Some((stay, state)) = place.stay.and_then(|stay| Some((stay, self.states[stay]?)))
        else {
            return;
        };
        let next = self.threads.next.get(&at);
        let next = next.and_then(|entered| self.states[self.threads.places[*entered].stay?]);
        let Some(next) = next else { return };
        let described = self.machine.state(state);
        let leads =
            |target: &Option<Target>| target.as_ref().and_then(|target| target.state) == Some(next);
        if let StateKind::Choice(choice) = &described.kind {
            let rules = choice.rules.iter().enumerate();
            let mut fitting: Vec<Option<usize>> = rules
                .filter(|(_, rule)| leads(&rule.next))
                .map(|(at, _)| Some(at))
                .collect();
            fitting.extend(leads(&choice.default).then_some(None));
            // Of several ways to one state nobody knows which it was.
            if let [rule] = fitting[..] {
                self.tell(at, place, EventKind::ChoiceMade { state, rule, next });
            }
            return;
        }
        let goes_on = match &described.transition {
            Transition::Next(target) => target.state == Some(next),
            Transition::End(_) | Transition::None => false,
        };
        if !is_caught(
            described.state_type(),
            &self.threads.stays[stay].entries,
            self.entries,
        ) && goes_on
        {
            return;
        }
        let failure = self.failure(self.last_before(stay, at), state);
        let mut catchers = described.catch.iter();
        if let Some(catcher) = catchers
            .position(|catcher| leads(&catcher.next) && catcher.matches(failure.name()))
            .or_else(|| {
                described
                    .catch
                    .iter()
                    .position(|catcher| leads(&catcher.next))
            })
        {
            let kind = EventKind::Caught {
                state,
                catcher,
                next,
                failure: Box::new(failure),
            };
            self.tell(at, place, kind);
        }
    }

    /// Why something failed: what the entry says, what led to it, or at last how the execution ended.
    fn failure(&self, cause: Option<usize>, state: StateId) -> Failure {
        let mut failure = Failure {
            error: None,
            cause: None,
            state,
            culprit: None,
            kind: FailureKind::Ordinary,
            evaluation: None,
        };
        let mut next = cause;
        // A Parallel or Map tells nothing itself, so the way goes inwards.
        for _ in 0..64 {
            let Some(at) = next else { break };
            let entry = &self.entries[at];
            if entry.name.ends_with("Failed") || entry.name.ends_with("TimedOut") {
                (failure.error, failure.cause) = (entry.text("error"), entry.text("cause"));
                if failure.error.is_some()
                    || failure.cause.is_some()
                    || task_event(&entry.name).is_some()
                {
                    return failure;
                }
            } else if &*entry.name == "FailStateEntered" {
                let fail = self.threads.places[at]
                    .stay
                    .and_then(|stay| self.states[stay]);
                let fail = fail.map(|fail| &self.machine.state(fail).kind);
                if let Some(StateKind::Fail(fail)) = fail {
                    let text = |source: Option<&TextSource>| match source {
                        Some(TextSource::Literal(text)) => Some(text.clone()),
                        _ => None,
                    };
                    failure.error = text(fail.error.as_ref().map(|error| &error.value));
                    failure.cause = text(fail.cause.as_ref().map(|cause| &cause.value));
                }
                break;
            } else if !entry.name.ends_with("StateFailed") {
                break;
            }
            next = self.threads.previous(entry);
        }
        if failure.error.is_none()
            && let Some(last) = self
                .entries
                .last()
                .filter(|last| &*last.name == "ExecutionFailed")
        {
            (failure.error, failure.cause) = (last.text("error"), last.text("cause"));
        }
        failure
    }

    fn kind(&self, at: usize, place: Place) -> Option<EventKind> {
        let entry = &self.entries[at];
        let (error, cause) = (entry.text("error"), entry.text("cause"));
        let kind = match &*entry.name {
            "ExecutionStarted" => EventKind::ExecutionStarted {
                input: entry.data("input"),
            },
            "ExecutionSucceeded" => EventKind::ExecutionSucceeded {
                output: entry.data("output"),
            },
            "ExecutionFailed" => EventKind::ExecutionFailed { error, cause },
            "ExecutionTimedOut" => EventKind::ExecutionTimedOut { error, cause },
            "ExecutionAborted" => EventKind::ExecutionAborted { error, cause },
            name => {
                let state = place.stay.and_then(|stay| self.states[stay])?;
                return self.state_kind(name, entry, state);
            }
        };
        Some(kind)
    }

    fn state_kind(&self, name: &str, entry: &Entry, state: StateId) -> Option<EventKind> {
        let (error, cause) = (entry.text("error"), entry.text("cause"));
        let index = u32::try_from(entry.number("index").unwrap_or_default()).unwrap_or(u32::MAX);
        let kind = match name {
            "MapIterationStarted" => EventKind::MapIterationStarted { state, index },
            "MapIterationSucceeded" => EventKind::MapIterationSucceeded { state, index },
            "MapIterationFailed" => EventKind::MapIterationFailed { state, index },
            "MapIterationAborted" => EventKind::MapIterationAborted { state, index },
            "MapRunStarted" => EventKind::MapRunStarted {
                state,
                arn: entry.text("mapRunArn").unwrap_or_default(),
            },
            "MapRunSucceeded" => EventKind::MapRunSucceeded { state },
            "MapRunFailed" => EventKind::MapRunFailed {
                state,
                error,
                cause,
            },
            "MapRunAborted" => EventKind::MapRunAborted { state },
            "EvaluationFailed" => EventKind::EvaluationFailed {
                state,
                location: entry.text("location"),
                error: error.unwrap_or_default(),
                cause: cause.unwrap_or_default(),
            },
            name => {
                return match (state_event(name), task_event(name)) {
                    (Some((state_type, what)), _) => {
                        state_type_kind(state_type, what, entry, state)
                    }
                    (None, Some(what)) => task_kind(what, entry, self.machine.state(state)),
                    (None, None) => None,
                };
            }
        };
        Some(kind)
    }
}

fn state_type_kind(
    state_type: StateType,
    what: &str,
    entry: &Entry,
    state: StateId,
) -> Option<EventKind> {
    let (error, cause) = (entry.text("error"), entry.text("cause"));
    Some(match (state_type, what) {
        (_, "Entered") => EventKind::StateEntered {
            state,
            input: entry.data("input"),
        },
        (_, "Exited") => EventKind::StateExited {
            state,
            output: entry.data("output"),
            assigned: entry.assigned(),
        },
        (StateType::Task, "Aborted") => EventKind::TaskStateAborted { state },
        (StateType::Wait, "Aborted") => EventKind::WaitStateAborted { state },
        (StateType::Parallel, "Started") => EventKind::ParallelStateStarted { state },
        (StateType::Parallel, "Succeeded") => EventKind::ParallelStateSucceeded { state },
        (StateType::Parallel, "Failed") => EventKind::ParallelStateFailed {
            state,
            error,
            cause,
        },
        (StateType::Parallel, "Aborted") => EventKind::ParallelStateAborted { state },
        (StateType::Map, "Started") => EventKind::MapStateStarted {
            state,
            length: entry.number("length").unwrap_or_default(),
        },
        (StateType::Map, "Succeeded") => EventKind::MapStateSucceeded { state },
        (StateType::Map, "Failed") => EventKind::MapStateFailed {
            state,
            error,
            cause,
        },
        (StateType::Map, "Aborted") => EventKind::MapStateAborted { state },
        _ => return None,
    })
}

fn task_kind(what: &str, entry: &Entry, described: &State) -> Option<EventKind> {
    let state = described.id;
    let (error, cause) = (entry.text("error"), entry.text("cause"));
    Some(match what {
        "Scheduled" => {
            let parameters = match &*entry.name {
                "TaskScheduled" => entry.data("parameters"),
                _ => entry.data("input"),
            };
            let waits = entry
                .text("resource")
                .is_some_and(|resource| resource.ends_with(".waitForTaskToken"));
            EventKind::TaskScheduled {
                state,
                timeout: entry.number("timeoutInSeconds"),
                heartbeat: entry.number("heartbeatInSeconds"),
                role: entry.role(),
                token: waits
                    .then(|| token::in_request(described, &parameters))
                    .flatten(),
                parameters,
            }
        }
        "Started" => EventKind::TaskStarted { state },
        "Submitted" => EventKind::TaskSubmitted {
            state,
            output: entry.data("output"),
        },
        "Succeeded" => EventKind::TaskSucceeded {
            state,
            output: entry.data("output"),
        },
        "Failed" | "ScheduleFailed" | "StartFailed" | "SubmitFailed" => EventKind::TaskFailed {
            state,
            error,
            cause,
        },
        "TimedOut" => EventKind::TaskTimedOut {
            state,
            error,
            cause,
        },
        _ => return None,
    })
}

/// Whether a history that was read is fit to be used.
pub(super) fn has_errors(findings: &[Diagnostic]) -> bool {
    findings
        .iter()
        .any(|finding| finding.severity == Severity::Error)
}
