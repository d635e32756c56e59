//! Payload templates against AWS. What single Pass states gave on AWS runs in `tests/it`.

use super::*;
use crate::base::{Random, Span};
use crate::query::{Environment, Variables};
use crate::source::json;
use crate::value::{Value, read};
use std::cell::RefCell;

fn compile(text: &str) -> (PayloadTemplate, Vec<TemplateIssue>) {
    PayloadTemplate::compile(json::read(text).root.as_ref().unwrap())
}

fn template(text: &str) -> PayloadTemplate {
    let (template, issues) = compile(text);
    assert_eq!(issues, []);
    template
}

fn evaluate(template: &PayloadTemplate, input: &str) -> Result<Value, TemplateError> {
    let variables = Variables::from_iter([("v", read("{\"x\":[7]}").unwrap())]);
    template.evaluate(&Environment {
        input: &read(input).unwrap(),
        context: &read("{\"State\":{\"Name\":\"P\"}}").unwrap(),
        variables: &variables,
        random: &RefCell::new(Random::new(1)),
    })
}

/// Member order as in BEHAVIOUR.md of the recordings: "constant ones first, `.$` ones after".
#[test]
fn computed_members_come_after_the_constant_ones() {
    let template = template(
        "{\"a.$\":\"$.x\",\"b\":{\"d.$\":\"$v.x[0]\",\"c\":1},\"e.$\":\"States.Array($$.State.Name)\",\"f\":[{\"g.$\":\"$\"}]}",
    );
    let value = evaluate(&template, "{\"x\": 1}").unwrap();
    assert_eq!(
        value.to_json(),
        "{\"b\":{\"c\":1,\"d\":7},\"f\":[{\"g\":{\"x\": 1}}],\"a\":1,\"e\":[\"P\"]}"
    );
}

/// tiny-asl-machine, AWS snapshot `Feature.Parameters-002-only-dot-keys-resolve-paths`.
#[test]
fn only_keys_with_the_suffix_are_computed() {
    let template = template("{\"literal\":\"$.a\",\"resolved.$\":\"$.a\"}");
    assert_eq!(
        evaluate(&template, "{\"a\":5}").unwrap().to_json(),
        "{\"literal\":\"$.a\",\"resolved\":5}"
    );
}

#[test]
fn constant_parts_are_shared() {
    let template = template("{\"big\":{\"list\":[1,2,{\"a\":null}]},\"x.$\":\"$\"}");
    let first = evaluate(&template, "1").unwrap();
    let second = evaluate(&template, "2").unwrap();
    let big = |value: &Value| value.get("big").unwrap().as_object().unwrap().clone();
    assert!(big(&first).same(&big(&second)));
    let (constant, _) = compile("[{\"a\":1}]");
    assert_eq!(
        constant.as_constant().map(Value::to_json).as_deref(),
        Some("[{\"a\":1}]")
    );
}

#[test]
fn lists_every_expression_with_its_location() {
    let template =
        template("{\"a\":{\"b\":[{\"c.$\":\"States.Format('{}', $.x)\"}]},\"d.$\":\"$$.State\"}");
    let found: Vec<_> = template
        .expressions()
        .iter()
        .map(|found| {
            (
                found.location.to_owned(),
                found.field.to_string(),
                found.expression.paths().len(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("a.b[0].c.$".to_owned(), "c.$".to_owned(), 1),
            ("d.$".to_owned(), "d.$".to_owned(), 1),
        ]
    );
}

/// The words for a bad expression: `scenarios/base_scenarios.illegal_escapes~ESCAPE_SEQUENCES_ILLEGAL_INTRINSIC_FUNCTION`,
/// and cfn-lint#4085 for a plain value.
#[test]
fn collects_what_aws_refuses() {
    let text = "{\"a\":{\"parsed.$\":\"States.StringToJson('\\\\\\\"')\"},\"b.$\":\"plain\",\"c.$\":1,\"d.$\":\"$.x[\",\"e.$\":\"$.y\",\"e\":2}";
    let (template, issues) = compile(text);
    let found: Vec<_> = issues
        .iter()
        .map(|issue| {
            (
                issue.kind,
                issue.location.as_str(),
                issue.offset,
                issue.aws.is_some(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            (
                TemplateIssueKind::BadIntrinsic,
                "a.parsed.$",
                Some(21),
                true
            ),
            (TemplateIssueKind::NoExpression, "b.$", Some(0), true),
            (TemplateIssueKind::NoString, "c.$", None, false),
            (TemplateIssueKind::BadPath, "d.$", Some(3), true),
            (TemplateIssueKind::Collision, "e", None, false),
        ]
    );
    assert_eq!(
        issues[0].aws.as_deref(),
        Some(
            "The value for the field 'parsed.$' must be a valid JSONPath or a valid intrinsic function call"
        )
    );
    assert_eq!(
        issues[2].message,
        "`c.$` needs a string with a path or an intrinsic function, not a number"
    );
    assert_eq!(issues[4].message, "`e.$` and `e` give the same field");
    assert_eq!(
        (
            &text[issues[1].key_span.range()],
            &text[issues[1].value_span.range()]
        ),
        ("\"b.$\"", "\"plain\"")
    );
    let refused = template
        .expressions()
        .into_iter()
        .filter(|one| matches!(one.expression, ValueExpression::Unknown { .. }));
    assert_eq!(refused.count(), 4, "of what is refused nothing is known");
}

#[test]
fn of_a_doubled_key_the_last_counts() {
    let template = template("{\"a.$\":\"$.x\",\"a.$\":\"$.y\"}");
    assert_eq!(
        evaluate(&template, "{\"x\":1,\"y\":2}").unwrap().to_json(),
        "{\"a\":2}"
    );
}

#[test]
fn placeholders_are_unknown() {
    let text = "States.Format('${Prefix}-{}', $.a, $.b.${c})";
    let template = template(&format!(
        "{{\"a.$\":${{whole}},\"b.$\":\"{text}\",\"c.$\":\"$.${{x}}\"}}"
    ));
    let expressions = template.expressions();
    assert!(
        expressions
            .iter()
            .all(|found| matches!(found.expression, ValueExpression::Unknown { .. }))
    );
    let paths = expressions[1].expression.paths();
    let [(path, span)] = &paths[..] else {
        panic!("{paths:?}")
    };
    assert_eq!((path.text(), &text[span.range()]), ("$.a", "$.a"));
    let error = evaluate(&template, "{}").unwrap_err();
    assert_eq!(
        (error.kind, &*error.expression),
        (TemplateErrorKind::Placeholder, "${whole}")
    );
}

/// `scenarios/base_scenarios.invalid_jsonpath~INVALID_JSONPATH_IN_STRING_EXPR_JSONPATH`: the input's text as it came; in
/// nested objects AWS names the key only.
#[test]
fn a_path_without_value_names_field_and_input() {
    let text = "{\"a\":[{\"value.$\":\"$.no\"}]}";
    let template = template(text);
    let error = evaluate(&template, "{\"int\": 0}").unwrap_err();
    assert_eq!(
        error.cause,
        "The JSONPath '$.no' specified for the field 'value.$' could not be found in the input '{\"int\": 0}'"
    );
    assert_eq!(
        (&*error.field, &*error.location),
        ("value.$", "a[0].value.$")
    );
    assert_eq!(&text[error.span.range()], "\"$.no\"");
    assert_eq!(error.part, Span::new(0, 4));
}

#[test]
fn causes_show_what_was_searched() {
    for (expression, cause) in [
        (
            "$$.Nope",
            "The JSONPath '$$.Nope' specified for the field 'f.$' could not be found in the input '{\"State\":{\"Name\":\"P\"}}'",
        ),
        (
            "$v.y",
            "The JSONPath '$v.y' specified for the field 'f.$' could not be found in the input '{\"x\":[7]}'",
        ),
        (
            "$none",
            "The JSONPath '$none' specified for the field 'f.$' could not be found in the input '[]'",
        ),
        (
            "States.Array($.a)",
            "The function 'States.Array($.a)' had the following error: The JsonPath argument for the field '$.a' could not be found in the input '[]'",
        ),
    ] {
        let error =
            evaluate(&template(&format!("{{\"f.$\":\"{expression}\"}}")), "[]").unwrap_err();
        assert_eq!(error.cause, cause);
    }
}

/// floci's `plainReferencePastTheEndOfAnArrayResolvesToNull` and `navigatingPastAnOutOfRangeIndexFails`, run on AWS; the
/// second on paths in a template by zenn.dev/sotaro8181 (`$.array[-1].name`).
#[test]
fn an_index_past_the_end_gives_null_as_the_last_step_only() {
    let value = evaluate(
        &template("{\"a.$\":\"$.l[5]\",\"b.$\":\"$.l[-1]\"}"),
        "{\"l\":[1]}",
    )
    .unwrap();
    assert_eq!(value.to_json(), "{\"a\":null,\"b\":null}");
    for (path, input) in [
        ("$.l[5].x", "{\"l\":[1]}"),
        ("$.l[5][0]", "{\"l\":[1]}"),
        ("$.m[0]", "{\"l\":[1]}"),
    ] {
        assert!(
            evaluate(&template(&format!("{{\"a.$\":\"{path}\"}}")), input).is_err(),
            "{path}"
        );
    }
}

/// `base/base.state_fail_intrinsic` and `scenarios/base_scenarios.invalid_jsonpath~ST.INVALID_JSONPATH_IN_CAUSEPATH`.
#[test]
fn single_expressions_serve_other_fields() {
    let variables = Variables::default();
    let (input, context) = (read("{\"Error\":\"e\"}").unwrap(), Value::empty_object());
    let environment = Environment {
        input: &input,
        context: &context,
        variables: &variables,
        random: &RefCell::new(Random::new(1)),
    };
    let format = ValueExpression::parse("States.Format('{}!', $.Error)").unwrap();
    assert_eq!(
        format.evaluate("ErrorPath", &environment),
        Ok(Value::from("e!"))
    );
    let error = ValueExpression::parse("$.No")
        .unwrap()
        .evaluate("CausePath", &environment)
        .unwrap_err();
    assert_eq!(
        error.cause,
        "The JSONPath '$.No' specified for the field 'CausePath' could not be found in the input '{\"Error\":\"e\"}'"
    );
}
