//! `sfnrun diff`

use super::remote;
use crate::cli::args::{Diff, HistoryFormat};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::history_source::{self, HistoryDefinition};
use crate::cli::replay::{Replay, entries, replay};
use crate::cli::terminal::Terminal;
use crate::engine::Names;
use crate::history::{Comparison, ImportedHistory, compare};
use crate::report::{comparison, comparison_json};
use crate::run::End;
use std::sync::Arc;

/// Runs a history again with a definition that lies here, or that AWS has, and shows where the two part.
pub(crate) fn run(arguments: &Diff, terminal: &Terminal) -> Result<Exit, CliError> {
    let local = match arguments.local.iter().flatten().next() {
        Some(path) => Some(history_source::definition(
            path,
            arguments.resource.as_deref(),
            &arguments.variables,
        )?),
        None => None,
    };
    let (history, names) = if arguments.history.starts_with("arn:") {
        remote::recorded(arguments, terminal)?
    } else {
        of_file(arguments, local.as_ref(), terminal)?
    };
    let machine = match local {
        Some(local) => local.machine,
        None => Arc::clone(&history.machine),
    };
    let Replay { events, end, notes } = replay(&history, &machine, names)?;
    let recorded = entries(&history.events, &history.machine);
    let found = compare(&recorded, &entries(&events, &machine), &machine);
    match arguments.format {
        HistoryFormat::Json => {
            terminal.result(&format!("{}\n", comparison_json(&found).to_pretty_json()))?;
        }
        HistoryFormat::Human => {
            terminal.result(&comparison(&found, terminal.stdout_style()))?;
        }
    }
    for note in notes {
        terminal.story(&format!("note: {note}\n"));
    }
    if let Some(why) = stopped(&end, &found) {
        terminal.story(&why);
    }
    Ok(match found.difference {
        None => Exit::Success,
        Some(_) => Exit::Failure,
    })
}

/// A history in a file, and the names that its execution is given here.
fn of_file(
    arguments: &Diff,
    local: Option<&HistoryDefinition>,
    terminal: &Terminal,
) -> Result<(ImportedHistory, Names), CliError> {
    let Some(local) = local else {
        return Err(CliError::new(format!(
            "`{}` holds what happened, and no definition to run again",
            arguments.history
        ))
        .help("give it with `--local DEFINITION`; of an ARN it is read from AWS"));
    };
    // States of the definition that AWS ran need not be there any more.
    let history = history_source::load(&arguments.history, None, terminal)?;
    let names = Names {
        state_machine: local.name.as_str().into(),
        ..Names::default()
    };
    Ok((history, names))
}

/// Why the run here went no further, where that is not part of the difference itself.
fn stopped(end: &End, found: &Comparison) -> Option<String> {
    found.difference.as_ref()?;
    match end {
        End::Finished(_) => None,
        End::NotMocked(request) | End::MockError(request, _) => Some(format!(
            "note: the run here ends at the Task `{}`: no outcome is on record for what it asks\n",
            request.state_name
        )),
        _ => Some("note: the run here does not come to its end\n".to_owned()),
    }
}
