//! What a run that takes its time is doing now.

use super::describe;
use super::options::{Detail, RunFacts, TimelineOptions};
use super::{ChildCounts, ChildFailure, Timeline};
use crate::asl::{StateId, StateKind, StateMachine};
use crate::engine::{Event, EventKind, Outcome, VisitId};
use crate::report::text::{fit, tame};
use crate::run::NestedRun;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::time::Duration;

/// Rows of running states.
const MOST_ROWS: usize = 8;
/// Redraws a second.
const REDRAWS: u8 = 10;
const TICK: Duration = Duration::from_millis(100);

/// A timeline that grows while the run goes on: rows that are complete scroll up, and what runs stands below them with a
/// clock, until [`LiveView::finish`]. For the wall clock, and a terminal; elsewhere use [`Timeline`] alone.
#[derive(Debug)]
pub struct LiveView {
    timeline: Timeline,
    rows: MultiProgress,
    running: BTreeMap<VisitId, Running>,
    /// `… 12 more`
    more: Option<ProgressBar>,
    printed: bool,
    draws: bool,
}

/// Prints lines above the rows of what runs.
#[derive(Clone, Debug)]
pub struct Printer(MultiProgress);

impl Printer {
    /// Prints lines.
    ///
    /// # Errors
    /// Where the terminal cannot be written.
    pub fn print(&self, text: &str) -> std::io::Result<()> {
        self.0.println(text.trim_end_matches('\n'))
    }
}

#[derive(Debug)]
struct Running {
    state: StateId,
    text: String,
    bar: Option<ProgressBar>,
    /// Iterations that ended, and all.
    iterations: Option<(u64, u64)>,
}

impl LiveView {
    /// A view that draws on the standard error output; nothing is drawn where that is no terminal.
    pub fn new(options: TimelineOptions) -> Self {
        Self::on(options, ProgressDrawTarget::stderr_with_hz(REDRAWS))
    }

    /// A view that draws nothing while the run goes on: [`LiveView::finish`] gives the whole timeline.
    pub fn silent(options: TimelineOptions) -> Self {
        Self {
            draws: false,
            ..Self::on(options, ProgressDrawTarget::hidden())
        }
    }

    fn on(options: TimelineOptions, target: ProgressDrawTarget) -> Self {
        Self {
            draws: true,
            timeline: Timeline::new(options),
            rows: MultiProgress::with_draw_target(target),
            running: BTreeMap::new(),
            more: None,
            printed: false,
        }
    }

    /// What prints lines above the rows of what runs; nothing where nothing is drawn.
    pub fn printer(&self) -> Option<Printer> {
        self.draws.then(|| Printer(self.rows.clone()))
    }

    /// See [`Timeline::map_run`].
    pub fn map_run(&mut self, map_run: &str, children: ChildCounts, failures: Vec<ChildFailure>) {
        self.timeline.map_run(map_run, children, failures);
    }

    /// The timeline behind it.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Takes an event in, and shows what it changes.
    ///
    /// # Errors
    /// Where the terminal cannot be written.
    pub fn event(&mut self, event: &Event, machine: &StateMachine) -> std::io::Result<()> {
        self.timeline.event(event, machine);
        if !self.draws || self.timeline.options().detail == Detail::Nothing {
            return Ok(());
        }
        if let Some(visit) = event.visit {
            self.visit_event(visit, &event.kind, machine);
        }
        let complete = self.timeline.drain(machine);
        if !complete.is_empty() {
            self.printed = true;
            self.rows.println(complete.trim_end_matches('\n'))?;
        }
        Ok(())
    }

    /// Takes an event of an execution in that a state started.
    pub fn nested(&mut self, run: &NestedRun, event: &Event) {
        self.timeline.nested(run, event);
    }

    /// Takes what runs off the screen. Gives the rest of the timeline and the figures of the run, to be printed.
    pub fn finish(
        &mut self,
        machine: &StateMachine,
        outcome: Option<&Outcome>,
        facts: RunFacts,
    ) -> String {
        self.running.clear();
        // A terminal that cannot be written any more is of no concern at the end.
        let _ = self.rows.clear();
        // The cursor stays behind the last line that scrolled up.
        let line_end = if self.printed { "\n" } else { "" };
        format!(
            "{line_end}{}",
            self.timeline.finish(machine, outcome, facts)
        )
    }

    fn visit_event(&mut self, id: VisitId, kind: &EventKind, machine: &StateMachine) {
        match kind {
            EventKind::StateEntered { state, .. } => {
                let found = machine.states.get(state.0 as usize);
                if found.is_some_and(|state| takes_time(&state.kind)) {
                    let text = found.map(describe::state).unwrap_or_default();
                    self.running.insert(
                        id,
                        Running {
                            state: *state,
                            text,
                            bar: None,
                            iterations: None,
                        },
                    );
                    self.show(machine);
                }
            }
            EventKind::TaskScheduled {
                state,
                parameters,
                timeout,
                ..
            } => {
                let Some(StateKind::Task(task)) = machine
                    .states
                    .get(state.0 as usize)
                    .map(|state| &state.kind)
                else {
                    return;
                };
                let text = task
                    .resource
                    .as_ref()
                    .map(|r| describe::task(&r.value, Some(parameters)))
                    .unwrap_or_default();
                let limit = timeout
                    .map(|seconds| format!(", at most {seconds} s"))
                    .unwrap_or_default();
                self.tell(id, format!("{text}{limit}"), machine);
            }
            EventKind::TaskSubmitted { state, .. } => {
                let state = machine.states.get(state.0 as usize);
                let what = state.map(super::model::awaited).unwrap_or_default();
                self.tell(id, format!("waits {what}"), machine);
            }
            EventKind::RetryScheduled {
                retrier,
                attempt,
                max_attempts,
                failure,
                ..
            } => {
                let text = format!(
                    "{}, then Retry[{retrier}], {attempt} of {max_attempts}",
                    tame(failure.name())
                );
                self.tell(id, text, machine);
            }
            EventKind::MapStateStarted { length, .. } => {
                if let Some(running) = self.running.get_mut(&id) {
                    running.iterations = Some((0, *length));
                    running.text = "Map".to_owned();
                    if let Some(spinner) = running.bar.take() {
                        spinner.finish_and_clear();
                        self.rows.remove(&spinner);
                    }
                }
                self.show(machine);
            }
            EventKind::MapIterationSucceeded { .. } | EventKind::MapIterationFailed { .. } => {
                if let Some(running) = self.running.get_mut(&id)
                    && let Some((done, _)) = &mut running.iterations
                {
                    *done += 1;
                    if let Some(bar) = &running.bar {
                        bar.set_position(*done);
                    }
                }
            }
            EventKind::StateExited { .. }
            | EventKind::StateFailed { .. }
            | EventKind::TaskStateAborted { .. }
            | EventKind::WaitStateAborted { .. }
            | EventKind::MapStateAborted { .. }
            | EventKind::ParallelStateAborted { .. } => {
                if let Some(Running { bar: Some(bar), .. }) = self.running.remove(&id) {
                    bar.finish_and_clear();
                    self.rows.remove(&bar);
                }
                self.show(machine);
            }
            _ => {}
        }
    }

    fn tell(&mut self, id: VisitId, text: String, machine: &StateMachine) {
        let width = self.timeline.options().style.width;
        if let Some(running) = self.running.get_mut(&id) {
            running.text = text;
            if let Some(bar) = &running.bar {
                bar.set_message(message(running, machine, width, &self.timeline));
            }
        }
    }

    /// Gives the first of the running states a row each, and counts the rest.
    fn show(&mut self, machine: &StateMachine) {
        let style = self.timeline.options().style;
        let mut shown = 0;
        for running in self.running.values_mut().take(MOST_ROWS) {
            shown += 1;
            if running.bar.is_some() {
                continue;
            }
            // A bar draws by itself until it is added to the others.
            let hidden = ProgressDrawTarget::hidden();
            let (length, counts) = (
                running.iterations.map(|(_, all)| all),
                running.iterations.is_some(),
            );
            let bar = ProgressBar::with_draw_target(length, hidden)
                .with_style(bar_style(counts, style.unicode));
            let bar = match &self.more {
                Some(more) => self.rows.insert_before(more, bar),
                None => self.rows.add(bar),
            };
            bar.set_position(running.iterations.map_or(0, |(done, _)| done));
            bar.set_message(message(running, machine, style.width, &self.timeline));
            bar.enable_steady_tick(TICK);
            running.bar = Some(bar);
        }
        let rest = self.running.len() - shown;
        if rest > 0 {
            let more = self.more.get_or_insert_with(|| {
                let plain = ProgressStyle::with_template("   {msg}")
                    .unwrap_or_else(|_| ProgressStyle::default_bar());
                let hidden = ProgressDrawTarget::hidden();
                self.rows
                    .add(ProgressBar::with_draw_target(None, hidden).with_style(plain))
            });
            more.set_message(format!("{} {rest} more", style.ellipsis()));
        } else if let Some(more) = self.more.take() {
            more.finish_and_clear();
            self.rows.remove(&more);
        }
    }
}

fn message(running: &Running, machine: &StateMachine, width: usize, timeline: &Timeline) -> String {
    let name = machine
        .states
        .get(running.state.0 as usize)
        .map(|state| tame(&state.name.value))
        .unwrap_or_default();
    let columns = width.saturating_sub(30).max(20);
    fit(
        &format!("{name}  {}", running.text),
        columns,
        timeline.options().style,
    )
}

/// Only these can still be running at the next look.
fn takes_time(kind: &StateKind) -> bool {
    matches!(
        kind,
        StateKind::Task(_) | StateKind::Wait(_) | StateKind::Parallel(_) | StateKind::Map(_)
    )
}

fn bar_style(counts: bool, unicode: bool) -> ProgressStyle {
    let template = if counts {
        " {spinner} {msg} {bar:12} {pos}/{len} {elapsed}"
    } else {
        " {spinner} {msg} {elapsed}"
    };
    // The templates are constants, and a test builds both.
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner());
    if unicode {
        style
    } else {
        style.tick_chars("-\\|/ ").progress_chars("#>-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::history::testing::{machine, run, succeed};

    #[test]
    fn the_templates_are_good() {
        for template in [
            " {spinner} {msg} {bar:12} {pos}/{len} {elapsed}",
            " {spinner} {msg} {elapsed}",
            "   {msg}",
        ] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }

    #[test]
    fn follows_a_run_and_ends_with_nothing_running() {
        let machine = machine(
            r#"{"StartAt": "Each", "States": {"Each": {"Type": "Map", "ItemProcessor": {"StartAt": "Work", "States": {
                "Work": {"Type": "Task", "Resource": "arn:aws:lambda:us-east-1:123456789012:function:work", "End": true}}},
                "End": true}}}"#,
        );
        let items: Vec<String> = (0..30).map(|n| n.to_string()).collect();
        let (events, outcome) = run(
            &machine,
            Options::default(),
            &format!("[{}]", items.join(",")),
            |request| succeed(100 * i64::from(request.iterations[0].index), "1"),
        );
        let mut live = LiveView::on(TimelineOptions::default(), ProgressDrawTarget::hidden());
        let mut most = 0;
        for event in &events {
            live.event(event, &machine).unwrap();
            most = most.max(
                live.running
                    .values()
                    .filter(|running| running.bar.is_some())
                    .count(),
            );
        }
        assert_eq!(most, MOST_ROWS);
        assert!(live.running.is_empty() && live.more.is_none());
        let text = live.finish(&machine, outcome.as_ref(), RunFacts::default());
        assert!(text.contains("SUCCEEDED in 2.900s"), "{text}");
    }
}
