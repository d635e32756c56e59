//! Loading a definition: file, tree, placeholders, model.

use super::args::{Variables, Workflow};
use super::error::CliError;
use super::input;
use crate::asl::{LowerOptions, StateMachine, WorkflowType, lower};
use crate::base::text;
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::{Bindings, Finding, SourceFile, Tree, looks_like_definition};
use std::path::Path;

/// A definition that was read, with what was found on the way.
#[derive(Debug)]
pub(super) struct Definition {
    /// The file.
    pub(super) file: SourceFile,
    /// The model; nothing where there is no definition in the file.
    pub(super) machine: Option<StateMachine>,
    /// What the reader and the lowering found.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Whether the file holds a definition at all.
    pub(super) found: bool,
}

impl Definition {
    /// Reads and lowers a file.
    pub(super) fn load(file: SourceFile, bindings: &Bindings, workflow_type: WorkflowType) -> Self {
        let mut tree = file.read();
        bindings.fill(&mut tree);
        Self::from_tree(file, tree, workflow_type)
    }

    fn from_tree(file: SourceFile, mut tree: Tree, workflow_type: WorkflowType) -> Self {
        let mut diagnostics = std::mem::take(&mut tree.diagnostics);
        let (node, found) = match looks_like_definition(&tree) {
            Finding::Definition { node, .. } => (Some(node), true),
            Finding::Template { engine, key } => {
                diagnostics.clear();
                diagnostics.push(engine.not_read(key.span));
                (None, true)
            }
            Finding::Neither => (None, false),
        };
        let machine = node.and_then(|node| {
            let options = LowerOptions {
                workflow_type,
                lossy: tree.lossy,
            };
            let lowered = lower(node, &options);
            diagnostics.extend(lowered.diagnostics);
            lowered.machine
        });
        Self {
            file,
            machine,
            diagnostics,
            found,
        }
    }

    /// Whether it can be run.
    pub(super) fn has_errors(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|found| found.severity == Severity::Error)
    }

    /// What to call the machine: the file's name up to its first dot.
    pub(super) fn name(&self) -> String {
        let file = Path::new(&*self.file.name)
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        let name = file.unwrap_or_else(|| "stdin".to_owned());
        let stem = name.split('.').next().unwrap_or_default();
        if stem.is_empty() || stem == "<stdin>" {
            "stdin".to_owned()
        } else {
            stem.to_owned()
        }
    }
}

/// The texts that `--var` and `--vars` give for placeholders.
pub(super) fn bindings(variables: &Variables) -> Result<Bindings, CliError> {
    let mut bindings = Bindings::default();
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
    Ok(bindings)
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
