//! `sfnrun token`

use crate::callback::{Entry, Run, runs, send};
use crate::cli::args::{Token, TokenAction, TokenChoice};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::input;
use crate::cli::live_tasks::ledgers;
use crate::cli::terminal::Terminal;
use crate::value::Object;

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

fn shown(entry: &Entry) -> String {
    let indices: Vec<String> = entry.iterations.iter().map(ToString::to_string).collect();
    match indices.is_empty() {
        true => entry.state.clone(),
        false => format!("{}  --iteration {}", entry.state, indices.join(",")),
    }
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
    let meant: Vec<(&Run, &Entry)> = all()
        .filter(|(_, entry)| match &choice.token {
            Some(token) => **entry.token.reveal() == **token,
            None => true,
        })
        .filter(|(_, entry)| {
            choice
                .state
                .as_ref()
                .is_none_or(|state| entry.state == *state)
        })
        .filter(|(_, entry)| choice.iteration.is_empty() || entry.iterations == choice.iteration)
        .collect();
    match meant[..] {
        [(run, entry)] => Ok((run.port, entry.token.reveal().to_string())),
        [] => {
            let fault = CliError::new(match &choice.state {
                Some(state) => format!("no state `{state}` waits for a callback"),
                None => "no task waits for a callback".to_owned(),
            });
            let waiting: Vec<String> = all()
                .map(|(_, entry)| format!("`{}`", entry.state))
                .collect();
            Err(if waiting.is_empty() {
                fault.help("start one with `sfnrun exec --callback-port 0`")
            } else {
                fault.help(format!("these do: {}", waiting.join(", ")))
            })
        }
        _ => Err(CliError::new(format!("{} tasks wait", meant.len())).help(
            "say which with `--run`, `--state` and `--iteration`: `sfnrun token list` shows them",
        )),
    }
}
