//! `definitions/genai-foundation`

use super::{
    differences, everything_is_used, files, folder, read_definition, scenarios_pass, sfnrun,
    transcript, validated,
};
use serde_json::{Value, json};
use std::fs;

const SYSTEM: &str = "genai-foundation";
const EXPRESS: [&str; 2] = ["--type", "EXPRESS"];
const MODEL: &str = "global.anthropic.claude-sonnet-4-5-20250929-v1:0";

/// A definition for each of the six patterns, and the whole for one document and for many.
const DEFINITIONS: [&str; 8] = [
    "batch.asl.json",
    "degradation.asl.json",
    "direct-bedrock.asl.json",
    "document.asl.json",
    "human-review.asl.json",
    "map-pages.asl.json",
    "parallel-analyses.asl.json",
    "payload-by-reference.asl.json",
];

#[test]
fn every_scenario_passes() {
    scenarios_pass(SYSTEM, 73);
}

#[test]
fn every_definition_and_every_case_is_used() {
    everything_is_used(SYSTEM);
}

#[test]
fn the_readme_prints_what_comes_out() {
    transcript::holds("definitions/genai-foundation/README.md");
}

#[test]
fn as_standard_workflows_all_are_sound() {
    assert_eq!(
        files(SYSTEM, ".asl.json"),
        DEFINITIONS.map(str::to_owned).into()
    );
    for name in DEFINITIONS {
        assert_eq!(validated(SYSTEM, name, &[]), Vec::<String>::new(), "{name}");
        assert_eq!(
            read_definition(SYSTEM, name)["QueryLanguage"],
            "JSONata",
            "{name}"
        );
    }
}

/// The other systems have a form in JSONata, too.
#[test]
fn the_jsonata_forms_of_the_other_systems_are_sound() {
    for system in ["document-analysis", "podcast", "review-with-fallback"] {
        let name = format!("{system}.jsonata.asl.json");
        assert_eq!(
            read_definition(system, &name)["QueryLanguage"],
            "JSONata",
            "{system}"
        );
        assert_eq!(
            validated(system, &name, &[]),
            Vec::<String>::new(),
            "{system}"
        );
    }
}

/// AWS's own code and text for a callback in an Express workflow stand beside the finding.
#[test]
fn as_express_workflows_those_with_a_callback_are_refused() {
    for name in DEFINITIONS {
        let refused = validated(SYSTEM, name, &EXPRESS)
            .iter()
            .any(|finding| finding.starts_with("error express-pattern"));
        let waits = [
            "batch.asl.json",
            "document.asl.json",
            "human-review.asl.json",
        ];
        assert_eq!(refused, waits.contains(&name), "{name}");
    }
    assert_eq!(
        validated(SYSTEM, "human-review.asl.json", &EXPRESS),
        ["error express-pattern /States/RequestReview/Resource line 9"]
    );
    let output = sfnrun(&[
        "validate",
        "--type",
        "EXPRESS",
        "definitions/genai-foundation/human-review.asl.json",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let told = [output.stdout, output.stderr].concat();
    let told = String::from_utf8_lossy(&told);
    let words: Vec<_> = told.split_whitespace().collect();
    let aws = "SCHEMA_VALIDATION_FAILED: Express state machine does not support '.waitForTaskToken' \
               service integration at /States/RequestReview/Resource";
    assert!(words.join(" ").contains(aws), "{told}");
}

/// Every call of a model, wherever it stands: the inference profile, and a request in the Messages shape or by reference.
#[test]
fn each_model_is_called_directly_through_the_inference_profile() {
    let mut calls = 0;
    for name in DEFINITIONS {
        visit(&read_definition(SYSTEM, name), &mut |state| {
            if state["Resource"] != "arn:aws:states:::bedrock:invokeModel" {
                return;
            }
            calls += 1;
            let arguments = &state["Arguments"];
            assert_eq!(arguments["ModelId"], MODEL, "{name}");
            let body = &arguments["Body"];
            if body.is_null() {
                assert_eq!(name, "payload-by-reference.asl.json");
                return;
            }
            assert!(arguments["Input"].is_null(), "{name}: Body and Input");
            assert_eq!(body["anthropic_version"], "bedrock-2023-05-31", "{name}");
            assert_eq!(body["messages"][0]["role"], "user", "{name}");
        });
    }
    // One, three, one in the Map, one by reference, one with the fallback; four in the whole, and the same in the batch.
    assert_eq!(calls, 1 + 3 + 1 + 1 + 1 + 4 + 4);
}

/// The figures and expressions of the published descriptions.
#[test]
fn the_patterns_are_those_of_the_descriptions() {
    let direct = read_definition(SYSTEM, "direct-bedrock.asl.json");
    assert_eq!(
        direct["States"]["ExtractInvoice"]["Output"],
        "{% $parse($states.result.Body.content[0].text) %}"
    );

    let parallel = read_definition(SYSTEM, "parallel-analyses.asl.json");
    assert_eq!(
        parallel["States"]["AnalyzeDocument"]["Output"],
        "{% { 'analyses': $states.result } %}"
    );

    let pages = &read_definition(SYSTEM, "map-pages.asl.json")["States"]["ReadPages"];
    assert_eq!(pages["Items"], "{% $states.input.pages %}");
    assert_eq!(pages["MaxConcurrency"], 5);
    assert_eq!(pages["ItemProcessor"]["ProcessorConfig"]["Mode"], "INLINE");

    for name in ["human-review.asl.json", "document.asl.json"] {
        let review = &read_definition(SYSTEM, name)["States"]["RequestReview"];
        assert_eq!(
            review["Resource"],
            "arn:aws:states:::sqs:sendMessage.waitForTaskToken"
        );
        assert_eq!(review["TimeoutSeconds"], 86400);
        assert_eq!(review["HeartbeatSeconds"], 3600);
        assert_eq!(
            review["Arguments"]["MessageBody"]["taskToken"],
            "{% $states.context.Task.Token %}"
        );
    }

    let reference = read_definition(SYSTEM, "payload-by-reference.asl.json");
    let arguments = &reference["States"]["SummarizeReport"]["Arguments"];
    for place in ["Input", "Output"] {
        let uri = arguments[place]["S3Uri"].as_str().unwrap();
        assert!(uri.contains("$states.input.itemId"), "{uri}");
    }
    assert_eq!(
        reference["States"]["ReadAnswer"]["Resource"],
        "arn:aws:states:::aws-sdk:s3:getObject"
    );
    // What the state gives with S3Uri is not verified on AWS, so nothing may be read of it.
    let output = reference["States"]["SummarizeReport"]["Output"].to_string();
    assert!(!output.contains("$states.result"), "{output}");

    let degradation = &read_definition(SYSTEM, "degradation.asl.json")["States"]["SummarizeItem"];
    assert_eq!(degradation["Retry"], json!([task_failed()]));
    assert_eq!(
        degradation["Catch"],
        json!([{
            "ErrorEquals": ["States.ALL"],
            "Output": { "itemId": "{% $states.input.itemId %}", "error": "{% $states.errorOutput %}" },
            "Next": "FallbackHandler"
        }])
    );
}

/// The whole degrades as the pattern does, but does not repeat a question whose answer is no JSON.
#[test]
fn the_whole_has_the_retrier_of_the_pattern_around_each_model() {
    let retry = json!([
        { "ErrorEquals": ["States.QueryEvaluationError"], "MaxAttempts": 0 },
        task_failed(),
    ]);
    visit(
        &read_definition(SYSTEM, "document.asl.json"),
        &mut |state| {
            if state["Resource"] == "arn:aws:states:::bedrock:invokeModel" {
                assert_eq!(state["Retry"], retry);
            }
        },
    );
}

fn task_failed() -> Value {
    json!({
        "ErrorEquals": ["States.TaskFailed"],
        "IntervalSeconds": 3,
        "MaxAttempts": 4,
        "BackoffRate": 2,
        "MaxDelaySeconds": 30,
        "JitterStrategy": "FULL"
    })
}

/// A document of the batch is processed by the states of the whole, to the last member.
#[test]
fn the_batch_runs_the_whole_for_each_document() {
    let whole = read_definition(SYSTEM, "document.asl.json");
    let batch = read_definition(SYSTEM, "batch.asl.json");
    let processor = &batch["States"]["ProcessDocuments"]["ItemProcessor"];
    assert_eq!(
        differences(&whole, processor),
        ["/ProcessorConfig", "/QueryLanguage"]
    );
}

/// Two executions with the same seed: the first attempt has the same token in both, so what the second attempt of the
/// one is given is another token.
#[test]
fn a_retry_has_a_new_token() {
    let folder = tempfile::tempdir().unwrap();
    let echo = "callback: [{ after: 1m, success: { reviewedBy.$: $.MessageBody.taskToken, corrected: {} } }]";
    let token = |first: &str| {
        let path = folder.path().join("mocks.yaml");
        let mocks = format!("version: 1\nstates:\n  RequestReview:\n{first}  - {{ {echo} }}\n");
        fs::write(&path, mocks).unwrap();
        let output = sfnrun(&[
            "exec",
            "definitions/genai-foundation/human-review.asl.json",
            "--input",
            "definitions/genai-foundation/inputs/extracted.json",
            "--mocks",
            path.to_str().unwrap(),
        ]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{told}");
        let output: Value = serde_json::from_slice(&output.stdout).unwrap();
        output["reviewedBy"].as_str().unwrap().to_owned()
    };
    let first = token("");
    let second = token("  - { never: true }\n");
    assert_eq!(first, token(""), "the seed decides the token");
    assert_ne!(first, second);
}

/// The shape that is not verified on AWS is called so where it is made up.
#[test]
fn the_mock_of_the_reference_says_that_it_is_a_guess() {
    let mocks = fs::read_to_string(folder(SYSTEM).join("payload-by-reference.mocks.yaml")).unwrap();
    assert!(mocks.contains("NOT VERIFIED on AWS"), "{mocks}");
}

/// Calls `look` with each object in a definition that may be a state.
fn visit(value: &Value, look: &mut impl FnMut(&Value)) {
    match value {
        Value::Object(members) => {
            look(value);
            for member in members.values() {
                visit(member, look);
            }
        }
        Value::Array(items) => {
            for item in items {
                visit(item, look);
            }
        }
        _ => {}
    }
}
