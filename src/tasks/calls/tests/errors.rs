//! Names of errors, and what is none that a Catcher may take.

use super::{calls, double, failure, origin, request, said, said_by_task};
use crate::engine::TaskOutcome;
use crate::tasks::calls::{Called, Connections};
use crate::tasks::{InFlight, Reports, Said};
use wiremock::ResponseTemplate;

/// Recorded: error_handling/aws_sdk.dynamodb_put_item_no_such_table, error_handling/task_service_dynamodb.put_item_no_such_table.
#[tokio::test]
async fn the_same_error_has_a_name_for_each_integration() {
    let answer = ResponseTemplate::new(400).set_body_raw(
        r#"{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"m"}"#,
        "application/x-amz-json-1.0",
    );
    let server = double(answer).await;
    let parameters = r#"{"TableName":"t","Item":{"id":{"S":"1"}}}"#;
    for (resource, name) in [
        ("dynamodb", "DynamoDB.ResourceNotFoundException"),
        ("aws-sdk:dynamodb", "DynamoDb.ResourceNotFoundException"),
    ] {
        let resource = format!("arn:aws:states:::{resource}:putItem");
        assert_eq!(failure(&server, &resource, parameters).await.0, name);
    }
}

/// What no state machine can meet on AWS is no error that a Catcher may take.
#[tokio::test]
async fn credentials_that_are_refused_and_calls_that_cannot_be_made_end_the_run() {
    let answer = ResponseTemplate::new(400).set_body_raw(
        r#"{"__type":"UnrecognizedClientException","message":"The security token included in the request is invalid."}"#,
        "application/x-amz-json-1.0",
    );
    let server = double(answer).await;
    let item = r#"{"TableName":"t","Key":{"id":{"S":"1"}}}"#;
    for (resource, parameters, told) in [
        (
            "arn:aws:states:::dynamodb:getItem",
            item,
            "The security token included in the request is invalid",
        ),
        // What is no certificate is no authority.
        (
            "arn:aws:states:::eks:runJob.sync",
            r#"{"ClusterName":"c","CertificateAuthority":"?","Endpoint":"https://e","Job":{}}"#,
            "the certificate authority of the server cannot be used",
        ),
        (
            "arn:aws:states:::aws-sdk:s3:selectObjectContent",
            item,
            "stream of events",
        ),
    ] {
        let said = said(&server, resource, parameters).await;
        let [Said::Hindrance(hindrance)] = &said[..] else {
            panic!("{said:?}");
        };
        assert!(hindrance.message.contains(told), "{}", hindrance.message);
        assert!(
            hindrance.help.is_some() || resource.contains("selectObject"),
            "{hindrance:?}"
        );
    }
}

/// Recorded: error_handling/task_service_sqs.send_message_no_such_queue_no_catch (the name).
#[tokio::test]
async fn nobody_there_is_an_error_of_the_client() {
    // Nothing listens on the discard port of this machine.
    let (reporter, mut reports) = Reports::channel();
    let request = request(
        "arn:aws:states:::sqs:sendMessage",
        r#"{"QueueUrl":"http://127.0.0.1:9/q","MessageBody":"m"}"#,
    );
    calls("http://127.0.0.1:9", Connections::default())
        .perform(
            Called::new(request, origin()),
            reporter,
            InFlight::default(),
        )
        .await;
    let said = said_by_task(reports.ready().expect("it says something"));
    let Said::Outcome(TaskOutcome::Failed { error, cause }) = said else {
        panic!("{said:?}");
    };
    assert_eq!(error.as_deref(), Some("SQS.SdkClientException"));
    assert!(cause.is_some_and(|cause| cause.starts_with("Unable to execute HTTP request: ")));
}
