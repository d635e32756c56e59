//! What a Choice rule tells of the data when it is taken, and when it is not.

use super::scope::Scope;
use super::{Presence, Shape};
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
        Condition::Jsonata(_) => Outcome::Open,
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
    let (Presence::Always, Shape::Scalar(scalar)) = (lookup.found.presence, &lookup.found.shape)
    else {
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
