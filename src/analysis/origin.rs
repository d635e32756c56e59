//! What made a value.

use crate::asl::StateId;

/// What made a value that is known only by its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The input of the execution.
    ExecutionInput,
    /// The error that a catcher of a state hands on: `{Error, Cause}`.
    Caught {
        /// The state that failed.
        state: StateId,
        /// Which catcher, from 0.
        catcher: u32,
    },
    /// What came back from the work of a Task, Map or Parallel state.
    Result(StateId),
    /// `Parameters` or `Arguments` of a state, or the `ItemSelector` of a Map.
    Parameters(StateId),
    /// `ResultSelector` of a state.
    ResultSelector(StateId),
    /// `Result` of a Pass state.
    Literal(StateId),
    /// `Output` of a state or of its catcher, in JSONata.
    Output(StateId),
    /// `"InputPath": null` or `"OutputPath": null`, which leave an empty object.
    Nothing(StateId),
    /// An item of a Map.
    Item(StateId),
}

impl Origin {
    /// The state that made it.
    pub fn state(self) -> Option<StateId> {
        match self {
            Self::ExecutionInput => None,
            Self::Caught { state, .. }
            | Self::Result(state)
            | Self::Parameters(state)
            | Self::ResultSelector(state)
            | Self::Literal(state)
            | Self::Output(state)
            | Self::Nothing(state)
            | Self::Item(state) => Some(state),
        }
    }
}
