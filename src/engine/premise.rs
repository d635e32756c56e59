//! What an execution can take as given beside its input.

use crate::query::Variables;
use crate::value::{Array, Str, Value};

/// What an execution takes as given beside its input: nothing, unless one state is tested as if others had come before.
#[derive(Clone, Debug, Default)]
pub struct Premise {
    /// Variables that are set.
    pub variables: Variables,
    /// The context object, instead of one that is put together. What belongs to a task or an item still comes on top.
    pub context: Option<Value>,
    /// Retries that the first state has behind it, by whichever retrier.
    pub retries: u64,
    /// Stands in for the branches or iterations of the first state.
    pub nested: Option<StandIn>,
}

/// What stands in for the branches of a Parallel or the iterations of a Map: none of them run.
#[derive(Clone, Debug, Default)]
pub struct StandIn {
    /// What they give, or the error that they fail with.
    pub outcome: StandInOutcome,
    /// Iterations that have failed, which the Map may or may not tolerate.
    pub failed_iterations: u64,
    /// What the `ItemReader` read: the document, before `ItemsPointer`.
    pub document: Option<Value>,
}

/// What the branches or iterations give.
#[derive(Clone, Debug, PartialEq)]
pub enum StandInOutcome {
    /// The result of the state: an array.
    Result(Value),
    /// One of them failed, and the state with it.
    Failed {
        /// The error's name.
        error: Option<Str>,
        /// The cause.
        cause: Option<Str>,
    },
}

impl Default for StandInOutcome {
    fn default() -> Self {
        Self::Result(Value::Array(Array::default()))
    }
}
