//! `sfnrun test`

use crate::base::text;
use crate::cli::STACK;
use crate::cli::args::Test;
use crate::cli::definition::rendered;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::input;
use crate::cli::output_file::write_file;
use crate::cli::scenario_files::{LocalFiles, find};
use crate::cli::terminal::Terminal;
use crate::diagnostics::Diagnostic;
use crate::engine::Event;
use crate::report::Style;
use crate::report::diagnostic::{Findings, failure_diagnostic, human};
use crate::report::scenario::{CaseResult, Lines, Tally, junit};
use crate::report::timeline::{Detail, RunFacts, Timeline, TimelineOptions};
use crate::scenario::{Case, Loaded, Verdict, load};
use crate::source::SourceFile;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Runs scenario files and folders of them.
pub(crate) fn run(arguments: &Test, terminal: &Terminal) -> Result<Exit, CliError> {
    let mut found = Found::default();
    for path in &arguments.paths {
        found.take(path, terminal)?;
    }
    let filter = arguments.filter.as_deref().unwrap_or_default();
    let jobs: Vec<Job<'_>> = found
        .files
        .iter()
        .flat_map(|file| file.cases.iter().map(move |case| Job { file, case }))
        .filter(|job| job.case.name.contains(filter))
        .collect();
    let any = found.files.iter().any(|file| !file.cases.is_empty());
    if jobs.is_empty() && any {
        return Err(
            CliError::new(format!("no scenario's name contains `{filter}`"))
                .help("`--filter` takes a part of a name, as it is written"),
        );
    }
    let tally = report(&jobs, arguments, found.files.len(), terminal)?;
    Ok(if found.faulty {
        Exit::Usage
    } else if !tally.is_clean() {
        Exit::Failure
    } else if found.empty {
        Exit::Nothing
    } else {
        Exit::Success
    })
}

/// The scenario files that the paths stand for.
#[derive(Default)]
struct Found {
    files: Vec<Loaded>,
    /// Whether a file could not be read or used.
    faulty: bool,
    /// Whether a folder holds no scenario file.
    empty: bool,
}

impl Found {
    fn take(&mut self, path: &str, terminal: &Terminal) -> Result<(), CliError> {
        let paths = find(path)?;
        if paths.is_empty() {
            self.empty = true;
            let fault = CliError::new(format!("`{path}` holds no scenario file"))
                .help("scenario files are called `scenarios.yaml` or `NAME.scenarios.yaml`; `.json` does as well");
            terminal.story(&fault.to_string());
        }
        for path in paths {
            let file = match input::source_file(&path) {
                Ok(file) => file,
                Err(error) => {
                    self.faulty = true;
                    terminal.story(&error.to_string());
                    continue;
                }
            };
            let loaded = load(file, &LocalFiles);
            tell(&loaded.file, &loaded.diagnostics, terminal);
            for (file, diagnostics) in &loaded.mock_findings {
                tell(file, diagnostics, terminal);
            }
            self.faulty |= !loaded.is_valid();
            self.files.push(loaded);
        }
        Ok(())
    }
}

fn tell(file: &SourceFile, diagnostics: &[Diagnostic], terminal: &Terminal) {
    let findings = Findings {
        path: &file.name,
        text: &file.text,
        diagnostics,
    };
    terminal.story(&human(&findings, terminal.stderr_style()));
}

/// A scenario to run.
#[derive(Clone, Copy)]
struct Job<'a> {
    file: &'a Loaded,
    case: &'a Case,
}

impl Job<'_> {
    fn result(&self, verdict: Verdict, real: Duration) -> CaseResult {
        CaseResult {
            group: self.file.group().to_owned(),
            file: self.file.file.clone(),
            name: self.case.name.to_string(),
            verdict,
            real,
        }
    }
}

/// Runs the scenarios and prints each as soon as all before it are done.
fn report(
    jobs: &[Job<'_>],
    arguments: &Test,
    files: usize,
    terminal: &Terminal,
) -> Result<Tally, CliError> {
    let started = now();
    let mut lines = Lines::new(terminal.stdout_style());
    let mut tally = Tally::default();
    let mut results = Vec::with_capacity(jobs.len());
    in_order(jobs, |job, result| {
        tally.add(&result.verdict);
        let mut text = lines.case(&result);
        if arguments.verbose > 0 && !result.verdict.is_passed() {
            text.push_str(&timeline(
                job.case,
                arguments.verbose,
                terminal.stdout_style(),
            ));
        }
        results.push(result);
        terminal.result(&text)
    })?;
    if let Some(path) = &arguments.junit {
        let xml = junit(&results)
            .map_err(|error| CliError::new(format!("cannot write JUnit XML: {error}")))?;
        write_file(path, &xml)?;
    }
    if !jobs.is_empty() {
        let (dot, real) = (
            terminal.stdout_style().dot(),
            started.elapsed().as_secs_f64(),
        );
        terminal.result(&format!(
            "{tally} in {}{dot}{real:.2}s\n",
            text::count(files, "file")
        ))?;
    }
    Ok(tally)
}

/// The timeline of a scenario that did not pass, and the place in its definition that failed where that was not
/// expected. It runs once more for it: a run is the same each time.
fn timeline(case: &Case, verbose: u8, style: Style) -> String {
    let (Some(machine), Some(options), Some(definition)) =
        (case.machine(), case.options(), case.definition())
    else {
        return String::new();
    };
    let mut timeline = Timeline::new(TimelineOptions {
        name: options.names.state_machine.to_string(),
        workflow_type: options.workflow_type,
        limits: options.limits.hold(),
        detail: if verbose > 1 {
            Detail::Changes
        } else {
            Detail::Rows
        },
        style,
        ..TimelineOptions::default()
    });
    let mut watch = |event: &Event| timeline.event(event, machine);
    let verdict = case.run(&mut [&mut watch]);
    let outcome = verdict.run().map(|run| &run.outcome);
    let mut text = timeline.finish(machine, outcome, RunFacts::default());
    let surprise = verdict.run().filter(|_| verdict.has_wrong_status());
    let diagnostic =
        surprise.and_then(|run| failure_diagnostic(machine, &run.outcome, &run.secrets));
    if let Some(diagnostic) = diagnostic {
        text.push('\n');
        text.push_str(&rendered(definition, &[diagnostic], style));
    }
    text.push('\n');
    text
}

fn now() -> Instant {
    #[expect(
        clippy::disallowed_methods,
        reason = "results tell how long a scenario really took"
    )]
    Instant::now()
}

/// Runs the jobs, as many at a time as there are processors, and hands on their results in order.
fn in_order(
    jobs: &[Job<'_>],
    mut take: impl FnMut(&Job<'_>, CaseResult) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let work = |done: &mpsc::Sender<(usize, CaseResult)>| {
        while let Some((at, job)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            jobs.get(at).map(|job| (at, job))
        } {
            let result = run_job(job);
            if done.send((at, result)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let (done, results) = mpsc::channel();
        let work = &work;
        for _ in 0..processors.min(jobs.len()) {
            let done = done.clone();
            thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || work(&done))
                .map_err(|error| CliError::new(format!("no thread to work in: {error}")))?;
        }
        drop(done);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (at, result) in results {
            waiting.insert(at, result);
            while let Some(result) = waiting.remove(&due) {
                take(&jobs[due], result)?;
                due += 1;
            }
        }
        Ok(())
    })
}

fn run_job(job: &Job<'_>) -> CaseResult {
    let started = now();
    let verdict = job.case.run(&mut []);
    job.result(verdict, started.elapsed())
}
