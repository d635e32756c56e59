//! JSONata as Step Functions runs it: what the suite of jsonata-js does not say.

mod analysis;
mod dialect;
mod hostile;
mod limits;

use sfnrun::base::{Random, Timestamp};
use sfnrun::query::Variables;
use sfnrun::query::jsonata::{Bindings, Expression, JsonataError, Limits, StatesScope};
use sfnrun::value::{Value, read};
use std::cell::RefCell;

fn json(text: &str) -> Value {
    read(text).expect("the value is JSON")
}

/// Evaluates an expression as a state machine would: `$states` is bound, there is no input.
fn evaluate_with(
    text: &str,
    states: &Value,
    limits: Limits,
) -> Result<Option<Value>, JsonataError> {
    let expression = Expression::parse(text)?;
    let random = RefCell::new(Random::new(7));
    let variables = Variables::default();
    expression.evaluate(&Bindings {
        input: None,
        variables: &StatesScope {
            states,
            variables: &variables,
        },
        now: Timestamp(1_780_000_000_000),
        random: &random,
        limits,
        cancel: None,
    })
}

fn evaluate(text: &str) -> Result<Option<Value>, JsonataError> {
    evaluate_with(text, &Value::empty_object(), Limits::AWS)
}

/// The JSON text of the result.
fn shown(text: &str) -> String {
    match evaluate(text) {
        Ok(Some(value)) => value.to_json(),
        Ok(None) => "undefined".to_owned(),
        Err(error) => error.to_string(),
    }
}
