//! Failures recorded on AWS, and whether the linter foretells them: with the input put into the definition, everything is
//! known of the data.

use crate::checked::check;
use crate::shared;
use sfnrun::asl::WorkflowType;
use sfnrun::diagnostics::Severity;
use sfnrun::value::Value;

/// What AWS says where data is missing or of a type that is not taken. Of other causes, such as a number that is out of
/// range, no rule speaks.
const FORETOLD: [&str; 6] = [
    "could not be found in the input",
    "Invalid path",
    "returned nothing (undefined)",
    "unexpected result type",
    "does not reference an input value",
    "must be an array",
];

/// The definition with a state before all others that gives the recorded input.
fn with_input(case: &Value) -> Option<serde_json::Value> {
    let json = |key: &str| serde_json::from_str(&case.get(key)?.to_json()).ok();
    let (mut definition, input): (serde_json::Value, serde_json::Value) =
        (json("definition")?, json("input")?);
    let jsonata = definition["QueryLanguage"] == "JSONata";
    let field = if jsonata { "Output" } else { "Result" };
    let start = definition["StartAt"].clone();
    definition["States"]["The input"] =
        serde_json::json!({"Type": "Pass", field: input, "Next": start});
    definition["StartAt"] = "The input".into();
    Some(definition)
}

#[test]
fn what_failed_for_want_of_data_is_foretold() {
    let Some(root) = shared::find("conformance/aws", "recorded executions") else {
        return;
    };
    let (mut foretold, mut missed) = (0, Vec::new());
    shared::each_json(&root, &mut |case| {
        let text =
            |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
        let expect = case.get("expect");
        let cause = text(expect.and_then(|expect| expect.get("cause")));
        let said = FORETOLD.iter().any(|words| cause.contains(words));
        // The input that the context object holds is not known, and nothing is known of what tasks return.
        if text(case.get("kind")) != "execution" || !said || cause.contains("'$$.") {
            return;
        }
        let Some((_, rest)) = cause.split_once("executing the state '") else {
            return;
        };
        let state = rest.split('\'').next().unwrap_or_default();
        let asked = case.get("tasks").and_then(|tasks| tasks.get(state));
        let Some(definition) = with_input(&case).filter(|_| asked.is_none()) else {
            return;
        };
        let checked = check(
            "case.asl.json",
            &definition.to_string(),
            WorkflowType::Standard,
        );
        let found = checked.diagnostics.iter().any(|one| {
            let place = format!("/States/{state}");
            one.severity == Severity::Error
                && (one.location.ends_with(&place) || one.location.contains(&format!("{place}/")))
        });
        if found {
            foretold += 1;
        } else {
            missed.push(format!("{}: {cause}", text(case.get("id"))));
        }
    });
    assert!(
        missed.is_empty(),
        "{foretold} are foretold, but not:\n{}",
        missed.join("\n")
    );
    assert!(foretold > 25, "{foretold}");
}
