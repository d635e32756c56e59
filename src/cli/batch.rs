//! The files that `validate` looks at: each is told of once, though it may also be named by a template.

use super::args::Validate;
use super::configuration::{Configurations, Settings};
use super::definition::load;
use super::discover::{self, Found};
use super::error::CliError;
use super::input;
use super::workers::Workers;
use crate::asl::Definitions;
use crate::source::{FileError, SourceFile};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::PathBuf;

/// What the paths of a command line stand for.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// Files with definitions, and those that were named, in order.
    pub(super) loaded: Vec<Definitions>,
    /// Folders without any.
    pub(super) empty: Vec<String>,
    /// Files that cannot be read.
    pub(super) unreadable: Vec<CliError>,
}

impl Batch {
    /// Reads all files but those that a configuration excludes.
    pub(super) fn read(
        arguments: &Validate,
        configurations: &mut Configurations<'_>,
    ) -> Result<Self, CliError> {
        let mut batch = Self::default();
        let mut wanted = Vec::new();
        let mut folders = Vec::new();
        for path in &arguments.paths {
            let found = discover::files(path)?;
            let folder = matches!(found, Found::Folder(_)).then(|| {
                folders.push(Folder {
                    path,
                    defines: false,
                });
                folders.len() - 1
            });
            for path in found.into_paths() {
                let settings = configurations.settings(&path)?;
                if settings.excluded && (folder.is_some() || arguments.configuration.force_exclude)
                {
                    if let Some(folder) = folder {
                        folders[folder].defines = true;
                    }
                    continue;
                }
                wanted.push(Wanted {
                    path,
                    folder,
                    settings,
                });
            }
        }
        let workers = Workers::new(arguments.jobs, wanted.len())?;
        for (wanted, read) in wanted.iter().zip(workers.map(&wanted, Wanted::read)) {
            match read {
                Ok(Some(definitions)) => {
                    if let Some(folder) = wanted.folder {
                        folders[folder].defines = true;
                    }
                    batch.loaded.push(definitions);
                }
                Ok(None) => {}
                Err(error) => batch.unreadable.push(error),
            }
        }
        let empty = folders.into_iter().filter(|folder| !folder.defines);
        batch.empty = empty.map(|folder| folder.path.to_owned()).collect();
        if let Some(resource) = &arguments.resource {
            batch.keep(resource)?;
        }
        batch.leave_out_referenced();
        Ok(batch)
    }

    /// Keeps the machines of one name.
    fn keep(&mut self, resource: &str) -> Result<(), CliError> {
        let mut names = Vec::new();
        for definitions in &mut self.loaded {
            let deployed = definitions
                .list
                .iter()
                .filter_map(|one| one.deployment.as_ref());
            names.extend(deployed.map(|one| one.name.clone()));
            definitions.keep(resource);
        }
        self.loaded
            .retain(|definitions| !definitions.list.is_empty());
        if !self.loaded.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let fault = CliError::new(format!("no template defines a state machine `{resource}`"));
        Err(match crate::base::text::nearest(resource, names.iter().copied()) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None if names.is_empty() => {
                fault.help("`--resource` takes a logical id of CloudFormation or a resource name of Terraform")
            }
            None => fault.help(format!(
                "there is {}",
                crate::base::text::alternatives(&names)
            )),
        })
    }

    /// Leaves out definitions that a template names, too: with it, more is known of them.
    fn leave_out_referenced(&mut self) {
        let mut referenced = HashSet::new();
        for definitions in &self.loaded {
            for one in &definitions.list {
                let home = one.file.home();
                if one.deployment.is_some() && home.name != definitions.file.name {
                    referenced.insert(key(home));
                }
            }
        }
        self.loaded.retain(|definitions| {
            definitions.engine.is_some() || !referenced.contains(&key(&definitions.file))
        });
    }
}

/// A folder that was named.
struct Folder<'a> {
    path: &'a str,
    /// Whether a file of it has definitions, or is passed over on purpose.
    defines: bool,
}

/// A file to be read.
struct Wanted {
    path: String,
    /// The folder that it was found in, by its number.
    folder: Option<usize>,
    settings: Settings,
}

impl Wanted {
    /// What it holds; nothing if it is of a folder and defines no machine.
    fn read(&self) -> Result<Option<Definitions>, CliError> {
        let of_folder = self.folder.is_some();
        let Some(file) = source(&self.path, of_folder)? else {
            return Ok(None);
        };
        let Settings {
            bindings,
            workflow_type,
            ..
        } = &self.settings;
        let definitions = load(file, bindings, *workflow_type);
        let defines = !definitions.list.is_empty() || definitions.engine.is_some();
        Ok((!of_folder || defines).then_some(definitions))
    }
}

/// The file at `path`; nothing if it is of a folder and cannot define a machine.
fn source(path: &str, of_folder: bool) -> Result<Option<SourceFile>, CliError> {
    let bytes = input::bytes(path)?;
    if of_folder && !discover::may_define(&bytes) {
        return Ok(None);
    }
    let name = if path == "-" { "<stdin>" } else { path };
    SourceFile::from_bytes(name, bytes)
        .map(Some)
        .map_err(|error: FileError| CliError::no_text(path, &error))
}

/// What a file is known by, however its path is written.
pub(super) fn key(file: &SourceFile) -> PathBuf {
    fs::canonicalize(&*file.name).unwrap_or_else(|_| PathBuf::from(&*file.name))
}

/// A list with a place for each file.
#[derive(Debug)]
pub(super) struct ByFile<T> {
    list: Vec<T>,
    places: HashMap<PathBuf, usize>,
}

impl<T> ByFile<T> {
    pub(super) fn new() -> Self {
        Self {
            list: Vec::new(),
            places: HashMap::new(),
        }
    }

    /// The place of a file, made with `make` where there is none.
    pub(super) fn of(&mut self, file: &SourceFile, make: impl FnOnce() -> T) -> &mut T {
        let next = self.list.len();
        let place = *self.places.entry(key(file)).or_insert(next);
        if place == next {
            self.list.push(make());
        }
        &mut self.list[place]
    }

    pub(super) fn into_list(self) -> Vec<T> {
        self.list
    }
}
