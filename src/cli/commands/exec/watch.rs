//! Looks on while an execution runs.

use crate::asl::StateMachine;
use crate::diagnostics::Diagnostic;
use crate::engine::{Event, Secrets};
use crate::report::timeline::LiveView;
use crate::run::{Consumer, NestedRun};

/// What is kept of a run for its end.
#[derive(Default)]
pub(super) struct Heard {
    pub(super) secrets: Secrets,
    /// What the mocks of executions that were started noted.
    pub(super) notes: Vec<Diagnostic>,
}

/// Looks on while the run goes on. A terminal that cannot be written any more must not fail it.
pub(super) struct Watch<'a> {
    pub(super) heard: &'a mut Heard,
    pub(super) view: &'a mut LiveView,
    pub(super) machine: &'a StateMachine,
}

impl Consumer for Watch<'_> {
    fn event(&mut self, event: &Event) {
        self.heard.secrets.learn(event);
        let _ = self.view.event(event, self.machine);
    }

    fn nested(&mut self, run: &NestedRun, event: &Event) {
        self.heard.secrets.learn(event);
        self.view.nested(run, event);
    }

    fn nested_notes(&mut self, _: &NestedRun, notes: &[Diagnostic]) {
        self.heard.notes.extend_from_slice(notes);
    }
}
