//! `model-loop-without-limit`

use crate::analysis::Loops;
use crate::asl::{Condition, Operator, State, StateId, StateKind};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::services::model_call;

/// See `model-loop-without-limit.md`.
pub(super) struct ModelLoopWithoutLimit;

static META: Meta = Meta {
    id: "model-loop-without-limit",
    category: Category::GenerativeAi,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("model-loop-without-limit.md"),
};

impl Rule for ModelLoopWithoutLimit {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let loops = Loops::new(context.machine(), context.graph(), |_| true);
        let all = loops.all().iter();
        all.filter_map(|members| finding(context, members))
            .collect()
    }
}

fn finding(context: &Context<'_>, members: &[StateId]) -> Option<Diagnostic> {
    let mut states = members.iter().map(|id| context.state(*id));
    let call = states
        .clone()
        .filter_map(Call::of)
        .find(|call| model_call(&call.name).is_some())?;
    if states.any(may_count) {
        return None;
    }
    let name = call.state_name();
    let mut finding = META
        .finding(
            call.state.name.span,
            format!("`{name}` calls a model in a loop that nothing limits"),
        )
        .labelled("paid in each round")
        .at(call.state.location.clone());
    let mut edges = members.iter().flat_map(|id| context.graph().out(*id));
    let back = edges.find(|edge| edge.to == call.state.id && members.contains(&edge.from));
    if let Some(back) = back.filter(|back| back.from != call.state.id) {
        finding = finding.label(context.state(back.from).name.span, "leads back to it");
    }
    Some(
        finding
            .note("whether it ends is decided by what the model answers, or by a call that may fail for ever")
            .help("count the rounds, and leave the loop by a Choice that compares the count with a limit"),
    )
}

/// Whether a state may be what ends the loop in time: a comparison of numbers or of a truth, or a part of which not all is
/// known.
fn may_count(state: &State) -> bool {
    match &state.kind {
        StateKind::Choice(choice) => {
            !state.unresolved.is_empty()
                || choice
                    .rules
                    .iter()
                    .any(|rule| rule.condition.as_ref().is_none_or(counts))
        }
        _ => false,
    }
}

// Recursion is bounded: the readers of source text allow a fixed depth.
fn counts(condition: &Condition) -> bool {
    match condition {
        Condition::And(all) | Condition::Or(all) => all.iter().any(counts),
        Condition::Not(inner) => counts(inner),
        Condition::Comparison(comparison) => matches!(
            comparison.operator,
            Operator::NumericEquals
                | Operator::NumericLessThan
                | Operator::NumericGreaterThan
                | Operator::NumericLessThanEquals
                | Operator::NumericGreaterThanEquals
                | Operator::BooleanEquals
        ),
        Condition::Jsonata(jsonata) => match &jsonata.expression {
            Some(expression) => expression.analysis().compares_order,
            None => true,
        },
        Condition::Literal(_) => false,
    }
}
