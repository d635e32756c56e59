//! What public bug reports ask of a linter: `cases/bugreports`, written from the reports and AWS's recorded answers.

use crate::checked::{Checked, check};
use crate::shared;
use sfnrun::asl::WorkflowType;
use sfnrun::diagnostics::{Diagnostic, Severity};
use sfnrun::value::Value;

/// Reads a case and checks its definition.
fn case(file: &str) -> Option<(Value, Checked)> {
    let case = shared::json(&format!("cases/bugreports/{file}"), "a bug report")?;
    let definition = case.get("definition").expect("a case has a definition");
    let checked = match definition.as_str() {
        Some(yaml) => check("case.asl.yaml", yaml, WorkflowType::Standard),
        None => check(
            "case.asl.json",
            &definition.to_json(),
            WorkflowType::Standard,
        ),
    };
    Some((case, checked))
}

/// The finding of `rule` at `location`, which the case's `lint` list asks for with this severity.
fn expected<'c>(case: &Value, checked: &'c Checked, state: &str, rule: &str) -> &'c Diagnostic {
    let wanted = case
        .get("lint")
        .and_then(Value::as_array)
        .expect("a case says what a linter says");
    let entry = wanted
        .iter()
        .find(|entry| entry.get("state").and_then(Value::as_str) == Some(state));
    let severity = entry
        .and_then(|entry| entry.get("severity"))
        .and_then(Value::as_str);
    let found = checked.diagnostics.iter().find(|one| {
        one.rule == rule
            && (one.location == format!("/States/{state}")
                || one.location.contains(&format!("/{state}/"))
                || one.location.ends_with(&format!("/{state}")))
    });
    let found =
        found.unwrap_or_else(|| panic!("no `{rule}` at {state}: {:#?}", checked.diagnostics));
    assert_eq!(Some(found.severity.word()), severity, "{found:#?}");
    found
}

/// Everything that a finding says.
fn words(found: &Diagnostic) -> String {
    let labels = found.labels.iter().map(|label| label.text.clone());
    let all = std::iter::once(found.message.clone()).chain(labels);
    all.chain(found.notes.clone())
        .chain(found.help.clone())
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn a_catch_without_result_path_loses_the_input() {
    let Some((case, checked)) = case("01_catch_without_resultpath_loses_input.json") else {
        return;
    };
    let said = words(expected(&case, &checked, "Charge", "catch-drops-input"));
    for part in [
        "`$.orderId`",
        "`Charge` → Catch[0] → `Refund`",
        "{Error, Cause}",
        "\"ResultPath\": \"$.error\"",
    ] {
        assert!(said.contains(part), "no {part} in:\n{said}");
    }
    // "A path that can be shown to miss deserves an error-level message."
    let path = checked
        .diagnostics
        .iter()
        .find(|one| one.rule == "unknown-path")
        .expect("the path is found");
    assert_eq!(
        (path.severity, path.location.as_str()),
        (Severity::Error, "/States/Refund/Parameters")
    );
}

#[test]
fn an_unbounded_map_throttles_lambda() {
    let Some((case, checked)) = case("02_map_unbounded_throttles_lambda.json") else {
        return;
    };
    let said = words(expected(
        &case,
        &checked,
        "Each",
        "map-without-max-concurrency",
    ));
    for part in ["40", "`lambda:invoke`", "`Lambda.TooManyRequestsException`"] {
        assert!(said.contains(part), "no {part} in:\n{said}");
    }
    let said = words(expected(&case, &checked, "Store", "lambda-without-retry"));
    for name in [
        "TooManyRequestsException",
        "ServiceException",
        "AWSLambdaException",
        "SdkClientException",
    ] {
        assert!(
            said.contains(&format!("Lambda.{name}")),
            "no {name} in:\n{said}"
        );
    }
}

#[test]
fn a_path_has_no_functions() {
    let Some((case, checked)) = case("03_jsonpath_function_in_path.json") else {
        return;
    };
    let said = words(expected(&case, &checked, "Total", "jsonpath-function"));
    for part in ["`$.minutes.sum()`", "{% $sum($states.input.minutes) %}"] {
        assert!(said.contains(part), "no {part} in:\n{said}");
    }
}

#[test]
fn a_yaml_boolean_is_compared_as_a_string() {
    let Some((case, checked)) = case("04_yaml_yes_no_become_booleans.json") else {
        return;
    };
    let said = words(expected(&case, &checked, "Ask", "wrong-type"));
    assert!(said.contains("NO"), "{said}");
}

#[test]
fn a_result_replaces_the_input() {
    let Some((case, checked)) = case("05_default_resultpath_replaces_input.json") else {
        return;
    };
    let said = words(expected(&case, &checked, "CheckName", "result-drops-input"));
    for part in ["`CheckCity` reads `$.person.city`", "`ResultPath`"] {
        assert!(said.contains(part), "no {part} in:\n{said}");
    }
}
