//! Definitions, and what the command line says about them.

use super::args::{Variables, Workflow};
use super::error::CliError;
use super::input;
use super::scenario_files::LocalFiles;
use crate::asl::{self, Definitions, LoadOptions, ReadFile, WorkflowType};
use crate::base::text;
use crate::diagnostics::{Diagnostic, Severity};
use crate::report::Style;
use crate::report::diagnostic::{Findings, human};
use crate::scenario::Files;
use crate::source::{Bindings, SourceFile};

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

/// Every machine that a file defines, itself or through files that it names.
pub(super) fn load(
    file: SourceFile,
    bindings: &Bindings,
    workflow_type: Option<WorkflowType>,
) -> Definitions {
    let read = |path: &str, from: &str| LocalFiles.read(path, from);
    load_with(file, bindings, workflow_type, &read)
}

/// As [`load`]; `read` reads the files that the file names.
pub(super) fn load_with(
    file: SourceFile,
    bindings: &Bindings,
    workflow_type: Option<WorkflowType>,
    read: &ReadFile<'_>,
) -> Definitions {
    let options = LoadOptions {
        bindings,
        workflow_type,
        read,
    };
    asl::load(file, &options)
}

/// The machine `resource` of a file, or its only one.
pub(super) fn select(
    definitions: Definitions,
    resource: Option<&str>,
) -> Result<Definition, CliError> {
    definitions
        .select(resource)
        .map_err(|error| CliError::new(error.to_string()).help(error.help()))
}

/// Findings in the text of a definition, where they stand in the file that the user wrote.
pub(super) fn rendered(file: &SourceFile, diagnostics: &[Diagnostic], style: Style) -> String {
    let diagnostics: Vec<Diagnostic> = diagnostics
        .iter()
        .map(|finding| file.at_home(finding.clone()))
        .collect();
    let findings = Findings {
        path: &file.home().name,
        text: &file.home().text,
        diagnostics: &diagnostics,
    };
    human(&findings, style)
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
