//! Numbers that a field writes or a path reads.

use super::super::execution::Extra;
use crate::asl::Quantity;
use crate::base::Spanned;
use crate::engine::Execution;
use crate::engine::fault::Fault;
use crate::engine::frame::Frame;
use crate::value::{Number, Value};

impl Execution {
    /// An integer from a literal or a `…Path` field; `field` is the name without `Path`.
    ///
    /// Recorded: scenarios/base_scenarios.max_concurrency_path, …map_state_tolerated_failure_count_path.
    pub(in crate::engine) fn integer(
        &self,
        frame: &Frame,
        input: &Value,
        source: &Spanned<Quantity>,
        field: &str,
    ) -> Result<Option<i64>, Fault> {
        let value = self.quantity(frame, input, source, field)?;
        match value {
            None => Ok(None),
            Some(value) => match number(&value).and_then(|number| number.as_i64()) {
                Some(number) => Ok(Some(number)),
                None => Err(no_number(frame, source, field, "integer", &value)),
            },
        }
    }

    /// A number from a literal or a `…Path` field; `field` is the name without `Path`.
    pub(in crate::engine) fn float(
        &self,
        frame: &Frame,
        input: &Value,
        source: &Spanned<Quantity>,
        field: &str,
    ) -> Result<Option<f64>, Fault> {
        let value = self.quantity(frame, input, source, field)?;
        match value {
            None => Ok(None),
            Some(value) => match number(&value).map(|number| number.as_f64()) {
                Some(number) => Ok(Some(number)),
                None => Err(no_number(frame, source, field, "float", &value)),
            },
        }
    }

    fn quantity(
        &self,
        frame: &Frame,
        input: &Value,
        source: &Spanned<Quantity>,
        field: &str,
    ) -> Result<Option<Value>, Fault> {
        match &source.value {
            Quantity::Literal(number) => Ok(Some(Value::Number(number.clone()))),
            Quantity::Jsonata(expression) => self.jsonata(frame, expression, field).map(Some),
            Quantity::Unknown => Ok(None),
            Quantity::Path(path) => self.within(frame, input, Extra::default(), |environment| {
                path.evaluate(environment)
                    .map(|value| Some(value.into_owned()))
                    .map_err(|error| {
                        Fault::invalid_path(path.text(), &error).at(
                            source.span,
                            format!("{field}Path"),
                            input,
                        )
                    })
            }),
        }
    }
}

/// A number, or a text that is one (recorded: assign/assign_reference_variables.reference_in_map_state
/// ~MAP_STATE_REFERENCE_IN_TOLERATED_FAILURE_PATH).
fn number(value: &Value) -> Option<Number> {
    match value {
        Value::Number(number) => Some(number.clone()),
        Value::String(text) => Number::parse(text),
        _ => None,
    }
}

/// An object prints as `"{}"`, a string in quotes.
fn no_number(
    frame: &Frame,
    source: &Spanned<Quantity>,
    field: &str,
    kind: &'static str,
    value: &Value,
) -> Fault {
    let path = match &source.value {
        Quantity::Path(path) => path.text(),
        Quantity::Jsonata(expression) => {
            return Execution::unexpected(frame, expression, field, "number", value.clone());
        }
        Quantity::Literal(_) | Quantity::Unknown => "",
    };
    let shown = match value {
        Value::String(text) => text.to_string(),
        other => other.to_json(),
    };
    Fault::runtime(format!(
        "The {field}Path field refers to value \"{shown}\" which is not a valid {kind}: {path}"
    ))
    .at(source.span, format!("{field}Path"), value)
}
