//! From events to rows. What is not shown is not kept: iterations of a long Map and visits of a long loop become
//! figures at once, so memory is bounded by the definition and by what runs side by side.

use super::options::{Detail, TimelineOptions};
use super::row::{
    Backoff, Children, Entry, FoldFailure, Lane, Loop, Mark, NAMED_FAILURES, Note, Row, Tries,
};
use super::totals::Totals;
use super::{describe, layout};
use crate::asl::{
    ExecutionType, Pattern, ProcessorMode, Resource, State, StateId, StateKind, StateMachine,
};
use crate::base::Timestamp;
use crate::engine::Secrets;
use crate::engine::{Event, EventKind, Failure, FrameId, FrameKind, Outcome, Status, VisitId};
use crate::report::preview::{Change, Shortener};
use crate::report::text::{fit_start, tame};
use crate::run::RunId;
use crate::value::{Str, Value};
use std::collections::{BTreeSet, HashMap};

/// Columns kept of a cause.
const CAUSE: usize = 200;
/// Stages kept of one visit: all of them, for one retry.
const MOST_STAGES: usize = 22;

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

    pub(super) fn event(&mut self, event: &Event, machine: &StateMachine) {
        let at = event.at;
        if self.value_columns == 0 {
            self.value_columns = layout::value_columns(machine, self.options.style);
        }
        // The children of a distributed Map have histories of their own.
        self.totals.events += u64::from(event.id > 0 && event.child.is_none());
        self.totals.end = Some(self.totals.end.map_or(at, |end| end.max(at)));
        if !self.options.reveal_tokens {
            self.secrets.learn(event);
        }
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

    // --- frames ---

    fn frame_started(
        &mut self,
        event: &Event,
        kind: FrameKind,
        parent: Option<VisitId>,
        machine: &StateMachine,
    ) {
        let (id, at) = (event.frame, event.at);
        let mut express = false;
        let index = match kind {
            FrameKind::Machine => 0,
            FrameKind::Branch(index) | FrameKind::Iteration(index) => index,
        };
        let mut sink = if kind == FrameKind::Machine {
            Sink::Rows
        } else {
            Sink::Nowhere
        };
        if let Some((parent_id, visit)) =
            parent.and_then(|id| Some((id, self.visits.get_mut(&id)?)))
        {
            visit.children.insert(id);
            visit.row.children_begun += 1;
            let inherited = self
                .frames
                .get(&visit.frame)
                .is_some_and(|frame| frame.express);
            let state = machine.states.get(visit.row.state.0 as usize);
            let express_child = state.is_some_and(has_express_children);
            if express_child {
                self.totals.express_children += 1;
            }
            express = inherited || express_child;
            visit.row.most_children = visit.row.most_children.max(visit.children.len() as u64);
            sink = match (&visit.row.children, visit.sink) {
                (_, Sink::Fold(outer)) => Sink::Fold(outer),
                (Children::Fold(_), Sink::Rows) => Sink::Fold(parent_id),
                (Children::Lanes(_), Sink::Rows) => Sink::Rows,
                _ => Sink::Nowhere,
            };
        }
        self.frames.insert(
            id,
            Frame {
                parent,
                index,
                sink,
                express,
                start: at,
                entries: Vec::new(),
                visits: HashMap::default(),
                current: None,
                failure: None,
            },
        );
        self.totals.peak_frames = self.totals.peak_frames.max(self.frames.len() as u64);
    }

    /// The depth of this and of [`Self::close_visit`] is that of the definition, which its reader limits.
    fn close_frame(&mut self, id: FrameId, at: Timestamp, mark: Mark) {
        if let Some(current) = self.frames.get(&id).and_then(|frame| frame.current) {
            self.close_visit(current, at, Mark::Aborted);
        }
        let Some(frame) = self.frames.remove(&id) else {
            return;
        };
        let Some((parent_id, parent)) = frame
            .parent
            .and_then(|id| Some((id, self.visits.get_mut(&id)?)))
        else {
            return;
        };
        parent.children.remove(&id);
        if frame.express {
            self.totals.express_child_ended(at.since(frame.start));
        }
        match &mut parent.row.children {
            Children::Lanes(lanes) if frame.sink == Sink::Rows => lanes.push(Lane {
                index: frame.index,
                entries: frame.entries,
            }),
            Children::Fold(fold) if frame.sink == Sink::Fold(parent_id) => {
                fold.child(mark, at.since(frame.start));
                if mark == Mark::Bad && fold.failures.len() < NAMED_FAILURES {
                    let (state, error) = frame
                        .failure
                        .map_or((None, String::new()), |(s, e)| (Some(s), e));
                    fold.failures.push(FoldFailure {
                        index: frame.index,
                        state,
                        error,
                    });
                }
            }
            _ => {}
        }
    }

    // --- visits ---

    fn entered(
        &mut self,
        id: VisitId,
        frame_id: FrameId,
        state: &State,
        input: &Value,
        at: Timestamp,
    ) {
        let express = self
            .frames
            .get(&frame_id)
            .is_some_and(|frame| frame.express);
        self.totals.visit(state.id, !express);
        if let Some(old) = self.frames.get(&frame_id).and_then(|frame| frame.current) {
            self.close_visit(old, at, Mark::Aborted);
        }
        let Some(frame) = self.frames.get_mut(&frame_id) else {
            return;
        };
        frame.current = Some(id);
        let mut number = 1;
        if frame.sink == Sink::Rows {
            let visits = frame.visits.entry(state.id).or_default();
            *visits += 1;
            number = *visits;
        }
        let told = frame.sink == Sink::Rows && number <= self.options.fold_visits;
        let keeps_input = told && self.options.detail >= Detail::Changes;
        let mut tries = Tries::default();
        tries.begin(at);
        let row = Row {
            state: state.id,
            number,
            start: at,
            end: at,
            mark: Mark::Running,
            task: describe::state(state),
            tries,
            notes: Vec::new(),
            children: Children::None,
            started: Vec::new(),
            map_run: None,
            length: 0,
            children_begun: 0,
            most_children: 0,
        };
        let visit = Visit {
            frame: frame_id,
            row,
            sink: if told || frame.sink != Sink::Rows {
                frame.sink
            } else {
                Sink::Nowhere
            },
            told,
            input: keeps_input.then(|| input.clone()),
            task_runs: false,
            submitted: None,
            backs_off: false,
            children: BTreeSet::new(),
        };
        self.visits.insert(id, visit);
    }

    fn exited(&mut self, id: VisitId, output: &Value, assigned: &[(Str, Value)], at: Timestamp) {
        let input = self
            .visits
            .get_mut(&id)
            .and_then(|visit| visit.input.take());
        if let Some(input) = input {
            let shortener = self.shortener();
            let (mut list, more) = shortener.changes(&input, output);
            for (name, value) in assigned {
                list.push(Change {
                    sign: '=',
                    path: tame(&format!("${name}")),
                    value: shortener.preview(value),
                });
            }
            self.with(id, |visit| {
                visit.row.notes.extend(list.into_iter().map(Note::Change));
                if more > 0 {
                    visit.row.notes.push(Note::MoreChanges(more));
                }
            });
        }
        let caught = self
            .visits
            .get(&id)
            .is_some_and(|visit| visit.row.mark == Mark::Caught);
        self.close_visit(id, at, if caught { Mark::Caught } else { Mark::Good });
    }

    fn close_visit(&mut self, id: VisitId, at: Timestamp, mark: Mark) {
        let Some(visit) = self.visits.get_mut(&id) else {
            return;
        };
        let children = std::mem::take(&mut visit.children);
        for child in children {
            self.close_frame(child, at, Mark::Aborted);
        }
        let Some(visit) = self.visits.remove(&id) else {
            return;
        };
        if visit.task_runs {
            self.totals.task_ended();
        }
        let mut row = visit.row;
        row.end = at.max(row.start);
        row.mark = mark;
        if mark == Mark::Good {
            row.tries.end(at, None);
        }
        if mark == Mark::Waiting
            && let Some((since, what)) = visit.submitted
        {
            row.notes.push(Note::Waited {
                what,
                time: at.since(since),
            });
        }
        if let Children::Lanes(lanes) = &mut row.children {
            lanes.sort_by_key(|lane| lane.index);
        }
        let Some(frame) = self.frames.get_mut(&visit.frame) else {
            return;
        };
        if frame.current == Some(id) {
            frame.current = None;
        }
        match frame.sink {
            Sink::Rows => {
                let entries = if frame.parent.is_none() {
                    &mut self.root
                } else {
                    &mut frame.entries
                };
                if visit.told || !matches!(mark, Mark::Good | Mark::Caught) {
                    entries.push(Entry::Visit(Box::new(row)));
                    self.kept += 1;
                } else if let Some(Entry::Loop(open)) = entries.last_mut() {
                    open.add(&Loop::of(&row));
                } else {
                    entries.push(Entry::Loop(Loop::of(&row)));
                }
            }
            Sink::Fold(outer) => {
                if let Some(Children::Fold(fold)) = self
                    .visits
                    .get_mut(&outer)
                    .map(|visit| &mut visit.row.children)
                {
                    fold.visit(&row);
                }
            }
            Sink::Nowhere => {}
        }
    }

    // --- what happens in a visit ---

    fn task_scheduled(&mut self, id: VisitId, state: &State, parameters: &Value, at: Timestamp) {
        let Some(resource) = resource(state) else {
            return;
        };
        self.totals.call(resource, at);
        let Some(visit) = self.visits.get_mut(&id) else {
            return;
        };
        if visit.sink != Sink::Nowhere && visit.row.tries.count() == 1 {
            visit.row.task = describe::task(resource, Some(parameters));
        }
        visit.backs_off = false;
        visit.submitted = None;
        if !visit.task_runs {
            visit.task_runs = true;
            self.totals.task_began();
        }
    }

    fn task_ended(&mut self, id: VisitId, at: Timestamp) {
        let Some(visit) = self.visits.get_mut(&id) else {
            return;
        };
        if let Some((since, what)) = visit.submitted.take() {
            visit.row.notes.push(Note::Waited {
                what,
                time: at.since(since),
            });
        }
        if std::mem::take(&mut visit.task_runs) {
            self.totals.task_ended();
        }
    }

    /// How many children a distributed Map will have, nobody knows: it is told in figures, unless its items are few.
    fn nested_started(&mut self, id: VisitId, length: u64, distributed: bool) {
        let unknown = distributed && length == 0;
        let crowded = unknown || self.kept >= self.options.most_rows;
        let (most, folds) = (
            self.options.fold_iterations,
            self.visits.get(&id).map(|visit| visit.sink),
        );
        self.with(id, |visit| {
            visit.backs_off = false;
            visit.row.length = if distributed { 0 } else { length };
            visit.row.children_begun = 0;
            visit.row.most_children = 0;
            visit.row.children = match folds {
                Some(Sink::Rows) if length > most || crowded => Children::Fold(Box::default()),
                Some(Sink::Rows) => Children::Lanes(Vec::new()),
                _ => Children::None,
            };
        });
    }

    fn retry(&mut self, id: VisitId, backoff: Backoff, failure: &Failure, at: Timestamp) {
        self.totals.retries += 1;
        let frame = self
            .visits
            .get(&id)
            .and_then(|visit| self.frames.get(&visit.frame));
        self.totals.transitions += u64::from(frame.is_none_or(|frame| !frame.express));
        self.abort_children(id, at);
        let error = error_name(failure);
        self.with(id, |visit| {
            visit.row.tries.end(at, Some(error));
            let next = at.plus(backoff.delay);
            if let Some(last) = visit.row.tries.list.last_mut() {
                last.backoff = Some(backoff);
            }
            visit.row.tries.begin(next);
            visit.backs_off = true;
        });
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one event")]
    fn caught(
        &mut self,
        id: VisitId,
        machine: &StateMachine,
        state: StateId,
        catcher: usize,
        next: StateId,
        failure: &Failure,
        at: Timestamp,
    ) {
        self.totals.caught += 1;
        self.totals.first_caught.get_or_insert(state);
        self.abort_children(id, at);
        self.note_failure(id, failure);
        let error = error_name(failure);
        let text = self.catch_text(machine, state, catcher, next);
        self.with(id, |visit| {
            visit.row.tries.end(at, Some(error));
            visit.row.mark = Mark::Caught;
            visit.row.notes.push(Note::Caught { catcher, text });
        });
    }

    /// `States.ALL → HandleFailure, error at $.error`
    fn catch_text(
        &self,
        machine: &StateMachine,
        state: StateId,
        catcher: usize,
        next: StateId,
    ) -> String {
        use crate::asl::ResultPath;
        let catcher = machine.state(state).catch.get(catcher);
        let names: Vec<&str> = catcher
            .map(|c| c.error_equals.iter().map(|name| &*name.value).collect())
            .unwrap_or_default();
        let next = machine
            .states
            .get(next.0 as usize)
            .map_or("?", |state| &state.name.value);
        let place = match catcher.map(|catcher| (&catcher.result_path, &catcher.output)) {
            Some((_, Some(_))) => "Output says what stays".to_owned(),
            Some((Some(ResultPath::Path(path)), _)) if path.value.path().is_whole() => {
                "error replaces the input".to_owned()
            }
            Some((Some(ResultPath::Path(path)), _)) => {
                format!("error at {}", path.value.path().text())
            }
            Some((Some(ResultPath::Discard(_)), _)) => "error dropped".to_owned(),
            _ => "error replaces the input".to_owned(),
        };
        let arrow = self.options.style.pick("→", "->");
        tame(&format!("{} {arrow} {next}, {place}", names.join(", ")))
    }

    fn state_failed(&mut self, id: VisitId, failure: &Failure, at: Timestamp) {
        self.abort_children(id, at);
        self.note_failure(id, failure);
        let error = error_name(failure);
        let Some(visit) = self.visits.get_mut(&id) else {
            return;
        };
        visit.row.tries.end(at, Some(error.clone()));
        let state = visit.row.state;
        if let Some(frame) = self.frames.get_mut(&visit.frame) {
            frame.failure = Some((state, error));
        }
        self.close_visit(id, at, Mark::Bad);
    }

    fn abort_children(&mut self, id: VisitId, at: Timestamp) {
        let children = self
            .visits
            .get_mut(&id)
            .map(|visit| std::mem::take(&mut visit.children))
            .unwrap_or_default();
        for child in children {
            self.close_frame(child, at, Mark::Aborted);
        }
    }

    fn note_failure(&mut self, id: VisitId, failure: &Failure) {
        let mut cause = tame(failure.cause.as_deref().unwrap_or_default());
        self.secrets.mask(&mut cause);
        let cause = fit_start(&cause, CAUSE, self.options.style);
        let error = error_name(failure);
        self.with(id, |visit| {
            if !matches!(visit.sink, Sink::Fold(_)) {
                visit
                    .row
                    .notes
                    .retain(|note| !matches!(note, Note::Failed { .. }));
                visit.row.notes.push(Note::Failed { error, cause });
            }
        });
    }

    fn stage(&mut self, id: VisitId, name: &'static str, value: &Value) {
        let told = self
            .visits
            .get(&id)
            .is_some_and(|visit| visit.told && visit.row.notes.len() < MOST_STAGES);
        if told {
            let value = self.shortener().preview(value);
            self.with(id, |visit| {
                visit.row.notes.push(Note::Stage { name, value })
            });
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

fn resource(state: &State) -> Option<&Resource> {
    match &state.kind {
        StateKind::Task(task) => task.resource.as_ref().map(|resource| &resource.value),
        _ => None,
    }
}

fn is_distributed(state: &State) -> bool {
    matches!(&state.kind, StateKind::Map(map) if map.mode != ProcessorMode::Inline)
}

fn has_express_children(state: &State) -> bool {
    matches!(&state.kind, StateKind::Map(map) if map.mode == ProcessorMode::Distributed(ExecutionType::Express))
}

/// What is still to come when the call of a task came back.
pub(super) fn awaited(state: &State) -> &'static str {
    match resource(state)
        .and_then(Resource::integration)
        .map(|integration| integration.pattern)
    {
        Some(Pattern::Sync | Pattern::Sync2) => "for the end of the job",
        _ => "for the task token",
    }
}

fn error_name(failure: &Failure) -> String {
    match failure.name() {
        "" => "no error name".to_owned(),
        name => tame(name),
    }
}
