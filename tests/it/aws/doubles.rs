//! Doubles that speak the wire format of single services.

use super::{client, json};
use sfnrun::aws::{Answer, Call, CallFault, Client};
use sfnrun::services::api::Spelling;
use sfnrun::value::Value;
use wiremock::matchers::{header, header_regex, method, path};
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

const AUTHORIZATION: &str = "^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/[0-9]{8}/us-east-1/SIGNED/aws4_request, SignedHeaders=[a-z0-9;-]+, Signature=[0-9a-f]{64}$";

/// A server that answers signed requests of one method and path.
async fn double(signed: &str, verb: &str, at: &str, answer: ResponseTemplate) -> MockServer {
    let server = MockServer::start().await;
    Mock::given(method(verb))
        .and(path(at))
        .and(header_regex(
            "authorization",
            &AUTHORIZATION.replace("SIGNED", signed),
        ))
        .respond_with(answer)
        .expect(1)
        .mount(&server)
        .await;
    server
}

async fn received(server: &MockServer) -> Request {
    let mut requests = server.received_requests().await.expect("they are kept");
    assert_eq!(requests.len(), 1, "a call is tried once");
    requests.remove(0)
}

async fn ask(
    server: &MockServer,
    service: &str,
    action: &str,
    parameters: &str,
) -> Result<Answer, CallFault> {
    let call = Call::new(service, action, json(parameters));
    client(&server.uri()).call(call).await
}

fn service_fault(answer: Result<Answer, CallFault>) -> (String, String) {
    match answer {
        Err(fault @ CallFault::Service(_)) => (fault.error_name(""), fault.cause()),
        other => panic!("the service should have answered with an error: {other:?}"),
    }
}

#[tokio::test]
async fn lambda_is_invoked() {
    let answer = ResponseTemplate::new(200)
        .insert_header("x-amz-executed-version", "$LATEST")
        .insert_header("x-amzn-requestid", "R1")
        .set_body_raw(r#"{"sum":3}"#, "application/json");
    let at = "/2015-03-31/functions/add%3Alive/invocations";
    let server = double("lambda", "POST", at, answer).await;
    let mut call = Call::new(
        "lambda",
        "invoke",
        json(r#"{"FunctionName": "add:live", "Payload": {"a": 1}, "LogType": "None"}"#),
    );
    call.spelling = Spelling::Optimised;
    let answer = client(&server.uri()).call(call).await.expect("an answer");
    assert_eq!(
        answer.result.to_json(),
        r#"{"ExecutedVersion":"$LATEST","Payload":"{\"sum\":3}","StatusCode":200}"#
    );
    assert_eq!(answer.request_id.as_deref(), Some("R1"));
    let metadata = answer.http_metadata();
    let status = metadata.get("HttpStatusCode").and_then(Value::as_i64);
    assert_eq!(status, Some(200));
    let request = received(&server).await;
    assert_eq!(request.body, br#"{"a":1}"#);
    assert_eq!(request.headers["x-amz-log-type"], "None");
}

#[tokio::test]
async fn lambda_says_that_there_are_too_many_calls() {
    let answer = ResponseTemplate::new(429)
        .insert_header("x-amzn-errortype", "TooManyRequestsException")
        .insert_header("x-amzn-requestid", "R1")
        .set_body_raw(
            r#"{"Reason":"CallerRateLimitExceeded","Type":"User","message":"Rate exceeded"}"#,
            "application/json",
        );
    let server = double(
        "lambda",
        "POST",
        "/2015-03-31/functions/f/invocations",
        answer,
    )
    .await;
    let answer = ask(&server, "lambda", "invoke", r#"{"FunctionName": "f"}"#).await;
    let Err(CallFault::Service(fault)) = answer else {
        panic!("the service should have answered with an error");
    };
    assert_eq!(fault.name, "Lambda.TooManyRequestsException");
    assert_eq!(
        fault.optimised_name("lambda"),
        "Lambda.TooManyRequestsException"
    );
    assert_eq!(
        fault.optimised_cause("lambda"),
        "Rate exceeded (Service: AWSLambda; Status Code: 429; Error Code: TooManyRequestsException; Request ID: R1; Proxy: null)"
    );
    assert!(fault.is_throttling());
}

#[tokio::test]
async fn bedrock_answers_with_the_body_of_the_model() {
    let answer = ResponseTemplate::new(200).set_body_raw(
        r#"{"content":[{"type":"text","text":"hi"}]}"#,
        "application/json",
    );
    let at = "/model/anthropic.claude-3-haiku-20240307-v1%3A0/invoke";
    let server = double("bedrock", "POST", at, answer).await;
    let parameters = r#"{"ModelId": "anthropic.claude-3-haiku-20240307-v1:0", "ContentType": "application/json",
        "Accept": "application/json", "Body": {"max_tokens": 10, "messages": []}}"#;
    let answer = ask(&server, "bedrockruntime", "invokeModel", parameters).await;
    assert_eq!(
        answer.expect("an answer").result.to_json(),
        r#"{"Body":"{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}","ContentType":"application/json"}"#
    );
    let request = received(&server).await;
    assert_eq!(request.body, br#"{"max_tokens":10,"messages":[]}"#);
    assert_eq!(request.headers["accept"], "application/json");
}

#[tokio::test]
async fn bedrock_converses() {
    let answer = ResponseTemplate::new(200).set_body_raw(
        r#"{"metrics":{"latencyMs":7},"output":{"message":{"role":"assistant","content":[{"text":"hi"},
            {"toolUse":{"toolUseId":"t","name":"n","input":{"aKey":[1]}}}]}},
            "stopReason":"end_turn","usage":{"inputTokens":1,"outputTokens":2,"totalTokens":3}}"#,
        "application/json",
    );
    let server = double(
        "bedrock",
        "POST",
        "/model/amazon.nova-lite-v1%3A0/converse",
        answer,
    )
    .await;
    let parameters = r#"{"ModelId": "amazon.nova-lite-v1:0",
        "Messages": [{"Role": "user", "Content": [{"Text": "hello"}]}],
        "InferenceConfig": {"MaxTokens": 5, "Temperature": 0.5},
        "AdditionalModelRequestFields": {"top_k": 4}}"#;
    let answer = ask(&server, "bedrockruntime", "converse", parameters).await;
    assert_eq!(
        answer.expect("an answer").result,
        json(
            r#"{"Metrics":{"LatencyMs":7},"Output":{"Message":{"Role":"assistant","Content":[{"Text":"hi"},
                {"ToolUse":{"ToolUseId":"t","Name":"n","Input":{"aKey":[1]}}}]}},
                "StopReason":"end_turn","Usage":{"InputTokens":1,"OutputTokens":2,"TotalTokens":3}}"#
        )
    );
    let request = received(&server).await;
    let body: serde_json::Value = serde_json::from_slice(&request.body).expect("JSON");
    assert_eq!(
        body,
        serde_json::json!({
            "messages": [{"role": "user", "content": [{"text": "hello"}]}],
            "inferenceConfig": {"maxTokens": 5, "temperature": 0.5},
            "additionalModelRequestFields": {"top_k": 4}
        })
    );
}

#[tokio::test]
async fn bedrock_says_what_is_wrong() {
    for (status, code, name) in [
        (
            429,
            "ThrottlingException",
            "BedrockRuntime.ThrottlingException",
        ),
        (
            400,
            "ValidationException",
            "BedrockRuntime.ValidationException",
        ),
        (
            403,
            "AccessDeniedException",
            "BedrockRuntime.AccessDeniedException",
        ),
        (
            424,
            "ModelErrorException",
            "BedrockRuntime.ModelErrorException",
        ),
        (
            500,
            "SomethingNew",
            "BedrockRuntime.BedrockRuntimeException",
        ),
    ] {
        let answer = ResponseTemplate::new(status)
            .insert_header(
                "x-amzn-errortype",
                format!("{code}:http://internal.amazon.com/coral/"),
            )
            .insert_header("x-amzn-requestid", "R1")
            .set_body_raw(r#"{"message":"no"}"#, "application/json");
        for (action, parameters) in [
            ("converse", r#"{"ModelId": "m", "Messages": []}"#),
            ("invokeModel", r#"{"ModelId": "m", "Body": {}}"#),
        ] {
            let at = if action == "converse" {
                "/model/m/converse"
            } else {
                "/model/m/invoke"
            };
            let server = double("bedrock", "POST", at, answer.clone()).await;
            let answer = ask(&server, "bedrockruntime", action, parameters).await;
            let cause = format!(
                "no (Service: BedrockRuntime, Status Code: {status}, Request ID: R1) (SDK Attempt Count: 1)"
            );
            assert_eq!(service_fault(answer), (name.to_owned(), cause));
            received(&server).await;
        }
    }
}

#[tokio::test]
async fn polly_gives_audio_as_base64() {
    let audio: Vec<u8> = (0..=255).collect();
    let answer = ResponseTemplate::new(200)
        .insert_header("x-amzn-requestcharacters", "5")
        .set_body_raw(audio, "audio/mpeg");
    let server = double("polly", "POST", "/v1/speech", answer).await;
    let parameters =
        r#"{"Text": "hello", "OutputFormat": "mp3", "VoiceId": "Joanna", "Engine": "neural"}"#;
    let answer = ask(&server, "polly", "synthesizeSpeech", parameters).await;
    let result = answer.expect("an answer").result;
    assert_eq!(
        result.get("ContentType").and_then(Value::as_str),
        Some("audio/mpeg")
    );
    assert_eq!(
        result.get("RequestCharacters").and_then(Value::as_i64),
        Some(5)
    );
    let audio = result
        .get("AudioStream")
        .and_then(Value::as_str)
        .expect("text");
    assert!(
        audio.starts_with("AAECAwQF") && audio.ends_with("/P3+/w=="),
        "{audio}"
    );
    let request = received(&server).await;
    let body: serde_json::Value = serde_json::from_slice(&request.body).expect("JSON");
    assert_eq!(
        body,
        serde_json::json!({"Text": "hello", "OutputFormat": "mp3", "VoiceId": "Joanna", "Engine": "neural"})
    );
}

#[tokio::test]
async fn polly_says_what_is_wrong() {
    for (status, code, name) in [
        (400, "InvalidSsmlException", "Polly.InvalidSsmlException"),
        (
            404,
            "LexiconNotFoundException",
            "Polly.LexiconNotFoundException",
        ),
        (429, "ThrottlingException", "Polly.ThrottlingException"),
    ] {
        let answer = ResponseTemplate::new(status)
            .insert_header("x-amzn-errortype", code)
            .set_body_raw(r#"{"message":"no"}"#, "application/json");
        let server = double("polly", "POST", "/v1/speech", answer).await;
        let parameters = r#"{"Text": "x", "OutputFormat": "mp3", "VoiceId": "Joanna"}"#;
        let answer = ask(&server, "polly", "synthesizeSpeech", parameters).await;
        let cause = format!(
            "no (Service: Polly, Status Code: {status}, Request ID: null) (SDK Attempt Count: 1)"
        );
        assert_eq!(service_fault(answer), (name.to_owned(), cause));
    }
}

#[tokio::test]
async fn a_role_is_assumed_once_and_used() {
    let server = MockServer::start().await;
    let role = "arn:aws:iam::123456789012:role/other";
    let assumed = "<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>ASIAOTHER</AccessKeyId>\
        <SecretAccessKey>s</SecretAccessKey><SessionToken>T</SessionToken><Expiration>2999-01-02T03:04:05Z</Expiration>\
        </Credentials></AssumeRoleResult></AssumeRoleResponse>";
    Mock::given(method("POST"))
        .and(header_regex("authorization", "AKIDEXAMPLE/.*/sts/"))
        .respond_with(ResponseTemplate::new(200).set_body_raw(assumed, "text/xml"))
        .expect(1)
        .mount(&server)
        .await;
    Mock::given(method("POST"))
        .and(header("x-amz-target", "AmazonSQS.ListQueues"))
        .and(header("x-amz-security-token", "T"))
        .and(header_regex("authorization", "ASIAOTHER/.*/sqs/"))
        .respond_with(ResponseTemplate::new(200).set_body_raw("{}", "application/x-amz-json-1.0"))
        .expect(2)
        .mount(&server)
        .await;
    let client: Client = client(&server.uri());
    for _ in 0..2 {
        let mut call = Call::new("sqs", "listQueues", json("{}"));
        call.role = Some(role.to_owned());
        client.call(call).await.expect("an answer");
    }
}

#[tokio::test]
async fn a_role_that_is_refused_is_told() {
    let refused = "<ErrorResponse><Error><Code>AccessDenied</Code><Message>User: u is not authorized to perform: sts:AssumeRole on resource: r</Message></Error></ErrorResponse>";
    let answer = ResponseTemplate::new(403).set_body_raw(refused, "text/xml");
    let server = double("sts", "POST", "/", answer).await;
    let mut call = Call::new("sqs", "listQueues", json("{}"));
    call.role = Some("arn:aws:iam::123456789012:role/other".to_owned());
    let fault = client(&server.uri()).call(call).await.expect_err("refused");
    assert!(
        fault
            .to_string()
            .starts_with("the role `arn:aws:iam::123456789012:role/other` cannot be assumed"),
        "{fault}"
    );
    assert!(
        fault
            .help()
            .expect("a way out")
            .contains("`sts:AssumeRole`")
    );
    assert_eq!(fault.error_name("Sqs"), "States.Permissions");
}

#[tokio::test]
async fn s3_signs_the_body_and_encodes_the_path_once() {
    let answer = ResponseTemplate::new(200).insert_header("etag", "\"e\"");
    let server = double("s3", "PUT", "/bucket/a%20b/%C3%BC", answer).await;
    let parameters = r#"{"Bucket": "bucket", "Key": "a b/ü", "Body": "text"}"#;
    let answer = ask(&server, "s3", "putObject", parameters).await;
    assert_eq!(
        answer.expect("an answer").result.to_json(),
        r#"{"ETag":"\"e\""}"#
    );
    let request = received(&server).await;
    // Recorded: services/aws_sdk_task_service.s3_put_object~str. The hash is that of the six bytes `"text"`.
    assert_eq!(request.body, br#""text""#);
    assert_eq!(
        request.headers["x-amz-content-sha256"],
        "1e1d0f251d3a76fa2b1bfc81164078572623403887db02988b504b0492e9f076"
    );
}

#[tokio::test]
async fn what_is_no_answer_of_the_service_is_told() {
    let answer = ResponseTemplate::new(200).set_body_raw("<html>welcome</html>", "text/html");
    let server = double("sqs", "POST", "/", answer).await;
    let fault = ask(&server, "sqs", "listQueues", "{}")
        .await
        .expect_err("no answer of SQS");
    assert!(matches!(fault, CallFault::Response { .. }), "{fault:?}");
    assert!(
        fault
            .to_string()
            .starts_with("the answer of `sqs` cannot be read"),
        "{fault}"
    );
}
