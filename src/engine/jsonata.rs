//! The data pipeline of JSONata: `Arguments`, `Assign`, `Output`, and expressions in other fields.

use super::execution::Extra;
use super::fault::Fault;
use super::frame::Frame;
use super::step::Leaving;
use super::{Execution, Stage};
use crate::asl::StateKind;
use crate::query::Context;
use crate::query::jsonata::{Bindings, Limits, StatesScope};
use crate::query::template::{JsonataFault, JsonataString, JsonataTemplate};
use crate::value::{Object, Value};

/// What `$states` has beside the state's input and the context object.
#[derive(Clone, Copy, Default)]
pub(super) struct Seen<'a> {
    /// `$states.result`
    pub(super) result: Option<&'a Value>,
    /// `$states.errorOutput`
    pub(super) error_output: Option<&'a Value>,
}

impl Execution {
    /// What expressions see when the state, a catcher or a rule of a Choice is left: a result only where the state has
    /// one.
    pub(super) fn seen<'a>(
        &self,
        frame: &Frame,
        leaving: &Leaving<'_>,
        result: &'a Value,
    ) -> Seen<'a> {
        let state = self.machine.state(frame.visit().state);
        let has_result = matches!(
            state.kind,
            StateKind::Task(_) | StateKind::Parallel(_) | StateKind::Map(_)
        );
        if leaving.error {
            Seen {
                error_output: Some(result),
                ..Seen::default()
            }
        } else {
            Seen {
                result: Some(result).filter(|_| has_result),
                ..Seen::default()
            }
        }
    }

    /// The value of `Output`.
    pub(super) fn output_template(
        &mut self,
        frame: &Frame,
        leaving: &Leaving<'_>,
        template: &JsonataTemplate,
        result: &Value,
    ) -> Result<Value, Fault> {
        let field = format!("{}Output", leaving.prefix);
        let seen = self.seen(frame, leaving, result);
        let output = self.jsonata_template(frame, template, &field, seen, Extra::default())?;
        self.trace(frame, Stage::AfterOutput, &output);
        Ok(output)
    }

    /// The value of a tree with expressions.
    pub(super) fn jsonata_template(
        &self,
        frame: &Frame,
        template: &JsonataTemplate,
        field: &str,
        seen: Seen<'_>,
        extra: Extra<'_>,
    ) -> Result<Value, Fault> {
        if let Some(constant) = template.as_constant() {
            return Ok(constant.clone());
        }
        self.with_bindings(frame, seen, extra, |bindings| {
            template.evaluate(field, bindings)
        })
    }

    /// The value of one expression.
    pub(super) fn jsonata(
        &self,
        frame: &Frame,
        expression: &JsonataString,
        field: &str,
    ) -> Result<Value, Fault> {
        self.with_bindings(frame, Seen::default(), Extra::default(), |bindings| {
            expression.evaluate(field, bindings)
        })
    }

    /// The fault of an expression whose value is of a type that the field does not take.
    pub(super) fn unexpected(
        frame: &Frame,
        expression: &JsonataString,
        field: &str,
        expected: &'static str,
        value: Value,
    ) -> Fault {
        Fault::evaluation(
            &expression.unexpected(field, expected, value),
            &frame.visit().input,
        )
    }

    fn with_bindings<R>(
        &self,
        frame: &Frame,
        seen: Seen<'_>,
        extra: Extra<'_>,
        evaluate: impl FnOnce(&Bindings<'_>) -> Result<R, Box<JsonataFault>>,
    ) -> Result<R, Fault> {
        let input = &frame.visit().input;
        let context = self.context(frame, extra);
        let mut states = vec![
            ("input", input.clone()),
            ("context", context.object().clone()),
        ];
        states.extend(seen.result.map(|result| ("result", result.clone())));
        states.extend(
            seen.error_output
                .map(|output| ("errorOutput", output.clone())),
        );
        let states = Value::Object(states.into_iter().collect::<Object>());
        let scope = StatesScope {
            states: &states,
            variables: &frame.variables,
        };
        let bindings = Bindings {
            input: None,
            variables: &scope,
            now: self.now,
            random: &frame.random,
            limits: Limits::AWS,
            cancel: None,
        };
        evaluate(&bindings).map_err(|fault| Fault::evaluation(&fault, input))
    }
}
