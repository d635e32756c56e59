//! A definition in a file: tree, placeholders, model.

use super::{LowerOptions, StateMachine, WorkflowType, lower};
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::embedded::{self, Contents, Deployment};
use crate::source::{Bindings, Filled, SourceFile, Tree};

/// A file that was read as a definition, with what was found on the way.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The text that the definition was read from, and that all its places are in. See [`SourceFile::home`].
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
    /// What a template says of the machine, if it is in one.
    pub deployment: Option<Deployed>,
}

/// A machine in a template.
#[derive(Clone, Debug)]
pub struct Deployed {
    /// What the template calls it.
    pub name: String,
    /// What was found in the template about this machine.
    pub findings: Vec<Diagnostic>,
    /// How it is deployed.
    pub deployment: Deployment,
}

impl Definition {
    /// Reads a file that is a definition, fills its placeholders and lowers it. For templates see [`super::load`].
    pub fn load(file: SourceFile, bindings: &Bindings, workflow_type: WorkflowType) -> Self {
        match embedded::contents(&file) {
            Contents::Definition(tree) => Self::of_tree(file, tree, &[bindings], workflow_type),
            Contents::Neither(tree) => Self {
                diagnostics: tree.diagnostics,
                ..Self::nothing(file, workflow_type)
            },
            Contents::Template(_) => Self::nothing(file, workflow_type),
        }
    }

    /// A file in which there is no definition.
    pub(super) fn nothing(file: SourceFile, workflow_type: WorkflowType) -> Self {
        Self {
            file,
            machine: None,
            tree: Tree::default(),
            diagnostics: Vec::new(),
            found: false,
            filled: Filled::default(),
            workflow_type,
            deployment: None,
        }
    }

    /// The definition that is the root of a tree. Of several bindings the first that has a name counts.
    pub(super) fn of_tree(
        file: SourceFile,
        mut tree: Tree,
        bindings: &[&Bindings],
        workflow_type: WorkflowType,
    ) -> Self {
        let mut filled = Filled::default();
        for (number, bindings) in bindings.iter().enumerate() {
            let more = bindings.fill(&mut tree);
            filled.count += more.count;
            // What a template fills is not the user's concern.
            if number == 0 {
                filled.unused = more.unused;
            }
        }
        let mut diagnostics = tree.diagnostics.clone();
        super::written::mend(&mut diagnostics, tree.root.as_ref());
        let machine = tree.root.as_ref().and_then(|node| {
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
            found: true,
            filled,
            deployment: None,
        }
    }

    /// What to call the machine: what its template calls it, else the file's name up to its first dot, `stdin` where it
    /// has none.
    pub fn name(&self) -> String {
        self.given_name().unwrap_or_else(|| "stdin".to_owned())
    }

    /// As [`Self::name`], and nothing for standard input.
    pub fn given_name(&self) -> Option<String> {
        match &self.deployment {
            Some(deployed) => Some(deployed.name.clone()),
            None => self.file.stem().map(str::to_owned),
        }
    }

    /// The file that the user wrote, and where in it the diagnostics are.
    pub fn at_home(&self) -> (&SourceFile, Vec<Diagnostic>) {
        let diagnostics = self.diagnostics.iter();
        let moved = diagnostics.map(|found| self.file.at_home(found.clone()));
        (self.file.home(), moved.collect())
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
