//! Runs of `exec` that cannot go on.

use super::definition::Definition;
use super::error::CliError;
use super::machine_source::{MachineSource, rendered};
use super::mock_layers::MockLayers;
use super::terminal::Terminal;
use crate::asl::StateMachine;
use crate::diagnostics::Diagnostic;
use crate::report::diagnostic::{
    endless_diagnostic, hindered_diagnostic, no_store_diagnostic, not_mocked_diagnostic,
    unfilled_diagnostic, unsupported_diagnostic,
};
use crate::run::End;

/// What tells why a run cannot go on.
#[derive(Clone, Copy)]
pub(super) struct Unfinished<'a> {
    pub(super) terminal: &'a Terminal,
    pub(super) definition: &'a Definition,
    pub(super) machine: &'a StateMachine,
    pub(super) mocks: &'a MockLayers,
    pub(super) machines: &'a MachineSource,
}

impl Unfinished<'_> {
    /// Tells of it on standard error; nothing where the run came to its end.
    pub(super) fn tell(&self, end: &End) {
        match end {
            End::Finished(_) => {}
            End::NotMocked(request) => self.fault(&not_mocked_diagnostic(self.machine, request)),
            End::MockError(request, error) => {
                self.terminal
                    .story(&self.mocks.render(error, self.terminal));
                self.terminal.story(&format!(
                    "the run ends at the Task `{}`\n",
                    request.state_name
                ));
            }
            End::Unsupported(unsupported) => {
                self.fault(&unsupported_diagnostic(self.machine, unsupported));
            }
            End::Unfilled(unfilled) => {
                self.fault(&unfilled_diagnostic(self.machine, unfilled));
            }
            End::Hindered(hindrance) => {
                self.fault(&hindered_diagnostic(self.machine, hindrance));
            }
            End::NoStore { state } => self.fault(&no_store_diagnostic(self.machine, *state)),
            End::TooDeep { state, depth } => {
                let what = format!("{depth} executions within one another");
                self.fault(&endless_diagnostic(self.machine, *state, &what));
            }
            End::TooMany { state, running } => {
                let what = format!("{running} executions at a time");
                self.fault(&endless_diagnostic(self.machine, *state, &what));
            }
            End::Nested { machine, end } => match self.machines.find(machine) {
                Some((local, definition)) => Unfinished {
                    definition,
                    machine: local.machine(),
                    ..*self
                }
                .tell(end),
                None => self.tell(end),
            },
            End::Stuck => {
                let fault = CliError::new("nothing more can happen, and the execution is not over")
                    .help("on AWS it would hang: look for a negative `MaxConcurrencyPath`, or a task that never answers and has no timeout");
                self.terminal.story(&fault.to_string());
            }
        }
    }

    fn fault(&self, fault: &Diagnostic) {
        let text = rendered(self.definition, std::slice::from_ref(fault), self.terminal);
        self.terminal.story(&text);
    }
}
