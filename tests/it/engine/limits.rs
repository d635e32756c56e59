//! AWS's quotas.

use super::{answers, exec, exec_with, lambda, succeeds};
use serde_json::json;
use sfnrun::engine::{EventKind, Limits, Options, Status};

fn endless() -> serde_json::Value {
    json!({"StartAt": "A", "States": {
        "A": {"Type": "Pass", "Next": "B"}, "B": {"Type": "Choice", "Choices": [
            {"Variable": "$.never", "IsPresent": true, "Next": "End"}], "Default": "A"},
        "End": {"Type": "Succeed"}
    }})
}

#[test]
fn a_history_ends_with_event_25000() {
    // Seen on AWS by floci-io/floci: the event that ends the execution is number 25,000 itself.
    let ran = exec(&endless(), json!({}), answers([]));
    let last = ran
        .events
        .iter()
        .rev()
        .find(|event| event.id > 0)
        .expect("an event");
    assert_eq!(last.id, 25_000);
    assert!(matches!(last.kind, EventKind::ExecutionFailed { .. }));
    assert_eq!(
        ran.cause(),
        "The execution reached the maximum number of history events (25000)."
    );
}

#[test]
fn a_result_of_a_task_that_is_too_big_can_be_caught() {
    // Recorded: error_handling/states_errors.service_task_lambada_catch_state_all_data_limit_exceeded_on_large_utf8_response.
    let definition = json!({"StartAt": "T", "States": {
        "T": lambda(json!({"Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Caught"}], "End": true})),
        "Caught": {"Type": "Pass", "End": true}
    }});
    let big = |bytes: usize| answers([("T", vec![succeeds(0, json!("x".repeat(bytes - 2)))])]);
    assert_eq!(exec(&definition, json!({}), big(262_144)).entered(), ["T"]);
    let ran = exec(&definition, json!({}), big(262_145));
    assert_eq!(ran.entered(), ["T", "Caught"]);
    assert_eq!(ran.output()["Error"], "States.DataLimitExceeded");
    let options = Options {
        limits: Limits::Off,
        ..Options::default()
    };
    assert_eq!(
        exec_with(&definition, json!({}), big(262_145), options).entered(),
        ["T"]
    );
}

#[test]
fn a_request_of_a_task_that_is_too_big_fails_the_execution() {
    // Guide, "Error names": "when, after Parameters processing, the input of a state is larger than the payload size quota".
    let definition = json!({"StartAt": "T", "States": {"T": {
        "Type": "Task",
        "Resource": "arn:aws:lambda:us-east-1:123456789012:function:f",
        "Parameters": {"once.$": "$", "twice.$": "$"},
        "End": true
    }}});
    let run = |bytes: usize| {
        let answers = answers([("T", vec![succeeds(0, json!({}))])]);
        exec(&definition, json!("x".repeat(bytes)), answers)
    };
    // {"once":"…","twice":"…"} has 22 bytes beside the texts.
    let text = (262_144 - 22) / 2;
    assert_eq!(run(text).outcome.status, Status::Succeeded);
    let ran = run(text + 1);
    assert_eq!(ran.error(), "States.DataLimitExceeded");
    assert_eq!(
        ran.count(|kind| matches!(kind, EventKind::TaskScheduled { .. })),
        0
    );
}

#[test]
fn a_value_that_nests_without_end_fails_instead_of_exhausting_the_stack() {
    let definition = json!({"StartAt": "Wrap", "States": {
        "Wrap": {"Type": "Pass", "Parameters": {"a.$": "$"}, "Next": "Wrap"}
    }});
    let mut definition = definition;
    definition["States"]["Wrap"]["Next"] = json!("More");
    definition["States"]["More"] = json!({"Type": "Choice", "Choices": [
        {"Variable": "$.never", "IsPresent": true, "Next": "End"}], "Default": "Wrap"});
    definition["States"]["End"] = json!({"Type": "Succeed"});
    let options = Options {
        limits: Limits::Off,
        ..Options::default()
    };
    let ran = exec_with(&definition, json!({}), answers([]), options);
    assert_eq!(ran.outcome.status, Status::Failed);
    assert_eq!(ran.error(), "States.DataLimitExceeded");
}
