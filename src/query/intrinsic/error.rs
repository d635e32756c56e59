//! What can go wrong with an intrinsic function: at creation, for certain at run time, and with the data.

use super::function::IntrinsicFunction;
use crate::base::Span;
use crate::query::jsonpath::PathError;
use thiserror::Error;

/// Text that is no intrinsic function call. `CreateStateMachine` refuses a definition with it.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct IntrinsicSyntaxError {
    /// What is wrong, in lower case and without the place.
    pub message: String,
    /// What to do about it, where that is clear.
    pub help: Option<String>,
    /// Byte offset inside the text of the call.
    pub offset: usize,
}

impl IntrinsicSyntaxError {
    pub(super) fn new(message: impl Into<String>, offset: usize) -> Self {
        Self {
            message: message.into(),
            help: None,
            offset,
        }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// A fault in a call that AWS accepts at creation, and that fails (or surprises) in every run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntrinsicFault {
    /// The function it is about.
    pub function: IntrinsicFunction,
    /// Where, in bytes inside the text of the whole expression.
    pub span: Span,
    /// What is wrong: one line, lower case, present tense, names in backticks.
    pub message: String,
    /// What to do about it, where that is clear.
    pub help: Option<String>,
    /// Whether every run fails. Otherwise it works, and likely not as meant.
    pub fails: bool,
}

/// Why a call gave no value.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{cause}")]
pub struct IntrinsicError {
    /// A path among the arguments, or the function itself.
    pub kind: IntrinsicErrorKind,
    /// Where, in bytes inside the text of the whole expression.
    pub span: Span,
    /// What AWS says, to stand after `An error occurred while executing the state '…' (entered at the event id #…). `.
    pub cause: String,
}

/// The two ways in which a call fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IntrinsicErrorKind {
    /// A path among the arguments has no value.
    Path {
        /// The path as it is written.
        path: String,
        /// Why it has none.
        error: PathError,
    },
    /// The function cannot work with its arguments.
    Failure(IntrinsicFunction),
}

impl IntrinsicError {
    /// The error that an execution fails with, always. AWS's documentation speaks of `States.IntrinsicFailure`, but AWS
    /// was never seen to give it: tiny-asl-machine's cases, run on AWS, have this for every failure, and so has the test
    /// of `States.MathAdd` in aws-test-harness.
    pub const NAME: &str = "States.Runtime";
}
