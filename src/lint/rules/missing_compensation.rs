//! `missing-compensation`

use crate::asl::{FlowId, State, StateId, StateKind};
use crate::base::text;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::compensation::{Deed, deed, undoes};
use crate::lint::{Call, Category, Context, Meta, Rule};

/// See `missing-compensation.md`.
pub(super) struct MissingCompensation;

static META: Meta = Meta {
    id: "missing-compensation",
    category: Category::ErrorHandling,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("missing-compensation.md"),
};

impl Rule for MissingCompensation {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let flows = context.machine().flows.iter();
        flows.filter_map(|flow| finding(context, flow.id)).collect()
    }
}

fn finding(context: &Context<'_>, flow: FlowId) -> Option<Diagnostic> {
    let main = context.graph().on_the_main_way(context.machine(), flow);
    let deeds: Vec<(StateId, Deed)> = main
        .iter()
        .filter_map(|state| Some((*state, deed(Call::of(context.state(*state)).as_ref()?)?)))
        .collect();
    // For each way after a failure, what was done before it and is not undone on it.
    for state in &main {
        let Some(way) = failure_way(context, *state, &main) else {
            continue;
        };
        let before = done_before(context, *state);
        let done = deeds
            .iter()
            .filter(|(deed, _)| before.contains(deed) && deed != state);
        let (undone, left): (Vec<_>, Vec<_>) =
            done.partition(|(_, deed)| way.iter().any(|after| undoes(context.state(*after), deed)));
        let left: Vec<_> = left
            .into_iter()
            .filter(|(_, deed)| deed.binds || !undone.is_empty())
            .collect();
        if let Some(((first, deed), _)) = left.split_first() {
            let first = context.state(*first);
            return Some(describe(context, first, deed, context.state(*state), &way));
        }
    }
    None
}

/// The states of the way that is taken when a state fails, where that way ends badly.
fn failure_way(context: &Context<'_>, state: StateId, main: &[StateId]) -> Option<Vec<StateId>> {
    let catcher = context
        .state(state)
        .catch
        .iter()
        .rev()
        .find(|catcher| catcher.matches("States.TaskFailed"))?;
    let target = catcher.next.as_ref()?.state?;
    if main.contains(&target) {
        return None;
    }
    let mut way = vec![target];
    way.extend(context.graph().after(target, |_| true));
    let fails = |state: &StateId| matches!(context.state(*state).kind, StateKind::Fail(_));
    let unknown = |state: &StateId| hides(context.state(*state));
    (way.iter().any(fails) && !way.iter().any(unknown)).then_some(way)
}

/// Whether it is not known what a state does: it starts another machine, calls what is a placeholder.
fn hides(state: &State) -> bool {
    match Call::of(state) {
        Some(call) => call.name.ends_with(":startExecution"),
        None => matches!(
            state.kind,
            StateKind::Task(_) | StateKind::Map(_) | StateKind::Parallel(_)
        ),
    }
}

/// The states from which a state is come to when nothing fails.
fn done_before(context: &Context<'_>, state: StateId) -> Vec<StateId> {
    let flow = context.machine().flow(context.state(state).flow);
    let leads = |from: &StateId| {
        context
            .graph()
            .after(*from, |edge| !edge.exit.is_catch())
            .contains(&state)
    };
    flow.states.iter().copied().filter(leads).collect()
}

fn describe(
    context: &Context<'_>,
    done: &State,
    deed: &Deed,
    failed: &State,
    way: &[StateId],
) -> Diagnostic {
    let (done_name, failed_name) = (&done.name.value, &failed.name.value);
    let message = format!("when `{failed_name}` fails, nothing undoes what `{done_name}` has done");
    let mut finding = META
        .finding(done.name.span, message)
        .labelled("done")
        .label(failed.name.span, "fails")
        .at(done.location.clone());
    if let Some(first) = way.first() {
        finding = finding.label(
            context.state(*first).name.span,
            "comes next, and nothing after it undoes it",
        );
    }
    finding.help(format!(
        "add a state to that way that undoes it: one named with {}",
        text::alternatives(deed.undone_by)
    ))
}
