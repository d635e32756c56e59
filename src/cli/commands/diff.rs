//! `sfnrun diff`

use super::remote;
use crate::cli::args::{Diff, HistoryFormat};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::history_source;
use crate::cli::replay::{Replay, entries, replay};
use crate::cli::terminal::Terminal;
use crate::engine::Names;
use crate::history::{Comparison, compare};
use crate::report::{comparison, comparison_json};
use crate::run::End;

/// Runs a history again with a definition that lies here, and shows where the two part.
pub(crate) fn run(arguments: &Diff, terminal: &Terminal) -> Result<Exit, CliError> {
    let local = history_source::definition(
        &arguments.local,
        arguments.resource.as_deref(),
        &arguments.variables,
    )?;
    let (history, names) = if arguments.history.starts_with("arn:") {
        remote::recorded(arguments, terminal)?
    } else {
        // States of the definition that AWS ran need not be there any more.
        let history = history_source::load(&arguments.history, None, terminal)?;
        let names = Names {
            state_machine: local.name.as_str().into(),
            ..Names::default()
        };
        (history, names)
    };
    let Replay { events, end, notes } = replay(&history, &local.machine, names)?;
    let recorded = entries(&history.events, &history.machine);
    let found = compare(&recorded, &entries(&events, &local.machine));
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
