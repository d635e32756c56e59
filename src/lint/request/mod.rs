//! What a Task sends, held against what the call takes.

mod fault;
mod given;
mod walk;

pub(super) use fault::{RequestFault, WrongName};
pub(super) use given::Given;

use crate::asl::{
    Integration, Pattern, QueryLanguage, ResourceKind, State, StateKind, StateMachine,
};
use crate::services::Request;
use crate::source::Node;

/// A Task that calls a service, what it sends, and what is wrong with that.
#[derive(Debug)]
pub(super) struct TaskRequest<'a> {
    /// The state.
    pub(super) state: &'a State,
    /// What it calls.
    pub(super) integration: &'a Integration,
    /// `Parameters` or `Arguments`.
    pub(super) field: &'static str,
    /// Its value in the source.
    pub(super) written: &'a Node,
    /// What the call takes, where that is known.
    pub(super) takes: Option<Request>,
    /// What is wrong.
    pub(super) faults: Vec<RequestFault<'a>>,
}

impl<'a> TaskRequest<'a> {
    /// Every Task of a machine that calls a service and says what it sends.
    pub(super) fn all(machine: &'a StateMachine) -> Vec<Self> {
        machine.states.iter().filter_map(Self::of).collect()
    }

    fn of(state: &'a State) -> Option<Self> {
        let StateKind::Task(task) = &state.kind else {
            return None;
        };
        let ResourceKind::Integration(integration) = &task.resource.as_ref()?.value.kind else {
            return None;
        };
        let field = match state.query_language {
            QueryLanguage::JsonPath => "Parameters",
            QueryLanguage::Jsonata => "Arguments",
        };
        let written = task.request.as_ref()?;
        let takes =
            crate::services::request(&integration.service, &integration.action, integration.sdk);
        let mut request = Self {
            state,
            integration,
            field,
            written,
            takes,
            faults: Vec::new(),
        };
        if let Some(takes) = request.takes {
            request.faults = walk::faults(takes, written, field);
        }
        Some(request)
    }

    /// A parameter that is given, with or without `.$`.
    pub(super) fn given(&self, name: &str) -> Option<Given<'a>> {
        Given::find(self.written, name)
    }

    /// Whether what is given is known: not where the whole is computed or filled in later.
    pub(super) fn is_written_out(&self) -> bool {
        !self.written.is_unknown() && self.written.members().is_some()
    }

    /// AWS's location of the field.
    pub(super) fn location(&self) -> String {
        format!("{}/{}", self.state.location, self.field)
    }

    /// Whether the result comes with the task token.
    pub(super) fn is_callback(&self) -> bool {
        self.integration.pattern == Pattern::WaitForTaskToken
    }
}
