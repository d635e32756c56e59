//! Pass, Succeed and Fail.

use crate::asl::{Fail, Pass, State, TextSource};
use crate::base::Spanned;
use crate::engine::execution::Extra;
use crate::engine::fault::Fault;
use crate::engine::frame::{Frame, Phase};
use crate::engine::{Execution, Failure, FailureKind};
use crate::value::{Str, Value};

impl Execution {
    pub(in crate::engine) fn pass(
        &mut self,
        frame: &mut Frame,
        state: &State,
        pass: &Pass,
    ) -> Result<(), Failure> {
        let input = self
            .effective_input(frame, state, Extra::default())
            .map_err(|fault| self.failure(frame, fault))?;
        let result = match &pass.result {
            Some(result) => result.value.clone(),
            None => input,
        };
        self.leave(frame, result);
        Ok(())
    }

    pub(in crate::engine) fn succeed(
        &mut self,
        frame: &mut Frame,
        state: &State,
    ) -> Result<(), Failure> {
        let input = self
            .input_path(frame, state)
            .map_err(|fault| self.failure(frame, fault))?;
        self.trace_input_path(frame, state, &input);
        self.leave(frame, input);
        Ok(())
    }

    pub(in crate::engine) fn fail_state(
        &mut self,
        frame: &mut Frame,
        fail: &Fail,
    ) -> Result<(), Failure> {
        let text =
            |execution: &Self, source: &Option<Spanned<TextSource>>, field: &str| match source {
                None => Ok(None),
                Some(source) => execution
                    .text_source(frame, source, field)
                    .map_err(|fault| execution.failure(frame, fault)),
            };
        let error = text(self, &fail.error, "ErrorPath")?;
        let cause = text(self, &fail.cause, "CausePath")?;
        frame.phase = Phase::Over;
        Err(Failure {
            error,
            cause,
            state: frame.visit().state,
            culprit: None,
            kind: FailureKind::Ordinary,
            evaluation: None,
        })
    }

    fn text_source(
        &self,
        frame: &Frame,
        source: &Spanned<TextSource>,
        field: &str,
    ) -> Result<Option<Str>, Fault> {
        let input = &frame.visit().input;
        match &source.value {
            TextSource::Literal(text) => Ok(Some(text.clone())),
            TextSource::Unknown => Ok(None),
            TextSource::Jsonata(expression) => {
                let field = field.trim_end_matches("Path");
                match self.jsonata(frame, expression, field)? {
                    Value::String(text) => Ok(Some(text)),
                    other => Err(Self::unexpected(frame, expression, field, "string", other)),
                }
            }
            TextSource::Expression(expression) => {
                let value = self.within(frame, input, Extra::default(), |environment| {
                    expression.evaluate(field, environment).map_err(|error| {
                        Fault::expression(&error, field, input).at(source.span, field, input)
                    })
                })?;
                match value {
                    Value::String(text) => Ok(Some(text)),
                    other => Err(Fault::runtime(format!(
                        "The {field} parameter does not reference a string: {} == {other}",
                        expression.text()
                    ))
                    .at(source.span, field, &other)),
                }
            }
        }
    }
}
