//! Mocks over mocks: who answers first stands first.

use super::handler::{Reply, TaskHandler};
use super::mock_file::{MockHandler, Mocks};
use crate::asl::{State, StateId, StateMachine};
use crate::diagnostics::Diagnostic;
use crate::engine::{TaskId, TaskRequest};
use std::collections::HashSet;

/// Answers the tasks of one execution: a layer that has no mock of a state leaves it to the next.
#[derive(Debug)]
pub struct LayeredHandler {
    layers: Vec<MockHandler>,
}

impl LayeredHandler {
    /// A handler for one execution of `machine`; none of `layers` answers nothing.
    pub fn new<'a>(
        layers: impl IntoIterator<Item = &'a Mocks>,
        machine: &StateMachine,
        seed: u64,
    ) -> Self {
        Self::of(layers, machine, seed, None)
    }

    /// What [`Self::new`] gives, for the execution that is called `execution` in recordings.
    pub fn of<'a>(
        layers: impl IntoIterator<Item = &'a Mocks>,
        machine: &StateMachine,
        seed: u64,
        execution: Option<&str>,
    ) -> Self {
        let layers = layers.into_iter();
        let handlers = layers.map(|mocks| mocks.handler_of(machine, seed, execution));
        Self {
            layers: handlers.collect(),
        }
    }

    /// Whether there is an answer for a state, as far as that can be told without a request.
    pub fn answers(&self, state: &State) -> bool {
        self.layers.iter().any(|layer| layer.answers(state))
    }

    /// The states of `machine` for which there is an answer, as far as that can be told without requests.
    pub fn answered(&self, machine: &StateMachine) -> HashSet<StateId> {
        let states = machine.states.iter();
        let answered = states.filter(|state| self.answers(state));
        answered.map(|state| state.id).collect()
    }

    /// What [`MockHandler::take_notes`] gives, of all layers.
    pub fn take_notes(&mut self) -> Vec<Diagnostic> {
        self.notes_by_layer().into_iter().flatten().collect()
    }

    /// What [`MockHandler::take_notes`] gives, of each layer.
    pub fn notes_by_layer(&mut self) -> Vec<Vec<Diagnostic>> {
        let layers = self.layers.iter_mut();
        layers.map(MockHandler::take_notes).collect()
    }
}

impl TaskHandler for LayeredHandler {
    fn start(&mut self, request: &TaskRequest) -> Reply {
        for layer in &mut self.layers {
            match layer.start(request) {
                Reply::NotMocked => {}
                answered => return answered,
            }
        }
        Reply::NotMocked
    }

    fn cancel(&mut self, task: TaskId) {
        for layer in &mut self.layers {
            layer.cancel(task);
        }
    }
}
