//! Paths among the arguments.

use super::super::IntrinsicErrorKind;
use super::{evaluate, gives};
use crate::base::Span;

#[test]
fn a_path_without_value_names_the_whole_expression() {
    let cause = |expression: &str, field: &str, input: &str| {
        format!(
            "The function '{expression}' had the following error: The JsonPath argument for the field '{field}' could not \
             be found in the input '{input}'"
        )
    };
    for (source, expression, field, input) in [
        (
            "Hash-029",
            "States.Hash($.missing, 'SHA-256')",
            "$.missing",
            "{}",
        ),
        (
            "floci",
            "States.Format('{}',$.nope)",
            "$.nope",
            "{\"other\":1}",
        ),
        (
            "floci",
            "States.Format('{} {}', $.other, $.a.b)",
            "$.a.b",
            "{\"other\":1}",
        ),
        (
            "floci",
            "States.Format('{}', States.Format('{}', $.nope))",
            "$.nope",
            "{\"other\":1}",
        ),
        (
            "floci",
            "States.Format('{}', $.items[5])",
            "$.items[5]",
            "{\"items\":[1,2]}",
        ),
        (
            "floci",
            "States.Format('{}', $$.Nope.Deep)",
            "$.Nope.Deep",
            "{\"other\":1}",
        ),
    ] {
        let error = evaluate(expression, input).expect_err(source);
        assert_eq!(error.cause, cause(expression, field, input), "{source}");
        assert!(
            matches!(error.kind, IntrinsicErrorKind::Path { .. }),
            "{source}"
        );
    }
    let error = evaluate("States.Format('{}', $.other[0])", "{\"other\":1}").expect_err("floci");
    assert_eq!(
        error.cause,
        "The function 'States.Format('{}', $.other[0])' had the following error: Filter: [0] can only be applied to \
         arrays. Current context is: 1"
    );
    assert_eq!(error.span, Span::new(20, 30));
}

#[test]
fn paths_that_find_nothing_without_an_error_are_values() {
    gives(&[
        (
            "floci",
            "States.ArrayLength($.items[*].nope)",
            "{\"items\":[1,2]}",
            "0",
        ),
        (
            "floci",
            "States.Format('{}', $.nul)",
            "{\"nul\":null}",
            "\"null\"",
        ),
        (
            "assign/assign_reference_variables",
            "States.ArrayLength($v.a)",
            "{}",
            "1",
        ),
    ]);
}
