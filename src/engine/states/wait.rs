//! Wait.

use super::super::execution::{Extra, millis};
use crate::asl::{Quantity, State, TextSource, Wait, WaitUntil};
use crate::base::{Spanned, Timestamp};
use crate::engine::fault::Fault;
use crate::engine::frame::{Frame, Phase};
use crate::engine::{Evaluation, Execution, Failure};
use crate::query::jsonpath::Path;
use crate::query::template::JsonataString;
use crate::value::Value;

impl Execution {
    pub(in crate::engine) fn wait(
        &mut self,
        frame: &mut Frame,
        state: &State,
        wait: &Wait,
    ) -> Result<(), Failure> {
        let input = self
            .input_path(frame, state)
            .map_err(|fault| self.failure(frame, fault))?;
        self.trace_input_path(frame, state, &input);
        let delay = self
            .wait_milliseconds(frame, &input, wait)
            .map_err(|fault| self.failure(frame, fault))?;
        frame.phase = Phase::Waiting(self.set_timer(frame.id, delay.max(0)));
        Ok(())
    }

    /// The time is up: the state's result is its input.
    pub(in crate::engine) fn waited(&mut self, frame: &mut Frame) {
        let machine = self.machine.clone();
        let state = machine.state(frame.visit().state);
        let input = self
            .input_path(frame, state)
            .map_err(|fault| Box::new(self.failure(frame, fault)));
        frame.phase = Phase::Ended(input);
    }

    fn wait_milliseconds(&self, frame: &Frame, input: &Value, wait: &Wait) -> Result<i64, Fault> {
        match &wait.until {
            None => Ok(0),
            Some(WaitUntil::Seconds(seconds)) => match &seconds.value {
                Quantity::Literal(number) => Ok(millis(
                    number
                        .as_i64()
                        .and_then(|seconds| u64::try_from(seconds).ok())
                        .unwrap_or(0),
                )),
                Quantity::Path(path) => self.seconds_at(frame, input, seconds, path),
                Quantity::Jsonata(expression) => self.seconds_of(frame, expression),
                // The execution ends before it comes to a field that is not filled.
                Quantity::Unknown => Ok(0),
            },
            Some(WaitUntil::Timestamp(timestamp)) => {
                let until = match &timestamp.value {
                    TextSource::Literal(text) => Timestamp::parse(text),
                    TextSource::Expression(expression) => {
                        Some(self.timestamp_at(frame, input, timestamp, expression)?)
                    }
                    TextSource::Jsonata(expression) => Some(self.timestamp_of(frame, expression)?),
                    TextSource::Unknown => None,
                };
                Ok(until.map_or(0, |until| until.since(self.now)))
            }
        }
    }

    /// `Seconds` of JSONata: a whole number that is not negative.
    fn seconds_of(&self, frame: &Frame, expression: &JsonataString) -> Result<i64, Fault> {
        let value = self.jsonata(frame, expression, "Seconds")?;
        match value.as_i64().map(u64::try_from) {
            Some(Ok(seconds)) => Ok(millis(seconds)),
            Some(Err(_)) => {
                let detail = format!("The Seconds field cannot be negative: {value}");
                Err(Fault::unusable(detail, late("Seconds")).at(expression.span, "Seconds", &value))
            }
            None => Err(Self::unexpected(
                frame, expression, "Seconds", "number", value,
            )),
        }
    }

    /// `Timestamp` of JSONata. Recorded: scenarios/base_scenarios.wait_timestamp_jsonata.
    fn timestamp_of(&self, frame: &Frame, expression: &JsonataString) -> Result<Timestamp, Fault> {
        let value = self.jsonata(frame, expression, "Timestamp")?;
        let Value::String(text) = &value else {
            return Err(Self::unexpected(
                frame,
                expression,
                "Timestamp",
                "string",
                value,
            ));
        };
        Timestamp::parse(text).ok_or_else(|| {
            let detail = format!(
                "The Timestamp field cannot be parsed as an ISO-8601 extended offset date-time format string: {text}"
            );
            Fault::unusable(detail, late("Timestamp")).at(expression.span, "Timestamp", &value)
        })
    }

    /// Recorded: base/wait.base_wait_seconds_path and logs/logs.base.
    fn seconds_at(
        &self,
        frame: &Frame,
        input: &Value,
        field: &Spanned<Quantity>,
        path: &Path,
    ) -> Result<i64, Fault> {
        let text = path.text();
        let fault = |detail: String| {
            Fault::runtime(format!("The SecondsPath parameter {detail}")).at(
                field.span,
                "SecondsPath",
                input,
            )
        };
        let value = self.within(frame, input, Extra::default(), |environment| {
            path.evaluate(environment).map(std::borrow::Cow::into_owned)
        });
        match value {
            Err(_) | Ok(Value::Null) => {
                Err(fault(format!("does not reference an input value: {text}")))
            }
            Ok(value) => match value
                .as_i64()
                .filter(|_| value.as_number().is_some_and(|n| n.is_integer_text()))
            {
                Some(seconds) => u64::try_from(seconds).map(millis).map_err(|_| {
                    fault(format!("references a negative value: {text} == {seconds}"))
                }),
                None => Err(fault(format!(
                    "cannot be parsed as a long value: {text} == {}",
                    bare(&value)
                ))),
            },
        }
    }

    /// Recorded: scenarios/base_scenarios.wait_timestamp_path.
    fn timestamp_at(
        &self,
        frame: &Frame,
        input: &Value,
        field: &Spanned<TextSource>,
        expression: &crate::query::template::ValueExpression,
    ) -> Result<Timestamp, Fault> {
        let value = self
            .within(frame, input, Extra::default(), |environment| {
                expression.evaluate("TimestampPath", environment)
            })
            .map_err(|_| {
                Fault::runtime(format!(
                    "The TimestampPath parameter does not reference an input value: {}",
                    expression.text()
                ))
                .at(field.span, "TimestampPath", input)
            })?;
        value.as_str().and_then(Timestamp::parse).ok_or_else(|| {
            Fault::runtime(format!(
                "The TimestampPath parameter does not reference a valid ISO-8601 extended offset date-time format \
                 string: {} == {}",
                expression.text(),
                bare(&value)
            ))
            .at(field.span, "TimestampPath", &value)
        })
    }
}

/// A value as AWS's causes show it: strings without quotes.
fn bare(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_json(), str::to_owned)
}

/// The expression gave a value, and the state cannot use it.
fn late(field: &str) -> Evaluation {
    Evaluation {
        location: Some(field.into()),
        late: true,
    }
}
