//! `sfnrun token`

use crate::callback::{Entry, Run, runs, send};
use crate::cli::args::{Token, TokenAction, TokenChoice};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::input;
use crate::cli::live_tasks::ledgers;
use crate::cli::terminal::Terminal;
use crate::cli::waiting::{iteration, named, started_by, which};
use crate::value::Object;
use std::collections::BTreeSet;

/// Tasks that are told of where several may be meant.
const MOST: usize = 10;

/// Answers a task that waits.
pub(crate) fn run(arguments: &Token, terminal: &Terminal) -> Result<Exit, CliError> {
    let (action, choice) = match &arguments.action {
        TokenAction::List { run } => return list(run.as_deref(), terminal),
        TokenAction::Succeed { choice, .. } => ("SendTaskSuccess", choice),
        TokenAction::Fail { choice, .. } => ("SendTaskFailure", choice),
        TokenAction::Heartbeat { choice } => ("SendTaskHeartbeat", choice),
    };
    let (port, token) = chosen(choice)?;
    let mut request = Object::new();
    request.insert("taskToken", token.into());
    match &arguments.action {
        TokenAction::Succeed { output, .. } => {
            let output = input::json(output, "--output")?;
            request.insert("output", output.to_json().into());
        }
        TokenAction::Fail { error, cause, .. } => {
            for (member, text) in [("error", error), ("cause", cause)] {
                if let Some(text) = text {
                    request.insert(member, text.as_str().into());
                }
            }
        }
        TokenAction::Heartbeat { .. } | TokenAction::List { .. } => {}
    }
    let answer = runtime()?.block_on(send(port, action, &request.into()));
    match answer {
        Ok(Ok(_)) => Ok(Exit::Success),
        Ok(Err((code, message))) => {
            terminal.story(&format!("{code}: {message}\n"));
            Ok(Exit::Failure)
        }
        Err(fault) => Err(
            CliError::new(format!("nobody answers on port {port}: {fault}"))
                .help("the run has ended: `sfnrun token list` tells which runs wait"),
        ),
    }
}

fn runtime() -> Result<tokio::runtime::Runtime, CliError> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| CliError::new(format!("no runtime to work in: {error}")))
}

fn found(run: Option<&str>) -> Result<Vec<Run>, CliError> {
    let mut found = runs(&ledgers()).map_err(|fault| CliError::new(fault.to_string()))?;
    found.retain(|one| run.is_none_or(|run| one.id == run));
    match run {
        Some(run) if found.is_empty() => Err(CliError::new(format!("no run `{run}` waits"))
            .help("`sfnrun token list` tells which do")),
        _ => Ok(found),
    }
}

/// Which tasks wait. Never their tokens.
fn list(run: Option<&str>, terminal: &Terminal) -> Result<Exit, CliError> {
    let mut text = String::new();
    for run in found(run)? {
        for entry in &run.open {
            text.push_str(&format!("{}  {}\n", run.id, shown(entry)));
        }
    }
    terminal.result(&text)?;
    Ok(Exit::Success)
}

/// `Ask  --iteration 1  --started-by 'Orders/Charge[2]'  (machine charge)`
fn shown(entry: &Entry) -> String {
    let machine = entry.within.as_ref();
    let machine = machine.map(|within| format!("(machine {})", within.machine));
    let parts = [
        Some(entry.state.clone()),
        iteration(entry),
        started_by(entry),
        machine,
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join("  ")
}

/// Port and token of the task that is meant.
fn chosen(choice: &TokenChoice) -> Result<(u16, String), CliError> {
    if let (Some(token), Some(port)) = (&choice.token, choice.port) {
        return Ok((port, token.clone()));
    }
    let runs = found(choice.run.as_deref())?;
    let all = || {
        runs.iter()
            .flat_map(|run| run.open.iter().map(move |entry| (run, entry)))
    };
    let mut meant: Vec<(&Run, &Entry)> =
        all().filter(|(_, entry)| is_meant(choice, entry)).collect();
    let itself = |(_, entry): &(&Run, &Entry)| entry.within.is_none();
    if choice.state.is_some() && meant.iter().any(itself) {
        // A state of an execution that a Task has started is told with that.
        meant.retain(itself);
    }
    match meant[..] {
        [(run, entry)] => Ok((run.port, entry.token.reveal().to_string())),
        [] => {
            let fault = CliError::new(match &choice.state {
                Some(state) => format!("no state `{state}` waits for a callback"),
                None => "no task waits for a callback".to_owned(),
            });
            let waiting: BTreeSet<String> = all().map(|(_, entry)| named(entry)).collect();
            Err(if waiting.is_empty() {
                fault.help("start one with `sfnrun exec --callback-port 0`")
            } else {
                let waiting: Vec<String> = waiting.into_iter().collect();
                fault.help(format!("these do: {}", waiting.join(", ")))
            })
        }
        _ => Err(ambiguous(&meant)),
    }
}

fn is_meant(choice: &TokenChoice, entry: &Entry) -> bool {
    let within = entry.within.as_ref();
    let place = within.map(|within| &within.place);
    (choice.token.as_ref()).is_none_or(|token| **entry.token.reveal() == **token)
        && (choice.state.as_ref()).is_none_or(|state| entry.state == *state)
        && (choice.iteration.is_empty() || entry.iterations == choice.iteration)
        && (choice.started_by.as_ref()).is_none_or(|wanted| place == Some(wanted))
}

/// Says how each of several tasks is meant alone.
fn ambiguous(meant: &[(&Run, &Entry)]) -> CliError {
    let fault = CliError::new(format!(
        "{} tasks wait of which each may be meant",
        meant.len()
    ));
    let fault = meant.iter().take(MOST).fold(fault, |fault, (run, entry)| {
        let (named, which) = (named(entry), which(entry));
        fault.help(format!("{named}: `--run {} {which}`", run.id))
    });
    match meant.len().saturating_sub(MOST) {
        0 => fault,
        more => fault.help(format!("and {more} more: `sfnrun token list` shows them")),
    }
}
