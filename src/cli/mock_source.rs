//! The mock file that `--mocks` names.

use super::error::{CliError, plain};
use super::input;
use super::recording::beside;
use super::terminal::Terminal;
use crate::asl::{StateId, StateMachine};
use crate::diagnostics::{Diagnostic, Severity};
use crate::engine::{Options, TaskId, TaskRequest};
use crate::report::diagnostic::{Findings, human};
use crate::source::SourceFile;
use crate::tasks::{
    LocalMachine, LocalMachines, MockFile, Mocks, Reply, TaskHandler, split_case, whole_part,
};
use crate::value::Value;
use std::fs;

/// A mock file, read, and the case that was chosen in it.
#[derive(Debug)]
pub(super) struct MockSource {
    file: SourceFile,
    mocks: Mocks,
}

impl MockSource {
    /// Reads `FILE` or `FILE#CASE` and holds it against the machine. Faults end it, anything less is told.
    pub(super) fn load(
        named: &str,
        machine_name: &str,
        machine: &StateMachine,
        terminal: &Terminal,
    ) -> Result<Self, CliError> {
        let (path, case) = split_case(named);
        let file = whole(input::source_file(path)?, terminal);
        let tree = file.read();
        let side_file = |named: &str| side_file(&file.name, named);
        let (mock_file, found) = MockFile::with_files(&file.name, &tree, &side_file);
        let mut diagnostics = tree.diagnostics;
        diagnostics.extend(found);
        refuse_errors(&file, &diagnostics, terminal)?;
        let mocks = mock_file
            .select(Some(machine_name), case)
            .map_err(|error| CliError::rendered(render(&file, &[*error.diagnostic], terminal)))?;
        diagnostics.extend(mocks.check(machine));
        refuse_errors(&file, &diagnostics, terminal)?;
        terminal.story(&render(&file, &diagnostics, terminal));
        Ok(Self { file, mocks })
    }

    /// Results that it gives, as examples.
    pub(super) fn results(&self, machine: &StateMachine) -> Vec<(StateId, Value)> {
        self.mocks.results(machine)
    }

    /// Has the mocks answer the Tasks of a machine that may be started. Faults end it, anything less is told.
    pub(super) fn answer(
        &self,
        local: &mut LocalMachine,
        terminal: &Terminal,
    ) -> Result<(), CliError> {
        if let Some(mocks) = self.mocks.of_machine(local.name()) {
            let found = mocks.check(local.machine());
            refuse_errors(&self.file, &found, terminal)?;
            terminal.story(&self.render(&found, terminal));
            local.answer_with(mocks);
        }
        Ok(())
    }

    /// Tells of machines that are mocked and not given.
    pub(super) fn check_machines(&self, machines: &LocalMachines, terminal: &Terminal) {
        let found = self.mocks.check_machines(machines.names());
        terminal.story(&self.render(&found, terminal));
    }

    /// Answers a run with these options.
    pub(super) fn asked_by(self, options: &Options) -> Self {
        Self {
            mocks: self.mocks.asked_by(options),
            ..self
        }
    }

    /// Leaves what was not recorded to others.
    pub(super) fn leaving_gaps(self) -> Self {
        Self {
            mocks: self.mocks.leaving_gaps(),
            ..self
        }
    }

    /// The mocks of the case that was chosen.
    pub(super) fn mocks(&self) -> &Mocks {
        &self.mocks
    }

    /// The file's name.
    pub(super) fn name(&self) -> &str {
        &self.file.name
    }

    /// What showed while the mock file was used: a fault, or notes.
    pub(super) fn render(&self, diagnostics: &[Diagnostic], terminal: &Terminal) -> String {
        render(&self.file, diagnostics, terminal)
    }
}

/// A recording whose last entry is cut off, since its run was killed, without that entry.
fn whole(file: SourceFile, terminal: &Terminal) -> SourceFile {
    let whole = whole_part(&file.text);
    if whole == file.text.len() {
        return file;
    }
    terminal.story(&format!(
        "warning: the last call in `{}` is cut off (it does not end with `latency`) and left out\n",
        file.name
    ));
    SourceFile::new(&file.name, file.text[..whole].to_owned())
}

/// A file that a mock file names.
fn side_file(mock_file: &str, named: &str) -> Result<String, String> {
    let path = beside(mock_file, named);
    fs::read_to_string(path).map_err(|error| plain(&error))
}

fn refuse_errors(
    file: &SourceFile,
    diagnostics: &[Diagnostic],
    terminal: &Terminal,
) -> Result<(), CliError> {
    if diagnostics
        .iter()
        .any(|found| found.severity == Severity::Error)
    {
        return Err(CliError::rendered(render(file, diagnostics, terminal)));
    }
    Ok(())
}

fn render(file: &SourceFile, diagnostics: &[Diagnostic], terminal: &Terminal) -> String {
    let findings = Findings {
        path: &file.name,
        text: &file.text,
        diagnostics,
    };
    human(&findings, terminal.stderr_style())
}

/// Answers nothing.
pub(super) struct NoMocks;

impl TaskHandler for NoMocks {
    fn start(&mut self, _: &TaskRequest) -> Reply {
        Reply::NotMocked
    }

    fn cancel(&mut self, _: TaskId) {}
}
