//! `dead-choice-rule`

use crate::analysis::{Exit, contradiction, implies};
use crate::asl::{Choice, ChoiceRule, Condition, State, StateKind};
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

/// See `dead-choice-rule.md`.
pub(super) struct DeadChoiceRule;

static META: Meta = Meta {
    id: "dead-choice-rule",
    category: Category::Structure,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("dead-choice-rule.md"),
};

/// Earlier rules that a rule is compared with.
const LOOK_BACK: usize = 64;

impl Rule for DeadChoiceRule {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        let choices = states.filter_map(|state| match &state.kind {
            StateKind::Choice(choice) => Some((state, choice)),
            _ => None,
        });
        choices
            .flat_map(|(state, choice)| of_choice(context, state, choice))
            .collect()
    }
}

fn of_choice(context: &Context<'_>, state: &State, choice: &Choice) -> Vec<Diagnostic> {
    let exits = context.flow().exits(state, choice);
    let mut found = Vec::new();
    for (index, rule) in choice.rules.iter().enumerate() {
        let Some(condition) = &rule.condition else {
            continue;
        };
        let earlier = &choice.rules[index.saturating_sub(LOOK_BACK)..index];
        let taken = earlier.iter().rev().find(|earlier| {
            let earlier = earlier.condition.as_ref();
            earlier.is_some_and(|earlier| implies(condition, earlier))
        });
        let name = &state.name.value;
        let number = u32::try_from(index).unwrap_or(u32::MAX);
        let unmet = exits
            .as_ref()
            .is_some_and(|exits| !exits.contains(&Exit::Rule(number)));
        if let Some((one, two)) = contradiction(condition) {
            let mut finding = finding(
                rule,
                format!(
                    "`Choices[{index}]` of `{name}` can never be met: two of its parts exclude one another"
                ),
            );
            if let (Some(one), Some(two)) = (place(one), place(two)) {
                finding = finding
                    .label(one, "where this holds")
                    .label(two, "this does not");
            }
            found.push(finding.help("`And` asks for all of its parts; `Or` asks for one of them"));
        } else if let Some(taken) = taken {
            let message = format!(
                "`Choices[{index}]` of `{name}` is never taken: an earlier rule takes every case that it would take"
            );
            found.push(
                finding(rule, message)
                    .label(taken.span, "takes them first")
                    .note("AWS takes the first rule that is met")
                    .help("put the narrower rule first, or remove this one"),
            );
        } else if unmet {
            let message = format!(
                "`Choices[{index}]` of `{name}` is never taken: what is known of the data decides otherwise on every way here"
            );
            let mut finding = finding(rule, message);
            let other = context.flow().of_other_kind(state, condition);
            if let Some((comparison, shape)) = other {
                finding = finding.note(format!(
                    "`{}` is {} here, which `{}` is never true of",
                    comparison.variable.value.text(),
                    shape.describe(),
                    comparison.operator.name()
                ));
            }
            found.push(
                finding
                    .help("remove it, or look at the state that makes the value that it asks for"),
            );
        }
    }
    found
}

fn finding(rule: &ChoiceRule, message: String) -> Diagnostic {
    let span = rule.condition.as_ref().and_then(place);
    META.finding(span.unwrap_or(rule.span), message)
        .at(rule.location.clone())
}

/// The first comparison of a condition.
// Recursion is bounded: the readers of source text allow a fixed depth.
fn place(condition: &Condition) -> Option<Span> {
    match condition {
        Condition::And(all) | Condition::Or(all) => all.first().and_then(place),
        Condition::Not(inner) => place(inner),
        Condition::Comparison(comparison) => Some(comparison.span),
        Condition::Jsonata(jsonata) => Some(jsonata.span),
        Condition::Literal(_) => None,
    }
}
