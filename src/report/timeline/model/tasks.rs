//! What happens in a visit: calls and their ends, retries, and failures that are caught or not.

use super::{Model, Sink};
use crate::asl::{Pattern, Resource, State, StateId, StateKind, StateMachine};
use crate::base::Timestamp;
use crate::engine::{Failure, VisitId};
use crate::report::text::{fit_start, tame};
use crate::report::timeline::describe;
use crate::report::timeline::row::{Backoff, Mark, Note};
use crate::value::Value;

/// Columns kept of a cause.
const CAUSE: usize = 200;

impl Model {
    pub(super) fn task_scheduled(
        &mut self,
        id: VisitId,
        state: &State,
        parameters: &Value,
        at: Timestamp,
    ) {
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

    pub(super) fn task_ended(&mut self, id: VisitId, at: Timestamp) {
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

    pub(super) fn retry(
        &mut self,
        id: VisitId,
        backoff: Backoff,
        failure: &Failure,
        at: Timestamp,
    ) {
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
    pub(super) fn caught(
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
    pub(super) fn catch_text(
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

    pub(super) fn state_failed(&mut self, id: VisitId, failure: &Failure, at: Timestamp) {
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

    pub(super) fn note_failure(&mut self, id: VisitId, failure: &Failure) {
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
}

fn resource(state: &State) -> Option<&Resource> {
    match &state.kind {
        StateKind::Task(task) => task.resource.as_ref().map(|resource| &resource.value),
        _ => None,
    }
}

/// What is still to come when the call of a task came back.
pub(in crate::report::timeline) fn awaited(state: &State) -> &'static str {
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
