//! Why a state or an execution failed.

use crate::asl::StateId;
use crate::base::Span;
use crate::value::{Str, Value};

/// A failure: data, part of the result, never a Rust error.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// AWS's error name: `States.Timeout`, `Lambda.TooManyRequestsException`. A task may give none.
    pub error: Option<Str>,
    /// AWS's cause; nothing where AWS gives none.
    pub cause: Option<Str>,
    /// The state in which it began.
    pub state: StateId,
    /// What in the definition led to it, where that is known.
    pub culprit: Option<Culprit>,
    /// How AWS treats it.
    pub kind: FailureKind,
    /// Of an expression of JSONata that failed: what AWS's `EvaluationFailed` says of its place.
    pub evaluation: Option<Evaluation>,
}

/// The place of an expression of JSONata that failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evaluation {
    /// `location`: `Output/result`; AWS gives none where the state's input itself is at fault.
    pub location: Option<Str>,
    /// Whether the expression gave a value and the state could not use it; the event comes after …StateEntered then.
    pub late: bool,
}

/// The part of the definition that led to a failure.
#[derive(Clone, Debug, PartialEq)]
pub struct Culprit {
    /// Its place in the source.
    pub span: Span,
    /// The field: `Parameters`, `ResultPath`, `Parameters.value.$`.
    pub field: String,
    /// The value on which it failed.
    pub value: Option<Value>,
}

/// How AWS treats a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// A task, a Fail state or a time-out: Retry and Catch may take it.
    Ordinary,
    /// The state itself is at fault (`States.Runtime`, too much data in a Pass state): nothing takes it.
    Fatal,
    /// The execution ran into its own limit (time, history events): it ends at once.
    Execution,
}

impl Failure {
    /// The error's name; AWS shows none where a task gave none.
    pub fn name(&self) -> &str {
        self.error.as_deref().unwrap_or_default()
    }
}
