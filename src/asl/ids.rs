//! Names for states and flows inside one machine.

/// A state of a machine, wherever it is nested: an index into [`super::StateMachine::states`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub u32);

/// A flow of a machine: an index into [`super::StateMachine::flows`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FlowId(pub u32);

impl FlowId {
    /// The machine's own flow.
    pub const ROOT: Self = Self(0);
}
