//! What a Choice rule tells of the data when it is taken, and when it is not.

use super::jsonata::{self, JsonataScope};
use super::scope::Scope;
use super::{Kinds, Origin, Presence, Shape};
use crate::asl::{Comparison, Condition, Operand, Operator};
use crate::value::Value;

/// What can come of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It holds.
    True,
    /// It does not.
    False,
    /// Either.
    Open,
}

impl Outcome {
    pub(super) fn not(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Open => Self::Open,
        }
    }
}

/// What comes of `condition` for data of this shape.
// Recursion is bounded: the readers of source text allow a fixed depth.
pub(super) fn outcome(condition: &Condition, scope: &Scope<'_>) -> Outcome {
    match condition {
        Condition::And(all) => {
            let outcomes: Vec<Outcome> = all.iter().map(|one| outcome(one, scope)).collect();
            if outcomes.contains(&Outcome::False) {
                Outcome::False
            } else if outcomes.iter().all(|outcome| *outcome == Outcome::True) {
                Outcome::True
            } else {
                Outcome::Open
            }
        }
        Condition::Or(any) => {
            let outcomes: Vec<Outcome> = any.iter().map(|one| outcome(one, scope)).collect();
            if outcomes.contains(&Outcome::True) {
                Outcome::True
            } else if outcomes.iter().all(|outcome| *outcome == Outcome::False) {
                Outcome::False
            } else {
                Outcome::Open
            }
        }
        Condition::Not(inner) => outcome(inner, scope).not(),
        Condition::Comparison(comparison) => compare(comparison, scope),
        Condition::Literal(truth) => {
            if *truth {
                Outcome::True
            } else {
                Outcome::False
            }
        }
        Condition::Jsonata(jsonata) => {
            let scope = JsonataScope {
                input: scope.input,
                result: None,
                error: None,
                context: scope.context,
                variables: scope.variables,
            };
            let value = jsonata::evaluate(jsonata, &scope, Origin::ExecutionInput).value;
            match (value.presence, value.shape.literal_value()) {
                (Presence::Always, Some(Value::Bool(true))) => Outcome::True,
                (Presence::Always, Some(Value::Bool(false))) => Outcome::False,
                _ => Outcome::Open,
            }
        }
    }
}

/// The kind of value that an operator compares; a value of another is not equal, below or above.
fn takes(operator: Operator) -> Option<Kinds> {
    let name = operator.name();
    let kinds = [
        ("Numeric", Kinds::NUMBER),
        ("String", Kinds::STRING),
        ("Timestamp", Kinds::STRING),
        ("Boolean", Kinds::BOOLEAN),
    ];
    let own = kinds.into_iter().find(|(word, _)| name.starts_with(word));
    own.map(|(_, kinds)| kinds)
}

/// Whether a value may be of one of the kinds.
fn is_of(shape: &Shape, kinds: Kinds) -> bool {
    match shape {
        Shape::Any(_) => true,
        Shape::Scalar(scalar) => scalar.kinds.meets(kinds),
        Shape::Array(_) | Shape::Object(_) => false,
    }
}

/// The first comparison of a condition with a value of a kind that its operator does not compare, and that value.
// Recursion is bounded: the readers of source text allow a fixed depth.
pub(super) fn of_other_kind<'c>(
    condition: &'c Condition,
    scope: &Scope<'_>,
) -> Option<(&'c Comparison, Shape)> {
    match condition {
        Condition::And(all) | Condition::Or(all) => {
            all.iter().find_map(|one| of_other_kind(one, scope))
        }
        Condition::Not(inner) => of_other_kind(inner, scope),
        Condition::Comparison(comparison) => {
            let found = scope.look_up(&comparison.variable.value).found;
            let kinds = takes(comparison.operator)?;
            let other = found.presence == Presence::Always && !is_of(&found.shape, kinds);
            other.then_some((&**comparison, found.shape))
        }
        Condition::Jsonata(_) | Condition::Literal(_) => None,
    }
}

fn compare(comparison: &Comparison, scope: &Scope<'_>) -> Outcome {
    let lookup = scope.look_up(&comparison.variable.value);
    let truth = |holds: bool| if holds { Outcome::True } else { Outcome::False };
    if comparison.operator == Operator::IsPresent {
        let Operand::Bool(wanted) = comparison.operand.value else {
            return Outcome::Open;
        };
        return match lookup.found.presence {
            Presence::Always => truth(wanted),
            Presence::Never => truth(!wanted),
            Presence::Sometimes | Presence::Unknown => Outcome::Open,
        };
    }
    if lookup.found.presence != Presence::Always {
        return Outcome::Open;
    }
    if takes(comparison.operator).is_some_and(|kinds| !is_of(&lookup.found.shape, kinds)) {
        return Outcome::False;
    }
    let Shape::Scalar(scalar) = &lookup.found.shape else {
        return Outcome::Open;
    };
    let Some(value) = &scalar.literal else {
        return Outcome::Open;
    };
    match (comparison.operator, &comparison.operand.value, value) {
        (Operator::StringEquals, Operand::String(wanted), value) => {
            truth(value.as_str() == Some(wanted))
        }
        (Operator::BooleanEquals, Operand::Bool(wanted), value) => {
            truth(value.as_bool() == Some(*wanted))
        }
        (Operator::NumericEquals, Operand::Number(wanted), value) => {
            truth(value.as_number() == Some(wanted))
        }
        (Operator::IsNull, Operand::Bool(wanted), value) => truth(value.is_null() == *wanted),
        (Operator::IsString, Operand::Bool(wanted), value) => {
            truth(value.as_str().is_some() == *wanted)
        }
        (Operator::IsNumeric, Operand::Bool(wanted), value) => {
            truth(value.as_number().is_some() == *wanted)
        }
        (Operator::IsBoolean, Operand::Bool(wanted), Value::Bool(_)) => truth(*wanted),
        (Operator::IsBoolean, Operand::Bool(wanted), _) => truth(!*wanted),
        _ => Outcome::Open,
    }
}
