//! Exit codes.

use crate::engine::Status;
use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// All is well.
    Success,
    /// Findings, failed scenarios, an execution that FAILED.
    Failure,
    /// Wrong usage, an unreadable file, an invalid definition; nothing was run.
    Usage,
    /// A folder that holds no definition; an execution that TIMED_OUT.
    Nothing,
    /// It cannot be run here: a task has neither mock nor handler, or a feature is missing.
    CannotRun,
    /// A bug in this program.
    Internal,
    /// Interrupted.
    Interrupted,
}

impl Exit {
    /// The exit of an execution that came to its end.
    pub(super) fn of(status: Status) -> Self {
        match status {
            Status::Succeeded => Self::Success,
            Status::Failed => Self::Failure,
            Status::TimedOut => Self::Nothing,
            Status::Aborted => Self::Interrupted,
        }
    }

    /// The number.
    pub(super) fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Failure => 1,
            Self::Usage => 2,
            Self::Nothing => 3,
            Self::CannotRun => 4,
            Self::Internal => 101,
            Self::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
