//! How a run of `exec` is told of: the story on standard error, the result on standard output.

use super::{ExecRun, clock};
use crate::base::text;
use crate::cli::args::{ClockChoice, ResultFormat};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::interrupt::interrupted;
use crate::cli::machine_source::rendered;
use crate::cli::unfinished::Unfinished;
use crate::engine::{Outcome, Secrets, Status};
use crate::report::diagnostic::failure_diagnostic;
use crate::report::execution_result;
use crate::report::timeline::{
    Detail, LiveView, RunFacts, Timeline, TimelineClock, TimelineOptions,
};
use crate::run::End;
use crate::tasks::{GivenUp, GivenUpJob, InFlight, JobEnd};
use std::time::Duration;

/// So long it is waited for jobs to be stopped.
const STOPPING: Duration = Duration::from_secs(10);

/// Whether an execution came to its end by itself.
pub(super) fn is_over(end: &End) -> bool {
    matches!(end, End::Finished(outcome) if outcome.status != Status::Aborted)
}

/// Bytes of a line of a function that are shown.
const LINE: usize = 2_000;

/// The beginning of a line that is too long.
fn shortened(line: &str) -> &str {
    &line[..line.floor_char_boundary(LINE)]
}

impl ExecRun<'_> {
    /// Only a run that takes its time, in front of somebody, is drawn while it goes on.
    pub(super) fn view(&self) -> LiveView {
        let waits = clock(self.arguments) == ClockChoice::Wall && self.arguments.wait_scale > 0.0;
        if (waits || self.live.is_some()) && self.terminal.stderr_terminal {
            LiveView::new(self.timeline_options())
        } else {
            LiveView::silent(self.timeline_options())
        }
    }

    /// What functions wrote to their standard error, and what to do about calls: where the run failed, or where details are asked for.
    /// Task tokens are struck out of it.
    pub(super) fn logs(&self, end: &End, secrets: &Secrets) {
        let Some(live) = &self.live else {
            return;
        };
        let succeeded =
            matches!(end, End::Finished(outcome) if outcome.status == Status::Succeeded);
        if (succeeded && self.arguments.verbose == 0) || self.arguments.quiet {
            return;
        }
        for (function, mut line) in live.functions.logs().take() {
            secrets.mask(&mut line);
            let line = shortened(&line);
            self.terminal.story(&format!("{function} | {line}\n"));
        }
        for mut advice in live.advice() {
            secrets.mask(&mut advice);
            self.terminal.story(&format!("help: {advice}\n"));
        }
    }

    /// What was given up, once the jobs that it had started are stopped: that is not waited for once it is interrupted again, and not for long.
    pub(super) fn given_up(&self, in_flight: &InFlight) -> Vec<GivenUp> {
        let _in_runtime = self.runtime.enter();
        self.runtime.block_on(in_flight.settled(async {
            tokio::select! {
                () = interrupted() => {}
                () = tokio::time::sleep(STOPPING) => {}
            }
        }))
    }

    /// What was being done when the execution was stopped, and what became of the jobs of Tasks that nobody waits for.
    pub(super) fn tell_given_up(&self, end: &End, given_up: &[GivenUp]) {
        let stopped = matches!(end, End::Finished(outcome) if outcome.status == Status::Aborted);
        if stopped && !given_up.is_empty() {
            let mut tasks: Vec<&str> = given_up.iter().map(|given_up| &*given_up.task).collect();
            // A Map has a writer, and the writer its uploads.
            tasks.dedup();
            let tasks = tasks.join(", ");
            self.terminal.story(&format!(
                "under way when it was stopped, and given up: {tasks}\n"
            ));
        }
        for GivenUp { task, job } in given_up {
            let Some(GivenUpJob { name, end }) = job else {
                continue;
            };
            let job = match name {
                Some(name) => format!("job `{name}`"),
                None => "job".to_owned(),
            };
            let told = match end {
                JobEnd::Stopped(call) => format!("the {job} of {task} is stopped by `{call}`\n"),
                JobEnd::GoesOn(why) => {
                    format!("warning: the {job} of {task} goes on, and may cost money: {why}\n")
                }
            };
            self.terminal.story(&told);
        }
    }

    /// How much was recorded, and what was not.
    pub(super) fn tell_recorded(&self, calls: usize, remark: Option<&str>) {
        let arguments = self.arguments;
        let path = arguments
            .record
            .as_ref()
            .or(arguments.record_missing.as_ref());
        if let (Some(path), false) = (path, arguments.quiet) {
            let calls = text::count(calls, "call");
            self.terminal
                .story(&format!("recorded {calls} in `{path}`\n"));
            if let Some(remark) = remark {
                self.terminal.story(&format!("note: {remark}\n"));
            }
        }
    }

    fn timeline_options(&self) -> TimelineOptions {
        let arguments = self.arguments;
        TimelineOptions {
            name: self.definition.name(),
            run_id: self.run_id.clone(),
            workflow_type: self.options.workflow_type,
            clock: match (clock(arguments), arguments.wait_scale) {
                (ClockChoice::Virtual, _) => TimelineClock::Virtual,
                (ClockChoice::Skip, _) => TimelineClock::Skipping,
                (ClockChoice::Wall, 1.0) => TimelineClock::Wall,
                (ClockChoice::Wall, factor) => TimelineClock::Scaled(factor),
            },
            limits: self.options.limits.hold(),
            detail: match (arguments.quiet, arguments.verbose) {
                (true, _) => Detail::Nothing,
                (false, 0) => Detail::Rows,
                (false, 1) => Detail::Changes,
                (false, _) => Detail::Stages,
            },
            style: self.terminal.stderr_style(),
            ..TimelineOptions::default()
        }
    }

    /// Tells how the run ended: the story on stderr, the result on stdout.
    pub(super) fn conclude(
        &self,
        end: End,
        view: &mut LiveView,
        notes: &str,
        facts: RunFacts,
        secrets: &Secrets,
    ) -> Result<Exit, CliError> {
        let outcome = match &end {
            End::Finished(outcome) => Some(&**outcome),
            _ => None,
        };
        let story = view.finish(&self.machine, outcome, facts);
        self.terminal.story(&story);
        if !self.arguments.quiet {
            self.terminal.story(notes);
        }
        if let End::Finished(outcome) = &end {
            return self.finished(outcome, view.timeline(), facts, secrets);
        }
        let unfinished = Unfinished {
            terminal: self.terminal,
            definition: self.definition,
            machine: &self.machine,
            mocks: &self.mocks,
            machines: &self.machines,
        };
        unfinished.tell(&end);
        if self.arguments.format == ResultFormat::Json {
            let result = execution_result(&self.machine, view.timeline(), None, facts);
            self.terminal
                .result(&format!("{}\n", result.to_pretty_json()))?;
        }
        Ok(Exit::CannotRun)
    }

    fn finished(
        &self,
        outcome: &Outcome,
        timeline: &Timeline,
        facts: RunFacts,
        secrets: &Secrets,
    ) -> Result<Exit, CliError> {
        if let Some(diagnostic) = failure_diagnostic(&self.machine, outcome, secrets) {
            self.terminal
                .story(&rendered(self.definition, &[diagnostic], self.terminal));
        }
        match self.arguments.format {
            ResultFormat::Json => {
                let result = execution_result(&self.machine, timeline, Some(outcome), facts);
                self.terminal
                    .result(&format!("{}\n", result.to_pretty_json()))?;
            }
            ResultFormat::Human => {
                if let Some(output) = &outcome.output {
                    self.terminal
                        .result(&format!("{}\n", output.to_pretty_json()))?;
                }
            }
        }
        let caught = outcome.status == Status::Succeeded && timeline.totals().caught > 0;
        Ok(match Exit::of(outcome.status) {
            Exit::Success if caught && self.arguments.fail_on_catch => Exit::Failure,
            exit => exit,
        })
    }
}
