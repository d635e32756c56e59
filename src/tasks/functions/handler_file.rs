//! A handler in a file of Python or Node, run by a small program of ours in its own language.

use super::warm::Command;
use std::path::{Path, PathBuf};

/// A function in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandlerFile {
    /// Its language.
    pub runtime: Runtime,
    /// The file.
    pub file: PathBuf,
    /// The function's name in it.
    pub function: String,
}

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runtime {
    /// `python3`
    Python,
    /// `node`
    Node,
}

const PYTHON: &str = include_str!("bootstrap.py");
const NODE: &str = include_str!("bootstrap.mjs");

impl Runtime {
    /// The language of a file, by its name.
    pub(super) fn of(file: &Path) -> Option<Self> {
        match file.extension()?.to_str()? {
            "py" => Some(Self::Python),
            "js" | "mjs" | "cjs" => Some(Self::Node),
            _ => None,
        }
    }
}

impl HandlerFile {
    /// What is started: the interpreter that the user has, with the bootstrap as its program.
    pub(super) fn command(&self) -> Command {
        let (program, options, bootstrap): (_, &[&str], _) = match self.runtime {
            Runtime::Python => ("python3", &["-u", "-c"], PYTHON),
            Runtime::Node => ("node", &["--input-type=module", "-e"], NODE),
        };
        let mut arguments: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
        arguments.push(bootstrap.to_owned());
        if self.runtime == Runtime::Node {
            // What follows is the program's, not node's.
            arguments.push("--".to_owned());
        }
        arguments.push(self.file.to_string_lossy().into_owned());
        arguments.push(self.function.clone());
        Command {
            program: program.to_owned(),
            arguments,
        }
    }
}
