//! `choice-without-default`

use crate::analysis::{Exit, implies};
use crate::asl::{Choice, Condition, Operator, State, StateKind};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

/// See `choice-without-default.md`.
pub(super) struct ChoiceWithoutDefault;

static META: Meta = Meta {
    id: "choice-without-default",
    category: Category::Structure,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("choice-without-default.md"),
};

impl Rule for ChoiceWithoutDefault {
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
            .filter_map(|(state, choice)| finding(context, state, choice))
            .collect()
    }
}

fn finding(context: &Context<'_>, state: &State, choice: &Choice) -> Option<Diagnostic> {
    let placeholder = |field: &str| state.unresolved.iter().any(|one| &*one.value == field);
    if choice.default.is_some() || placeholder("Default") || placeholder("Choices") {
        return None;
    }
    let conditions: Option<Vec<&Condition>> = choice
        .rules
        .iter()
        .map(|rule| rule.condition.as_ref())
        .collect();
    if covers(&conditions?) {
        return None;
    }
    let exits = context.flow().exits(state, choice);
    if exits.is_some_and(|exits| !exits.contains(&Exit::Default)) {
        return None;
    }
    let name = &state.name.value;
    Some(
        META.finding(
            state.name.span,
            format!("Choice `{name}` has no `Default`, and its rules do not cover every case"),
        )
        .at(state.location.clone())
        .note(format!(
            "where no rule is met AWS fails the execution with `States.NoChoiceMatched`; a Choice has no `Catch`, so `{name}` cannot \
             handle it"
        ))
        .help("add a `Default`, be it to a Fail state that says what was not expected"),
    )
}

/// Whether one of the conditions holds of every value of the kind that they ask for.
fn covers(conditions: &[&Condition]) -> bool {
    /// Rules that are compared with one another.
    const MOST: usize = 64;
    let conditions = &conditions[..conditions.len().min(MOST)];
    let pairs = conditions
        .iter()
        .enumerate()
        .flat_map(|(at, one)| conditions[at + 1..].iter().map(move |two| (*one, *two)));
    let mut pairs = pairs;
    conditions
        .iter()
        .any(|one| matches!(one, Condition::Literal(true)))
        || pairs.any(|(one, two)| are_complements(one, two))
        || conditions
            .iter()
            .any(|one| is_split_at_a_value(one, conditions))
}

/// Whether one of the two holds whenever the other does not.
fn are_complements(one: &Condition, two: &Condition) -> bool {
    match (one, two) {
        (Condition::Not(not), other) | (other, Condition::Not(not)) => implies(not, other),
        (Condition::Jsonata(one), Condition::Jsonata(two)) => {
            let negates = |one: &str, two: &str| {
                one.strip_prefix("$not(")
                    .and_then(|rest| rest.strip_suffix(')'))
                    == Some(two)
            };
            negates(&one.text, &two.text) || negates(&two.text, &one.text)
        }
        (Condition::Comparison(one), Condition::Comparison(two)) => {
            use Operator as O;
            let is_test = one.operator == two.operator
                && (one.operator == O::BooleanEquals || one.operator.name().starts_with("Is"));
            let same_place = one.variable.value == two.variable.value;
            let same_value = one.operand.value == two.operand.value;
            let halves = |below, above| {
                (one.operator, two.operator) == (below, above)
                    || (two.operator, one.operator) == (below, above)
            };
            let split = halves(O::NumericLessThan, O::NumericGreaterThanEquals)
                || halves(O::NumericLessThanEquals, O::NumericGreaterThan)
                || halves(O::StringLessThan, O::StringGreaterThanEquals)
                || halves(O::StringLessThanEquals, O::StringGreaterThan)
                || halves(O::TimestampLessThan, O::TimestampGreaterThanEquals)
                || halves(O::TimestampLessThanEquals, O::TimestampGreaterThan);
            same_place
                && if is_test {
                    !same_value
                } else {
                    split && same_value
                }
        }
        _ => false,
    }
}

/// Below, at and above one value.
fn is_split_at_a_value(equals: &Condition, all: &[&Condition]) -> bool {
    let Condition::Comparison(equals) = equals else {
        return false;
    };
    let has = |operator| {
        all.iter().any(|one| match one {
            Condition::Comparison(one) => {
                one.operator == operator
                    && one.variable.value == equals.variable.value
                    && one.operand.value == equals.operand.value
            }
            _ => false,
        })
    };
    use Operator as O;
    match equals.operator {
        O::NumericEquals => has(O::NumericLessThan) && has(O::NumericGreaterThan),
        O::StringEquals => has(O::StringLessThan) && has(O::StringGreaterThan),
        O::TimestampEquals => has(O::TimestampLessThan) && has(O::TimestampGreaterThan),
        _ => false,
    }
}
