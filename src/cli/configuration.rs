//! Which `sfnrun.toml` counts for a file, and what comes of it and of the command line together.

use super::args::Variables;
use super::error::CliError;
use super::terminal::Terminal;
use super::{definition, input};
use crate::asl::WorkflowType;
use crate::config::{Config, FILE_NAME, FailOn};
use crate::lint::{Choices, Selection};
use crate::report::diagnostic::{Findings, human};
use crate::services::ModelList;
use crate::source::{Bindings, SourceFile};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Which configuration counts.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Configuration")]
pub struct ConfigurationFile {
    /// Take this configuration, instead of the nearest `sfnrun.toml` upwards from each file.
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<String>,
    /// Take no configuration.
    #[arg(long)]
    pub no_config: bool,
}

/// Which configuration counts, and for which files.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Configuration")]
pub struct ConfigurationOptions {
    /// Which.
    #[command(flatten)]
    pub file: ConfigurationFile,
    /// Pass over what the configuration excludes even where it is named on the command line.
    #[arg(long)]
    pub force_exclude: bool,
}

impl ValueEnum for FailOn {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Error, Self::Warning, Self::Never]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let name = Self::ALL.into_iter().find(|(_, one)| one == self)?.0;
        Some(PossibleValue::new(name))
    }
}

/// What the command line says about the same things as a configuration.
#[derive(Clone, Debug)]
pub(super) struct CommandLine<'a> {
    /// Rules.
    pub(super) choices: Choices,
    /// The least severity that makes the exit code 1.
    pub(super) fail_on: Option<FailOn>,
    /// The type of the state machines.
    pub(super) workflow_type: Option<WorkflowType>,
    /// Placeholders.
    pub(super) variables: &'a Variables,
    /// The models that there are, where a list is given.
    pub(super) models: Option<Arc<ModelList>>,
}

/// How one file is to be checked.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// The rules.
    pub(super) selection: Arc<Selection>,
    /// The least severity that makes the exit code 1.
    pub(super) fail_on: FailOn,
    /// The type of the state machines; nothing for what their template says, or STANDARD.
    pub(super) workflow_type: Option<WorkflowType>,
    /// What fills placeholders.
    pub(super) bindings: Arc<Bindings>,
    /// Whether the configuration passes it over.
    pub(super) excluded: bool,
    /// The file of findings that are known, if the configuration names one.
    pub(super) baseline: Option<Arc<str>>,
    /// What the configuration has in place of Lambda functions.
    pub(super) functions: Arc<ConfiguredFunctions>,
}

/// What stands for Lambda functions, by their names, and the folder that its files are relative to.
#[derive(Debug, Default)]
pub(super) struct ConfiguredFunctions {
    pub(super) sources: Vec<(String, String)>,
    pub(super) folder: PathBuf,
}

/// The configurations of the folders that files lie in, each read once. Workers may ask at the same time.
pub(super) struct Configurations<'a> {
    options: &'a ConfigurationFile,
    command_line: CommandLine<'a>,
    terminal: &'a Terminal,
    known: Mutex<Known>,
}

/// What was read.
#[derive(Default)]
struct Known {
    /// By folder, as the command line names it.
    folders: HashMap<PathBuf, Place>,
    /// By the folder that the file lies in.
    files: HashMap<PathBuf, Arc<Loaded>>,
    /// Where there is no file.
    none: Option<Arc<Loaded>>,
}

/// A folder, and what counts there.
#[derive(Clone, Debug)]
struct Place {
    /// The folder, without links and `..`.
    folder: Arc<Path>,
    loaded: Arc<Loaded>,
}

#[derive(Debug)]
struct Loaded {
    config: Config,
    /// The folder that patterns start at.
    start: PathBuf,
    /// What configuration and command line fill placeholders with.
    bindings: Arc<Bindings>,
    /// The file of findings that are known, as it can be opened.
    baseline: Option<Arc<str>>,
    /// The rules for files of which nothing else is said.
    selection: Arc<Selection>,
    functions: Arc<ConfiguredFunctions>,
}

impl<'a> Configurations<'a> {
    /// None read yet.
    pub(super) fn new(
        options: &'a ConfigurationFile,
        command_line: CommandLine<'a>,
        terminal: &'a Terminal,
    ) -> Self {
        Self {
            options,
            command_line,
            terminal,
            known: Mutex::default(),
        }
    }

    /// How the file at `path` is to be checked; standard input (`-`) as a file of the working directory.
    pub(super) fn settings(&self, path: &str) -> Result<Settings, CliError> {
        let path = Path::new(path);
        let parent = path
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty());
        let named = parent.unwrap_or(Path::new("."));
        let place = self.place(named)?;
        let relative = path
            .file_name()
            .filter(|name| *name != "-")
            .and_then(|name| below(&place.folder, &place.loaded.start, Path::new(name)));
        let relative = relative.as_deref().unwrap_or_default();
        let Loaded {
            config,
            bindings,
            baseline,
            selection,
            functions,
            ..
        } = &*place.loaded;
        let command_line = &self.command_line;
        Ok(Settings {
            selection: match config.of_file(relative).next() {
                None => Arc::clone(selection),
                Some(_) => self.with_models(config.selection(&command_line.choices, relative)),
            },
            fail_on: command_line.fail_on.or(config.fail_on).unwrap_or_default(),
            workflow_type: command_line
                .workflow_type
                .or(config.workflow_type(relative)),
            bindings: Arc::clone(bindings),
            excluded: config.exclude.holds(relative),
            baseline: baseline.clone(),
            functions: Arc::clone(functions),
        })
    }

    fn with_models(&self, selection: Selection) -> Arc<Selection> {
        Arc::new(selection.with_models(self.command_line.models.clone()))
    }

    fn place(&self, named: &Path) -> Result<Place, CliError> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = known.folders.get(named) {
            return Ok(place.clone());
        }
        let folder = fs::canonicalize(named)
            .map_err(|error| CliError::unreadable(&named.to_string_lossy(), &error))?;
        let loaded = self.loaded(&folder, &mut known)?;
        let place = Place {
            folder: folder.into(),
            loaded,
        };
        known.folders.insert(named.to_owned(), place.clone());
        Ok(place)
    }

    /// What counts in a folder.
    fn loaded(&self, folder: &Path, all: &mut Known) -> Result<Arc<Loaded>, CliError> {
        let (file, start) = if let Some(named) = &self.options.config {
            let here = fs::canonicalize(".").map_err(|error| CliError::unreadable(".", &error))?;
            (Some(PathBuf::from(named)), here)
        } else if self.options.no_config {
            (None, PathBuf::new())
        } else {
            let mut upwards = folder.ancestors();
            let found = upwards.find(|folder| folder.join(FILE_NAME).is_file());
            let start = found.map(Path::to_owned).unwrap_or_default();
            (found.map(|folder| folder.join(FILE_NAME)), start)
        };
        let known = match &file {
            Some(file) => all.files.get(file),
            None => all.none.as_ref(),
        };
        if let Some(known) = known {
            return Ok(Arc::clone(known));
        }
        let mut bindings = Bindings::default();
        let config = match &file {
            Some(file) => self.read(file, &mut bindings)?,
            None => Config::default(),
        };
        definition::bind(self.command_line.variables, &mut bindings)?;
        let folder = file.as_deref().and_then(Path::parent);
        let folder = folder.unwrap_or(Path::new("")).to_owned();
        let baseline = config.baseline.as_ref();
        let baseline = baseline.map(|name| shown(&folder.join(name)).into());
        let functions = ConfiguredFunctions {
            sources: config.lambda.clone(),
            folder,
        };
        let loaded = Arc::new(Loaded {
            baseline,
            functions: Arc::new(functions),
            selection: self.with_models(config.common_selection(&self.command_line.choices)),
            config,
            start,
            bindings: Arc::new(bindings),
        });
        match file {
            Some(file) => all.files.insert(file, Arc::clone(&loaded)),
            None => all.none.replace(Arc::clone(&loaded)),
        };
        Ok(loaded)
    }

    /// Reads a configuration, and the files of variables that it names.
    fn read(&self, file: &Path, bindings: &mut Bindings) -> Result<Config, CliError> {
        let shown = shown(file);
        let source = input::source_file(&shown)?;
        let config = Config::read(&source.text).map_err(|diagnostics| {
            let findings = Findings {
                path: &shown,
                text: &source.text,
                diagnostics: &diagnostics,
            };
            let report = human(&findings, self.terminal.stderr_style());
            CliError::rendered(format!(
                "{report}nothing was done: `sfnrun explain config` tells what may stand in {FILE_NAME}\n"
            ))
        })?;
        let folder = file.parent().unwrap_or(Path::new(""));
        for name in &config.variable_files {
            let path = shown_path(&folder.join(name));
            let file = variables(&path)?;
            bindings
                .set_all(&file)
                .map_err(|error| CliError::new(error.to_string()).help(error.help()))?;
        }
        bindings.extend(&config.variables);
        Ok(config)
    }
}

/// How a definition is to be read that is run: by the placeholders and the type that its configuration gives.
pub(super) fn of_run(
    definition: &str,
    options: &ConfigurationFile,
    variables: &Variables,
    workflow_type: Option<WorkflowType>,
    terminal: &Terminal,
) -> Result<Settings, CliError> {
    let command_line = CommandLine {
        choices: Choices::default(),
        fail_on: None,
        workflow_type,
        variables,
        models: None,
    };
    Configurations::new(options, command_line, terminal).settings(definition)
}

fn variables(path: &str) -> Result<SourceFile, CliError> {
    input::source_file(path).map_err(|error| {
        error.help(format!(
            "`vars-files` of {FILE_NAME} names it; paths there are relative to its folder"
        ))
    })
}

/// The path of a file in `folder` from `start` on, its parts parted by `/`; nothing where it is not below.
fn below(folder: &Path, start: &Path, name: &Path) -> Option<String> {
    if start.as_os_str().is_empty() {
        return None;
    }
    let inner = folder.strip_prefix(start).ok()?;
    let parts = inner.iter().chain(name.iter());
    let parts: Vec<_> = parts.map(|part| part.to_string_lossy()).collect();
    Some(parts.join("/"))
}

/// A path as people know it: from the working directory on, where it is below.
fn shown(path: &Path) -> String {
    let here = fs::canonicalize(".").unwrap_or_default();
    shown_path(path.strip_prefix(here).unwrap_or(path))
}

fn shown_path(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
