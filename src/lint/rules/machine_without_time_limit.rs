//! `machine-without-time-limit`

use crate::asl::{State, StateKind, WorkflowType};
use crate::base::text;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

/// See `machine-without-time-limit.md`.
pub(super) struct MachineWithoutTimeLimit;

static META: Meta = Meta {
    id: "machine-without-time-limit",
    category: Category::Limits,
    severity: Severity::Note,
    pedantic: true,
    since: "0.1.0",
    fixable: false,
    page: include_str!("machine-without-time-limit.md"),
};

impl Rule for MachineWithoutTimeLimit {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let machine = context.machine();
        if context.workflow_type() == WorkflowType::Express || machine.timeout_seconds.is_some() {
            return Vec::new();
        }
        let open: Vec<&str> = machine
            .states
            .iter()
            .filter(|state| has_no_limit(state))
            .map(|state| &*state.name.value)
            .collect();
        let start = machine
            .flows
            .first()
            .and_then(|flow| flow.start_at.as_ref());
        let (Some(start), false) = (start, open.is_empty()) else {
            return Vec::new();
        };
        let shown = match open.len() {
            0..=3 => text::list(&open),
            more => format!("{} and {} more", text::list(&open[..2]), more - 2),
        };
        let message = format!(
            "nothing limits how long an execution takes: the machine has no `TimeoutSeconds`, nor has {shown}"
        );
        let finding = META
            .finding(start.span, message)
            .note("AWS ends it after a year")
            .help("give the machine `TimeoutSeconds`, or each Task");
        vec![finding]
    }
}

/// Whether a Task may take as long as it likes.
fn has_no_limit(state: &State) -> bool {
    let StateKind::Task(task) = &state.kind else {
        return false;
    };
    let fields = ["TimeoutSeconds", "HeartbeatSeconds"];
    let unresolved = fields.iter().any(|field| state.is_unresolved(field));
    task.timeout.is_none() && task.heartbeat.is_none() && !unresolved
}
