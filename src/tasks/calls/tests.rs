//! Each integration against a double that speaks the wire format of its service (botocore's models). What a Task's result
//! and errors are is recorded, where a test says so.

use super::{Advice, AwsCalls, CallFacts, Called, Connections, Origin, Selection};
use crate::aws::{Client, Credentials, Options};
use crate::engine::{TaskOutcome, TaskRequest};
use crate::tasks::testing::{asking, machine};
use crate::tasks::{InFlight, Report, Reports, Said};
use crate::value::{Value, read};
use wiremock::matchers::{body_partial_json, header, method, path};
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

fn calls(url: &str, connections: Connections) -> AwsCalls {
    let client = Client::new(Options {
        region: Some("us-east-1".to_owned()),
        endpoint_url: Some(url.to_owned()),
        credentials: Some(Credentials {
            access_key_id: "AKIDEXAMPLE".to_owned(),
            secret_access_key: "secret".to_owned(),
            session_token: None,
        }),
        ..Options::default()
    });
    let facts = CallFacts {
        pace: 0.0,
        connections,
        advice: Advice::default(),
    };
    AwsCalls::new(client, Selection::default(), facts)
}

fn origin() -> Origin {
    Origin {
        state_machine_arn: "arn:aws:states:us-east-1:123456789012:stateMachine:m".to_owned(),
        execution_arn: "arn:aws:states:us-east-1:123456789012:execution:m:e".to_owned(),
    }
}

fn request(resource: &str, parameters: &str) -> TaskRequest {
    let machine = machine(&[("Call", resource)]);
    asking(&machine, "Call").with(parameters).request().clone()
}

/// What a Task says that calls `server`.
async fn said(server: &MockServer, resource: &str, parameters: &str) -> Vec<Said> {
    said_with(server, resource, parameters, Connections::default()).await
}

/// What a Task says that proves itself with connections.
pub(super) async fn said_with(
    server: &MockServer,
    resource: &str,
    parameters: &str,
    connections: Connections,
) -> Vec<Said> {
    let (reporter, mut reports) = Reports::channel();
    let calls = calls(&server.uri(), connections);
    let request = request(resource, parameters);
    calls
        .perform(
            Called::new(request, origin()),
            reporter,
            InFlight::default(),
        )
        .await;
    let heard = std::iter::from_fn(|| reports.ready());
    heard.map(|Report { said, .. }| said).collect()
}

fn outcomes(said: Vec<Said>) -> Vec<TaskOutcome> {
    let outcome = |said| match said {
        Said::Outcome(outcome) => outcome,
        Said::Hindrance(hindrance) => panic!("{hindrance:?}"),
    };
    said.into_iter().map(outcome).collect()
}

/// The result of a Task that has one.
pub(super) async fn result(server: &MockServer, resource: &str, parameters: &str) -> Value {
    match outcomes(said(server, resource, parameters).await).pop() {
        Some(TaskOutcome::Succeeded(result)) => result,
        other => panic!("{other:?}"),
    }
}

/// Error and cause of a Task that fails.
pub(super) async fn failure(
    server: &MockServer,
    resource: &str,
    parameters: &str,
) -> (String, String) {
    match outcomes(said(server, resource, parameters).await).pop() {
        Some(TaskOutcome::Failed { error, cause }) => (
            error.as_deref().unwrap_or_default().to_owned(),
            cause.as_deref().unwrap_or_default().to_owned(),
        ),
        other => panic!("{other:?}"),
    }
}

pub(super) fn json(text: &str) -> Value {
    read(text).expect("it is JSON")
}

fn keys(value: &Value) -> Vec<String> {
    let members = value.as_object().expect("an object");
    members.keys().map(ToString::to_string).collect()
}

async fn bodies(server: &MockServer) -> Vec<Value> {
    let requests = server.received_requests().await.expect("they are kept");
    let body = |request: Request| json(&String::from_utf8_lossy(&request.body));
    requests.into_iter().map(body).collect()
}

async fn double(answer: ResponseTemplate) -> MockServer {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .respond_with(answer)
        .mount(&server)
        .await;
    server
}

const INVOKE: &str = "arn:aws:states:::lambda:invoke";
const FUNCTION: &str = "arn:aws:lambda:us-east-1:123456789012:function:f";

/// Recorded: services/lambda_task_service.invoke (members), …invoke_json_values (payloads).
#[tokio::test]
async fn a_function_is_invoked() {
    let answer = ResponseTemplate::new(200)
        .insert_header("x-amz-executed-version", "$LATEST")
        .set_body_raw(r#"{"sum":3}"#, "application/json");
    let server = double(answer).await;
    let parameters = r#"{"FunctionName":"f:live","Payload":{"a":[1,2]}}"#;
    let answered = result(&server, INVOKE, parameters).await;
    assert_eq!(
        keys(&answered),
        [
            "ExecutedVersion",
            "Payload",
            "SdkHttpMetadata",
            "SdkResponseMetadata",
            "StatusCode"
        ]
    );
    assert_eq!(answered.get("Payload"), Some(&json(r#"{"sum":3}"#)));
    // A Task that names the function itself gets what it returns, and nothing around it.
    let returned = result(&server, FUNCTION, r#"{"b":1}"#).await;
    assert_eq!(returned, json(r#"{"sum":3}"#));
    // Text that is JSON is sent as it is, any other in quotes, and nothing as an empty object.
    for (payload, sent) in [
        (r#","Payload":"[1]""#, "[1]"),
        (r#","Payload":"x y""#, "\"x y\""),
        ("", "{}"),
    ] {
        let parameters = format!(r#"{{"FunctionName":"f"{payload}}}"#);
        result(&server, INVOKE, &parameters).await;
        assert_eq!(bodies(&server).await.pop(), Some(json(sent)));
    }
    assert_eq!(
        bodies(&server).await[..2],
        [json(r#"{"a":[1,2]}"#), json(r#"{"b":1}"#)]
    );
}

/// Recorded: error_handling/task_service_lambda.raise_exception_catch, error_handling/task_lambda.raise_custom_exception.
#[tokio::test]
async fn a_function_that_fails_fails_the_task_with_its_own_error() {
    let payload = r#"{"errorMessage":"no","errorType":"CustomException","stackTrace":[]}"#;
    let answer = ResponseTemplate::new(200)
        .insert_header("x-amz-function-error", "Unhandled")
        .set_body_raw(payload, "application/json");
    let server = double(answer).await;
    let expected = ("CustomException".to_owned(), payload.to_owned());
    assert_eq!(
        failure(&server, INVOKE, r#"{"FunctionName":"f"}"#).await,
        expected
    );
    assert_eq!(failure(&server, FUNCTION, "{}").await, expected);
}

/// Recorded: error_handling/task_service_lambda.no_such_function_catch (the name).
#[tokio::test]
async fn a_function_that_is_not_there_is_an_error_of_the_service() {
    let answer = ResponseTemplate::new(404)
        .insert_header("x-amzn-errortype", "ResourceNotFoundException")
        .set_body_raw(
            r#"{"Message":"Function not found","Type":"User"}"#,
            "application/json",
        );
    let server = double(answer).await;
    let (error, cause) = failure(&server, INVOKE, r#"{"FunctionName":"f"}"#).await;
    assert_eq!(error, "Lambda.ResourceNotFoundException");
    assert!(
        cause.starts_with("Function not found (Service: AWSLambda; Status Code: 404;"),
        "{cause}"
    );
}

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

/// The states of a task and the exit codes of its containers are those of the API of ECS; that the cause is the task
/// itself, of LocalStack's integration.
#[tokio::test]
async fn a_container_that_ends_badly_fails_the_task() {
    for (code, succeeds) in [(0, true), (3, false)] {
        let server = MockServer::start().await;
        for (action, answer) in [
            (
                "RunTask",
                r#"{"tasks":[{"taskArn":"arn:t"}],"failures":[]}"#.to_owned(),
            ),
            (
                "DescribeTasks",
                format!(
                    r#"{{"tasks":[{{"taskArn":"arn:t","lastStatus":"STOPPED","containers":[{{"exitCode":{code}}}]}}]}}"#
                ),
            ),
        ] {
            let target = format!("AmazonEC2ContainerServiceV20141113.{action}");
            Mock::given(header("x-amz-target", target.as_str()))
                .respond_with(
                    ResponseTemplate::new(200).set_body_raw(answer, "application/x-amz-json-1.1"),
                )
                .mount(&server)
                .await;
        }
        let said = said(
            &server,
            "arn:aws:states:::ecs:runTask.sync",
            r#"{"TaskDefinition":"d"}"#,
        )
        .await;
        match outcomes(said).pop() {
            Some(TaskOutcome::Succeeded(task)) if succeeds => {
                assert_eq!(task.get("TaskArn"), Some(&"arn:t".into()));
            }
            Some(TaskOutcome::Failed { error, .. }) if !succeeds => {
                assert_eq!(error.as_deref(), Some("States.TaskFailed"));
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(
            bodies(&server).await[0].get("startedBy"),
            Some(&"AWS Step Functions".into())
        );
    }
}

/// Developer guide, "Run Amazon ECS or Fargate tasks": a failure to place the task.
#[tokio::test]
async fn a_task_that_cannot_be_placed_fails() {
    let answer = r#"{"tasks":[],"failures":[{"reason":"RESOURCE:CPU"}]}"#;
    let server =
        double(ResponseTemplate::new(200).set_body_raw(answer, "application/x-amz-json-1.1")).await;
    let parameters = r#"{"TaskDefinition":"d"}"#;
    let (error, _) = failure(&server, "arn:aws:states:::ecs:runTask.sync", parameters).await;
    assert_eq!(error, "AmazonECS.Unknown");
    let result = result(&server, "arn:aws:states:::ecs:runTask", parameters).await;
    assert_eq!(
        result.pointer("/Failures/0/Reason"),
        Some(&"RESOURCE:CPU".into())
    );
}

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

/// Developer guide, "Create and manage Amazon EMR clusters": the names; the wire format is EMR's.
#[tokio::test]
async fn emr_is_called_by_step_functions_own_names() {
    let answer = ResponseTemplate::new(200)
        .set_body_raw(r#"{"StepIds":["s-1"]}"#, "application/x-amz-json-1.1");
    let server = double(answer).await;
    let resource = "arn:aws:states:::elasticmapreduce:addStep";
    let result = result(
        &server,
        resource,
        r#"{"ClusterId":"j-1","Step":{"Name":"n"}}"#,
    )
    .await;
    assert_eq!(result, json(r#"{"StepId":"s-1"}"#));
    let sent = bodies(&server).await.pop().expect("a call");
    assert_eq!(sent, json(r#"{"JobFlowId":"j-1","Steps":[{"Name":"n"}]}"#));
}

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
    let said = reports.ready().expect("it says something").said;
    let Said::Outcome(TaskOutcome::Failed { error, cause }) = said else {
        panic!("{said:?}");
    };
    assert_eq!(error.as_deref(), Some("SQS.SdkClientException"));
    assert!(cause.is_some_and(|cause| cause.starts_with("Unable to execute HTTP request: ")));
}
