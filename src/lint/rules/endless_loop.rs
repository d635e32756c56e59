//! `endless-loop`

use crate::asl::{Flow, State, StateId, StateKind, Transition, WorkflowType};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use foldhash::HashSet;

/// See `endless-loop.md`.
pub(super) struct EndlessLoop;

static META: Meta = Meta {
    id: "endless-loop",
    category: Category::Structure,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("endless-loop.md"),
};

impl Rule for EndlessLoop {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let machine = context.machine();
        let ends = machine.states.iter().filter(|state| may_end(state));
        let leads = context.graph().leads_to(ends.map(|state| state.id));
        let flows = machine.flows.iter();
        flows
            .filter_map(|flow| in_flow(context, flow, &leads))
            .collect()
    }
}

/// Whether a flow may end in a state otherwise than by an error of its work.
fn may_end(state: &State) -> bool {
    match &state.kind {
        StateKind::Succeed | StateKind::Fail(_) => true,
        StateKind::Choice(choice) => choice.default.is_none(),
        _ => !matches!(state.transition, Transition::Next(_)),
    }
}

fn in_flow(context: &Context<'_>, flow: &Flow, leads: &[bool]) -> Option<Diagnostic> {
    let reached = context.graph().reached(context.machine(), flow.id)?;
    let ends = |state: &&StateId| leads[state.0 as usize];
    // Of a flow without any end AWS tells, and `no-terminal-state`.
    flow.states.iter().find(ends)?;
    let trapped = |state: &StateId| reached[state.0 as usize] && !leads[state.0 as usize];
    let entry = flow.states.iter().find_map(|state| {
        let into = |edge: &&crate::analysis::Edge| !trapped(&edge.from) && trapped(&edge.to);
        let edge = context.graph().out(*state).iter().find(into)?;
        reached[state.0 as usize].then_some(edge.to)
    });
    let entry = entry.or(flow.start.filter(trapped))?;
    let state = context.state(entry);
    let end = match context.workflow_type() {
        WorkflowType::Standard => "the 25,000 events of its history end the execution",
        WorkflowType::Express => "the five minutes of an Express workflow end the execution",
    };
    let message = format!(
        "from `{}` no way leads to an end: only an error, a timeout or {end}",
        state.name.value
    );
    Some(
        META.finding(state.name.span, message)
            .labelled("what comes here goes round for ever")
            .at(state.location.clone())
            .note(format!("it goes round {}", round(context, entry)))
            .help("lead out of the loop, for instance by a Choice that counts or asks whether the work is done"),
    )
}

/// The first way from a state that comes back on itself: `` `A` → `B` → `A` ``.
fn round(context: &Context<'_>, from: StateId) -> String {
    const SHOWN: usize = 8;
    let mut names = vec![format!("`{}`", context.name(from))];
    let mut seen = HashSet::from_iter([from]);
    let mut state = from;
    while let Some(edge) = context.graph().out(state).first() {
        state = edge.to;
        if names.len() == SHOWN {
            names.push("…".to_owned());
            break;
        }
        names.push(format!("`{}`", context.name(state)));
        if !seen.insert(state) {
            break;
        }
    }
    names.join(" → ")
}
