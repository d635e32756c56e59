//! The seam to the files that a scenario file names.

use super::model::Settings;
use crate::asl::{Definition, StateMachine, WorkflowType};
use crate::source::{Bindings, SourceFile};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;

/// Reads the files that a scenario file names.
pub trait Files {
    /// Reads the file that the scenario file `from` calls `path`: relative to the folder of `from`.
    ///
    /// # Errors
    /// Where it cannot be read, or is no text.
    fn read(&self, path: &str, from: &str) -> Result<SourceFile, Unreadable>;

    /// The folder that the scenario file `from` calls `path`.
    ///
    /// # Errors
    /// Where there is none.
    fn folder(&self, path: &str, _from: &str) -> Result<PathBuf, Unreadable> {
        Err(Unreadable {
            message: format!("there is no folder `{path}`"),
            help: None,
        })
    }
}

/// A file that cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct Unreadable {
    /// What is wrong: one line, lower case, with the file's name.
    pub message: String,
    /// What to do, where there is something.
    pub help: Option<String>,
}

/// A definition that was read.
#[derive(Debug)]
pub(super) struct Known {
    /// What was found; its machine stands beside it, to be shared.
    pub(super) definition: Definition,
    /// The machine, where there is one.
    pub(super) machine: Option<Arc<StateMachine>>,
}

impl Known {
    fn load(file: SourceFile, bindings: &Bindings, workflow_type: WorkflowType) -> Self {
        let mut definition = Definition::load(file, bindings, workflow_type);
        let machine = definition.machine.take().map(Arc::new);
        Self {
            definition,
            machine,
        }
    }
}

/// The files of one scenario file, each read once.
pub(super) struct Library<'f> {
    files: &'f dyn Files,
    from: &'f str,
    read: HashMap<String, Result<SourceFile, Unreadable>>,
    definitions: HashMap<String, Arc<Known>>,
}

impl<'f> Library<'f> {
    /// The files that the scenario file `from` names.
    pub(super) fn new(files: &'f dyn Files, from: &'f str) -> Self {
        Self {
            files,
            from,
            read: HashMap::new(),
            definitions: HashMap::new(),
        }
    }

    /// A file.
    pub(super) fn file(&mut self, path: &str) -> Result<SourceFile, Unreadable> {
        let (files, from) = (self.files, self.from);
        let read = self.read.entry(path.to_owned());
        read.or_insert_with(|| files.read(path, from)).clone()
    }

    /// The folder at `path`.
    pub(super) fn folder(&self, path: &str) -> Result<PathBuf, Unreadable> {
        self.files.folder(path, self.from)
    }

    /// The definition at `path`, with the placeholders and the type of the settings. Scenarios that want the same share
    /// it.
    pub(super) fn definition(
        &mut self,
        path: &str,
        settings: &Settings,
    ) -> Result<Arc<Known>, Unreadable> {
        let file = self.file(path)?;
        let mut bindings = Bindings::default();
        for variable in &settings.variables {
            bindings.set_node(&variable.name.value, &variable.value);
        }
        let workflow_type: WorkflowType = settings.workflow_type.unwrap_or_default();
        // What decides the outcome, as text: maps and models have no order or equality of their own.
        let key = format!("{path}\n{workflow_type}\n{bindings:?}");
        let definition = self
            .definitions
            .entry(key)
            .or_insert_with(|| Arc::new(Known::load(file, &bindings, workflow_type)));
        Ok(Arc::clone(definition))
    }
}
