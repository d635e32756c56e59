//! What the functions give, against AWS. Sources: `docs`: AWS's documentation of intrinsic functions; ids like
//! `ArrayRange-004` and `note on …`: AWS snapshots and notes on AWS in tiny-asl-machine (see `functions`); `floci`: texts
//! that floci's tests took from AWS. The recordings of `conformance/aws` run in `tests/it`.

mod arrays;
mod data;
mod paths;
mod texts_and_numbers;

use super::*;
use crate::base::Random;
use crate::query::{Environment, Variables};
use crate::value::{Value, read};
use std::cell::RefCell;

fn json(text: &str) -> Value {
    read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn evaluate(expression: &str, input: &str) -> Result<Value, IntrinsicError> {
    let call =
        IntrinsicCall::parse(expression).unwrap_or_else(|error| panic!("{expression}: {error}"));
    let (input, variables) = (
        json(input),
        Variables::from_iter([("v", json("{\"a\":[1]}"))]),
    );
    let context =
        json("{\"Execution\":{\"Input\":{\"suffix\":\"run\"}},\"State\":{\"Name\":\"P\"}}");
    call.evaluate(&Environment {
        input: &input,
        context: &context,
        variables: &variables,
        random: &RefCell::new(Random::new(1)),
    })
}

/// Rows of source, expression, input, and the JSON text of the value.
fn gives(rows: &[(&str, &str, &str, &str)]) {
    for (source, expression, input, expected) in rows {
        let value = evaluate(expression, input).unwrap_or_else(|error| panic!("{source}: {error}"));
        assert_eq!(value.to_json(), *expected, "{source}: {expression}");
    }
}

/// Rows of source, expression, input, and the end of the cause behind the expression.
fn fails(rows: &[(&str, &str, &str, &str)]) {
    for (source, expression, input, expected) in rows {
        let error = evaluate(expression, input).expect_err(source);
        let cause = format!(
            "There was an error while evaluating the intrinsic function: {expression}. {expected}"
        );
        assert_eq!(error.cause, cause, "{source}");
    }
}
