//! Machines that Tasks start and that are run here, under `exec --aws`: their Tasks call, wait and run as those of the machine
//! that was asked for.

mod recordings;

use crate::aws_exec::{double, runtime, sfnrun, told, with_keys};
use std::fs;
use std::path::Path;
use std::process::{Child, Output, Stdio};
use std::time::Duration;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use wiremock::matchers::header;
use wiremock::{Mock, MockServer, ResponseTemplate};

/// Starts `charge` for each item, and waits.
const PARENT: &str = r#"{"StartAt":"All","States":{"All":{"Type":"Map","ItemsPath":"$.orders","End":true,"ItemProcessor":{
  "StartAt":"Charge","States":{"Charge":{"Type":"Task","Resource":"arn:aws:states:::states:startExecution.sync:2",
    "Parameters":{"StateMachineArn":"arn:aws:states:eu-west-1:987654321098:stateMachine:charge","Input.$":"$"},
    "OutputPath":"$.Output","End":true}}}}}}"#;

/// A call that fails at first, a function, and a call.
const CHARGE: &str = r#"{"StartAt":"Store","States":{
  "Store":{"Type":"Task","Resource":"arn:aws:states:::dynamodb:putItem",
    "Parameters":{"TableName":"t","Item":{"id":{"S.$":"$.id"}}},
    "Retry":[{"ErrorEquals":["DynamoDB.ProvisionedThroughputExceededException"],"IntervalSeconds":1}],
    "ResultPath":null,"Next":"Price"},
  "Price":{"Type":"Task","Resource":"arn:aws:lambda:eu-west-1:987654321098:function:price",
    "ResultPath":"$.price","Next":"Tell"},
  "Tell":{"Type":"Task","Resource":"arn:aws:states:::sqs:sendMessage",
    "Parameters":{"QueueUrl":"https://sqs.eu-west-1.amazonaws.com/987654321098/q","MessageBody.$":"$"},
    "ResultPath":"$.sent","ResultSelector":{"id.$":"$.MessageId"},"End":true}}}"#;

/// A callback, then an activity.
const REVIEW: &str = r#"{"StartAt":"Ask","States":{
  "Ask":{"Type":"Task","Resource":"arn:aws:states:::sqs:sendMessage.waitForTaskToken","TimeoutSeconds":60,
    "Parameters":{"QueueUrl":"https://sqs.eu-west-1.amazonaws.com/987654321098/q",
      "MessageBody":{"token.$":"$$.Task.Token"}},"ResultPath":"$.said","Next":"Work"},
  "Work":{"Type":"Task","Resource":"arn:aws:states:eu-west-1:987654321098:activity:work","TimeoutSeconds":60,
    "ResultPath":"$.worked","End":true}}}"#;

/// The parent, when it waits for its token, which it hands to the machine that it starts.
fn token_handed_on() -> String {
    PARENT
        .replace(".sync:2", ".waitForTaskToken")
        .replace(r#""Input.$":"$""#, r#""Input":{"token.$":"$$.Task.Token"}"#)
        .replace("$.Output", "$")
}

const ORDERS: &str = r#"{"orders":[{"id":"a"},{"id":"b"}]}"#;

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("it writes");
}

/// The double, and a folder with the two machines.
fn stage(parent: &str, charge: &str) -> (Runtime, MockServer, TempDir) {
    let runtime = runtime();
    let server = runtime.block_on(double());
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "parent.asl.json", parent);
    write(folder.path(), "charge.asl.json", charge);
    (runtime, server, folder)
}

fn exec(folder: &Path, options: &[&str]) -> Output {
    let mut command = sfnrun(folder);
    with_keys(&mut command)
        .args(["exec", "parent.asl.json", "--input", ORDERS])
        .args(["--machine", "charge=charge.asl.json"])
        .args(options)
        .output()
        .expect("it runs")
}

fn output(output: &Output) -> serde_json::Value {
    assert!(output.status.success(), "{}", told(output));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// What `operation` was called with.
fn called(runtime: &Runtime, server: &MockServer, operation: &str) -> Vec<serde_json::Value> {
    let received = runtime.block_on(server.received_requests());
    let calls = received.into_iter().flatten().filter(|request| {
        let target = request.headers.get("x-amz-target");
        target.is_some_and(|target| target.as_bytes().ends_with(operation.as_bytes()))
    });
    calls
        .map(|request| serde_json::from_slice(&request.body).expect("JSON"))
        .collect()
}

const FUNCTION: [&str; 4] = ["--lambda", "price=echo 7", "--clock", "skip"];

#[test]
fn tasks_of_a_machine_that_is_started_call_aws_and_stand_in_the_plan() {
    let (runtime, server, folder) = stage(PARENT, CHARGE);
    let folder = folder.path();
    let url = server.uri();
    let aws = ["--aws", "--endpoint-url", &url];

    let unconfirmed = exec(folder, &[&aws[..], &FUNCTION].concat());
    assert_eq!(unconfirmed.status.code(), Some(2));
    let plan = format!(
        "this run calls AWS:\n  and where `charge` is started (charge.asl.json):\n  \
         Store  dynamodb:putItem  {url}\n  Tell   sqs:sendMessage   {url}\nerror: "
    );
    assert!(told(&unconfirmed).contains(&plan), "{}", told(&unconfirmed));
    assert_eq!(called(&runtime, &server, "PutItem").len(), 0);

    let live = exec(folder, &[&aws[..], &FUNCTION, &["--yes"]].concat());
    let charged = |id: &str| serde_json::json!({"id": id, "price": 7, "sent": {"id": "m-1"}});
    assert_eq!(
        output(&live),
        serde_json::json!([charged("a"), charged("b")])
    );
    // One of them is refused once, and tried again.
    assert_eq!(called(&runtime, &server, "PutItem").len(), 3);
    assert_eq!(called(&runtime, &server, "SendMessage").len(), 2);
}

#[test]
fn limits_of_what_calls_hold_for_machines_that_are_started() {
    let (runtime, server, folder) = stage(PARENT, CHARGE);
    let folder = folder.path();
    write(
        folder,
        "mocks.yaml",
        "version: 1\nmachines: { charge: { states: { Store: { result: {} } } } }\n",
    );
    let url = server.uri();
    let always = ["--yes", "--endpoint-url", &url];
    for (options, status, says) in [
        (&["--aws=service:sqs"][..], 4, "`Store` has no mock"),
        (
            &["--aws=state:Tell", "--mocks", "mocks.yaml"],
            0,
            "Tell  sqs:sendMessage",
        ),
        (&["--aws=state:Tel"], 2, "did you mean `Tell`?"),
    ] {
        let output = exec(folder, &[options, &always, &FUNCTION].concat());
        assert_eq!(
            output.status.code(),
            Some(status),
            "{options:?}: {}",
            told(&output)
        );
        assert!(told(&output).contains(says), "{}", told(&output));
    }
    assert_eq!(called(&runtime, &server, "PutItem").len(), 0);
    assert_eq!(called(&runtime, &server, "SendMessage").len(), 2);
}

/// What AWS says of a parameter that it does not know: tests/it/aws_exec.rs names the recording.
#[test]
fn parameters_of_a_machine_that_is_started_are_looked_at() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(folder, "parent.asl.json", PARENT);
    write(
        folder,
        "charge.asl.json",
        &CHARGE.replace("TableName", "Tabel"),
    );
    let aws = ["--aws", "--yes", "--endpoint-url", "http://127.0.0.1:9"];
    let refused = exec(folder, &[&aws[..], &["--format", "json"]].concat());
    assert_eq!(refused.status.code(), Some(1), "{}", told(&refused));
    let story = String::from_utf8_lossy(&refused.stdout);
    assert!(
        story.contains("The field 'Tabel' is not supported by Step Functions"),
        "{story}"
    );
}

/// Starts a run that waits for somebody.
fn waiting(folder: &Path, url: &str, options: &[&str]) -> Child {
    let mut command = sfnrun(folder);
    with_keys(&mut command)
        .args(["exec", "parent.asl.json", "--aws", "--yes"])
        .args([
            "--input",
            r#"{"orders":[{"id":"a"}]}"#,
            "--endpoint-url",
            url,
        ])
        .args(["--machine", "charge=charge.asl.json"])
        .args(options)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

/// Waits until a state of a run waits for its token, and answers it.
fn answer(folder: &Path, run: &mut Child, state: &str, output: &str) {
    let token = |arguments: &[&str]| {
        let mut command = sfnrun(folder);
        let output = command.arg("token").args(arguments).output();
        output.expect("it runs")
    };
    loop {
        let listed = token(&["list"]);
        if String::from_utf8_lossy(&listed.stdout).contains(state) {
            break;
        }
        let over = run.try_wait().expect("it can be asked");
        assert_eq!(over, None, "it waits for `{state}`");
        std::thread::sleep(Duration::from_millis(20));
    }
    let answered = token(&["succeed", "--state", state, "--output", output]);
    assert!(answered.status.success(), "{}", told(&answered));
}

#[test]
fn callbacks_and_activities_of_a_machine_that_is_started_are_answered() {
    let (runtime, server, folder) = stage(PARENT, REVIEW);
    let folder = folder.path();
    let files = ["--history", "history.json", "--logs", "logs.jsonl"];
    let options = [&files[..], &["--log-data", "-v", "--record", "calls.yaml"]].concat();
    let mut child = waiting(folder, &server.uri(), &options);
    let token = loop {
        if let Some(sent) = called(&runtime, &server, "SendMessage").first() {
            let body = sent["MessageBody"].as_str().expect("a text");
            let body: serde_json::Value = serde_json::from_str(body).expect("JSON");
            break body["token"].as_str().expect("a token").to_owned();
        }
        assert_eq!(child.try_wait().expect("it can be asked"), None);
        std::thread::sleep(Duration::from_millis(20));
    };
    answer(
        folder,
        &mut child,
        "Ask",
        &format!(r#"{{"with":"{token}"}}"#),
    );
    answer(folder, &mut child, "Work", "[1]");
    let ended = child.wait_with_output().expect("it ends");
    let reviewed = serde_json::json!([{"id": "a", "said": {"with": token}, "worked": [1]}]);
    assert_eq!(output(&ended), reviewed);
    // The parent has it in its output; nothing that is kept or pasted shows it.
    assert!(!told(&ended).contains(&token), "{}", told(&ended));
    for file in ["history.json", "logs.jsonl", "calls.yaml"] {
        let text = fs::read_to_string(folder.join(file)).expect("it is written");
        assert!(text.contains("with") && !text.contains(&token), "{text}");
    }
}

/// The token of a Task that starts a machine here can be answered by its child, and by somebody outside.
#[test]
fn a_token_that_a_machine_was_started_with_can_be_answered_from_outside() {
    let (_runtime, server, folder) = stage(
        &token_handed_on(),
        r#"{"StartAt":"Wait","States":{"Wait":{"Type":"Wait","Seconds":3600,"End":true}}}"#,
    );
    let folder = folder.path();
    let mut child = waiting(folder, &server.uri(), &["--clock", "skip"]);
    answer(folder, &mut child, "Charge", r#"{"approved":true}"#);
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(output(&ended), serde_json::json!([{"approved": true}]));
}

/// Says a text to whoever has the token that it is given.
const SENDS: &str = r#"{"StartAt":"Send","States":{"Send":{"Type":"Task",
  "Resource":"arn:aws:states:::aws-sdk:sfn:sendTaskSuccess",
  "Parameters":{"TaskToken.$":"$.token","Output":"\"sent\""},"End":true}}}"#;

#[test]
fn a_token_of_this_run_is_answered_here_and_another_one_by_aws() {
    let runtime = runtime();
    let server = runtime.block_on(double());
    // What AWS says is recorded: services/aws_sdk_task_service.sfn_send_task_outcome_with_no_such_token.
    let refusal = r#"{"__type":"InvalidToken","message":"Invalid Token: 'Invalid token'"}"#;
    let refusal = ResponseTemplate::new(400).set_body_raw(refusal, "application/x-amz-json-1.0");
    let target = header("x-amz-target", "AWSStepFunctions.SendTaskSuccess");
    runtime.block_on(Mock::given(target).respond_with(refusal).mount(&server));
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(folder, "charge.asl.json", SENDS);
    write(folder, "parent.asl.json", &token_handed_on());
    let url = server.uri();
    let aws = ["--aws", "--yes", "--endpoint-url", &url];
    let own = exec(folder, &aws);
    assert_eq!(output(&own), serde_json::json!(["sent", "sent"]));
    assert_eq!(called(&runtime, &server, "SendTaskSuccess").len(), 0);

    let foreign = PARENT.replace(r#""Input.$":"$""#, r#""Input":{"token":"of-another-run"}"#);
    write(folder, "parent.asl.json", &foreign);
    let foreign = exec(folder, &[&aws[..], &["--format", "json"]].concat());
    assert_eq!(foreign.status.code(), Some(1), "{}", told(&foreign));
    let result: serde_json::Value = serde_json::from_slice(&foreign.stdout).expect("JSON");
    let cause = result["cause"].as_str().expect("a cause");
    assert!(cause.contains("Sfn.InvalidTokenException"), "{cause}");
    let sent = called(&runtime, &server, "SendTaskSuccess");
    assert!(!sent.is_empty());
    assert_eq!(sent[0]["taskToken"], "of-another-run");
}

#[test]
fn a_branch_answers_the_token_that_another_one_gave_to_a_function() {
    let runtime = runtime();
    let server = runtime.block_on(double());
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let machine = r#"{"StartAt":"Both","States":{"Both":{"Type":"Parallel","End":true,"Branches":[
      {"StartAt":"Ask","States":{"Ask":{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke.waitForTaskToken",
        "TimeoutSeconds":60,"Parameters":{"FunctionName":"ask","Payload":{"token.$":"$$.Task.Token"}},"End":true}}},
      {"StartAt":"Hear","States":{
        "Hear":{"Type":"Task","Resource":"arn:aws:lambda:eu-west-1:987654321098:function:hear","Next":"Send"},
        "Send":{"Type":"Task","Resource":"arn:aws:states:::aws-sdk:sfn:sendTaskFailure",
          "Parameters":{"TaskToken.$":"$.token","Error":"Declined","Cause":"no"},"End":true}}}],
      "Catch":[{"ErrorEquals":["Declined"],"Next":"Caught"}]},"Caught":{"Type":"Pass","End":true}}}"#;
    write(folder, "parent.asl.json", machine);
    write(folder, "charge.asl.json", SENDS);
    let url = server.uri();
    let aws = ["--aws", "--yes", "--endpoint-url", &url];
    let functions = [
        "--lambda",
        "ask=tee asked.part && mv asked.part asked.json",
        "--lambda",
        "hear=while [ ! -f asked.json ]; do sleep 0.02; done; cat asked.json",
    ];
    let ended = exec(folder, &[&aws[..], &functions].concat());
    assert_eq!(
        output(&ended),
        serde_json::json!({"Error": "Declined", "Cause": "no"})
    );
    assert_eq!(called(&runtime, &server, "SendTaskFailure").len(), 0);
}
