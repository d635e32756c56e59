//! `missing-compensation`

use crate::asl::{FlowId, State, StateId, StateKind};
use crate::base::text;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::compensation::{Deed, deed, undoes};
use crate::lint::{Call, Category, Context, Meta, Rule};
use std::collections::{BTreeMap, BTreeSet};

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
    if deeds.is_empty() {
        return None;
    }
    // Of the states that fail into one handler the last has the most behind it.
    let mut last: BTreeMap<StateId, StateId> = BTreeMap::new();
    for state in &main {
        if let Some(target) = failure_target(context.state(*state)) {
            last.insert(target, *state);
        }
    }
    let on_main: BTreeSet<StateId> = main.into_iter().collect();
    let mut handled = last
        .into_iter()
        .filter(|(target, _)| !on_main.contains(target));
    handled.find_map(|(target, state)| {
        let way = failure_way(context, target)?;
        let undone = |deed: &Deed| way.iter().any(|after| undoes(context.state(*after), deed));
        let done: Vec<&(StateId, Deed)> = deeds
            .iter()
            .filter(|(deed, _)| *deed != state && comes_before(context, *deed, state))
            .collect();
        let some_undone = done.iter().any(|(_, deed)| undone(deed));
        let (first, deed) = done
            .into_iter()
            .find(|(_, deed)| !undone(deed) && (deed.binds || some_undone))?;
        let (first, state) = (context.state(*first), context.state(state));
        Some(describe(context, first, deed, state, &way))
    })
}

/// Where a state leads when it fails for a reason that has no way of its own.
fn failure_target(state: &State) -> Option<StateId> {
    let mut catchers = state.catch.iter().rev();
    let catcher = catchers.find(|catcher| catcher.matches("States.TaskFailed"))?;
    catcher.next.as_ref()?.state
}

/// The states of the way that begins with `target`, where it ends badly and it is known what they do.
fn failure_way(context: &Context<'_>, target: StateId) -> Option<Vec<StateId>> {
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

/// Whether one state comes before another when nothing fails.
fn comes_before(context: &Context<'_>, one: StateId, other: StateId) -> bool {
    context
        .graph()
        .after(one, |edge| !edge.exit.is_catch())
        .contains(&other)
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
