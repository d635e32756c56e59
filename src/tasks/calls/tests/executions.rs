//! Executions of other machines that are waited for.

use super::{bodies, failure, json, outcomes, said};
use crate::engine::TaskOutcome;
use crate::value::Value;
use wiremock::matchers::{body_partial_json, header};
use wiremock::{Mock, MockServer, ResponseTemplate};

async fn step_functions(ends: &str) -> MockServer {
    let server = MockServer::start().await;
    let on = |action: &str| {
        header(
            "x-amz-target",
            format!("AWSStepFunctions.{action}").as_str(),
        )
    };
    let answer = |text: &str| {
        ResponseTemplate::new(200).set_body_raw(text.to_owned(), "application/x-amz-json-1.0")
    };
    Mock::given(on("StartExecution"))
        .respond_with(answer(r#"{"executionArn":"arn:e","startDate":1.5}"#))
        .mount(&server)
        .await;
    Mock::given(on("DescribeExecution"))
        .respond_with(answer(r#"{"executionArn":"arn:e","status":"RUNNING"}"#))
        .up_to_n_times(2)
        .mount(&server)
        .await;
    Mock::given(on("DescribeExecution"))
        .and(body_partial_json(
            serde_json::json!({"executionArn": "arn:e"}),
        ))
        .respond_with(answer(ends))
        .mount(&server)
        .await;
    server
}

/// Recorded: callback/callback.start_execution_sync, local_mocking/base_callbacks.sfn_start_execution_sync~SFN_SYNC2.
#[tokio::test]
async fn an_execution_is_waited_for() {
    let ends = r#"{"executionArn":"arn:e","status":"SUCCEEDED","input":"{}","output":"{\"n\":1}"}"#;
    let parameters = r#"{"StateMachineArn":"arn:m"}"#;
    for (pattern, output) in [
        ("sync", Value::from(r#"{"n":1}"#)),
        ("sync:2", json(r#"{"n":1}"#)),
    ] {
        let server = step_functions(ends).await;
        let resource = format!("arn:aws:states:::states:startExecution.{pattern}");
        let said = outcomes(said(&server, &resource, parameters).await);
        let [
            TaskOutcome::Submitted(submitted),
            TaskOutcome::Succeeded(result),
        ] = &said[..]
        else {
            panic!("{said:?}");
        };
        // The date is in milliseconds (services/sfn_task_service.start_execution_input_json shows a number).
        assert_eq!(submitted.get("StartDate"), Some(&1500.into()));
        assert_eq!(result.get("Status"), Some(&"SUCCEEDED".into()));
        assert_eq!(result.get("Output"), Some(&output));
        let sent = bodies(&server).await;
        assert_eq!(sent[0].get("input"), Some(&"{}".into()));
        assert_eq!(sent.len(), 4);
    }
}

/// Recorded: callback/callback.start_execution_sync_delegate_failure.
#[tokio::test]
async fn an_execution_that_fails_fails_the_task_with_what_is_said_of_it() {
    let server =
        step_functions(r#"{"status":"FAILED","error":"SomeFailure","cause":"it is so"}"#).await;
    let resource = "arn:aws:states:::states:startExecution.sync";
    let (error, cause) = failure(&server, resource, r#"{"StateMachineArn":"arn:m"}"#).await;
    assert_eq!(error, "States.TaskFailed");
    assert_eq!(
        json(&cause),
        json(r#"{"Cause":"it is so","Error":"SomeFailure","Status":"FAILED"}"#)
    );
}
