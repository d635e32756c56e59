//! The Choice state.

use super::{Assign, Target};
use crate::base::{Span, Spanned, Timestamp};
use crate::query::jsonpath::Path;
use crate::query::template::{JsonataString, JsonataTemplate};
use crate::value::{Number, Str};

/// The fields of a Choice state.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// `Choices`
    pub rules: Vec<ChoiceRule>,
    /// `Default`
    pub default: Option<Target>,
}

/// One entry of `Choices`.
#[derive(Clone, Debug)]
pub struct ChoiceRule {
    /// When it is taken; nothing where a diagnostic tells of a fault.
    pub condition: Option<Condition>,
    /// `Next`
    pub next: Option<Target>,
    /// `Assign`
    pub assign: Option<Assign>,
    /// `Output`, of JSONata.
    pub output: Option<JsonataTemplate>,
    /// The entry in the source.
    pub span: Span,
    /// AWS's location: `/States/C/Choices[0]`.
    pub location: String,
}

impl Choice {
    /// The first operator whose operand is a placeholder that is not filled.
    pub(super) fn unfilled(&self) -> Option<Spanned<Str>> {
        let conditions = self.rules.iter().filter_map(|rule| rule.condition.as_ref());
        let mut open: Vec<&Condition> = conditions.rev().collect();
        while let Some(condition) = open.pop() {
            match condition {
                Condition::And(inner) | Condition::Or(inner) => open.extend(inner.iter().rev()),
                Condition::Not(inner) => open.push(inner),
                Condition::Comparison(one) if one.operand.value == Operand::Unknown => {
                    return Some(Spanned::new(one.operator.name().into(), one.operand.span));
                }
                Condition::Comparison(_) | Condition::Jsonata(_) | Condition::Literal(_) => {}
            }
        }
        None
    }
}

/// A truth about the data.
#[derive(Clone, Debug)]
pub enum Condition {
    /// All of them.
    And(Vec<Self>),
    /// Any of them.
    Or(Vec<Self>),
    /// Not this one.
    Not(Box<Self>),
    /// A comparison.
    Comparison(Box<Comparison>),
    /// `Condition`, of JSONata.
    Jsonata(JsonataString),
    /// A literal `true` or `false`, of JSONata.
    Literal(bool),
}

/// `Variable`, operator and operand.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// `Variable`
    pub variable: Spanned<Path>,
    /// The operator, without the `Path` of its path form.
    pub operator: Operator,
    /// What it is compared with, and its place.
    pub operand: Spanned<Operand>,
    /// The object in the source.
    pub span: Span,
}

/// What a variable is compared with.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// Of `String…` (not its path form) and `StringMatches`.
    String(Str),
    /// Of `Numeric…`.
    Number(Number),
    /// Of `BooleanEquals` and the `Is…` tests.
    Bool(bool),
    /// Of `Timestamp…`.
    Timestamp(Timestamp),
    /// Of the `…Path` forms.
    Path(Path),
    /// A placeholder that is not filled.
    Unknown,
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are the language's own")]
pub enum Operator {
    StringEquals,
    StringLessThan,
    StringGreaterThan,
    StringLessThanEquals,
    StringGreaterThanEquals,
    StringMatches,
    NumericEquals,
    NumericLessThan,
    NumericGreaterThan,
    NumericLessThanEquals,
    NumericGreaterThanEquals,
    BooleanEquals,
    TimestampEquals,
    TimestampLessThan,
    TimestampGreaterThan,
    TimestampLessThanEquals,
    TimestampGreaterThanEquals,
    IsNull,
    IsPresent,
    IsNumeric,
    IsString,
    IsBoolean,
    IsTimestamp,
}

impl Operator {
    /// All operators, in the order of the specification.
    pub const ALL: [Self; 23] = [
        Self::StringEquals,
        Self::StringLessThan,
        Self::StringGreaterThan,
        Self::StringLessThanEquals,
        Self::StringGreaterThanEquals,
        Self::StringMatches,
        Self::NumericEquals,
        Self::NumericLessThan,
        Self::NumericGreaterThan,
        Self::NumericLessThanEquals,
        Self::NumericGreaterThanEquals,
        Self::BooleanEquals,
        Self::TimestampEquals,
        Self::TimestampLessThan,
        Self::TimestampGreaterThan,
        Self::TimestampLessThanEquals,
        Self::TimestampGreaterThanEquals,
        Self::IsNull,
        Self::IsPresent,
        Self::IsNumeric,
        Self::IsString,
        Self::IsBoolean,
        Self::IsTimestamp,
    ];

    /// As the field names it, without `Path`.
    pub fn name(self) -> &'static str {
        match self {
            Self::StringEquals => "StringEquals",
            Self::StringLessThan => "StringLessThan",
            Self::StringGreaterThan => "StringGreaterThan",
            Self::StringLessThanEquals => "StringLessThanEquals",
            Self::StringGreaterThanEquals => "StringGreaterThanEquals",
            Self::StringMatches => "StringMatches",
            Self::NumericEquals => "NumericEquals",
            Self::NumericLessThan => "NumericLessThan",
            Self::NumericGreaterThan => "NumericGreaterThan",
            Self::NumericLessThanEquals => "NumericLessThanEquals",
            Self::NumericGreaterThanEquals => "NumericGreaterThanEquals",
            Self::BooleanEquals => "BooleanEquals",
            Self::TimestampEquals => "TimestampEquals",
            Self::TimestampLessThan => "TimestampLessThan",
            Self::TimestampGreaterThan => "TimestampGreaterThan",
            Self::TimestampLessThanEquals => "TimestampLessThanEquals",
            Self::TimestampGreaterThanEquals => "TimestampGreaterThanEquals",
            Self::IsNull => "IsNull",
            Self::IsPresent => "IsPresent",
            Self::IsNumeric => "IsNumeric",
            Self::IsString => "IsString",
            Self::IsBoolean => "IsBoolean",
            Self::IsTimestamp => "IsTimestamp",
        }
    }

    /// Whether there is a `…Path` form.
    pub fn has_path_form(self) -> bool {
        !matches!(self, Self::StringMatches) && !self.name().starts_with("Is")
    }

    /// The operator that a field name stands for, and whether it is the path form.
    pub fn from_field(field: &str) -> Option<(Self, bool)> {
        Self::ALL
            .into_iter()
            .find_map(|operator| match field.strip_prefix(operator.name())? {
                "" => Some((operator, false)),
                "Path" if operator.has_path_form() => Some((operator, true)),
                _ => None,
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_has_39_comparison_fields() {
        // Amazon States Language specification, "Data-test expression": 23 operators, 16 of them with a path form.
        let paths = Operator::ALL.iter().filter(|o| o.has_path_form()).count();
        assert_eq!(Operator::ALL.len() + paths, 39);
        assert_eq!(
            Operator::from_field("NumericLessThanEqualsPath"),
            Some((Operator::NumericLessThanEquals, true))
        );
        assert_eq!(Operator::from_field("StringMatchesPath"), None);
        assert_eq!(
            Operator::from_field("NumericLessThan"),
            Some((Operator::NumericLessThan, false))
        );
    }
}
