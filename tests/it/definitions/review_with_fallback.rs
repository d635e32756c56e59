//! `definitions/review-with-fallback`

use super::{
    differences, everything_is_used, read_definition, scenarios_pass, transcript, validated,
};
use serde_json::{Value, json};

const SYSTEM: &str = "review-with-fallback";
const OURS: &str = "review-with-fallback.asl.json";
const AS_PUBLISHED: &str = "as-published.asl.json";

#[test]
fn every_scenario_passes() {
    scenarios_pass(SYSTEM, 30);
}

#[test]
fn every_definition_and_every_case_is_used() {
    everything_is_used(SYSTEM);
}

#[test]
fn the_readme_prints_what_comes_out() {
    transcript::holds("definitions/review-with-fallback/README.md");
}

/// The figures of the published description, which both forms keep.
#[test]
fn both_forms_have_the_published_figures() {
    for name in [OURS, AS_PUBLISHED] {
        let definition = read_definition(SYSTEM, name);
        let states = &definition["States"];
        let primary = &states["InvokePrimaryBedrockModel"];
        assert_eq!(
            primary["Retry"],
            json!([{
                "ErrorEquals": ["Bedrock.ThrottlingException", "Bedrock.ModelTimeoutException"],
                "IntervalSeconds": 2,
                "MaxAttempts": 4,
                "BackoffRate": 2.0,
                "JitterStrategy": "FULL"
            }]),
            "{name}"
        );
        assert_eq!(
            primary["Catch"],
            json!([{
                "ErrorEquals": ["States.ALL"],
                "ResultPath": "$.FallbackError",
                "Next": "InvokeFallbackBedrockModel"
            }]),
            "{name}"
        );
        let review = &states["HumanReviewStep"];
        assert_eq!(
            review["Resource"],
            "arn:aws:states:::sqs:sendMessage.waitForTaskToken"
        );
        assert_eq!(
            review["Parameters"]["MessageBody"],
            json!({
                "DocumentId.$": "$.DocumentId",
                "GeneratedSummary.$": "$.ModelResult.Body.content[0].text",
                "TaskToken.$": "$$.Task.Token"
            }),
            "{name}"
        );
        assert_eq!(review["TimeoutSeconds"], 86400, "{name}");
    }
}

/// What the published form lacks: data in the prompts, a heartbeat, ways for the failures of review and fallback, limits for
/// the models, and care for the topic.
#[test]
fn ours_adds_what_the_published_form_lacks() {
    let ours = read_definition(SYSTEM, OURS);
    let published = read_definition(SYSTEM, AS_PUBLISHED);
    assert_eq!(
        differences(&published, &ours),
        [
            "/States/HumanReviewStep/Catch",
            "/States/HumanReviewStep/HeartbeatSeconds",
            "/States/InvokeFallbackBedrockModel/Catch",
            "/States/InvokeFallbackBedrockModel/Parameters/Body/messages/0/content",
            "/States/InvokeFallbackBedrockModel/Parameters/Body/system",
            "/States/InvokeFallbackBedrockModel/Parameters/Body/temperature",
            "/States/InvokeFallbackBedrockModel/Retry",
            "/States/InvokeFallbackBedrockModel/TimeoutSeconds",
            "/States/InvokePrimaryBedrockModel/Parameters/Body/messages/0/content",
            "/States/InvokePrimaryBedrockModel/Parameters/Body/system",
            "/States/InvokePrimaryBedrockModel/Parameters/Body/temperature",
            "/States/InvokePrimaryBedrockModel/TimeoutSeconds",
            "/States/NoSummary",
            "/States/PublishApprovedSummary/ResultPath",
            "/States/PublishApprovedSummary/ResultSelector",
            "/States/PublishApprovedSummary/Retry",
            "/States/Rejected",
        ]
    );
    assert_eq!(ours["States"]["HumanReviewStep"]["HeartbeatSeconds"], 3600);
    let catch = &ours["States"]["HumanReviewStep"]["Catch"];
    assert_eq!(
        catch,
        &json!([{ "ErrorEquals": ["States.ALL"], "ResultPath": "$.ReviewError", "Next": "Rejected" }])
    );
}

/// The second model is asked the same, and is another one.
#[test]
fn the_fallback_differs_from_the_primary_model_in_the_model() {
    let ours = read_definition(SYSTEM, OURS);
    let asked = |state: &str| ours["States"][state]["Parameters"].clone();
    assert_eq!(
        differences(
            &asked("InvokePrimaryBedrockModel"),
            &asked("InvokeFallbackBedrockModel")
        ),
        ["/ModelId"]
    );
}

/// Neither by itself nor with what is known from its input and mocks.
#[test]
fn validate_finds_nothing_in_ours() {
    let nothing = Vec::<String>::new();
    assert_eq!(validated(SYSTEM, OURS, &[]), nothing);
    let input = format!("definitions/{SYSTEM}/inputs/document.json");
    let mocks = format!("definitions/{SYSTEM}/mocks.yaml");
    let known = ["--input", &input, "--mocks", &mocks];
    assert_eq!(validated(SYSTEM, OURS, &known), nothing);
}

/// No data reaches either prompt, nothing limits the time of a call, and the fallback is tried but once.
#[test]
fn validate_says_that_the_published_prompts_hold_no_data() {
    assert_eq!(
        validated(SYSTEM, AS_PUBLISHED, &[]),
        [
            "warning model-call-without-timeout /States/InvokePrimaryBedrockModel line 7",
            "warning prompt-without-data /States/InvokePrimaryBedrockModel line 7",
            "warning model-call-without-retry /States/InvokeFallbackBedrockModel line 35",
            "warning model-call-without-timeout /States/InvokeFallbackBedrockModel line 35",
            "warning prompt-without-data /States/InvokeFallbackBedrockModel line 35",
        ]
    );
    let published = read_definition(SYSTEM, AS_PUBLISHED);
    let review = &published["States"]["HumanReviewStep"];
    assert_eq!(
        [&review["HeartbeatSeconds"], &review["Catch"]],
        [&Value::Null; 2]
    );
}
