//! Executions that states started.

use super::line::{Line, Lines};
use super::model::Model;
use super::options::TimelineOptions;
use super::row::Mark;
use crate::asl::{StateMachine, WorkflowType};
use crate::base::Timestamp;
use crate::base::text::count;
use crate::engine::{Event, EventKind};
use crate::report::text::tame;
use crate::run::{NestedRun, RunId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Executions within one another that are told of in rows.
const MOST_DEPTH: usize = 8;

/// The executions that are told of in rows.
#[derive(Debug, Default)]
pub(super) struct NestedRuns(BTreeMap<RunId, Nested>);

/// An execution that a state started.
#[derive(Debug)]
struct Nested {
    name: String,
    machine: Arc<StateMachine>,
    model: Model,
    depth: usize,
    mark: Mark,
    start: Timestamp,
    end: Timestamp,
}

impl NestedRuns {
    /// Takes an event in. `root` is what is known of the execution that was asked for.
    pub(super) fn event(
        &mut self,
        run: &NestedRun,
        event: &Event,
        root: &mut Model,
        options: &TimelineOptions,
    ) {
        if let EventKind::TaskScheduled { token: Some(_), .. } = event.kind {
            // What it gives may come back to whoever started it.
            root.learn(event);
            let others = self.0.values_mut();
            others.for_each(|nested| nested.model.learn(event));
        }
        match event.kind {
            EventKind::ExecutionStarted { .. } => {
                root.totals.nested_executions += 1;
                self.begin(run, event.at, root, options);
            }
            EventKind::StateEntered { .. } | EventKind::RetryScheduled { .. }
                if run.workflow_type == WorkflowType::Standard =>
            {
                root.totals.nested_transitions += 1;
            }
            _ => {}
        }
        let Some(nested) = self.0.get_mut(&run.id) else {
            return;
        };
        nested.end = nested.end.max(event.at);
        nested.mark = match event.kind {
            EventKind::ExecutionSucceeded { .. } => Mark::Good,
            EventKind::ExecutionFailed { .. } | EventKind::ExecutionTimedOut { .. } => Mark::Bad,
            EventKind::ExecutionAborted { .. } => Mark::Aborted,
            _ => nested.mark,
        };
        nested.model.event(event, &run.machine);
    }

    /// Puts an execution under the row of the state that started it, if that has a row.
    fn begin(
        &mut self,
        run: &NestedRun,
        at: Timestamp,
        root: &mut Model,
        options: &TimelineOptions,
    ) {
        let model = root.of_started(options.clone());
        let (parent, depth) = match self.0.get_mut(&run.parent) {
            Some(nested) => (&mut nested.model, nested.depth + 1),
            None if run.parent == RunId::ROOT => (root, 1),
            None => return,
        };
        if depth > MOST_DEPTH || !parent.starts(run.visit, run.id) {
            return;
        }
        let nested = Nested {
            name: tame(&run.name),
            machine: run.machine.clone(),
            model,
            depth,
            mark: Mark::Running,
            start: at,
            end: at,
        };
        self.0.insert(run.id, nested);
    }

    /// Ends what is still under way, because the run is over.
    pub(super) fn finish(&mut self) {
        for nested in self.0.values_mut() {
            nested.model.finish(None);
        }
    }

    /// The lines of an execution, below the state that started it.
    pub(super) fn lines(&self, id: RunId, gutter: &str, above: &mut Lines<'_>) {
        let Some(nested) = self.0.get(&id) else {
            return;
        };
        let gutter = format!("{gutter}{} ", above.style.pick("│", "|"));
        let (mark, paint) = above.mark(nested.mark);
        above.out.push(Line {
            start: Some(nested.start),
            gutter: gutter.clone(),
            mark,
            mark_paint: Some(paint),
            name: nested.name.clone(),
            task: format!("execution, {}", count(nested.machine.states.len(), "state")),
            took: Some(nested.end.since(nested.start)),
            bar: Some((nested.start, nested.end)),
            is_visit: true,
        });
        let mut lines = Lines {
            machine: &nested.machine,
            style: above.style,
            nested: self,
            map_runs: above.map_runs,
            out: std::mem::take(&mut above.out),
        };
        let gutter = format!("{gutter}{} ", above.style.pick("│", "|"));
        lines.entries(&nested.model.root, &gutter, "");
        above.out = lines.out;
    }
}
