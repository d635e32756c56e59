//! `sfnrun mocks`

use crate::asl::WorkflowType;
use crate::cli::args::{Mocks, MocksCommand, MocksFormat, MocksInit};
use crate::cli::definition::Definition;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::input;
use crate::cli::output_file::write_file;
use crate::cli::terminal::Terminal;
use crate::source::Bindings;
use crate::tasks::{MockFormat, skeleton};

/// Does something about mock files.
pub(crate) fn run(arguments: &Mocks, terminal: &Terminal) -> Result<Exit, CliError> {
    match &arguments.command {
        MocksCommand::Init(arguments) => init(arguments, terminal),
    }
}

/// Writes a mock file that answers every Task of a definition.
fn init(arguments: &MocksInit, terminal: &Terminal) -> Result<Exit, CliError> {
    let file = input::source_file(&arguments.definition)?;
    let definition = Definition::load(file, &Bindings::default(), WorkflowType::Standard);
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
    match &arguments.output {
        Some(path) => {
            write_file(path, &text)?;
            terminal.story(&format!("wrote `{path}`\n"));
        }
        None => terminal.result(&text)?,
    }
    Ok(Exit::Success)
}
