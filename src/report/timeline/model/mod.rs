//! From events to rows. What is not shown is not kept: iterations of a long Map and visits of a long loop become
//! figures at once, so memory is bounded by the definition and by what runs side by side.

mod flows;
mod tasks;
mod visits;

pub(super) use tasks::awaited;

use super::layout;
use super::options::{Detail, TimelineOptions};
use super::row::{Backoff, Entry, Mark, Row};
use super::totals::Totals;
use crate::asl::{StateId, StateKind, StateMachine};
use crate::base::Timestamp;
use crate::engine::{Event, EventKind, FrameId, Outcome, Secrets, Status, VisitId};
use crate::report::preview::Shortener;
use crate::report::text::tame;
use crate::run::RunId;
use crate::value::Value;
use flows::is_distributed;
use std::collections::{BTreeSet, HashMap};

type Hash = foldhash::fast::FixedState;

/// What is known so far.
#[derive(Debug)]
pub(super) struct Model {
    options: TimelineOptions,
    frames: HashMap<FrameId, Frame, Hash>,
    visits: HashMap<VisitId, Visit, Hash>,
    secrets: Secrets,
    /// Rows that are kept.
    kept: usize,
    /// What happened in the machine's own flow.
    pub(super) root: Vec<Entry>,
    pub(super) totals: Totals,
    /// The execution's input, shortened, where changes are told.
    pub(super) input: Option<String>,
    /// Columns for a value. 0: not reckoned yet.
    value_columns: usize,
}

/// A flow that runs.
#[derive(Debug)]
struct Frame {
    parent: Option<VisitId>,
    index: u32,
    sink: Sink,
    /// Whether it is part of an Express child execution, where no transition is billed.
    express: bool,
    start: Timestamp,
    entries: Vec<Entry>,
    /// How often each state was visited, where rows are kept.
    visits: HashMap<StateId, u64, Hash>,
    current: Option<VisitId>,
    failure: Option<(StateId, String)>,
}

/// Where the visits of a flow are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sink {
    /// In rows.
    Rows,
    /// In the figures of this Map or Parallel.
    Fold(VisitId),
    /// Nowhere.
    Nowhere,
}

/// A state visit that is under way.
#[derive(Debug)]
struct Visit {
    frame: FrameId,
    row: Row,
    sink: Sink,
    /// Whether it is one of the visits that are told in rows.
    told: bool,
    input: Option<Value>,
    task_runs: bool,
    /// When the call came back whose result is still to come, and what that is.
    submitted: Option<(Timestamp, &'static str)>,
    backs_off: bool,
    children: BTreeSet<FrameId>,
}

impl Model {
    pub(super) fn new(options: TimelineOptions) -> Self {
        Self {
            options,
            frames: HashMap::default(),
            visits: HashMap::default(),
            secrets: Secrets::default(),
            kept: 0,
            root: Vec::new(),
            totals: Totals::default(),
            input: None,
            value_columns: 0,
        }
    }

    /// A visit started an execution; whether it has a row, under which that can be told.
    pub(super) fn starts(&mut self, visit: VisitId, run: RunId) -> bool {
        let crowded = self.kept >= self.options.most_rows;
        let visit = self.visits.get_mut(&visit).filter(|visit| visit.told);
        match visit {
            Some(visit) if !crowded => visit.row.started.push(run),
            _ => return false,
        }
        true
    }

    /// Rows that are kept.
    #[cfg(test)]
    pub(super) fn rows_kept(&self) -> usize {
        self.kept
    }

    pub(super) fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// Learns the token that an event of another execution gives out.
    pub(super) fn learn(&mut self, event: &Event) {
        if !self.options.reveal_tokens {
            self.secrets.learn(event);
        }
    }

    /// A model of an execution that was started in this run, which may be handed its tokens.
    pub(super) fn of_started(&self, options: TimelineOptions) -> Self {
        Self {
            secrets: self.secrets.clone(),
            ..Self::new(options)
        }
    }

    pub(super) fn event(&mut self, event: &Event, machine: &StateMachine) {
        let at = event.at;
        if self.value_columns == 0 {
            self.value_columns = layout::value_columns(machine, self.options.style);
        }
        // The children of a distributed Map have histories of their own.
        self.totals.events += u64::from(event.id > 0 && event.child.is_none());
        self.totals.end = Some(self.totals.end.map_or(at, |end| end.max(at)));
        self.learn(event);
        if event
            .kind
            .state()
            .is_some_and(|state| machine.states.len() <= state.0 as usize)
        {
            return;
        }
        match &event.kind {
            EventKind::ExecutionStarted { input } => {
                self.totals.start = Some(at);
                self.input = (self.options.detail >= Detail::Changes)
                    .then(|| self.shortener().preview(input));
            }
            EventKind::FrameStarted { kind, parent } => {
                self.frame_started(event, *kind, *parent, machine);
            }
            EventKind::FrameEnded { succeeded } => {
                let mark = if *succeeded { Mark::Good } else { Mark::Bad };
                self.close_frame(event.frame, at, mark);
            }
            kind => {
                if let Some(visit) = event.visit {
                    self.visit_event(visit, event.frame, at, kind, machine);
                }
            }
        }
    }

    fn visit_event(
        &mut self,
        id: VisitId,
        frame: FrameId,
        at: Timestamp,
        kind: &EventKind,
        machine: &StateMachine,
    ) {
        match kind {
            EventKind::StateEntered { state, input } => {
                self.totals.payload(input.size(), *state);
                self.entered(id, frame, machine.state(*state), input, at);
            }
            EventKind::StateExited {
                state,
                output,
                assigned,
            } => {
                self.totals.payload(output.size(), *state);
                self.exited(id, output, assigned, at);
            }
            EventKind::TaskScheduled {
                state, parameters, ..
            } => {
                self.totals.payload(parameters.size(), *state);
                self.task_scheduled(id, machine.state(*state), parameters, at);
            }
            EventKind::TaskSubmitted { state, .. } => {
                let what = awaited(machine.state(*state));
                self.with(id, |visit| visit.submitted = Some((at, what)));
            }
            EventKind::TaskSucceeded { state, output } => {
                self.totals.payload(output.size(), *state);
                self.task_ended(id, at);
            }
            EventKind::TaskFailed { .. } | EventKind::TaskTimedOut { .. } => {
                self.task_ended(id, at)
            }
            EventKind::MapStateStarted { state, length } => {
                self.nested_started(id, *length, is_distributed(machine.state(*state)));
            }
            EventKind::MapRunStarted { arn, .. } => {
                self.with(id, |visit| visit.row.map_run = Some(arn.clone()));
            }
            EventKind::ParallelStateStarted { state } => {
                let branches = match &machine.state(*state).kind {
                    StateKind::Parallel(parallel) => parallel.branches.len() as u64,
                    _ => 0,
                };
                self.nested_started(id, branches, false);
            }
            EventKind::RetryScheduled {
                retrier,
                attempt,
                max_attempts,
                delay,
                failure,
                ..
            } => {
                let backoff = Backoff {
                    retrier: *retrier,
                    attempt: *attempt,
                    max_attempts: *max_attempts,
                    delay: *delay,
                };
                self.retry(id, backoff, failure, at);
            }
            EventKind::Caught {
                state,
                catcher,
                next,
                failure,
            } => {
                self.caught(id, machine, *state, *catcher, *next, failure, at);
            }
            EventKind::StateFailed { failure, .. } => self.state_failed(id, failure, at),
            EventKind::ChoiceMade { rule, next, .. } => {
                let next = tame(&machine.state(*next).name.value);
                let arrow = self.options.style.pick("→", "->");
                let text = match rule {
                    Some(rule) => format!("Choices[{rule}] {arrow} {next}"),
                    None => format!("Default {arrow} {next}"),
                };
                self.with(id, |visit| visit.row.task = text);
            }
            EventKind::DataStage { stage, value, .. } if self.options.detail >= Detail::Stages => {
                self.stage(id, stage.name(), value);
            }
            EventKind::TaskStateAborted { .. }
            | EventKind::WaitStateAborted { .. }
            | EventKind::MapStateAborted { .. }
            | EventKind::ParallelStateAborted { .. } => self.close_visit(id, at, Mark::Aborted),
            _ => {}
        }
    }

    /// Ends what is still under way, because the run is over.
    pub(super) fn finish(&mut self, outcome: Option<&Outcome>) {
        let at = self.totals.end.unwrap_or_default();
        let failed = outcome
            .filter(|outcome| outcome.status == Status::Failed)
            .and_then(|o| o.failure.as_ref());
        let mut open: Vec<VisitId> = self.visits.keys().copied().collect();
        // Innermost first: a visit is numbered after the one that it is nested in.
        open.sort_unstable_by(|left, right| right.cmp(left));
        for id in open {
            let Some(visit) = self.visits.get(&id) else {
                continue;
            };
            let mark = match failed {
                Some(failure) if failure.state == visit.row.state => {
                    self.note_failure(id, failure);
                    Mark::Bad
                }
                _ if visit.submitted.is_some() || visit.backs_off => Mark::Waiting,
                _ => Mark::Aborted,
            };
            self.close_visit(id, at, mark);
        }
        let mut frames: Vec<FrameId> = self.frames.keys().copied().collect();
        frames.sort_unstable_by(|left, right| right.cmp(left));
        for frame in frames {
            self.close_frame(frame, at, Mark::Aborted);
        }
    }

    fn with(&mut self, id: VisitId, change: impl FnOnce(&mut Visit)) {
        if let Some(visit) = self.visits.get_mut(&id) {
            change(visit);
        }
    }

    fn shortener(&self) -> Shortener<'_> {
        Shortener {
            columns: self.value_columns,
            style: self.options.style,
            secrets: &self.secrets,
        }
    }
}
