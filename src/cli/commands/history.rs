//! `sfnrun history`

use super::remote;
use crate::cli::args::{History, HistoryFormat};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::history_source;
use crate::cli::terminal::Terminal;
use crate::engine::{Outcome, Status};
use crate::history::ImportedHistory;
use crate::report::execution_result;
use crate::report::timeline::{Detail, RunFacts, Timeline, TimelineClock, TimelineOptions};
use std::path::Path;

/// Shows a history as a timeline.
pub(crate) fn run(arguments: &History, terminal: &Terminal) -> Result<Exit, CliError> {
    if arguments.file.starts_with("arn:") {
        return remote::history(arguments, terminal);
    }
    let option = arguments.follow.then_some("--follow");
    if let Some(option) = option.or_else(|| arguments.access.given()) {
        return Err(
            CliError::new(format!("`{option}` is of no use with a file"))
                .help("it goes with the ARN of an execution in AWS"),
        );
    }
    let (name, machine) = match &arguments.definition {
        Some(path) => {
            let definition = history_source::definition(
                path,
                arguments.resource.as_deref(),
                &arguments.variables,
            )?;
            (definition.name, Some(definition.machine))
        }
        None => (stem(&arguments.file), None),
    };
    let history = history_source::load(&arguments.file, machine, terminal)?;
    let timeline = timeline(arguments, name, terminal);
    tell(arguments, timeline, &history, RunFacts::default(), terminal)
}

/// A timeline as the command line wants it.
pub(super) fn timeline(arguments: &History, name: String, terminal: &Terminal) -> Timeline {
    Timeline::new(TimelineOptions {
        name,
        clock: TimelineClock::Wall,
        children_elsewhere: true,
        detail: match arguments.verbose {
            0 => Detail::Rows,
            _ => Detail::Changes,
        },
        style: terminal.stdout_style(),
        ..TimelineOptions::default()
    })
}

/// Shows a history as the command line wants it.
pub(super) fn tell(
    arguments: &History,
    mut timeline: Timeline,
    history: &ImportedHistory,
    facts: RunFacts,
    terminal: &Terminal,
) -> Result<Exit, CliError> {
    for event in &history.events {
        timeline.event(event, &history.machine);
    }
    let outcome = history.outcome.as_ref();
    let mut text = timeline.finish(&history.machine, outcome, facts);
    text.push_str(&words(history, &timeline));
    if arguments.format == HistoryFormat::Json {
        let result = execution_result(&history.machine, &timeline, outcome, facts);
        text = format!("{}\n", result.to_pretty_json());
    }
    terminal.result(&text)?;
    Ok(exit(outcome))
}

fn stem(path: &str) -> String {
    let name = Path::new(path).file_name().unwrap_or_default();
    let name = name.to_string_lossy();
    let stem = name.split('.').next().unwrap_or_default();
    match (path, stem) {
        ("-", _) | (_, "") => "history".to_owned(),
        _ => stem.to_owned(),
    }
}

/// What the rows have no room for: why it failed, in AWS's own words, or that it is not over.
pub(super) fn words(history: &ImportedHistory, timeline: &Timeline) -> String {
    let Some(outcome) = &history.outcome else {
        return "the history stops before the end of the execution\n".to_owned();
    };
    let mut text = String::new();
    for (what, words) in [("error", &outcome.error), ("cause", &outcome.cause)] {
        if let Some(words) = words {
            text.push_str(&format!("{what}: {words}\n"));
        }
    }
    timeline.secrets().mask(&mut text);
    text
}

/// By how the execution ended. One that was stopped did not do its work; one that is not over has not failed.
pub(super) fn exit(outcome: Option<&Outcome>) -> Exit {
    match outcome.map(|outcome| outcome.status) {
        None => Exit::Success,
        Some(Status::Aborted) => Exit::Failure,
        Some(status) => Exit::of(status),
    }
}
