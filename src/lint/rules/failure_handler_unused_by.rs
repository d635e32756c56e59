//! `failure-handler-unused-by`

use crate::asl::{FlowId, StateId, StateKind, StateType};
use crate::base::text;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

/// See `failure-handler-unused-by.md`.
pub(super) struct FailureHandlerUnusedBy;

static META: Meta = Meta {
    id: "failure-handler-unused-by",
    category: Category::ErrorHandling,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("failure-handler-unused-by.md"),
};

/// States that a finding marks; the others it counts.
const SHOWN: usize = 4;

impl Rule for FailureHandlerUnusedBy {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let flows = context.machine().flows.iter();
        flows.filter_map(|flow| finding(context, flow.id)).collect()
    }
}

fn finding(context: &Context<'_>, flow: FlowId) -> Option<Diagnostic> {
    let machine = context.machine();
    let main = context.graph().on_the_main_way(machine, flow);
    let handlers = handlers(context, &main);
    let (handler, _) = *handlers
        .iter()
        .max_by_key(|(handler, users)| (users.len(), std::cmp::Reverse(*handler)))?;
    let without: Vec<StateId> = main
        .iter()
        .copied()
        // What is caught elsewhere has handling of its own.
        .filter(|state| can_fail(context, *state) && context.state(*state).catch.is_empty())
        .filter(|state| !is_counterpart(context, *state, handler))
        .collect();
    let first = without.first()?;
    let name = context.name(handler);
    let names: Vec<&str> = without
        .iter()
        .take(SHOWN)
        .map(|state| context.name(*state))
        .collect();
    let kinds = if without
        .iter()
        .all(|state| context.state(*state).state_type() == StateType::Task)
    {
        "Task"
    } else {
        "state"
    };
    let who = if without.len() <= SHOWN {
        text::list(&names)
    } else {
        text::count(without.len(), kinds)
    };
    let verb = if without.len() == 1 { "has" } else { "have" };
    let message = format!("`{name}` handles failures, and {who} {verb} no way to it");
    let mut finding = META
        .finding(context.state(*first).name.span, message)
        .labelled(format!("no `Catch` leads from here to `{name}`"))
        .at(context.state(*first).location.clone());
    for state in without.iter().skip(1).take(SHOWN - 1) {
        finding = finding.label(context.state(*state).name.span, "nor from here");
    }
    let finding = finding
        .label(context.state(handler).name.span, "the handler")
        .note("when one of them fails for good, the execution fails at once and the handler does not run");
    Some(finding.help(format!(
        "add `\"Catch\": [{{\"ErrorEquals\": [\"States.ALL\"], \"ResultPath\": \"$.error\", \"Next\": \"{name}\"}}]`"
    )))
}

/// States that are reached only after an error and from which no way leads back, with the states whose catchers lead to
/// each.
fn handlers(context: &Context<'_>, main: &[StateId]) -> Vec<(StateId, Vec<StateId>)> {
    let mut handlers: Vec<(StateId, Vec<StateId>)> = Vec::new();
    for state in main {
        for edge in context.graph().out(*state) {
            if !edge.exit.is_catch() || main.contains(&edge.to) || ends(context, edge.to) {
                continue;
            }
            let catcher = match edge.exit {
                crate::analysis::Exit::Catch(index) => &context.state(*state).catch[index as usize],
                _ => continue,
            };
            if !catcher.matches("States.TaskFailed") && !catcher.matches("Any.Error") {
                continue;
            }
            match handlers.iter_mut().find(|(handler, _)| *handler == edge.to) {
                Some((_, users)) => users.push(*state),
                None => handlers.push((edge.to, vec![*state])),
            }
        }
    }
    handlers.retain(|(handler, _)| {
        let after = context
            .graph()
            .after(*handler, |edge| !edge.exit.is_catch());
        after
            .iter()
            .all(|state| !main.contains(state) || ends(context, *state))
    });
    handlers
}

/// Whether a state is the last to do anything, and does the same as the handler: it tells of success as the handler does of
/// failure, and who tells of the one need not tell of the other.
fn is_counterpart(context: &Context<'_>, state: StateId, handler: StateId) -> bool {
    let resource = |id: StateId| match &context.state(id).kind {
        StateKind::Task(task) => task.resource.as_ref().map(|resource| &resource.value.text),
        _ => None,
    };
    let after = context.graph().after(state, |edge| !edge.exit.is_catch());
    let is_last = !after.into_iter().any(|state| can_fail(context, state));
    is_last && resource(state).is_some() && resource(state) == resource(handler)
}

fn ends(context: &Context<'_>, state: StateId) -> bool {
    matches!(
        context.state(state).kind,
        StateKind::Succeed | StateKind::Fail(_)
    )
}

fn can_fail(context: &Context<'_>, state: StateId) -> bool {
    matches!(
        context.state(state).kind,
        StateKind::Task(_) | StateKind::Map(_) | StateKind::Parallel(_)
    )
}
