//! What a configuration says.

use super::Patterns;
use crate::asl::WorkflowType;
use crate::lint::{Choices, Selection};
use crate::source::Bindings;

/// A configuration. What it does not say is left to the defaults.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Which rules run, and how much their findings matter.
    pub choices: Choices,
    /// The least severity that makes the exit code 1.
    pub fail_on: Option<FailOn>,
    /// The type of the state machines.
    pub workflow_type: Option<WorkflowType>,
    /// What fills placeholders.
    pub variables: Bindings,
    /// Files of such, relative to the folder of the configuration.
    pub variable_files: Vec<String>,
    /// Files that are passed over.
    pub exclude: Patterns,
    /// A file of findings that are known, relative to the folder of the configuration.
    pub baseline: Option<String>,
    /// What stands for Lambda functions, by their names. Files are relative to the folder of the configuration.
    pub lambda: Vec<(String, String)>,
    /// What is said of some files only, in order.
    pub per_file: Vec<PerFile>,
}

/// What is said of some files only.
#[derive(Clone, Debug, Default)]
pub struct PerFile {
    /// Which.
    pub files: Patterns,
    /// Over what is said of all files.
    pub choices: Choices,
    /// Instead of what is said of all files.
    pub workflow_type: Option<WorkflowType>,
}

/// The least severity that counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FailOn {
    /// Errors only.
    Error,
    /// Warnings and errors.
    #[default]
    Warning,
    /// Nothing makes the exit code 1.
    Never,
}

impl FailOn {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Self); 3] = [
        ("error", Self::Error),
        ("warning", Self::Warning),
        ("never", Self::Never),
    ];
}

impl Config {
    /// What is said of one file only, in order. `path` is relative to the folder that patterns start at.
    pub fn of_file<'a>(&'a self, path: &'a str) -> impl Iterator<Item = &'a PerFile> {
        let all = self.per_file.iter();
        all.filter(move |one| one.files.holds(path))
    }

    /// The rules for a file: first what is said of all files, then what the command line says, then what is said of this
    /// one.
    pub fn selection(&self, command_line: &Choices, path: &str) -> Selection {
        let all = self.common_selection(command_line);
        self.of_file(path)
            .fold(all, |selection, one| selection.with(&one.choices))
    }

    /// The rules for a file of which nothing is said by itself.
    pub fn common_selection(&self, command_line: &Choices) -> Selection {
        Selection::default().with(&self.choices).with(command_line)
    }

    /// The type of the state machine in a file, if it is told.
    pub fn workflow_type(&self, path: &str) -> Option<WorkflowType> {
        let own = self.of_file(path).filter_map(|one| one.workflow_type);
        own.last().or(self.workflow_type)
    }
}
