//! A definition in a file: tree, placeholders, model.

use super::{LowerOptions, StateMachine, WorkflowType, lower};
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::{Bindings, Filled, Finding, SourceFile, Tree, looks_like_definition};

/// A file that was read as a definition, with what was found on the way.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The file.
    pub file: SourceFile,
    /// What was read from it, placeholders filled; its diagnostics are among those here.
    pub tree: Tree,
    /// What AWS is to run it as.
    pub workflow_type: WorkflowType,
    /// The model; nothing where there is no definition in the file.
    pub machine: Option<StateMachine>,
    /// What the reader and the lowering found.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the file holds a definition at all.
    pub found: bool,
    /// Which placeholders were filled.
    pub filled: Filled,
}

impl Definition {
    /// Reads a file, fills its placeholders and lowers it.
    pub fn load(file: SourceFile, bindings: &Bindings, workflow_type: WorkflowType) -> Self {
        let mut tree = file.read();
        let filled = bindings.fill(&mut tree);
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
                file: Some(&file),
            };
            let lowered = lower(node, &options);
            diagnostics.extend(lowered.diagnostics);
            lowered.machine
        });
        Self {
            file,
            tree,
            workflow_type,
            machine,
            diagnostics,
            found,
            filled,
        }
    }

    /// What to call the machine: the file's name up to its first dot, `stdin` where it has none.
    pub fn name(&self) -> String {
        self.file.stem().unwrap_or("stdin").to_owned()
    }

    /// Whether something keeps it from being run.
    pub fn has_errors(&self) -> bool {
        self.errors().next().is_some()
    }

    /// What keeps it from being run.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics
            .iter()
            .filter(|found| found.severity == Severity::Error)
    }
}
