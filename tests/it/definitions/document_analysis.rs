//! `definitions/document-analysis`

use super::{
    differences, everything_is_used, folder, read_definition, scenarios_pass, sfnrun, transcript,
    validated,
};
use serde_json::json;
use std::fs;

const SYSTEM: &str = "document-analysis";

#[test]
fn every_scenario_passes() {
    scenarios_pass(SYSTEM, 41);
}

#[test]
fn every_definition_and_every_case_is_used() {
    everything_is_used(SYSTEM);
}

#[test]
fn the_readme_prints_what_comes_out() {
    transcript::holds("definitions/document-analysis/README.md");
}

/// As published only the first Task has a way to the failure handler; corrected, every one has the same.
#[test]
fn the_corrected_form_adds_catchers_and_an_end() {
    let published = read_definition(SYSTEM, "document-analysis.asl.json");
    let corrected = read_definition(SYSTEM, "corrected.asl.json");
    assert_eq!(
        differences(&published, &corrected),
        [
            "/States/AnalysisFailed",
            "/States/ClassifyContent/Catch",
            "/States/HandleFailure/End",
            "/States/HandleFailure/Next",
            "/States/HandleFailure/ResultPath",
            "/States/StoreResults/Catch",
            "/States/SummarizeDocument/Catch",
        ]
    );
    let catch = json!([{ "ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "HandleFailure" }]);
    for name in [
        "ExtractText",
        "ClassifyContent",
        "SummarizeDocument",
        "StoreResults",
    ] {
        assert_eq!(corrected["States"][name]["Catch"], catch, "{name}");
    }
}

/// Terraform fills each placeholder of the definition from a variable of its own.
#[test]
fn the_terraform_file_fills_every_placeholder() {
    let terraform = fs::read_to_string(folder(SYSTEM).join("main.tf")).unwrap();
    let published = read_definition(SYSTEM, "document-analysis.asl.json");
    let states = published["States"].as_object().unwrap();
    let placeholders: Vec<_> = states
        .values()
        .map(|state| state["Resource"].as_str().unwrap())
        .map(|resource| {
            resource
                .strip_prefix("${")
                .unwrap()
                .strip_suffix('}')
                .unwrap()
        })
        .collect();
    assert_eq!(
        placeholders,
        [
            "extract_lambda_arn",
            "classify_lambda_arn",
            "summarize_lambda_arn",
            "store_lambda_arn",
            "failure_lambda_arn"
        ]
    );
    for name in placeholders {
        assert!(
            terraform.contains(&format!("variable \"{name}\" {{")),
            "{name} is declared"
        );
        let given = terraform.lines().any(|line| {
            line.split_whitespace()
                .eq([name, "=", &format!("var.{name}")])
        });
        assert!(given, "{name} is given to templatefile");
    }
}

/// The description of the system asks for it: a failure handler exists, but three Tasks have no way to it.
#[test]
fn validate_says_that_three_tasks_have_no_way_to_the_handler() {
    let published = "document-analysis.asl.json";
    assert_eq!(
        validated(SYSTEM, published, &[]),
        ["warning failure-handler-unused-by /States/ClassifyContent line 22"]
    );
    let output = sfnrun(&[
        "validate",
        "--format",
        "concise",
        &format!("definitions/{SYSTEM}/{published}"),
    ]);
    let told = String::from_utf8_lossy(&output.stdout);
    let message = "`HandleFailure` handles failures, and `ClassifyContent`, `SummarizeDocument` and `StoreResults`";
    assert!(told.contains(message), "{told}");
    for sound in ["corrected.asl.json", "parallel-models.asl.json"] {
        assert_eq!(
            validated(SYSTEM, sound, &[]),
            Vec::<String>::new(),
            "{sound}"
        );
    }
}
