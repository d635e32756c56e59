//! `machine-starts-itself`

use crate::analysis::Subject;
use crate::asl::{FlowKind, StateId, StateKind};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::query::jsonpath::StepKind;

/// See `machine-starts-itself.md`.
pub(super) struct MachineStartsItself;

static META: Meta = Meta {
    id: "machine-starts-itself",
    category: Category::Limits,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("machine-starts-itself.md"),
};

impl Rule for MachineStartsItself {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let calls = context.calls();
        calls
            .filter(|call| call.is(&["states:startExecution", "aws-sdk:sfn:startExecution"]))
            .filter_map(|call| finding(context, call))
            .collect()
    }
}

fn finding(context: &Context<'_>, call: &Call<'_>) -> Option<Diagnostic> {
    let reads = context.reads(call.state.id).iter();
    let mut itself = reads.filter(|read| {
        let key = read.key.as_deref().unwrap_or_default();
        let names = read.path.steps().iter().map(|step| match &step.kind {
            StepKind::Name(name) => &**name,
            _ => "",
        });
        key.trim_end_matches(".$") == "StateMachineArn"
            && read.subject == Subject::Context
            && names.eq(["StateMachine", "Id"])
    });
    let read = itself.next()?;
    if !comes_always(context, call.state.id) {
        return None;
    }
    let message = format!(
        "`{}` starts the machine that it is part of, in every execution",
        call.state_name()
    );
    let finding = META
        .finding(context.place(read), message)
        .labelled("this machine")
        .at(call.state.location.clone())
        .note("each execution starts another, without end, and each is paid")
        .help("put a Choice state before it that asks whether there is something left to do");
    Some(finding)
}

/// Whether a way leads to the state on which no Choice has decided so.
fn comes_always(context: &Context<'_>, state: StateId) -> bool {
    let machine = context.machine();
    let flow = machine.flow(machine.state(state).flow);
    let Some(start) = flow.start else {
        return false;
    };
    let decides = |state: StateId| matches!(context.state(state).kind, StateKind::Choice(_));
    let reached = start == state
        || context
            .graph()
            .after(start, |edge| !decides(edge.from) && !edge.exit.is_catch())
            .contains(&state);
    reached
        && match flow.kind {
            FlowKind::Machine => true,
            FlowKind::Branch { owner, .. } => comes_always(context, owner),
            // A Map without items ends it.
            FlowKind::ItemProcessor { .. } => false,
        }
}
