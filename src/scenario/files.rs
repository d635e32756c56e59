//! The seam to the files that a scenario file names.

use super::model::Settings;
use crate::asl::{Definition, LoadOptions, StateMachine, load};
use crate::source::{Bindings, SourceFile, Unreadable};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

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

/// A definition that was read.
#[derive(Debug)]
pub(super) struct Known {
    /// What was found; its machine stands beside it, to be shared.
    pub(super) definition: Definition,
    /// The machine, where there is one.
    pub(super) machine: Option<Arc<StateMachine>>,
}

impl Known {
    fn of(mut definition: Definition) -> Self {
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

    /// The text of the file at `path`, which the file `from` names.
    pub(super) fn beside(&self, path: &str, from: &str) -> Result<String, String> {
        let file = self.files.read(path, from);
        file.map(|file| file.text.to_string())
            .map_err(|fault| fault.message)
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
        let files = self.files;
        let mut bindings = Bindings::default();
        for variable in &settings.variables {
            bindings.set_node(&variable.name.value, &variable.value);
        }
        let workflow_type = settings.workflow_type;
        let resource = settings.resource.as_deref();
        // What decides the outcome, as text: maps and models have no order or equality of their own.
        let key = format!("{path}\n{resource:?}\n{workflow_type:?}\n{bindings:?}");
        if let Some(known) = self.definitions.get(&key) {
            return Ok(Arc::clone(known));
        }
        let read = |path: &str, from: &str| files.read(path, from);
        let options = LoadOptions {
            bindings: &bindings,
            workflow_type,
            read: &read,
        };
        let definition = load(file, &options).select(resource);
        let definition = definition.map_err(|error| Unreadable {
            message: error.to_string(),
            help: Some(error.help()),
        })?;
        let known = Arc::new(Known::of(definition));
        self.definitions.insert(key, Arc::clone(&known));
        Ok(known)
    }
}
