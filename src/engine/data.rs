//! The data pipeline of JSONPath: `InputPath`, `Parameters`, `ResultSelector`, `Assign`, `ResultPath`, `OutputPath`.

use super::execution::Extra;
use super::fault::Fault;
use super::frame::Frame;
use super::jsonata::Seen;
use super::step::Leaving;
use super::{Execution, Limits, Stage};
use crate::asl::{Assign, PathField, ResultPath, State};
use crate::base::Spanned;
use crate::query::Environment;
use crate::query::jsonpath::ResultPathError;
use crate::query::template::PayloadTemplate;
use crate::value::{Object, Str, Value};

impl Execution {
    /// The state's input after `InputPath`.
    pub(super) fn input_path(&self, frame: &Frame, state: &State) -> Result<Value, Fault> {
        let input = &frame.visit().input;
        self.path_field(frame, state.io.input_path.as_ref(), "InputPath", input)
    }

    /// The state's input after `InputPath` and `Parameters`.
    pub(super) fn effective_input(
        &mut self,
        frame: &Frame,
        state: &State,
        extra: Extra<'_>,
    ) -> Result<Value, Fault> {
        let input = self.input_path(frame, state)?;
        self.trace(frame, Stage::AfterInputPath, &input);
        if let Some(arguments) = &state.io.arguments {
            let input =
                self.jsonata_template(frame, arguments, "Arguments", Seen::default(), extra)?;
            self.trace_with(frame, Stage::AfterArguments, &input, extra.token);
            return Ok(input);
        }
        let Some(parameters) = &state.io.parameters else {
            return Ok(input);
        };
        let input = self.template(frame, parameters, "Parameters", &input, extra)?;
        self.trace_with(frame, Stage::AfterParameters, &input, extra.token);
        Ok(input)
    }

    /// The result after `ResultSelector`.
    pub(super) fn selected_result(
        &mut self,
        frame: &Frame,
        state: &State,
        result: Value,
    ) -> Result<Value, Fault> {
        let Some(selector) = &state.io.result_selector else {
            return Ok(result);
        };
        let result = self.template(frame, selector, "ResultSelector", &result, Extra::default())?;
        self.trace(frame, Stage::AfterResultSelector, &result);
        Ok(result)
    }

    /// The raw input with the result where `ResultPath` puts it.
    pub(super) fn placed_result(
        &mut self,
        frame: &Frame,
        result_path: Option<&ResultPath>,
        result: Value,
    ) -> Result<Value, Fault> {
        let input = &frame.visit().input;
        let placed = match result_path {
            None => result,
            Some(ResultPath::Discard(_)) => input.clone(),
            Some(ResultPath::Path(path)) => path.value.set(input, result).map_err(|error| {
                Fault::new(ResultPathError::NAME, error.to_string()).at(
                    path.span,
                    "ResultPath",
                    input,
                )
            })?,
        };
        if result_path.is_some() {
            self.trace(frame, Stage::AfterResultPath, &placed);
        }
        Ok(placed)
    }

    /// The output after `OutputPath`.
    pub(super) fn output_path(
        &mut self,
        frame: &Frame,
        state: &State,
        output: Value,
    ) -> Result<Value, Fault> {
        let selected =
            self.path_field(frame, state.io.output_path.as_ref(), "OutputPath", &output)?;
        if state.io.output_path.is_some() {
            self.trace(frame, Stage::AfterOutputPath, &selected);
        }
        Ok(selected)
    }

    /// What `Assign` sets, with the result as `$`. All of it sees the variables as they were before.
    pub(super) fn assigned(
        &mut self,
        frame: &Frame,
        leaving: &Leaving<'_>,
        result: &Value,
    ) -> Result<Vec<(Str, Value)>, Fault> {
        let (values, span) = match leaving.assign {
            None => return Ok(Vec::new()),
            Some(Assign::JsonPath(template)) => {
                let values = self.template(frame, template, "Assign", result, Extra::default())?;
                (values, template.span)
            }
            Some(Assign::Jsonata(template)) => {
                let field = format!("{}Assign", leaving.prefix);
                let seen = self.seen(frame, leaving, result);
                let values =
                    self.jsonata_template(frame, template, &field, seen, Extra::default())?;
                (values, template.span)
            }
        };
        self.trace(frame, Stage::Variables, &values);
        let assigned: Vec<_> = values
            .as_object()
            .into_iter()
            .flat_map(Object::iter)
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        self.check_variables(frame, &assigned)
            .map_err(|fault| fault.at(span, "Assign", &values))?;
        Ok(assigned)
    }

    /// Quotas of variables: 256 KiB each and in one `Assign`, 10 MiB in all (developer guide, "Step Functions service
    /// quotas"). AWS's words for it are not recorded anywhere we know.
    fn check_variables(&self, frame: &Frame, assigned: &[(Str, Value)]) -> Result<(), Fault> {
        if !self.options.limits.hold() {
            return Ok(());
        }
        let size: u64 = assigned.iter().map(|(_, value)| value.size()).sum();
        if size > Limits::VARIABLE {
            return Err(Fault::runtime(format!(
                "The variables assigned by the state are {size} bytes, which exceeds the limit of {} bytes.",
                Limits::VARIABLE
            )));
        }
        let kept: u64 = frame
            .variables
            .iter()
            .filter(|(name, _)| assigned.iter().all(|(set, _)| set != *name))
            .map(|(_, value)| value.size())
            .sum();
        if kept + size > Limits::VARIABLES {
            return Err(Fault::runtime(format!(
                "The variables of the execution are {} bytes, which exceeds the limit of {} bytes.",
                kept + size,
                Limits::VARIABLES
            )));
        }
        Ok(())
    }

    /// Evaluates a payload template.
    pub(super) fn template(
        &self,
        frame: &Frame,
        template: &Spanned<PayloadTemplate>,
        field: &str,
        input: &Value,
        extra: Extra<'_>,
    ) -> Result<Value, Fault> {
        self.within(frame, input, extra, |environment| {
            evaluate_template(template, field, environment)
        })
    }

    fn path_field(
        &self,
        frame: &Frame,
        field: Option<&PathField>,
        name: &str,
        value: &Value,
    ) -> Result<Value, Fault> {
        let Some(field) = field else {
            return Ok(value.clone());
        };
        let Some(path) = &field.path else {
            return Ok(Value::empty_object());
        };
        self.within(frame, value, Extra::default(), |environment| {
            path.evaluate(environment)
                .map(std::borrow::Cow::into_owned)
                .map_err(|error| {
                    Fault::invalid_path(path.text(), &error).at(field.span, name, value)
                })
        })
    }
}

fn evaluate_template(
    template: &Spanned<PayloadTemplate>,
    field: &str,
    environment: &Environment<'_>,
) -> Result<Value, Fault> {
    template.value.evaluate(environment).map_err(|error| {
        Fault::expression(
            &error,
            &format!("{field}.{}", error.location),
            environment.input,
        )
    })
}
