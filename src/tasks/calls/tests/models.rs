//! Models of Bedrock.

use super::{json, result};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

/// Wire format: botocore's model of Bedrock Runtime; `Input.S3Uri`: developer guide, "Invoke and customize Amazon Bedrock
/// models".
#[tokio::test]
async fn a_model_is_invoked_with_a_body_and_with_an_object() {
    let server = MockServer::start().await;
    Mock::given(path("/prompts/one.json"))
        .respond_with(
            ResponseTemplate::new(200).set_body_raw(r#"{"prompt":"from S3"}"#, "application/json"),
        )
        .mount(&server)
        .await;
    Mock::given(method("POST"))
        .and(path("/model/m/invoke"))
        .respond_with(
            ResponseTemplate::new(200)
                .set_body_raw(r#"{"content":[{"text":"hi"}]}"#, "application/json"),
        )
        .mount(&server)
        .await;
    let resource = "arn:aws:states:::bedrock:invokeModel";
    let inline = result(
        &server,
        resource,
        r#"{"ModelId":"m","Body":{"prompt":"inline"}}"#,
    )
    .await;
    let expected = r#"{"Body":{"content":[{"text":"hi"}]},"ContentType":"application/json"}"#;
    assert_eq!(inline, json(expected));
    let by_object = r#"{"ModelId":"m","Input":{"S3Uri":"s3://prompts/one.json"}}"#;
    assert_eq!(result(&server, resource, by_object).await, json(expected));
    let requests = server.received_requests().await.expect("they are kept");
    let invoked = requests
        .iter()
        .filter(|request| request.method.as_str() == "POST");
    let sent: Vec<_> = invoked
        .map(|request| String::from_utf8_lossy(&request.body))
        .collect();
    assert_eq!(sent, [r#"{"prompt":"inline"}"#, r#"{"prompt":"from S3"}"#]);
}
