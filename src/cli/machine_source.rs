//! The machines that `--machine` names.

use super::definition::{self, Definition, error_count, load, select};
use super::error::CliError;
use super::input;
use super::mock_source::MockSource;
use super::terminal::Terminal;
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::Bindings;
use crate::tasks::{LocalMachine, LocalMachines};
use std::sync::Arc;

/// The machines that the execution may start, and their files.
#[derive(Debug, Default)]
pub(super) struct MachineSource {
    definitions: Vec<Definition>,
    machines: LocalMachines,
}

impl MachineSource {
    /// Reads each `NAME=FILE`, and hands out what the mock files have for them, the first of them first. Faults end it.
    pub(super) fn load(
        named: &[String],
        bindings: &Bindings,
        mocks: &[MockSource],
        terminal: &Terminal,
    ) -> Result<Self, CliError> {
        let mut definitions = Vec::with_capacity(named.len());
        let mut machines = Vec::with_capacity(named.len());
        for text in named {
            let (name, path) = split(text)?;
            let file = input::source_file(path)?;
            let mut definition = select(load(file, bindings, None), None)?;
            let machine = Arc::new(runnable(&mut definition, terminal)?);
            let mut local = LocalMachine::new(name, machine);
            for mocks in mocks {
                mocks.answer(&mut local, terminal)?;
            }
            definitions.push(definition);
            machines.push(local);
        }
        let machines: LocalMachines = machines.into_iter().collect();
        for mocks in mocks {
            mocks.check_machines(&machines, terminal);
        }
        Ok(Self {
            definitions,
            machines,
        })
    }

    /// The machines; nothing where there is none.
    pub(super) fn machines(&self) -> Option<&LocalMachines> {
        (!self.machines.is_empty()).then_some(&self.machines)
    }

    /// The machines, each with its file.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&LocalMachine, &Definition)> {
        self.machines.iter().zip(&self.definitions)
    }

    /// Whether what a `StateMachineArn` means is run here.
    pub(super) fn runs(&self, arn: &str) -> bool {
        self.machines.find(arn).is_some()
    }

    /// A machine and its file.
    pub(super) fn find(&self, name: &str) -> Option<(&LocalMachine, &Definition)> {
        let at = self.machines.names().position(|known| known == name)?;
        Some((self.machines.find(name)?, self.definitions.get(at)?))
    }
}

/// `NAME=FILE`. The name goes up to the first `=`, which neither names nor ARNs hold.
fn split(text: &str) -> Result<(&str, &str), CliError> {
    text.split_once('=')
        .filter(|(name, path)| !name.is_empty() && !path.is_empty())
        .ok_or_else(|| {
            CliError::new(format!("`--machine {text}` names no machine and its file"))
                .help("write `--machine NAME=FILE`, where NAME is the machine's name or its ARN")
        })
}

/// The machine of a definition without errors.
pub(super) fn runnable(
    definition: &mut Definition,
    terminal: &Terminal,
) -> Result<crate::asl::StateMachine, CliError> {
    if definition.has_errors() {
        let errors: Vec<Diagnostic> = definition
            .diagnostics
            .iter()
            .filter(|found| found.severity == Severity::Error)
            .cloned()
            .collect();
        let report = rendered(definition, &errors, terminal);
        return Err(CliError::rendered(format!(
            "{report}{} in {}: nothing was run\n",
            error_count(&errors),
            definition.file.home().name
        )));
    }
    definition.machine.take().ok_or_else(|| {
        let fault = CliError::new(format!(
            "`{}` holds no state machine definition",
            definition.file.home().name
        ));
        match definition.diagnostics.first() {
            Some(note) => fault.help(note.message.clone()),
            None => fault.help("a definition is an object with `StartAt` and `States`"),
        }
    })
}

/// Diagnostics of a definition, for standard error.
pub(super) fn rendered(
    definition: &Definition,
    diagnostics: &[Diagnostic],
    terminal: &Terminal,
) -> String {
    definition::rendered(&definition.file, diagnostics, terminal.stderr_style())
}
