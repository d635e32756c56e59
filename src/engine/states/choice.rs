//! Choice.

use super::super::execution::Extra;
use crate::asl::{Choice, Comparison, Condition, Operand, Operator, State};
use crate::base::Timestamp;
use crate::engine::fault::Fault;
use crate::engine::frame::Frame;
use crate::engine::step::Leaving;
use crate::engine::{EventKind, Execution, Failure};
use crate::query::Environment;
use crate::query::template::JsonataString;
use crate::value::{Number, Value};
use std::borrow::Cow;
use std::cmp::Ordering;

impl Execution {
    pub(in crate::engine) fn choose(&mut self, frame: &mut Frame, state: &State, choice: &Choice) {
        match self.chosen(frame, state, choice) {
            Ok((rule, output)) => self.go(frame, state, choice, rule, output),
            Err(failure) => self.fail(frame, failure),
        }
    }

    /// Which rule holds first, and the input after `InputPath`.
    fn chosen(
        &mut self,
        frame: &Frame,
        state: &State,
        choice: &Choice,
    ) -> Result<(Option<usize>, Value), Failure> {
        let input = self
            .input_path(frame, state)
            .map_err(|fault| self.failure(frame, fault))?;
        self.trace_input_path(frame, state, &input);
        for (index, rule) in choice.rules.iter().enumerate() {
            let holds = match &rule.condition {
                None => Ok(false),
                Some(Condition::Jsonata(expression)) => self.condition(frame, expression, index),
                Some(condition) => self.within(frame, &input, Extra::default(), |environment| {
                    holds(condition, environment)
                }),
            };
            if holds.map_err(|fault| self.failure(frame, fault))? {
                return Ok((Some(index), input));
            }
        }
        Ok((None, input))
    }

    /// `Condition`, which must be a boolean.
    fn condition(
        &self,
        frame: &Frame,
        expression: &JsonataString,
        index: usize,
    ) -> Result<bool, Fault> {
        let field = format!("Choices[{index}]/Condition");
        match self.jsonata(frame, expression, &field)? {
            Value::Bool(truth) => Ok(truth),
            other => Err(Self::unexpected(
                frame, expression, &field, "boolean", other,
            )),
        }
    }

    fn go(
        &mut self,
        frame: &mut Frame,
        state: &State,
        choice: &Choice,
        rule: Option<usize>,
        input: Value,
    ) {
        let rule_taken = rule.map(|index| &choice.rules[index]);
        let target = rule_taken.map_or(choice.default.as_ref(), |rule| rule.next.as_ref());
        let Some(next) = target.and_then(|target| target.state) else {
            // Not `States.NoChoiceMatched`, as the specification has it: AWS says `States.Runtime` (seen in us-east-1 by
            // floci-io/floci and in the AWS snapshots of gabrielmoreira/tiny-asl-machine).
            let fault = Fault::runtime(
                "Failed to transition out of the state. The state does not point to a next state.",
            )
            .at(state.span, "Choices", &input);
            let failure = self.failure(frame, fault);
            return self.fail(frame, failure);
        };
        let kind = EventKind::ChoiceMade {
            state: state.id,
            rule,
            next,
        };
        self.note(frame, Some(frame.visit().id), kind);
        let prefix = rule.map_or_else(String::new, |index| format!("Choices[{index}]/"));
        let leaving = Leaving {
            assign: rule_taken.map_or(state.io.assign.as_ref(), |rule| rule.assign.as_ref()),
            result_path: None,
            output: rule_taken.map_or(state.io.output.as_ref(), |rule| rule.output.as_ref()),
            prefix: &prefix,
            error: false,
        };
        let departure = self
            .departure(frame, &leaving, input)
            .and_then(|(output, assigned)| Ok((self.output_path(frame, state, output)?, assigned)));
        match departure {
            Ok((output, assigned)) => self.exit(frame, state, output, assigned, Some(next)),
            Err(fault) => {
                let failure = self.failure(frame, fault);
                self.fail(frame, failure);
            }
        }
    }
}

fn holds(condition: &Condition, environment: &Environment<'_>) -> Result<bool, Fault> {
    match condition {
        Condition::And(all) => {
            for condition in all {
                if !holds(condition, environment)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Condition::Or(any) => {
            for condition in any {
                if holds(condition, environment)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Condition::Not(condition) => Ok(!holds(condition, environment)?),
        Condition::Comparison(comparison) => compare(comparison, environment),
        Condition::Literal(truth) => Ok(*truth),
        Condition::Jsonata(_) => Ok(false),
    }
}

fn compare(comparison: &Comparison, environment: &Environment<'_>) -> Result<bool, Fault> {
    let variable = comparison.variable.value.evaluate(environment);
    if comparison.operator == Operator::IsPresent {
        return Ok(
            matches!(comparison.operand.value, Operand::Bool(wanted) if variable.is_ok() == wanted),
        );
    }
    let path = comparison.variable.value.text();
    let variable = variable.map_err(|_| {
        Fault::runtime(format!(
            "Invalid path '{path}': The choice state's condition path references an invalid value."
        ))
        .at(comparison.variable.span, "Variable", environment.input)
    })?;
    let operand = match &comparison.operand.value {
        Operand::Path(path) => {
            let value = path.evaluate(environment).map_err(|_| {
                Fault::runtime(format!(
                    "Invalid path '{}': The choice state's condition path references an invalid value.",
                    path.text()
                ))
                .at(comparison.operand.span, format!("{}Path", comparison.operator.name()), environment.input)
            })?;
            Right::Value(value)
        }
        Operand::String(text) => Right::String(text),
        Operand::Number(number) => Right::Number(number),
        Operand::Bool(truth) => Right::Bool(*truth),
        Operand::Timestamp(instant) => Right::Timestamp(*instant),
        // The execution ends before it comes to a Choice that is not filled.
        Operand::Unknown => return Ok(false),
    };
    Ok(test(comparison.operator, &variable, &operand))
}

/// The right side of a comparison.
enum Right<'a> {
    String(&'a str),
    Number(&'a Number),
    Bool(bool),
    Timestamp(Timestamp),
    Value(Cow<'a, Value>),
}

impl Right<'_> {
    fn string(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            Self::Value(value) => value.as_str(),
            _ => None,
        }
    }

    fn number(&self) -> Option<&Number> {
        match self {
            Self::Number(number) => Some(number),
            Self::Value(value) => value.as_number(),
            _ => None,
        }
    }

    fn bool(&self) -> Option<bool> {
        match self {
            Self::Bool(truth) => Some(*truth),
            Self::Value(value) => value.as_bool(),
            _ => None,
        }
    }

    fn timestamp(&self) -> Option<Timestamp> {
        match self {
            Self::Timestamp(instant) => Some(*instant),
            _ => self.string().and_then(Timestamp::parse),
        }
    }
}

/// A value of another type than the operator's compares as false.
fn test(operator: Operator, left: &Value, right: &Right<'_>) -> bool {
    use Operator as O;
    let strings = || Some(utf16_order(left.as_str()?, right.string()?));
    let numbers = || left.as_number()?.partial_cmp(right.number()?);
    let timestamps = || {
        Some(
            left.as_str()
                .and_then(Timestamp::parse)?
                .cmp(&right.timestamp()?),
        )
    };
    let is = |truth: bool| right.bool() == Some(truth);
    match operator {
        O::StringEquals => strings() == Some(Ordering::Equal),
        O::StringLessThan => strings() == Some(Ordering::Less),
        O::StringGreaterThan => strings() == Some(Ordering::Greater),
        O::StringLessThanEquals => strings().is_some_and(Ordering::is_le),
        O::StringGreaterThanEquals => strings().is_some_and(Ordering::is_ge),
        O::StringMatches => {
            matches!((left.as_str(), right.string()), (Some(text), Some(pattern)) if matches_pattern(text, pattern))
        }
        O::NumericEquals => numbers() == Some(Ordering::Equal),
        O::NumericLessThan => numbers() == Some(Ordering::Less),
        O::NumericGreaterThan => numbers() == Some(Ordering::Greater),
        O::NumericLessThanEquals => numbers().is_some_and(Ordering::is_le),
        O::NumericGreaterThanEquals => numbers().is_some_and(Ordering::is_ge),
        O::BooleanEquals => left.as_bool().is_some_and(is),
        O::TimestampEquals => timestamps() == Some(Ordering::Equal),
        O::TimestampLessThan => timestamps() == Some(Ordering::Less),
        O::TimestampGreaterThan => timestamps() == Some(Ordering::Greater),
        O::TimestampLessThanEquals => timestamps().is_some_and(Ordering::is_le),
        O::TimestampGreaterThanEquals => timestamps().is_some_and(Ordering::is_ge),
        O::IsNull => is(left.is_null()),
        O::IsPresent => is(true),
        O::IsNumeric => is(left.as_number().is_some()),
        O::IsString => is(left.as_str().is_some()),
        O::IsBoolean => is(left.as_bool().is_some()),
        O::IsTimestamp => is(left.as_str().and_then(Timestamp::parse).is_some()),
    }
}

/// Strings in the order of Java's `compareTo`: by UTF-16 units.
fn utf16_order(left: &str, right: &str) -> Ordering {
    left.encode_utf16().cmp(right.encode_utf16())
}

/// `StringMatches`: `*` stands for any text, `\*` for a star and `\\` for a backslash.
fn matches_pattern(text: &str, pattern: &str) -> bool {
    let mut parts: Vec<String> = vec![String::new()];
    let mut characters = pattern.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('*', _) => parts.push(String::new()),
            ('\\', Some('*' | '\\')) => {
                if let (Some(part), Some(escaped)) = (parts.last_mut(), characters.next()) {
                    part.push(escaped);
                }
            }
            _ => {
                if let Some(part) = parts.last_mut() {
                    part.push(character);
                }
            }
        }
    }
    let [first, middle @ .., last] = &parts[..] else {
        return text == parts[0];
    };
    let Some(mut rest) = text.strip_prefix(first.as_str()) else {
        return false;
    };
    for part in middle {
        match rest.find(part.as_str()) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn string_matches_knows_stars_and_escapes() {
        // Amazon States Language specification, "StringMatches".
        let cases = [
            ("log-2026.txt", "log-*.txt", true),
            ("log-.txt", "log-*.txt", true),
            ("log-2026.txt.gz", "log-*.txt", false),
            ("foo*bar", "foo\\*bar", true),
            ("fooxbar", "foo\\*bar", false),
            ("a\\b", "a\\\\b", true),
            ("zebra", "*", true),
            ("abab", "ab*ab", true),
            ("aba", "ab*ba", false),
            ("", "", true),
        ];
        for (text, pattern, expected) in cases {
            assert_eq!(
                matches_pattern(text, pattern),
                expected,
                "{text} ~ {pattern}"
            );
        }
    }
}
