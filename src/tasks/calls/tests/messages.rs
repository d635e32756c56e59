//! What is put on a bus or a queue.

use super::{bodies, double, failure, json, keys, outcomes, said};
use crate::engine::TaskOutcome;
use wiremock::ResponseTemplate;

/// Recorded: services/events_task_service.put_events_malformed_detail.
#[tokio::test]
async fn an_event_that_is_refused_fails_the_task() {
    let refused = r#"{"FailedEntryCount":1,"Entries":[{"EventId":"e"},{"ErrorCode":"MalformedDetail","ErrorMessage":"Detail is malformed."}]}"#;
    let server =
        double(ResponseTemplate::new(200).set_body_raw(refused, "application/x-amz-json-1.1"))
            .await;
    let parameters =
        r#"{"Entries":[{"Detail":{"a":1},"DetailType":"t","Source":"s","Resources":["r"]}]}"#;
    let (error, cause) = failure(&server, "arn:aws:states:::events:putEvents", parameters).await;
    assert_eq!(error, "EventBridge.FailedEntry");
    assert_eq!(json(&cause), json(refused));
    let sent = bodies(&server).await.pop().expect("a call");
    let entry = sent.pointer("/Entries/0").expect("an entry");
    assert_eq!(entry.get("Detail"), Some(&r#"{"a":1}"#.into()));
    let arns = json(
        r#"["r","arn:aws:states:us-east-1:123456789012:stateMachine:m","arn:aws:states:us-east-1:123456789012:execution:m:e"]"#,
    );
    assert_eq!(entry.get("Resources"), Some(&arns));
}

/// Recorded: callback/callback.sns_publish_wait_for_task_token (what is submitted has the metadata as well).
#[tokio::test]
async fn a_message_with_a_token_is_submitted_and_the_result_left_to_the_token() {
    let answer = r#"{"MD5OfMessageBody":"m5","MessageId":"m-1"}"#;
    let server =
        double(ResponseTemplate::new(200).set_body_raw(answer, "application/x-amz-json-1.0")).await;
    let resource = "arn:aws:states:::sqs:sendMessage.waitForTaskToken";
    let parameters = r#"{"QueueUrl":"https://sqs.us-east-1.amazonaws.com/123456789012/q","MessageBody":{"token":"t"}}"#;
    let said = outcomes(said(&server, resource, parameters).await);
    let [TaskOutcome::Submitted(submitted)] = &said[..] else {
        panic!("{said:?}");
    };
    assert_eq!(
        keys(submitted),
        [
            "MD5OfMessageBody",
            "MessageId",
            "SdkHttpMetadata",
            "SdkResponseMetadata"
        ]
    );
    let sent = bodies(&server).await.pop().expect("a call");
    assert_eq!(sent.get("MessageBody"), Some(&r#"{"token":"t"}"#.into()));
}
