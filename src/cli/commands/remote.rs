//! `exec --on`, and `history` and `diff` of an ARN: executions that run in AWS.

use crate::asl::{StateMachine, WorkflowType};
use crate::base::Random;
use crate::cli::args::{Diff, Exec, History, HistoryFormat, ResultFormat};
use crate::cli::commands::history::{exit, tell, timeline, words};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::history_source;
use crate::cli::input;
use crate::cli::output_file::write_file;
use crate::cli::recording::{RecordingFile, recording_at};
use crate::cli::remote_run::{Followed, RemoteRuns, Started, imported};
use crate::cli::terminal::Terminal;
use crate::engine::{Names, Secrets};
use crate::history::ImportedHistory;
use crate::remote::{ExecutionArn, Feed, Finished, MachineArn};
use crate::report::execution_result;
use crate::report::timeline::{Detail, LiveView, RunFacts, TimelineClock, TimelineOptions};
use crate::run::Consumer;
use crate::tasks::{RecordedRun, recorded_mocks};
use crate::value::{Object, Value};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// Shows an execution, as far as it has come or, with `--follow`, until it ends.
pub(crate) fn history(arguments: &History, terminal: &Terminal) -> Result<Exit, CliError> {
    let execution = execution(&arguments.file)?;
    let runs = RemoteRuns::new(&arguments.access, execution.region())?;
    let mut feed = runs.history(&execution)?;
    let machine = match &arguments.definition {
        Some(path) => {
            let resource = arguments.resource.as_deref();
            history_source::definition(path, resource, &arguments.variables)?.machine
        }
        None => runs.machine(&execution)?,
    };
    if !arguments.follow || feed.is_over() {
        let history = imported(&feed, &machine, terminal)?;
        let map_runs = runs.map_runs(&feed);
        let mut timeline = timeline(arguments, execution.machine().to_owned(), terminal);
        map_runs.tell_to(|map_run, children, failures| {
            timeline.map_run(map_run, children, failures);
        });
        let exit = tell(arguments, timeline, &history, facts(&feed), terminal)?;
        terminal.story(&map_runs.remarks());
        return Ok(exit);
    }
    let watch = Watch {
        runs: &runs,
        machine: &machine,
        terminal,
        detail: detail(arguments.verbose),
    };
    let json = arguments.format == HistoryFormat::Json;
    watch.run(&mut feed, json).map(|(exit, _)| exit)
}

/// Starts an execution and follows it to its end.
pub(crate) fn exec(arguments: &Exec, on: &str, terminal: &Terminal) -> Result<Exit, CliError> {
    let arn = MachineArn::parse(on).ok_or_else(|| {
        CliError::new(format!("`--on {on}`: this is no ARN of a state machine")).help(
            "it is as `arn:aws:states:us-east-1:123456789012:stateMachine:NAME`, with `:VERSION` or `:ALIAS` behind it if need be",
        )
    })?;
    let input = input::json(&arguments.input, "--input")?.to_json();
    let runs = RemoteRuns::new(&arguments.live.access, arn.region())?;
    let named = arguments.name.clone();
    let name = named.or_else(|| arguments.idempotent.then(|| name_of(&arn, &input)));
    if runs.workflow_type(&arn)? == WorkflowType::Express {
        if let Some(option) = needs_history(arguments) {
            return Err(CliError::new(format!(
                "`{option}`: an Express execution keeps no history"
            ))
            .help("leave it out: status and output come without"));
        }
        let finished = runs.run(&arn, &input, name.as_deref())?;
        return express(&finished, arguments.format, terminal);
    }
    if let Some(path) = &arguments.record {
        recording_at(path)?;
    }
    let nobody_elses = name.is_none();
    let name = name.map_or_else(own_name, Ok)?;
    let (execution, done) = match runs.start(&arn, &input, &name)? {
        Started::Now(execution) => (execution, "started"),
        Started::There { execution, .. } if arguments.idempotent => (execution, "ran before:"),
        Started::There { execution, .. } if nobody_elses => (execution, "started"),
        Started::There {
            execution,
            perhaps_now,
        } => {
            let there = CliError::new(format!("there is an execution `{execution}` already"));
            return Err(match perhaps_now {
                true => there.help(format!(
                    "it may be the one that was started just now, as an answer of AWS was lost: `sfnrun history --follow {execution}` shows it"
                )),
                false => there
                    .help("give another `--name`, or `--idempotent` to see the one that is there"),
            });
        }
        Started::Perhaps(execution, error) => {
            terminal.report(&error.help(format!(
                "the execution may have been started all the same: `sfnrun history --follow {execution}` shows it if it was"
            )));
            return Ok(Exit::CannotRun);
        }
    };
    if !arguments.quiet {
        terminal.story(&format!("{done} {execution}\n"));
    }
    Ok(
        follow(arguments, &runs, &execution, terminal).unwrap_or_else(|error| {
            terminal.report(&lost(error, &execution));
            Exit::CannotRun
        }),
    )
}

/// Follows an execution that was started to its end, and writes down what it did.
fn follow(
    arguments: &Exec,
    runs: &RemoteRuns,
    execution: &ExecutionArn,
    terminal: &Terminal,
) -> Result<Exit, CliError> {
    let machine = runs.machine(execution)?;
    let mut feed = runs.feed(execution);
    let watch = Watch {
        runs,
        machine: &machine,
        terminal,
        detail: match arguments.quiet {
            true => Detail::Nothing,
            false => detail(arguments.verbose),
        },
    };
    let (exit, history) = watch.run(&mut feed, arguments.format == ResultFormat::Json)?;
    if let Some(path) = &arguments.history {
        let mut text = format!("{}\n", feed.to_json());
        if !arguments.show_tokens {
            tokens(&history).mask(&mut text);
        }
        write_file(path, &text)?;
    }
    if let Some(path) = &arguments.record {
        record(path, &history, execution, arguments.show_tokens, terminal)?;
    }
    Ok(exit)
}

/// The task tokens that were given out.
fn tokens(history: &ImportedHistory) -> Secrets {
    let mut tokens = Secrets::default();
    for event in &history.events {
        tokens.learn(event);
    }
    tokens
}

/// What is said where AWS tells no more of an execution that was started.
fn lost(error: CliError, execution: &ExecutionArn) -> CliError {
    error.help(format!(
        "the execution was started and goes on until it ends: `sfnrun history --follow {execution}` shows it"
    ))
}

/// An execution that is not over is told of as one that runs.
fn facts(feed: &Feed) -> RunFacts {
    RunFacts {
        goes_on: !feed.is_over(),
        ..RunFacts::default()
    }
}

/// The history of an execution, for `diff`, and the names that it went by.
pub(crate) fn recorded(
    arguments: &Diff,
    terminal: &Terminal,
) -> Result<(ImportedHistory, Names), CliError> {
    let execution = execution(&arguments.history)?;
    let runs = RemoteRuns::new(&arguments.access, execution.region())?;
    let feed = runs.history(&execution)?;
    let machine = runs.machine(&execution)?;
    let names = Names {
        execution: execution.name().into(),
        state_machine: execution.machine().into(),
        partition: execution.partition().into(),
        account: execution.account().into(),
        region: execution.region().into(),
        ..Names::default()
    };
    Ok((imported(&feed, &machine, terminal)?, names))
}

/// Looks on while an execution goes on.
struct Watch<'a> {
    runs: &'a RemoteRuns,
    machine: &'a Arc<StateMachine>,
    terminal: &'a Terminal,
    detail: Detail,
}

impl Watch<'_> {
    fn run(&self, feed: &mut Feed, json: bool) -> Result<(Exit, ImportedHistory), CliError> {
        let options = TimelineOptions {
            name: feed.execution().machine().to_owned(),
            clock: TimelineClock::Wall,
            children_elsewhere: true,
            detail: self.detail,
            style: self.terminal.stderr_style(),
            ..TimelineOptions::default()
        };
        let mut view = match self.terminal.stderr_terminal {
            true => LiveView::new(options),
            false => LiveView::silent(options),
        };
        let followed = self
            .runs
            .follow(feed, self.machine, &mut view, self.terminal);
        let followed = match followed {
            Followed::Lost(error) if feed.is_empty() => return Err(error),
            followed => followed,
        };
        let history = imported(feed, self.machine, self.terminal)?;
        let outcome = history.outcome.as_ref();
        let facts = facts(feed);
        let mut story = view.finish(self.machine, outcome, facts);
        if self.detail != Detail::Nothing {
            story.push_str(&words(&history, view.timeline()));
        }
        self.terminal.story(&story);
        let arn = feed.execution();
        if let Followed::Lost(error) = followed {
            self.terminal.report(&lost(error, arn));
            return Ok((Exit::CannotRun, history));
        }
        if let Followed::GoesOn = followed {
            self.terminal.story(&format!(
                "the execution goes on: `sfnrun history --follow {arn}` looks at it again, `aws stepfunctions stop-execution --execution-arn {arn}` stops it\n"
            ));
            return Ok((Exit::Interrupted, history));
        }
        if json {
            let result = execution_result(self.machine, view.timeline(), outcome, facts);
            self.terminal
                .result(&format!("{}\n", result.to_pretty_json()))?;
        } else if let Some(output) = outcome.and_then(|outcome| outcome.output.as_ref()) {
            self.terminal
                .result(&format!("{}\n", output.to_pretty_json()))?;
        }
        Ok((exit(outcome), history))
    }
}

fn detail(verbose: u8) -> Detail {
    match verbose {
        0 => Detail::Rows,
        _ => Detail::Changes,
    }
}

fn execution(text: &str) -> Result<ExecutionArn, CliError> {
    ExecutionArn::parse(text).ok_or_else(|| {
        CliError::new(format!("`{text}` is no ARN of an execution")).help(
            "it is as `arn:aws:states:us-east-1:123456789012:execution:MACHINE:NAME`; `exec --on` takes the ARN of a machine",
        )
    })
}

/// An option that is of no use where there is no history.
fn needs_history(arguments: &Exec) -> Option<&'static str> {
    if arguments.history.is_some() {
        Some("--history")
    } else {
        arguments.record.as_ref().map(|_| "--record")
    }
}

/// A name that no other execution has, as AWS makes it up: with it the start can be asked for again.
fn own_name() -> Result<String, CliError> {
    let chance = getrandom::u64()
        .map_err(|fault| CliError::new(format!("the system gives no random numbers: {fault}")))?;
    Ok(Random::new(chance).uuid())
}

/// A name that the same machine and input always have: what is started twice by accident runs once.
fn name_of(arn: &MachineArn, input: &str) -> String {
    let digest = Sha256::new()
        .chain_update(arn.as_str())
        .chain_update("\n")
        .chain_update(input)
        .finalize();
    let digits: String = digest
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("sfnrun-{digits}")
}

/// How an Express execution ended.
fn express(
    finished: &Finished,
    format: ResultFormat,
    terminal: &Terminal,
) -> Result<Exit, CliError> {
    let output = finished.output.as_deref();
    let output =
        output.map(|text| crate::value::read(text).unwrap_or_else(|_| Value::string(text)));
    terminal.story(&format!(
        "{}: Express executions keep no history\n",
        finished.status
    ));
    for (what, said) in [("error", &finished.error), ("cause", &finished.cause)] {
        if let Some(said) = said {
            terminal.story(&format!("{what}: {said}\n"));
        }
    }
    match (format, output) {
        (ResultFormat::Json, output) => {
            let said = |text: &Option<String>| text.as_ref().map_or(Value::Null, Value::string);
            let mut result = Object::new();
            result.insert("status", Value::string(&finished.status));
            result.insert("output", output.unwrap_or(Value::Null));
            result.insert("error", said(&finished.error));
            result.insert("cause", said(&finished.cause));
            terminal.result(&format!("{}\n", Value::from(result).to_pretty_json()))?;
        }
        (ResultFormat::Human, Some(output)) => {
            terminal.result(&format!("{}\n", output.to_pretty_json()))?;
        }
        (ResultFormat::Human, None) => {}
    }
    Ok(match &*finished.status {
        "SUCCEEDED" => Exit::Success,
        "TIMED_OUT" => Exit::Nothing,
        _ => Exit::Failure,
    })
}

/// Writes a recording with which a run here takes the same way.
fn record(
    path: &str,
    history: &ImportedHistory,
    execution: &ExecutionArn,
    show_tokens: bool,
    terminal: &Terminal,
) -> Result<(), CliError> {
    let heading = format!(
        "What the Tasks of {execution} were asked and gave. To replay it:\n  sfnrun exec DEFINITION --input INPUT --mocks {path}\n\
         INPUT is the input of the execution. `sfnrun explain mocks` tells of the format.",
    );
    let mocks = recorded_mocks(&history.machine, &history.events, "");
    for note in &mocks.notes {
        terminal.story(&format!("note: {note}\n"));
    }
    let machine = Arc::clone(&history.machine);
    let run = RecordedRun {
        name: Some(execution.name().into()),
        machine: Some(execution.machine().into()),
        region: Some(execution.region().into()),
        start: history.events.first().map(|event| event.at),
        // AWS does not tell.
        seed: None,
    };
    let mut recording = RecordingFile::anew(path, &heading, machine, &run, show_tokens)?;
    for event in &history.events {
        recording.event(event);
    }
    let calls = recording.finish(history.outcome.is_some(), None)?;
    terminal.story(&format!(
        "recorded {} in `{path}`\n",
        crate::base::text::count(calls, "call")
    ));
    Ok(())
}
