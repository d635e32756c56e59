//! Loops that count: how many rounds they go.

use crate::asl::{
    Assign, Choice, Comparison, Condition, Operand, Operator, State, StateId, StateKind,
    StateMachine,
};
use crate::query::intrinsic::{ArgumentKind, IntrinsicFunction};
use crate::query::jsonpath::{Path, Root, StepKind};
use crate::query::template::{JsonataTemplate, PayloadTemplate, ValueExpression};
use crate::value::Value;

/// The state that counts in a loop, and how many rounds the loop goes: to the number that a Choice compares the counter
/// with, by the number that is added. A counter is known by its name, and begins near 0.
pub(super) fn rounds(machine: &StateMachine, members: &[StateId]) -> Option<(StateId, u64)> {
    let states = || members.iter().map(|id| machine.state(*id));
    let counters: Vec<(StateId, String, u64)> = states().flat_map(counters).collect();
    let mut most = None;
    for state in states() {
        let StateKind::Choice(choice) = &state.kind else {
            continue;
        };
        for (name, bound) in bounds(choice) {
            for (counter, counted, step) in &counters {
                if *counted == name {
                    let rounds = bound / step.max(&1);
                    if most.is_none_or(|(_, known)| known < rounds) {
                        most = Some((*counter, rounds));
                    }
                }
            }
        }
    }
    most
}

/// The names of what a state counts, and by how much.
fn counters(state: &State) -> Vec<(StateId, String, u64)> {
    let mut found = Vec::new();
    let mut payload = |template: &PayloadTemplate| {
        for one in template.expressions() {
            let ValueExpression::Intrinsic(call) = one.expression else {
                continue;
            };
            let call = call.root();
            let [counter, step] = &call.arguments[..] else {
                continue;
            };
            if call.function != IntrinsicFunction::MathAdd {
                continue;
            }
            if let (ArgumentKind::Path(path), ArgumentKind::Literal(step)) =
                (&counter.kind, &step.kind)
                && let (Some(name), Some(step)) = (last_name(path), step.as_i64())
            {
                found.push((state.id, name, step.unsigned_abs()));
            }
        }
    };
    if let Some(template) = &state.io.parameters {
        payload(&template.value);
    }
    if let Some(Assign::JsonPath(template)) = &state.io.assign {
        payload(&template.value);
    }
    let jsonata = [
        state.io.output.as_ref(),
        match &state.io.assign {
            Some(Assign::Jsonata(template)) => Some(template),
            _ => None,
        },
    ];
    for template in jsonata.into_iter().flatten() {
        found.extend(counted(template).map(|(name, step)| (state.id, name, step)));
    }
    found
}

/// `$n + 1`, `$states.input.n + 1`: the last name and the number.
fn counted(template: &JsonataTemplate) -> impl Iterator<Item = (String, u64)> {
    template.expressions().into_iter().filter_map(|(_, one)| {
        let (counter, step) = one.text.split_once('+')?;
        Some((name_of_reference(counter)?, step.trim().parse().ok()?))
    })
}

fn name_of_reference(text: &str) -> Option<String> {
    let text = text.trim().strip_prefix('$')?;
    let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let name = text.rsplit('.').next()?;
    (text.chars().all(plain) && !name.is_empty()).then(|| name.to_owned())
}

/// The names that a Choice compares with numbers, and the numbers.
fn bounds(choice: &Choice) -> Vec<(String, u64)> {
    let mut found = Vec::new();
    for condition in choice
        .rules
        .iter()
        .filter_map(|rule| rule.condition.as_ref())
    {
        collect(condition, &mut found);
    }
    found
}

// Recursion is bounded: the readers of source text allow a fixed depth.
fn collect(condition: &Condition, found: &mut Vec<(String, u64)>) {
    match condition {
        Condition::And(all) | Condition::Or(all) => all.iter().for_each(|one| collect(one, found)),
        Condition::Not(inner) => collect(inner, found),
        Condition::Comparison(comparison) => found.extend(bound(comparison)),
        Condition::Jsonata(jsonata) => {
            for operator in ["<=", ">=", "<", ">", "="] {
                if let Some((left, right)) = jsonata.text.split_once(operator) {
                    if let (Some(name), Ok(bound)) = (name_of_reference(left), right.trim().parse())
                    {
                        found.push((name, bound));
                    }
                    break;
                }
            }
        }
        Condition::Literal(_) => {}
    }
}

fn bound(comparison: &Comparison) -> Option<(String, u64)> {
    let numeric = matches!(
        comparison.operator,
        Operator::NumericEquals
            | Operator::NumericLessThan
            | Operator::NumericGreaterThan
            | Operator::NumericLessThanEquals
            | Operator::NumericGreaterThanEquals
    );
    match &comparison.operand.value {
        Operand::Number(number) if numeric => {
            let bound = Value::Number(number.clone()).as_i64()?;
            Some((
                last_name(&comparison.variable.value)?,
                u64::try_from(bound).ok()?,
            ))
        }
        _ => None,
    }
}

/// The last name of a path, or the variable's.
fn last_name(path: &Path) -> Option<String> {
    match (path.steps().last().map(|step| &step.kind), path.root()) {
        (Some(StepKind::Name(name)), _) => Some(name.to_string()),
        (None, Root::Variable(name)) => Some(name.to_string()),
        _ => None,
    }
}
