//! Histories that the user names, and the definitions that go with them.

use super::args::Variables;
use super::definition::{bindings, load as load_all, select};
use super::error::CliError;
use super::input;
use super::terminal::Terminal;
use crate::asl::StateMachine;
use crate::diagnostics::Diagnostic;
use crate::history::{ImportedHistory, import};
use crate::report::diagnostic::{Findings, human};
use crate::source::SourceFile;
use std::sync::Arc;

/// A definition that a history is told against.
#[derive(Debug)]
pub(super) struct HistoryDefinition {
    /// The machine's name.
    pub(super) name: String,
    pub(super) machine: Arc<StateMachine>,
}

/// Reads a definition. It may have faults: AWS ran it once, and may have been asked for less then.
pub(super) fn definition(
    path: &str,
    resource: Option<&str>,
    variables: &Variables,
) -> Result<HistoryDefinition, CliError> {
    let bindings = bindings(variables)?;
    let file = input::source_file(path)?;
    let mut definition = select(load_all(file, &bindings, None), resource)?;
    let name = definition.name();
    match definition.machine.take() {
        Some(machine) => Ok(HistoryDefinition {
            name,
            machine: Arc::new(machine),
        }),
        None => Err(
            CliError::new(format!("`{path}` holds no state machine definition"))
                .help("a definition is an object with `StartAt` and `States`"),
        ),
    }
}

/// Reads a history. Notes are told, faults end it.
pub(super) fn load(
    path: &str,
    machine: Option<Arc<StateMachine>>,
    terminal: &Terminal,
) -> Result<ImportedHistory, CliError> {
    read(&input::source_file(path)?, machine, terminal)
}

/// The same of what was read already.
pub(super) fn read(
    file: &SourceFile,
    machine: Option<Arc<StateMachine>>,
    terminal: &Terminal,
) -> Result<ImportedHistory, CliError> {
    let (history, findings) = import(file, machine);
    let report = render(file, &findings, terminal);
    match history {
        Some(history) => {
            terminal.story(&report);
            Ok(history)
        }
        None => Err(CliError::rendered(report)),
    }
}

fn render(file: &SourceFile, diagnostics: &[Diagnostic], terminal: &Terminal) -> String {
    let findings = Findings {
        path: &file.name,
        text: &file.text,
        diagnostics,
    };
    human(&findings, terminal.stderr_style())
}
