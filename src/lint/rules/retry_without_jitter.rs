//! `retry-without-jitter`

use crate::asl::{FlowId, FlowKind, Map, Quantity, Retrier, State, StateId, StateKind};
use crate::diagnostics::{Diagnostic, Fix, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::services::throttling_error;
use crate::source::edit::{NewValue, insert_member};
use crate::value::Str;
use std::collections::{BTreeMap, BTreeSet};

/// See `retry-without-jitter.md`.
pub(super) struct RetryWithoutJitter;

static META: Meta = Meta {
    id: "retry-without-jitter",
    category: Category::ErrorHandling,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: true,
    page: include_str!("retry-without-jitter.md"),
};

impl Rule for RetryWithoutJitter {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut crowds = Crowds::default();
        let calls = context.calls();
        calls
            .filter_map(|call| finding(context, call, &mut crowds))
            .collect()
    }
}

fn finding(context: &Context<'_>, call: &Call<'_>, crowds: &mut Crowds) -> Option<Diagnostic> {
    let error = throttling_error(&call.name)?;
    let retrier = call.state.retrier_of(error)?;
    if retrier.max_attempts == 0 || retrier.full_jitter || says_jitter(context, retrier) {
        return None;
    }
    let (crowd, many) = crowd(context, call, crowds)?;
    let name = retrier.error_equals.iter().find(|name| {
        matches!(&*name.value, "States.ALL" | "States.TaskFailed") || *name.value == *error
    })?;
    let message = format!(
        "`{}` is called many times at once and retries `{error}` without jitter",
        call.state_name()
    );
    let finding = META
        .finding(name.span, message)
        .at(retrier.location.clone())
        .label(crowd.name.span, many)
        .note("calls that are turned away together come back together, and are turned away again")
        .help("add `\"JitterStrategy\": \"FULL\"` to the retrier");
    Some(match fix(context, retrier) {
        Some(fix) => finding.fix(fix),
        None => finding,
    })
}

/// Of each Parallel state, how many of its branches make each call.
type Crowds = BTreeMap<StateId, BTreeMap<Str, usize>>;

fn branches_that_call(context: &Context<'_>, branches: &[FlowId]) -> BTreeMap<Str, usize> {
    let mut counts = BTreeMap::new();
    for branch in branches {
        let states = context.states_within(*branch);
        let calls = states.into_iter().filter_map(Call::of);
        let names: BTreeSet<Str> = calls.map(|call| call.name).collect();
        for name in names {
            *counts.entry(name).or_default() += 1;
        }
    }
    counts
}

/// The state around a call that makes it many times at once, and how.
fn crowd<'a>(
    context: &Context<'a>,
    call: &Call<'a>,
    crowds: &mut Crowds,
) -> Option<(&'a State, String)> {
    let mut inner = call.state;
    for state in context.around(call.state.id) {
        match (&state.kind, context.machine().flow(inner.flow).kind) {
            (StateKind::Map(map), _) if runs_side_by_side(map) => {
                return Some((state, "runs many at a time".to_owned()));
            }
            (StateKind::Parallel(parallel), FlowKind::Branch { .. }) => {
                let counts = crowds
                    .entry(state.id)
                    .or_insert_with(|| branches_that_call(context, &parallel.branches));
                let count = counts.get(&call.name).copied().unwrap_or(0);
                if count > 2 {
                    return Some((
                        state,
                        format!("{count} branches call `{}` at once", call.name),
                    ));
                }
            }
            _ => {}
        }
        inner = state;
    }
    None
}

/// Iterations at a time that are no crowd.
const FEW: i64 = 5;

fn runs_side_by_side(map: &Map) -> bool {
    match map.max_concurrency.as_ref().map(|quantity| &quantity.value) {
        Some(Quantity::Literal(number)) => number
            .as_i64()
            .is_none_or(|number| number == 0 || number > FEW),
        _ => true,
    }
}

/// Whether it has a `JitterStrategy` that is a placeholder.
fn says_jitter(context: &Context<'_>, retrier: &Retrier) -> bool {
    let node = context.node(retrier.span);
    node.and_then(|node| node.get("JitterStrategy"))
        .is_some_and(|value| value.text().is_none_or(|text| &**text != "NONE"))
}

fn fix(context: &Context<'_>, retrier: &Retrier) -> Option<Fix> {
    let node = context.node(retrier.span)?;
    if node.get("JitterStrategy").is_some() {
        return None;
    }
    let last = node.members()?.last()?.value.span;
    let value = NewValue::Text("FULL");
    let edit = insert_member(context.text(), retrier.span, last, "JitterStrategy", value)?;
    Some(Fix {
        title: "add `\"JitterStrategy\": \"FULL\"`".to_owned(),
        safe: true,
        edits: vec![edit],
    })
}
