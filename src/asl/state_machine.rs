//! A machine and its flows.

use super::{FlowId, QueryLanguage, State, StateId};
use crate::base::{Span, Spanned};
use crate::value::Str;
use std::fmt;

/// How AWS runs a machine. It is no part of the definition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WorkflowType {
    /// Up to a year, exactly once, with history.
    #[default]
    Standard,
    /// Up to five minutes, no history, no `.sync`, no callbacks.
    Express,
}

impl fmt::Display for WorkflowType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Standard => "STANDARD",
            Self::Express => "EXPRESS",
        })
    }
}

/// A definition, typed. States of all flows stand in one list, flows in another.
#[derive(Clone, Debug)]
pub struct StateMachine {
    /// `Comment`
    pub comment: Option<Str>,
    /// `Version`
    pub version: Option<Spanned<Str>>,
    /// `QueryLanguage`, JSONPath where there is none.
    pub query_language: QueryLanguage,
    /// `TimeoutSeconds`
    pub timeout_seconds: Option<Spanned<u64>>,
    /// All flows; the first is the machine's own.
    pub flows: Vec<Flow>,
    /// All states of all flows, in source order.
    pub states: Vec<State>,
    /// The whole definition.
    pub span: Span,
}

/// States that refer to one another: the machine's own, a branch, an item processor.
#[derive(Clone, Debug)]
pub struct Flow {
    /// Which it is.
    pub id: FlowId,
    /// What it belongs to.
    pub kind: FlowKind,
    /// `StartAt` as written.
    pub start_at: Option<Spanned<Str>>,
    /// The state that `StartAt` names.
    pub start: Option<StateId>,
    /// Its states in source order (not those of flows nested in them).
    pub states: Vec<StateId>,
    /// AWS's location of the object that holds `StartAt` and `States`: empty for the machine, else
    /// `/States/P/Branches[0]`.
    pub location: String,
    /// The object that holds `StartAt` and `States`.
    pub span: Span,
}

/// What a flow belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowKind {
    /// The machine itself.
    Machine,
    /// A branch of a Parallel state.
    Branch {
        /// The Parallel state.
        owner: StateId,
        /// Which branch, from 0.
        index: u32,
    },
    /// The `ItemProcessor` (or older `Iterator`) of a Map state.
    ItemProcessor {
        /// The Map state.
        owner: StateId,
    },
}

impl Flow {
    /// The state that the flow is nested in.
    pub fn owner(&self) -> Option<StateId> {
        match self.kind {
            FlowKind::Machine => None,
            FlowKind::Branch { owner, .. } | FlowKind::ItemProcessor { owner } => Some(owner),
        }
    }
}

impl StateMachine {
    /// A state.
    pub fn state(&self, id: StateId) -> &State {
        &self.states[id.0 as usize]
    }

    /// A flow.
    pub fn flow(&self, id: FlowId) -> &Flow {
        &self.flows[id.0 as usize]
    }

    /// The machine's own flow.
    pub fn root(&self) -> &Flow {
        self.flow(FlowId::ROOT)
    }

    /// The state `name` of a flow; the last where a name stands twice.
    pub fn find(&self, flow: FlowId, name: &str) -> Option<StateId> {
        let states = &self.flow(flow).states;
        states
            .iter()
            .rev()
            .copied()
            .find(|id| &*self.state(*id).name.value == name)
    }

    /// The first state `name` in any flow.
    pub fn find_anywhere(&self, name: &str) -> Option<StateId> {
        self.states
            .iter()
            .find(|state| &*state.name.value == name)
            .map(|state| state.id)
    }
}
