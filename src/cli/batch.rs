//! The files that `validate` looks at: each is told of once, though it may also be named by a template.

use super::args::Validate;
use super::by_file::key;
use super::configuration::{Configurations, Settings};
use super::definition::load;
use super::discover::{self, Found};
use super::error::CliError;
use super::input;
use super::stopwatch::Stopwatch;
use super::workers::Workers;
use crate::asl::Definitions;
use crate::base::text;
use crate::source::{FileError, Notation, SourceFile};
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// What the paths of a command line stand for.
#[derive(Debug)]
pub(super) struct Batch<T> {
    /// What became of the files with definitions, and of those that were named, in order.
    pub(super) loaded: Vec<T>,
    /// Folders without any.
    pub(super) empty: Vec<String>,
    /// Files that cannot be read.
    pub(super) unreadable: Vec<CliError>,
}

impl<T: Send> Batch<T> {
    /// Reads all files but those that a configuration excludes, and has `then` go on with each of them in the same worker:
    /// what it gives is all that stays of them.
    pub(super) fn read(
        arguments: &Validate,
        configurations: &Configurations<'_>,
        jobs: Option<NonZeroUsize>,
        then: impl Fn(&Settings, Definitions, Stopwatch) -> T + Send + Sync,
    ) -> Result<Self, CliError> {
        let (wanted, mut folders) = find(arguments, configurations)?;
        let resource = arguments.resource.as_deref();
        let workers = Workers::new(jobs, wanted.len())?;
        let read = |wanted: &Wanted, named: &HashSet<PathBuf>| {
            let mut watch = Stopwatch::start();
            let Some(definitions) = wanted.read()? else {
                return Ok(None);
            };
            watch.done("reading");
            let is_named = !named.is_empty()
                && definitions.engine.is_none()
                && named.contains(&key(&definitions.file));
            let then = |definitions| then(&wanted.settings, definitions, watch);
            let then = (!is_named).then_some(then);
            Ok(Some(Loaded::new(definitions, resource, then)))
        };
        // Most templates are no JSON, and most definitions are. What is known to be named by a template is left out.
        let (late, early): (Vec<_>, Vec<_>) = wanted.iter().partition(|wanted| wanted.is_json());
        let nobody = HashSet::new();
        let early_read = workers.map(&early, |wanted| read(wanted, &nobody));
        let named = referenced(early_read.iter().flatten().flatten());
        let late_read = workers.map(&late, |wanted| read(wanted, &named));
        let (mut early_read, mut late_read) = (early_read.into_iter(), late_read.into_iter());
        let (mut loaded, mut unreadable) = (Vec::new(), Vec::new());
        for wanted in &wanted {
            let next = match wanted.is_json() {
                true => late_read.next(),
                false => early_read.next(),
            };
            let Some(read) = next else { continue };
            match read {
                Ok(Some(one)) => {
                    if let Some(folder) = wanted.folder {
                        folders[folder].defines = true;
                    }
                    loaded.push(one);
                }
                Ok(None) => {}
                Err(error) => unreadable.push(error),
            }
        }
        if let Some(resource) = resource
            && loaded.iter().all(|one| one.made.is_none())
        {
            return Err(unknown(resource, &loaded));
        }
        let empty = folders.into_iter().filter(|folder| !folder.defines);
        Ok(Self {
            loaded: not_referenced(loaded),
            empty: empty.map(|folder| folder.path.to_owned()).collect(),
            unreadable,
        })
    }
}

/// The files that the paths stand for, but those that a configuration excludes; and the folders among the paths.
fn find<'a>(
    arguments: &'a Validate,
    configurations: &Configurations<'_>,
) -> Result<(Vec<Wanted>, Vec<Folder<'a>>), CliError> {
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
            if settings.excluded && (folder.is_some() || arguments.configuration.force_exclude) {
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
    Ok((wanted, folders))
}

/// A file that was read, and what became of it.
struct Loaded<T> {
    file: SourceFile,
    is_template: bool,
    /// The machines of a template.
    names: Vec<String>,
    /// The files that a template names, and that hold machines of it.
    referenced: Vec<PathBuf>,
    /// Nothing where it has no machine of the name that was asked for, or is told of with a template that names it.
    made: Option<T>,
}

impl<T> Loaded<T> {
    fn new(
        mut definitions: Definitions,
        resource: Option<&str>,
        then: Option<impl FnOnce(Definitions) -> T>,
    ) -> Self {
        let file = definitions.file.clone();
        let deployed = definitions
            .list
            .iter()
            .filter_map(|one| one.deployment.as_ref());
        let names = deployed.map(|one| one.name.clone()).collect();
        if let Some(resource) = resource {
            definitions.keep(resource);
        }
        let homes = definitions
            .list
            .iter()
            .filter(|one| one.deployment.is_some())
            .map(|one| one.file.home())
            .filter(|home| home.name != file.name);
        Self {
            referenced: homes.map(key).collect(),
            is_template: definitions.engine.is_some(),
            names,
            made: then
                .filter(|_| resource.is_none() || !definitions.list.is_empty())
                .map(|then| then(definitions)),
            file,
        }
    }
}

/// The fault that no file has a machine of a name.
fn unknown<T>(resource: &str, loaded: &[Loaded<T>]) -> CliError {
    let names = loaded.iter().flat_map(|one| &one.names);
    let names: Vec<&str> = names.map(String::as_str).collect();
    let fault = CliError::new(format!("no template defines a state machine `{resource}`"));
    match text::nearest(resource, names.iter().copied()) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None if names.is_empty() => fault.help(
            "`--resource` takes a logical id of CloudFormation or a resource name of Terraform",
        ),
        None => fault.help(format!("there is {}", text::alternatives(&names))),
    }
}

/// The files that templates name.
fn referenced<'l, T: 'l>(loaded: impl IntoIterator<Item = &'l Loaded<T>>) -> HashSet<PathBuf> {
    let told = loaded.into_iter().filter(|one| one.made.is_some());
    told.flat_map(|one| one.referenced.iter().cloned())
        .collect()
}

/// Leaves out definitions that a template names, too: with it, more is known of them.
fn not_referenced<T>(loaded: Vec<Loaded<T>>) -> Vec<T> {
    let referenced = referenced(&loaded);
    let told = |one: &Loaded<T>| {
        one.is_template || referenced.is_empty() || !referenced.contains(&key(&one.file))
    };
    let loaded = loaded.into_iter().filter(told);
    loaded.filter_map(|one| one.made).collect()
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
    fn is_json(&self) -> bool {
        !matches!(
            Notation::of(&self.path),
            Some(Notation::Yaml | Notation::Hcl)
        )
    }

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
