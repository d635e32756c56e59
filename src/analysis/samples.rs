//! Examples of data that the user gives beside a definition.

use crate::asl::StateId;
use crate::value::Value;
use indexmap::IndexMap;

/// An example of the input, and examples of what Tasks answer.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    input: Option<Value>,
    results: IndexMap<StateId, Vec<Value>>,
}

impl Samples {
    /// With this input of the execution.
    #[must_use]
    pub fn with_input(mut self, input: Value) -> Self {
        self.input = Some(input);
        self
    }

    /// With one more result of the Task `state`: what comes back before `ResultSelector`.
    #[must_use]
    pub fn with_result(mut self, state: StateId, result: Value) -> Self {
        self.results.entry(state).or_default().push(result);
        self
    }

    /// The input of the execution.
    pub fn input(&self) -> Option<&Value> {
        self.input.as_ref()
    }

    /// The results of the Task `state`.
    pub fn results(&self, state: StateId) -> &[Value] {
        self.results.get(&state).map_or(&[], Vec::as_slice)
    }
}
