//! Which conditions of a Choice follow from one another, and which exclude one another, whatever the data is.

use crate::asl::{Comparison, Condition, Operand, Operator};
use crate::base::Timestamp;
use crate::query::jsonpath::Path;
use crate::value::Number;
use std::cmp::Ordering;

/// Whether `two` holds whenever `one` does, for data on which both can be evaluated.
// Recursion is bounded: the readers of source text allow a fixed depth.
pub fn implies(one: &Condition, two: &Condition) -> bool {
    match (one, two) {
        (Condition::Literal(false), _) | (_, Condition::Literal(true)) => true,
        (Condition::Or(any), _) => any.iter().all(|one| implies(one, two)),
        (_, Condition::And(all)) => all.iter().all(|two| implies(one, two)),
        (Condition::Not(one), Condition::Not(two)) => implies(two, one),
        (_, Condition::Not(two)) => excludes(one, two),
        (Condition::And(all), _) if all.iter().any(|one| implies(one, two)) => true,
        (_, Condition::Or(any)) => any.iter().any(|two| implies(one, two)),
        (Condition::Jsonata(one), Condition::Jsonata(two)) => one.text == two.text,
        (Condition::Comparison(one), Condition::Comparison(two)) => {
            Known::of(one).is_some_and(|one| one.implies(two))
        }
        _ => false,
    }
}

/// Whether both cannot hold at once, for data on which both can be evaluated.
// Recursion is bounded: the readers of source text allow a fixed depth.
pub fn excludes(one: &Condition, two: &Condition) -> bool {
    match (one, two) {
        (Condition::Literal(false), _) | (_, Condition::Literal(false)) => true,
        (Condition::Or(any), other) | (other, Condition::Or(any)) => {
            any.iter().all(|one| excludes(one, other))
        }
        (Condition::And(all), other) | (other, Condition::And(all)) => {
            all.iter().any(|one| excludes(one, other))
        }
        (Condition::Not(not), other) | (other, Condition::Not(not)) => implies(other, not),
        (Condition::Comparison(one), Condition::Comparison(two)) => {
            Known::of(one).is_some_and(|one| one.excludes(two))
        }
        _ => false,
    }
}

/// Two parts of a condition that must both hold and cannot.
// Recursion is bounded: the readers of source text allow a fixed depth.
pub fn contradiction(condition: &Condition) -> Option<(&Condition, &Condition)> {
    /// Parts of one `And` that are compared with one another.
    const MOST: usize = 64;
    match condition {
        Condition::And(all) => {
            let parts = &all[..all.len().min(MOST)];
            let mut pairs = parts
                .iter()
                .enumerate()
                .flat_map(|(at, one)| parts[at + 1..].iter().map(move |two| (one, two)));
            pairs
                .find(|(one, two)| excludes(one, two))
                .or_else(|| all.iter().find_map(contradiction))
        }
        Condition::Or(any) => {
            let mut first = None;
            for one in any {
                let found = contradiction(one)?;
                first.get_or_insert(found);
            }
            first
        }
        _ => None,
    }
}

/// What is known of the variable when a comparison holds.
struct Known<'c> {
    variable: &'c Path,
    operator: Operator,
    operand: &'c Operand,
    range: Option<Range<'c>>,
}

/// Values of one kind between two bounds, each with whether it is among them.
struct Range<'c> {
    low: Option<(Bound<'c>, bool)>,
    high: Option<(Bound<'c>, bool)>,
}

/// A value of a kind that has an order, or is one of two.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Bound<'c> {
    Number(&'c Number),
    Text(&'c str),
    Time(Timestamp),
    Truth(bool),
}

impl<'c> Known<'c> {
    /// Nothing where the operand is not known before it runs.
    fn of(comparison: &'c Comparison) -> Option<Self> {
        use Operator as O;
        let operand = &comparison.operand.value;
        let bound = match operand {
            Operand::Number(number) => Some(Bound::Number(number)),
            // AWS orders strings by UTF-16, which is the order of their bytes where they are compared with ASCII.
            Operand::String(text) if text.is_ascii() || comparison.operator == O::StringEquals => {
                Some(Bound::Text(text))
            }
            Operand::String(_) => None,
            Operand::Timestamp(time) => Some(Bound::Time(*time)),
            Operand::Bool(truth) => Some(Bound::Truth(*truth)),
            Operand::Path(_) => None,
            Operand::Unknown => return None,
        };
        let range = bound.and_then(|bound| {
            let (below, above) = match comparison.operator {
                O::StringEquals | O::NumericEquals | O::BooleanEquals | O::TimestampEquals => {
                    (Some((bound, true)), Some((bound, true)))
                }
                O::StringLessThan | O::NumericLessThan | O::TimestampLessThan => {
                    (None, Some((bound, false)))
                }
                O::StringLessThanEquals | O::NumericLessThanEquals | O::TimestampLessThanEquals => {
                    (None, Some((bound, true)))
                }
                O::StringGreaterThan | O::NumericGreaterThan | O::TimestampGreaterThan => {
                    (Some((bound, false)), None)
                }
                O::StringGreaterThanEquals
                | O::NumericGreaterThanEquals
                | O::TimestampGreaterThanEquals => (Some((bound, true)), None),
                O::StringMatches
                | O::IsNull
                | O::IsPresent
                | O::IsNumeric
                | O::IsString
                | O::IsBoolean
                | O::IsTimestamp => return None,
            };
            Some(Range {
                low: below,
                high: above,
            })
        });
        Some(Self {
            variable: &comparison.variable.value,
            operator: comparison.operator,
            operand,
            range,
        })
    }

    /// The test `Is…` that holds of every value that passes, where there is one.
    fn kind(&self) -> Option<Operator> {
        use Operator as O;
        let name = self.operator.name();
        if name.starts_with("Is") {
            return matches!(self.operand, Operand::Bool(true)).then_some(self.operator);
        }
        Some(if name.starts_with("Numeric") {
            O::IsNumeric
        } else if name.starts_with("Boolean") {
            O::IsBoolean
        } else if name.starts_with("Timestamp") {
            O::IsTimestamp
        } else {
            O::IsString
        })
    }

    fn is_same(&self, other: &Known<'_>) -> bool {
        self.operator == other.operator && self.operand == other.operand
    }

    fn implies(&self, other: &Comparison) -> bool {
        let Some(other) = Known::of(other).filter(|other| self.variable == other.variable) else {
            return false;
        };
        if self.is_same(&other) {
            return true;
        }
        if let (Some(one), Some(two)) = (&self.range, &other.range) {
            return one.is_within(two);
        }
        match (other.operator, other.operand) {
            // To be compared at all it must be there.
            (Operator::IsPresent, Operand::Bool(true)) => {
                !(self.operator == Operator::IsPresent && *self.operand == Operand::Bool(false))
            }
            (test, Operand::Bool(true)) if test.name().starts_with("Is") => {
                self.kind().is_some_and(|kind| is_part_of(kind, test))
            }
            (test, Operand::Bool(false)) if test.name().starts_with("Is") => {
                self.kind().is_some_and(|kind| are_apart(kind, test))
            }
            _ => false,
        }
    }

    fn excludes(&self, other: &Comparison) -> bool {
        let Some(other) = Known::of(other).filter(|other| self.variable == other.variable) else {
            return false;
        };
        if let (Some(one), Some(two)) = (&self.range, &other.range)
            && one.is_apart(two)
        {
            return true;
        }
        let absent = |one: &Known<'_>| {
            one.operator == Operator::IsPresent && *one.operand == Operand::Bool(false)
        };
        if absent(self) != absent(&other) {
            return true;
        }
        let denies = |one: &Known<'_>, two: &Known<'_>| {
            one.operator.name().starts_with("Is")
                && *one.operand == Operand::Bool(false)
                && two
                    .kind()
                    .is_some_and(|kind| is_part_of(kind, one.operator))
        };
        if denies(self, &other) || denies(&other, self) {
            return true;
        }
        match (self.kind(), other.kind()) {
            (Some(one), Some(two)) => are_apart(one, two),
            _ => false,
        }
    }
}

/// Whether each value that passes `one` passes `two` as well.
fn is_part_of(one: Operator, two: Operator) -> bool {
    one == two || (one, two) == (Operator::IsTimestamp, Operator::IsString)
}

/// Whether no value passes both tests.
fn are_apart(one: Operator, two: Operator) -> bool {
    let any = |test| test == Operator::IsPresent;
    !any(one) && !any(two) && !is_part_of(one, two) && !is_part_of(two, one)
}

impl Range<'_> {
    fn is_within(&self, other: &Range<'_>) -> bool {
        let above = match (self.low, other.low) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some((one, with)), Some((two, with_two))) => match one.partial_cmp(&two) {
                Some(Ordering::Greater) => true,
                Some(Ordering::Equal) => with_two || !with,
                _ => false,
            },
        };
        let below = match (self.high, other.high) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some((one, with)), Some((two, with_two))) => match one.partial_cmp(&two) {
                Some(Ordering::Less) => true,
                Some(Ordering::Equal) => with_two || !with,
                _ => false,
            },
        };
        above && below && self.is_of_one_kind(other)
    }

    fn is_apart(&self, other: &Range<'_>) -> bool {
        self.is_of_one_kind(other) && (self.is_before(other) || other.is_before(self))
    }

    fn is_before(&self, other: &Range<'_>) -> bool {
        let (Some((high, with)), Some((low, with_low))) = (self.high, other.low) else {
            return false;
        };
        match high.partial_cmp(&low) {
            Some(Ordering::Less) => true,
            Some(Ordering::Equal) => !(with && with_low),
            _ => false,
        }
    }

    /// A range has a bound at least.
    fn is_of_one_kind(&self, other: &Range<'_>) -> bool {
        match (self.low.or(self.high), other.low.or(other.high)) {
            (Some((one, _)), Some((two, _))) => one.is_of_one_kind(two),
            _ => false,
        }
    }
}

impl Bound<'_> {
    fn is_of_one_kind(self, other: Bound<'_>) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asl::{Definition, StateKind, WorkflowType};
    use crate::source::{Bindings, SourceFile};

    /// The conditions of a Choice with these rules.
    fn conditions(rules: &[&str]) -> Vec<Condition> {
        let rules: Vec<String> = rules
            .iter()
            .map(|rule| format!("{{{rule},\"Next\":\"A\"}}"))
            .collect();
        let text = format!(
            r#"{{"StartAt":"C","States":{{"C":{{"Type":"Choice","Choices":[{}]}},"A":{{"Type":"Succeed"}}}}}}"#,
            rules.join(",")
        );
        let file = SourceFile::new("m.asl.json", text);
        let definition = Definition::load(file, &Bindings::default(), WorkflowType::Standard);
        assert!(
            definition.diagnostics.is_empty(),
            "{:?}",
            definition.diagnostics
        );
        let machine = definition.machine.unwrap();
        match &machine.states[0].kind {
            StateKind::Choice(choice) => {
                let rules = choice.rules.iter();
                rules.map(|rule| rule.condition.clone().unwrap()).collect()
            }
            _ => Vec::new(),
        }
    }

    const N_LT_3: &str = r#""Variable":"$.n","NumericLessThan":3"#;
    const N_LE_3: &str = r#""Variable":"$.n","NumericLessThanEquals":3"#;
    const N_GT_3: &str = r#""Variable":"$.n","NumericGreaterThan":3"#;
    const N_IS_2: &str = r#""Variable":"$.n","NumericEquals":2.0"#;
    const M_LT_3: &str = r#""Variable":"$.m","NumericLessThan":3"#;
    const N_TEXT: &str = r#""Variable":"$.n","StringEquals":"2""#;
    const N_STRING: &str = r#""Variable":"$.n","IsString":true"#;
    const N_NO_STRING: &str = r#""Variable":"$.n","IsString":false"#;
    const N_THERE: &str = r#""Variable":"$.n","IsPresent":true"#;
    const N_ABSENT: &str = r#""Variable":"$.n","IsPresent":false"#;
    const N_TRUE: &str = r#""Variable":"$.n","BooleanEquals":true"#;
    const N_FALSE: &str = r#""Variable":"$.n","BooleanEquals":false"#;
    const N_NOON: &str = r#""Variable":"$.n","TimestampEquals":"2026-01-01T12:00:00Z""#;

    #[test]
    fn narrower_conditions_imply_wider_ones() {
        for (one, two, expected) in [
            (N_LT_3, N_LE_3, true),
            (N_LE_3, N_LT_3, false),
            (N_IS_2, N_LT_3, true),
            (N_LT_3, N_IS_2, false),
            (N_IS_2, M_LT_3, false),
            (N_GT_3, N_LT_3, false),
            (N_TEXT, N_LT_3, false),
            (N_TEXT, N_STRING, true),
            (N_IS_2, N_NO_STRING, true),
            (N_NOON, N_STRING, true),
            (N_STRING, N_THERE, true),
            (N_ABSENT, N_THERE, false),
            (N_ABSENT, N_ABSENT, true),
        ] {
            let both = conditions(&[one, two]);
            assert_eq!(implies(&both[0], &both[1]), expected, "{one} => {two}");
        }
    }

    #[test]
    fn conditions_without_a_common_value_exclude_one_another() {
        for (one, two, expected) in [
            (N_LE_3, N_GT_3, true),
            (N_LT_3, N_LE_3, false),
            (N_IS_2, N_GT_3, true),
            (N_IS_2, N_TEXT, true),
            (N_LT_3, N_STRING, true),
            (N_TEXT, N_NO_STRING, true),
            (N_NOON, N_TEXT, false),
            (N_ABSENT, N_TRUE, true),
            (N_TRUE, N_FALSE, true),
            (N_THERE, N_ABSENT, true),
            (N_LT_3, M_LT_3, false),
        ] {
            let both = conditions(&[one, two]);
            assert_eq!(excludes(&both[0], &both[1]), expected, "{one} | {two}");
            assert_eq!(excludes(&both[1], &both[0]), expected, "{two} | {one}");
        }
    }

    #[test]
    fn and_or_not_are_looked_into() {
        let and = format!(r#""And":[{{{N_THERE}}},{{{N_IS_2}}}]"#);
        let or = format!(r#""Or":[{{{N_GT_3}}},{{{N_LT_3}}}]"#);
        let not = format!(r#""Not":{{{N_LE_3}}}"#);
        let impossible = format!(r#""And":[{{{N_TEXT}}},{{{or}}}]"#);
        let all = conditions(&[&and, &or, &not, &impossible, N_GT_3]);
        assert!(implies(&all[0], &all[1]) && !implies(&all[1], &all[0]));
        assert!(implies(&all[4], &all[2]) && excludes(&all[0], &all[2]));
        assert!(contradiction(&all[0]).is_none() && contradiction(&all[3]).is_some());
    }
}
