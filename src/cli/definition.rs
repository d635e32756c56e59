//! Definitions, and what the command line says about them.

use super::args::{Variables, Workflow};
use super::error::CliError;
use super::input;
use crate::asl::WorkflowType;
use crate::base::text;
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::Bindings;

pub(super) use crate::asl::Definition;

/// The texts that `--var` and `--vars` give for placeholders.
pub(super) fn bindings(variables: &Variables) -> Result<Bindings, CliError> {
    let mut bindings = Bindings::default();
    bind(variables, &mut bindings)?;
    Ok(bindings)
}

/// Adds the texts that `--var` and `--vars` give, over those that are there.
pub(super) fn bind(variables: &Variables, bindings: &mut Bindings) -> Result<(), CliError> {
    for path in &variables.vars {
        let file = input::source_file(path)?;
        bindings
            .set_all(&file)
            .map_err(|error| CliError::new(error.to_string()).help(error.help()))?;
    }
    for variable in &variables.var {
        bindings
            .set(variable)
            .map_err(|error| CliError::new(error.to_string()).help(error.help()))?;
    }
    Ok(())
}

impl From<Workflow> for WorkflowType {
    fn from(workflow: Workflow) -> Self {
        match workflow {
            Workflow::Standard => Self::Standard,
            Workflow::Express => Self::Express,
        }
    }
}

/// `3 errors`, for the line that says why nothing was run.
pub(super) fn error_count(diagnostics: &[Diagnostic]) -> String {
    let errors = diagnostics
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .count();
    text::count(errors, "error")
}
