//! The timeline of a run: what happened when, state by state.
//!
//! It takes the events as they come and keeps only what it will show, so that a run of a million events needs no more
//! memory than its definition and its concurrency ask for.

mod bar;
mod cost;
mod describe;
mod durations;
mod layout;
mod line;
mod live;
mod map_runs;
mod model;
mod nested;
mod options;
mod row;
mod summary;
mod totals;

pub use live::{LiveView, Printer};
pub use map_runs::{ChildCounts, ChildFailure};
pub use options::{Detail, RunFacts, TimelineClock, TimelineOptions};
pub use totals::{Calls, Totals};

use self::layout::{Columns, Layout, Needs};
use self::line::{Line, Lines};
use self::map_runs::MapRuns;
use self::model::Model;
use self::nested::NestedRuns;
use self::row::Entry;
use crate::asl::StateMachine;
use crate::base::Timestamp;
use crate::engine::Secrets;
use crate::engine::{Event, Outcome, Status};
use crate::report::style::Paint;
use crate::run::NestedRun;

/// Builds a timeline out of events.
///
/// Either all at once: every event to [`Timeline::event`], then [`Timeline::finish`]. Or piece by piece while the run
/// goes on: [`Timeline::drain`] gives the rows that are complete, without bars, since nobody knows yet how long the run
/// will be.
#[derive(Debug)]
pub struct Timeline {
    options: TimelineOptions,
    model: Model,
    nested: NestedRuns,
    map_runs: MapRuns,
    /// Entries of the machine's own flow that were drained.
    drained: usize,
    streams: bool,
}

impl Timeline {
    /// A timeline without anything in it.
    pub fn new(options: TimelineOptions) -> Self {
        Self {
            model: Model::new(options.clone()),
            nested: NestedRuns::default(),
            map_runs: MapRuns::default(),
            options,
            drained: 0,
            streams: false,
        }
    }

    /// Takes an event in.
    pub fn event(&mut self, event: &Event, machine: &StateMachine) {
        self.model.event(event, machine);
    }

    /// Takes an event of an execution in that a state started.
    pub fn nested(&mut self, run: &NestedRun, event: &Event) {
        self.nested
            .event(run, event, &mut self.model, &self.options);
    }

    /// Takes in how a Map Run stands whose child executions run elsewhere, and more of those that failed. They stand under their
    /// Map if they are told before its row is.
    pub fn map_run(
        &mut self,
        map_run: &str,
        children: ChildCounts,
        failures: impl IntoIterator<Item = ChildFailure>,
    ) {
        self.map_runs.add(map_run, children, failures);
    }

    /// The figures so far.
    pub fn totals(&self) -> &Totals {
        &self.model.totals
    }

    /// How it was asked to look.
    pub fn options(&self) -> &TimelineOptions {
        &self.options
    }

    /// The task tokens that were given out, to be struck out elsewhere too.
    pub fn secrets(&self) -> &Secrets {
        self.model.secrets()
    }

    /// What AWS would bill for the run, in dollars: its share of the price of us-east-1, without what the called services
    /// cost.
    pub fn dollars(&self, machine: &StateMachine) -> f64 {
        cost::dollars(&self.model.totals, machine, self.options.workflow_type)
    }

    /// Rows of the machine's own flow that were completed since the last call, with the head of the timeline before the
    /// first. Empty where there is none.
    pub fn drain(&mut self, machine: &StateMachine) -> String {
        let entries = &self.model.root;
        // A loop that is the last entry may still grow.
        let complete = entries.len() - usize::from(matches!(entries.last(), Some(Entry::Loop(_))));
        self.rows_up_to(complete, machine)
    }

    fn rows_up_to(&mut self, complete: usize, machine: &StateMachine) -> String {
        if complete <= self.drained || self.options.detail == Detail::Nothing {
            return String::new();
        }
        let mut lines = self.lines(machine);
        lines.entries(&self.model.root[self.drained..complete], "", "");
        let lines = lines.out;
        let layout = self.layout(Needs::expected(machine, self.options.style), false);
        let mut text = String::new();
        if !self.streams {
            text = self.head(machine, &layout);
        }
        text.push_str(&layout.body(&lines));
        self.drained = complete;
        self.streams = true;
        text
    }

    /// The whole timeline, or what was not drained of it, and the figures of the run. `outcome` is nothing where the run
    /// could not go on.
    pub fn finish(
        &mut self,
        machine: &StateMachine,
        outcome: Option<&Outcome>,
        facts: RunFacts,
    ) -> String {
        self.model.finish(outcome);
        self.nested.finish();
        if self.options.detail == Detail::Nothing {
            return String::new();
        }
        let mut text = if self.streams {
            self.rows_up_to(self.model.root.len(), machine)
        } else {
            let mut lines = self.lines(machine);
            lines.entries(&self.model.root, "", "");
            let layout = self.layout(
                Needs::of(&lines.out, self.origin()),
                self.model.totals.duration() > 0,
            );
            self.head(machine, &layout) + &layout.body(&lines.out)
        };
        text.push('\n');
        text.push_str(&summary::summary(
            machine,
            &self.model.totals,
            outcome,
            &facts,
            &self.options,
            self.map_runs.summary(),
        ));
        if outcome.is_none_or(|outcome| outcome.status != Status::Succeeded) {
            // What went wrong is told next.
            text.push('\n');
        }
        text
    }

    fn lines<'m>(&'m self, machine: &'m StateMachine) -> Lines<'m> {
        Lines {
            machine,
            style: self.options.style,
            nested: &self.nested,
            map_runs: self.options.children_elsewhere.then_some(&self.map_runs),
            out: Vec::<Line>::new(),
        }
    }

    fn head(&self, machine: &StateMachine, layout: &Layout) -> String {
        let style = self.options.style;
        let mut text = summary::header(machine, &self.options);
        if let Some(input) = &self.model.input {
            text.push_str(&format!(" {} {input}\n", style.paint(Paint::Dim, "input")));
        }
        text.push('\n');
        text.push_str(&layout.header());
        text
    }

    fn origin(&self) -> Timestamp {
        self.model.totals.start.unwrap_or_default()
    }

    fn layout(&self, needs: Needs, bars: bool) -> Layout {
        Layout {
            columns: Columns::new(needs, bars, self.options.style),
            style: self.options.style,
            origin: self.origin(),
            end: self.model.totals.end.unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests;
