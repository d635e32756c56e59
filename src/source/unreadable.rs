//! A file that cannot be read.

use thiserror::Error;

/// A file that cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct Unreadable {
    /// What is wrong: one line, lower case, with the file's name.
    pub message: String,
    /// What to do, where there is something.
    pub help: Option<String>,
}
