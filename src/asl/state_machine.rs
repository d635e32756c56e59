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

    /// The names of the states around a state, outermost first, and its own.
    pub fn path(&self, id: StateId) -> Vec<&str> {
        let mut names = Vec::new();
        let mut next = Some(id);
        while let Some(id) = next {
            let state = self.state(id);
            names.push(&*state.name.value);
            next = self.flow(state.flow).owner();
        }
        names.reverse();
        names
    }

    /// How well a key names a state: the number of names that it holds, nothing where it names another. A key is the
    /// state's name, or that and the names of the states around it, as many as it takes, joined with `/`.
    pub fn specificity(&self, id: StateId, key: &str) -> Option<usize> {
        let names = self.path(id);
        (1..=names.len()).find(|count| names[names.len() - count..].join("/") == key)
    }

    /// The states that a key names.
    pub fn named<'m>(&'m self, key: &'m str) -> impl Iterator<Item = StateId> + 'm {
        let states = self.states.iter().map(|state| state.id);
        states.filter(move |state| self.specificity(*state, key).is_some())
    }

    /// Everything that a key may say: the name of each state, alone and behind the names of those around it.
    pub fn keys(&self) -> Vec<String> {
        let paths = self.states.iter().map(|state| self.path(state.id));
        paths
            .flat_map(|names| {
                let suffixes = (0..names.len()).rev().map(|from| names[from..].join("/"));
                suffixes.collect::<Vec<_>>()
            })
            .collect()
    }
}
