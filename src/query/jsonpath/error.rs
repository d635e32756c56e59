//! What can go wrong with a path: at creation, and when it is evaluated.

use thiserror::Error;

/// Text that is no path. `CreateStateMachine` refuses a definition with it.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct PathSyntaxError {
    /// What is wrong, in lower case and without the place.
    pub message: String,
    /// Byte offset inside the text of the path.
    pub offset: usize,
}

impl PathSyntaxError {
    pub(super) fn new(message: impl Into<String>, offset: usize) -> Self {
        Self {
            message: message.into(),
            offset,
        }
    }
}

/// Why a path gave no value.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct PathError {
    /// Nothing there, or not to be applied there.
    pub kind: PathErrorKind,
    /// The text of Jayway json-path 2.0.0, which AWS shows after `Invalid path '…' : `.
    pub message: String,
}

/// The two ways in which a path fails, Jayway's exception classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathErrorKind {
    /// `PathNotFoundException`: a member or item is not there. Below `[*]` over an array this is no error.
    NotFound,
    /// `InvalidPathException` and the like: the path cannot be applied to such a value.
    Invalid,
}

impl PathError {
    pub(super) fn not_found(message: impl Into<String>) -> Self {
        Self {
            kind: PathErrorKind::NotFound,
            message: message.into(),
        }
    }

    pub(super) fn invalid(message: impl Into<String>) -> Self {
        Self {
            kind: PathErrorKind::Invalid,
            message: message.into(),
        }
    }
}
