//! What became of a scenario.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::engine::Outcome;
use crate::engine::Secrets;
use crate::source::SourceFile;
use crate::value::{Str, Value};

/// What became of a scenario.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Everything that was expected holds.
    Passed(Run),
    /// Something does not.
    Failed {
        /// How the execution went.
        run: Run,
        /// What does not hold, in the order of the file; at least one.
        mismatches: Vec<Mismatch>,
    },
    /// It could not be run to its end.
    Broken(Broken),
}

/// An execution that came to its end.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// The state that failed, its name behind those around it (`Map/State`), if the execution failed in one.
    pub failed_state: Option<String>,
    /// Milliseconds by its own clock.
    pub duration: i64,
    /// Events of its history.
    pub events: u64,
    /// Retries that were scheduled.
    pub retries: u64,
    /// Whether a catcher took an error.
    pub via_catch: bool,
    /// Task tokens that were given out: nothing that people see may show one.
    pub secrets: Secrets,
}

/// Something that was expected and is not so.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// The key under `expect`.
    pub expectation: &'static str,
    /// Where it is written in the scenario file.
    pub span: Span,
    /// Which part of the whole: `$.chunks[3].key`, `[2]`; empty for the whole.
    pub path: String,
    /// What was expected.
    pub expected: Side,
    /// What there is.
    pub actual: Side,
}

/// One side of a mismatch.
#[derive(Clone, Debug, PartialEq)]
pub enum Side {
    /// There is no such thing.
    Nothing,
    /// JSON.
    Value(Value),
    /// A text of ours or of AWS, not quoted: `FAILED`, `at most 2m`.
    Text(String),
    /// States, in order.
    States(Vec<Str>),
}

/// Why a scenario could not be run to its end.
#[derive(Clone, Debug)]
pub struct Broken {
    /// One line, lower case.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// The file that is at fault, and what was found in it.
    pub findings: Option<Box<(SourceFile, Vec<Diagnostic>)>>,
}

impl Broken {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: None,
            findings: None,
        }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(super) fn found(mut self, file: SourceFile, diagnostics: Vec<Diagnostic>) -> Self {
        if !diagnostics.is_empty() {
            self.findings = Some(Box::new((file, diagnostics)));
        }
        self
    }
}

impl Verdict {
    /// Whether all is as expected.
    pub fn is_passed(&self) -> bool {
        matches!(self, Self::Passed(_))
    }

    /// The execution, where it came to its end.
    pub fn run(&self) -> Option<&Run> {
        match self {
            Self::Passed(run) | Self::Failed { run, .. } => Some(run),
            Self::Broken(_) => None,
        }
    }

    /// Whether the execution ended in another way than was expected.
    pub fn has_wrong_status(&self) -> bool {
        match self {
            Self::Failed { mismatches, .. } => mismatches
                .iter()
                .any(|mismatch| mismatch.expectation == "status"),
            Self::Passed(_) | Self::Broken(_) => false,
        }
    }
}
