//! `sfnrun mocks`

use crate::cli::args::{Mocks, MocksCommand, MocksFormat, MocksFromHistory, MocksInit};
use crate::cli::definition;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::history_source;
use crate::cli::input;
use crate::cli::output_file::write_file;
use crate::cli::terminal::Terminal;
use crate::source::Bindings;
use crate::tasks::{MockFormat, recorded_mocks, skeleton};

/// Does something about mock files.
pub(crate) fn run(arguments: &Mocks, terminal: &Terminal) -> Result<Exit, CliError> {
    match &arguments.command {
        MocksCommand::Init(arguments) => init(arguments, terminal),
        MocksCommand::FromHistory(arguments) => from_history(arguments, terminal),
    }
}

/// Writes a mock file that answers every Task of a definition.
fn init(arguments: &MocksInit, terminal: &Terminal) -> Result<Exit, CliError> {
    let file = input::source_file(&arguments.definition)?;
    let definitions = definition::load(file, &Bindings::default(), None);
    let definition = definition::select(definitions, arguments.resource.as_deref())?;
    let Some(machine) = &definition.machine else {
        return Err(CliError::new(format!(
            "`{}` holds no state machine definition",
            arguments.definition
        ))
        .help("a definition is an object with `StartAt` and `States`"));
    };
    let format = match arguments.format {
        MocksFormat::Own => MockFormat::Own,
        MocksFormat::Aws => MockFormat::MockConfigFile,
    };
    let text = skeleton(machine, &definition.name(), &arguments.definition, format);
    write(&text, arguments.output.as_deref(), terminal)
}

/// Writes a mock file that replays an execution.
fn from_history(arguments: &MocksFromHistory, terminal: &Terminal) -> Result<Exit, CliError> {
    let definition = history_source::definition(
        &arguments.definition,
        arguments.resource.as_deref(),
        &arguments.variables,
    )?;
    let history = history_source::load(&arguments.file, Some(definition.machine), terminal)?;
    let heading = format!(
        "What the Tasks gave in {}. To replay it:\n  sfnrun exec {} --input INPUT --mocks THIS_FILE\n\
         INPUT is the `input` of its first event. `sfnrun explain mocks` tells of the format.",
        one_line(&arguments.file),
        one_line(&arguments.definition),
    );
    let mocks = recorded_mocks(&history.machine, &history.events, &heading);
    for note in &mocks.notes {
        terminal.story(&format!("note: {note}\n"));
    }
    write(&mocks.text, arguments.output.as_deref(), terminal)
}

fn write(text: &str, output: Option<&str>, terminal: &Terminal) -> Result<Exit, CliError> {
    match output {
        Some(path) => {
            write_file(path, text)?;
            terminal.story(&format!("wrote `{path}`\n"));
        }
        None => terminal.result(text)?,
    }
    Ok(Exit::Success)
}

/// Text for a comment: a line break in it would end the comment.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect()
}
