//! `exec --aws` against a double on loopback that speaks the wire format of the services: what is called and what is not,
//! recorded, and replayed with nobody there.

use crate::isolated::isolated;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use tokio::runtime::Runtime;
use wiremock::matchers::{body_string_contains, header};
use wiremock::{Mock, MockServer, ResponseTemplate};

/// A runtime to talk to the double in, which has a thread of its own.
pub(crate) fn runtime() -> Runtime {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_all().build().expect("a runtime")
}

/// A double of SQS, DynamoDB and STS.
pub(crate) async fn double() -> MockServer {
    let server = MockServer::start().await;
    let json = |text: &str| {
        ResponseTemplate::new(200).set_body_raw(text.to_owned(), "application/x-amz-json-1.0")
    };
    let message = json(r#"{"MD5OfMessageBody":"m5","MessageId":"m-1"}"#);
    Mock::given(header("x-amz-target", "AmazonSQS.SendMessage"))
        .respond_with(message)
        .mount(&server)
        .await;
    let busy = r#"{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException","message":"slow down"}"#;
    let busy = ResponseTemplate::new(400).set_body_raw(busy, "application/x-amz-json-1.0");
    Mock::given(header("x-amz-target", "DynamoDB_20120810.PutItem"))
        .respond_with(busy)
        .up_to_n_times(1)
        .mount(&server)
        .await;
    Mock::given(header("x-amz-target", "DynamoDB_20120810.PutItem"))
        .respond_with(json("{}"))
        .mount(&server)
        .await;
    let slow = json("{}").set_delay(Duration::from_secs(60));
    Mock::given(header("x-amz-target", "DynamoDB_20120810.GetItem"))
        .respond_with(slow)
        .mount(&server)
        .await;
    let caller = "<GetCallerIdentityResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\"><GetCallerIdentityResult>\
        <Arn>arn:aws:iam::987654321098:user/dev</Arn><UserId>U</UserId><Account>987654321098</Account>\
        </GetCallerIdentityResult></GetCallerIdentityResponse>";
    Mock::given(body_string_contains("Action=GetCallerIdentity"))
        .respond_with(ResponseTemplate::new(200).set_body_raw(caller, "text/xml"))
        .mount(&server)
        .await;
    server
}

pub(crate) fn sfnrun(folder: &Path) -> Command {
    let mut command = isolated(folder);
    command.current_dir(folder);
    command
}

pub(crate) fn with_keys(command: &mut Command) -> &mut Command {
    command
        .env("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE")
        .env("AWS_SECRET_ACCESS_KEY", "secret")
        .env("AWS_REGION", "eu-west-1")
}

pub(crate) fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const MACHINE: &str = r#"{"StartAt":"Store","States":{
  "Store":{"Type":"Task","Resource":"arn:aws:states:::dynamodb:putItem",
    "Parameters":{"TableName":"t","Item":{"id":{"S":"1"}}},
    "Retry":[{"ErrorEquals":["DynamoDB.ProvisionedThroughputExceededException"],"IntervalSeconds":1}],
    "ResultPath":null,"Next":"Tell"},
  "Tell":{"Type":"Task","Resource":"arn:aws:states:::sqs:sendMessage",
    "Parameters":{"QueueUrl":"https://sqs.eu-west-1.amazonaws.com/987654321098/q","MessageBody":{"n.$":"$.n"}},
    "ResultSelector":{"id.$":"$.MessageId"},"End":true}}}"#;

const REVIEW: &str = r#"{"StartAt":"Review","States":{"Review":{"Type":"Task",
  "Resource":"arn:aws:states:::sqs:sendMessage.waitForTaskToken","TimeoutSeconds":60,
  "Parameters":{"QueueUrl":"https://sqs.eu-west-1.amazonaws.com/123456789012/q",
    "MessageBody":{"token.$":"$$.Task.Token"}},"End":true}}}"#;

const SLOW: &str = r#"{"StartAt":"Get","States":{"Get":{"Type":"Task","Resource":"arn:aws:states:::aws-sdk:dynamodb:getItem",
  "Parameters":{"TableName":"t","Key":{"id":{"S":"1"}}},"End":true}}}"#;

fn exec(folder: &Path, definition: &str, options: &[&str]) -> Output {
    fs::write(folder.join("machine.asl.json"), definition).expect("it writes");
    let mut command = sfnrun(folder);
    with_keys(&mut command)
        .args(["exec", "machine.asl.json", "--input", r#"{"n":1}"#])
        .args(options)
        .output()
        .expect("it runs")
}

#[test]
fn nothing_is_called_unless_it_is_asked_for_and_confirmed() {
    let runtime = runtime();
    let server = runtime.block_on(double());
    let folder = tempfile::tempdir().expect("a folder");
    let url = server.uri();
    for (which, near) in [("service:dynamdb", "dynamodb"), ("state:Stor", "Store")] {
        let slip = exec(
            folder.path(),
            MACHINE,
            &[&format!("--aws={which}"), "--yes"],
        );
        assert_eq!(slip.status.code(), Some(2), "{}", told(&slip));
        assert!(
            told(&slip).contains(&format!("did you mean `{near}`?")),
            "{}",
            told(&slip)
        );
    }
    let all_of_nothing = exec(folder.path(), MACHINE, &["--aws=", "--yes"]);
    assert_eq!(all_of_nothing.status.code(), Some(2));
    assert!(told(&all_of_nothing).contains("`--aws=` chooses no Task"));
    let unasked = exec(folder.path(), MACHINE, &[]);
    assert_eq!(unasked.status.code(), Some(4));
    let unconfirmed = exec(folder.path(), MACHINE, &["--aws", "--endpoint-url", &url]);
    assert_eq!(unconfirmed.status.code(), Some(2));
    for line in [
        &format!("Store  dynamodb:putItem  {url}"),
        &format!("Tell   sqs:sendMessage   {url}"),
        "error: nothing was called, and nothing was run",
        "`--yes` confirms the calls",
    ] {
        assert!(
            told(&unconfirmed).contains(line),
            "{line}\n{}",
            told(&unconfirmed)
        );
    }
    let received = runtime.block_on(server.received_requests());
    assert_eq!(received.map(|requests| requests.len()), Some(0));
}

#[test]
fn a_run_calls_is_recorded_and_is_replayed_without_a_network() {
    let runtime = runtime();
    let server = runtime.block_on(double());
    let folder = tempfile::tempdir().expect("a folder");
    let url = server.uri();
    let options = ["--aws", "--yes", "--endpoint-url", &url, "--clock", "skip"];
    let live = exec(
        folder.path(),
        MACHINE,
        &[&options[..], &["--record", "calls.yaml"]].concat(),
    );
    assert!(live.status.success(), "{}", told(&live));
    assert!(
        told(&live).contains(
            "account 987654321098 as arn:aws:iam::987654321098:user/dev, region eu-west-1"
        ),
        "{}",
        told(&live)
    );
    let output: serde_json::Value = serde_json::from_slice(&live.stdout).expect("JSON");
    assert_eq!(output, serde_json::json!({"id": "m-1"}));
    drop(server);
    let recording = fs::read_to_string(folder.path().join("calls.yaml")).expect("a recording");
    assert_eq!(recording.matches("- state:").count(), 3, "{recording}");
    assert!(!recording.contains("987654321098"), "{recording}");
    let replay = exec(folder.path(), MACHINE, &["--mocks", "calls.yaml"]);
    assert!(replay.status.success(), "{}", told(&replay));
    assert_eq!(replay.stdout, live.stdout);
}

#[test]
fn two_runs_do_not_record_to_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("calls.yaml");
    let other = fs::File::create(&path).expect("it is made");
    other.lock().expect("it is locked");
    let refused = exec(folder.path(), MACHINE, &["--record", "calls.yaml"]);
    assert_eq!(refused.status.code(), Some(2), "{}", told(&refused));
    assert!(told(&refused).contains("another run records to `calls.yaml`"));
}

/// Definitions take the account and the region apart that stand in the ids of their executions.
#[test]
fn the_context_names_the_account_and_the_region_that_are_called() {
    let definition = r#"{"StartAt":"Where","States":{
      "Where":{"Type":"Pass","Parameters":{"id.$":"$$.Execution.Id","role.$":"$$.Execution.RoleArn"},"Next":"Tell"},
      "Tell":{"Type":"Task","Resource":"arn:aws:states:::sqs:sendMessage",
        "Parameters":{"QueueUrl":"https://sqs.eu-west-1.amazonaws.com/987654321098/q","MessageBody.$":"$.id"},
        "ResultPath":"$.told","OutputPath":"$['id','role']","End":true}}}"#;
    let runtime = runtime();
    let server = runtime.block_on(double());
    let folder = tempfile::tempdir().expect("a folder");
    let url = server.uri();
    let options = ["--aws", "--yes", "--endpoint-url", &url];
    let named = ["--name", "n-1", "--record", "calls.yaml"];
    let live = exec(folder.path(), definition, &[&options[..], &named].concat());
    assert!(live.status.success(), "{}", told(&live));
    let output: serde_json::Value = serde_json::from_slice(&live.stdout).expect("JSON");
    let id = "arn:aws:states:eu-west-1:987654321098:execution:machine:n-1";
    let role = "arn:aws:iam::987654321098:role/local";
    assert_eq!(output, serde_json::json!({"id": id, "role": role}));
    // The recording has neither the account nor a request that the replay does not make.
    let recording = fs::read_to_string(folder.path().join("calls.yaml")).expect("a recording");
    assert!(!recording.contains("987654321098"), "{recording}");
    let replay = exec(folder.path(), definition, &["--mocks", "calls.yaml"]);
    let output: serde_json::Value = serde_json::from_slice(&replay.stdout).expect("JSON");
    assert_eq!(output["id"], id.replace("987654321098", "123456789012"));
}

/// Events as recorded in services/apigetway_task_service.invoke_with_headers~singleStringHeader: nothing is scheduled, and no
/// Catcher takes it.
#[test]
fn parameters_that_aws_does_not_know_end_the_execution() {
    let runtime = runtime();
    let server = runtime.block_on(double());
    let folder = tempfile::tempdir().expect("a folder");
    let definition = |parameter: &str, body: &str| {
        format!(
            r#"{{"StartAt":"Tell","States":{{
            "Tell":{{"Type":"Task","Resource":"arn:aws:states:::sqs:sendMessage",
              "Parameters":{{"{parameter}":"https://sqs.eu-west-1.amazonaws.com/1/q","MessageBody":{body}}},
              "Catch":[{{"ErrorEquals":["States.ALL"],"Next":"Rest"}}],"End":true}},
            "Rest":{{"Type":"Succeed"}}}}}}"#
        )
    };
    let url = server.uri();
    let options = [
        "--aws",
        "--yes",
        "--endpoint-url",
        &url,
        "--history",
        "events.json",
    ];
    let misspelt = exec(folder.path(), &definition("QueuUrl", "\"x\""), &options);
    let told = told(&misspelt);
    assert_eq!(misspelt.status.code(), Some(1), "{told}");
    assert!(told.contains("did you mean `QueueUrl`?"), "{told}");
    let history = fs::read_to_string(folder.path().join("events.json")).expect("a history");
    let history: serde_json::Value = serde_json::from_str(&history).expect("it is JSON");
    let events = history["events"].as_array().expect("events");
    let types: Vec<_> = events.iter().map(|event| &event["type"]).collect();
    assert_eq!(
        types,
        ["ExecutionStarted", "TaskStateEntered", "ExecutionFailed"]
    );
    let failed = &events[2];
    assert_eq!(failed["previousEventId"], 2);
    let details = &failed["executionFailedEventDetails"];
    assert_eq!(details["error"], "States.Runtime");
    assert_eq!(
        details["cause"],
        "An error occurred while executing the state 'Tell' (entered at the event id #2). The Parameters \
         '{\"QueuUrl\":\"https://sqs.eu-west-1.amazonaws.com/1/q\",\"MessageBody\":\"x\"}' could not be used to \
         start the Task: [The field 'QueuUrl' is not supported by Step Functions]"
    );
    // A mock answers whatever it is asked.
    fs::write(
        folder.path().join("mocks.json"),
        r#"{"version":1,"states":{"Tell":{"result":{}}}}"#,
    )
    .expect("it writes");
    let mocked = [&options[..4], &["--mocks", "mocks.json"]].concat();
    let mocked = exec(folder.path(), &definition("QueuUrl", "\"x\""), &mocked);
    assert_eq!(mocked.status.code(), Some(0));
    // What the API requires the service itself misses.
    let runs = exec(folder.path(), &definition("QueueUrl", "null"), &options);
    assert_eq!(runs.status.code(), Some(0));
}

#[test]
fn what_is_not_chosen_is_not_called() {
    let runtime = runtime();
    let server = runtime.block_on(double());
    let folder = tempfile::tempdir().expect("a folder");
    let url = server.uri();
    fs::write(
        folder.path().join("mocks.yaml"),
        "version: 1\nstates: { Store: { result: {} } }\n",
    )
    .expect("it writes");
    for (options, status) in [
        (&["--aws=service:sqs"][..], 4),
        (&["--aws=service:sqs", "--mocks", "mocks.yaml"], 0),
        (&["--aws=state:Tell,service:dynamodb", "--clock", "skip"], 0),
        (&["--aws=state:Tel"], 2),
        (&["--aws=sqs"], 2),
    ] {
        let always = ["--yes", "--endpoint-url", &url];
        let output = exec(folder.path(), MACHINE, &[options, &always].concat());
        assert_eq!(
            output.status.code(),
            Some(status),
            "{options:?}: {}",
            told(&output)
        );
    }
}

const QUERY: &str = r#"{"StartAt":"Query","States":{"Query":{"Type":"Task","Resource":"arn:aws:states:::athena:startQueryExecution.sync",
  "Parameters":{"QueryString":"SELECT 1"},"End":true}}}"#;

#[test]
fn a_job_is_asked_for_until_it_has_ended_and_waits_for_no_callback() {
    let runtime = runtime();
    let server = runtime.block_on(MockServer::start());
    for (action, answer) in [
        ("StartQueryExecution", r#"{"QueryExecutionId":"q-1"}"#),
        (
            "GetQueryExecution",
            r#"{"QueryExecution":{"QueryExecutionId":"q-1","Status":{"State":"SUCCEEDED"}}}"#,
        ),
    ] {
        let target = header("x-amz-target", format!("AmazonAthena.{action}").as_str());
        let answer = ResponseTemplate::new(200).set_body_raw(answer, "application/x-amz-json-1.1");
        runtime.block_on(Mock::given(target).respond_with(answer).mount(&server));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let options = ["--aws", "--yes", "--endpoint-url", &server.uri()];
    let quick = ["--wait-scale", "0.01", "--record", "calls.yaml"];
    let output = exec(folder.path(), QUERY, &[&options[..], &quick].concat());
    assert!(output.status.success(), "{}", told(&output));
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(result["QueryExecution"]["Status"]["State"], "SUCCEEDED");
    assert!(!told(&output).contains("callback"), "{}", told(&output));
    let recording = fs::read_to_string(folder.path().join("calls.yaml")).expect("a recording");
    assert!(
        recording.contains("submitted:\n    QueryExecutionId: q-1"),
        "{recording}"
    );
}

/// Which call stops it: developer guide, "How Step Functions generates IAM policies for integrated services", of Athena.
#[test]
fn a_job_that_nobody_waits_for_is_stopped() {
    let runtime = runtime();
    let timed_out = r#"{"StartAt":"Query","States":{"Query":{"Type":"Task","Resource":"arn:aws:states:::athena:startQueryExecution.sync",
      "Parameters":{"QueryString":"SELECT 1"},"TimeoutSeconds":1,
      "Catch":[{"ErrorEquals":["States.Timeout"],"Next":"Rest"}],"End":true},"Rest":{"Type":"Succeed"}}}"#;
    let timed_out = timed_out.to_owned();
    let branches = format!(
        r#"{{"StartAt":"Both","States":{{"Both":{{"Type":"Parallel","End":true,"Branches":[{QUERY},
            {{"StartAt":"Pause","States":{{"Pause":{{"Type":"Wait","Seconds":1,"Next":"No"}},"No":{{"Type":"Fail","Error":"No"}}}}}}]}}}}}}"#
    );
    for (definition, code, stopped) in [
        (timed_out, 0, true),
        (branches.clone(), 1, true),
        (branches, 1, false),
    ] {
        let server = runtime.block_on(MockServer::start());
        for (action, answer) in [
            ("StartQueryExecution", r#"{"QueryExecutionId":"q-1"}"#),
            (
                "GetQueryExecution",
                r#"{"QueryExecution":{"QueryExecutionId":"q-1","Status":{"State":"RUNNING"}}}"#,
            ),
            ("StopQueryExecution", "{}"),
        ] {
            let target = header("x-amz-target", format!("AmazonAthena.{action}").as_str());
            let answer = match (action, stopped) {
                ("StopQueryExecution", false) => ResponseTemplate::new(400).set_body_raw(
                    r#"{"__type":"AccessDeniedException","message":"not allowed"}"#,
                    "application/x-amz-json-1.1",
                ),
                _ => ResponseTemplate::new(200).set_body_raw(answer, "application/x-amz-json-1.1"),
            };
            runtime.block_on(Mock::given(target).respond_with(answer).mount(&server));
        }
        let folder = tempfile::tempdir().expect("a folder");
        let options = ["--aws", "--yes", "--endpoint-url", &server.uri()];
        let output = exec(folder.path(), &definition, &options);
        let told = told(&output);
        assert_eq!(output.status.code(), Some(code), "{told}");
        let received = runtime.block_on(server.received_requests());
        let last = received
            .and_then(|mut requests| requests.pop())
            .expect("a request");
        let target = last
            .headers
            .get("x-amz-target")
            .map(|target| target.as_bytes());
        assert_eq!(target, Some(&b"AmazonAthena.StopQueryExecution"[..]));
        assert_eq!(last.body, br#"{"QueryExecutionId":"q-1"}"#);
        let expected = match stopped {
            true => {
                "the job `q-1` of `Query` (arn:aws:states:::athena:startQueryExecution.sync) is stopped by `athena:stopQueryExecution`"
            }
            false => {
                "the job `q-1` of `Query` (arn:aws:states:::athena:startQueryExecution.sync) goes on, and may cost money: \
                 `athena:stopQueryExecution` fails: "
            }
        };
        assert!(told.contains(expected), "{told}");
    }
}

/// Of a job that may not be asked for nobody hears the end: the Task fails where the service refuses, and the run ends where the
/// credentials are over. The job is stopped if it can be, and named.
#[test]
fn a_job_that_cannot_be_asked_for_is_stopped_or_named() {
    let runtime = runtime();
    for (error, code, stopped) in [
        ("AccessDeniedException", 1, true),
        ("ExpiredTokenException", 4, false),
    ] {
        let server = runtime.block_on(MockServer::start());
        let refused = ResponseTemplate::new(400).set_body_raw(
            format!(r#"{{"__type":"{error}","message":"no"}}"#),
            "application/x-amz-json-1.1",
        );
        for (action, answer) in [
            ("StartQueryExecution", Some(r#"{"QueryExecutionId":"q-1"}"#)),
            ("GetQueryExecution", None),
            ("StopQueryExecution", stopped.then_some("{}")),
        ] {
            let target = header("x-amz-target", format!("AmazonAthena.{action}").as_str());
            let answer = match answer {
                Some(answer) => {
                    ResponseTemplate::new(200).set_body_raw(answer, "application/x-amz-json-1.1")
                }
                None => refused.clone(),
            };
            runtime.block_on(Mock::given(target).respond_with(answer).mount(&server));
        }
        let folder = tempfile::tempdir().expect("a folder");
        let options = ["--aws", "--yes", "--endpoint-url", &server.uri()];
        let output = exec(folder.path(), QUERY, &options);
        let told = told(&output);
        assert_eq!(output.status.code(), Some(code), "{told}");
        let job = "the job `q-1` of `Query` (arn:aws:states:::athena:startQueryExecution.sync)";
        let end = match stopped {
            true => "is stopped by `athena:stopQueryExecution`",
            false => "goes on, and may cost money: `athena:stopQueryExecution` fails: ",
        };
        assert_eq!(told.matches(&format!("{job} {end}")).count(), 1, "{told}");
    }
}

/// URLs as botocore resolves them; the plan names them before anything is called.
#[test]
fn endpoints_of_fips_and_dual_stack_are_asked_for_in_the_environment_and_the_profile() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = |variables: &[(&str, &str)], definition: &str| {
        fs::write(folder.path().join("machine.asl.json"), definition).expect("it writes");
        let mut command = sfnrun(folder.path());
        with_keys(&mut command)
            .envs(variables.iter().copied())
            .args(["exec", "machine.asl.json", "--aws"]);
        told(&command.output().expect("it runs"))
    };
    let fips = plan(&[("AWS_USE_FIPS_ENDPOINT", "true")], MACHINE);
    assert!(
        fips.contains("https://dynamodb-fips.eu-west-1.amazonaws.com"),
        "{fips}"
    );
    let config = folder.path().join("config");
    let profile = "[default]\nuse_dualstack_endpoint = true\n";
    fs::write(&config, profile).expect("it writes");
    let config = config.to_str().expect("a path");
    let dual = plan(&[("AWS_CONFIG_FILE", config)], MACHINE);
    assert!(dual.contains("https://sqs.eu-west-1.api.aws"), "{dual}");
    let unknown = MACHINE.replace(
        "dynamodb:putItem",
        "aws-sdk:pricingplanmanager:listSubscriptions",
    );
    let unknown = plan(&[("AWS_USE_FIPS_ENDPOINT", "true")], &unknown);
    assert!(
        unknown.contains("no FIPS endpoint of `pricingplanmanager` in `eu-west-1` is known"),
        "{unknown}"
    );
}

/// The words of a refusal are those that IAM's documentation shows.
#[test]
fn a_call_that_is_denied_tells_what_the_caller_needs() {
    let runtime = runtime();
    let server = runtime.block_on(MockServer::start());
    let denied = r#"{"__type":"AccessDeniedException","message":"User: arn:aws:iam::123456789012:user/dev is not authorized to perform: dynamodb:PutItem on resource: t"}"#;
    let denied = ResponseTemplate::new(400).set_body_raw(denied, "application/x-amz-json-1.0");
    let target = header("x-amz-target", "DynamoDB_20120810.PutItem");
    runtime.block_on(Mock::given(target).respond_with(denied).mount(&server));
    let folder = tempfile::tempdir().expect("a folder");
    let options = ["--aws", "--yes", "--endpoint-url", &server.uri()];
    let output = exec(folder.path(), MACHINE, &options);
    assert_eq!(output.status.code(), Some(1));
    for line in [
        "account not known: ",
        "help: `Store`: the caller needs `dynamodb:PutItem`, which the role of the state machine needs too",
    ] {
        assert!(told(&output).contains(line), "{line}\n{}", told(&output));
    }
}

#[test]
fn without_credentials_or_region_a_run_does_not_begin() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("machine.asl.json"), MACHINE).expect("it writes");
    let mut command = sfnrun(folder.path());
    let output = command
        .args([
            "exec",
            "machine.asl.json",
            "--aws",
            "--yes",
            "--region",
            "eu-west-1",
        ])
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        told(&output).contains("no AWS credentials are found"),
        "{}",
        told(&output)
    );
    let mut command = sfnrun(folder.path());
    let output = with_keys(&mut command)
        .env_remove("AWS_REGION")
        .args(["exec", "machine.asl.json", "--aws", "--yes"])
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        told(&output).contains("no region is set"),
        "{}",
        told(&output)
    );
}

#[test]
fn a_token_that_was_sent_is_answered_on_loopback() {
    let runtime = runtime();
    let server = runtime.block_on(double());
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("machine.asl.json"), REVIEW).expect("it writes");
    let mut command = sfnrun(folder);
    let child = with_keys(&mut command)
        .args(["exec", "machine.asl.json", "--aws", "--yes"])
        .args(["--endpoint-url", &server.uri(), "--history", "history.json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let token = loop {
        let received = runtime.block_on(server.received_requests());
        let sent = received.into_iter().flatten().find_map(|request| {
            let body: serde_json::Value = serde_json::from_slice(&request.body).ok()?;
            let message: serde_json::Value =
                serde_json::from_str(body["MessageBody"].as_str()?).ok()?;
            Some(message["token"].as_str()?.to_owned())
        });
        match sent {
            Some(token) => break token,
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    let mut command = sfnrun(folder);
    let answered = command
        .args(["token", "succeed", "--output", r#"{"approved":true}"#])
        .output()
        .expect("it runs");
    assert!(answered.status.success(), "{}", told(&answered));
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", told(&output));
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(result, serde_json::json!({"approved": true}));
    let history = fs::read_to_string(folder.join("history.json")).expect("a history");
    assert!(
        history.contains("TaskSubmitted") && history.contains("m-1"),
        "{history}"
    );
    assert!(!history.contains(&token) && !told(&output).contains(&token));
}

#[cfg(unix)]
#[test]
fn an_interrupt_gives_up_calls_and_says_which() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        interrupted(signal);
    }
}

#[cfg(unix)]
fn interrupted(signal: &str) {
    let runtime = runtime();
    let server = runtime.block_on(double());
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("machine.asl.json"), SLOW).expect("it writes");
    let mut command = sfnrun(folder.path());
    let mut child = with_keys(&mut command)
        .args(["exec", "machine.asl.json", "--aws", "--yes"])
        .args(["--endpoint-url", &server.uri()])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let called = || {
        let received = runtime.block_on(server.received_requests());
        received.into_iter().flatten().any(|request| {
            let target = request.headers.get("x-amz-target");
            target.is_some_and(|target| target.as_bytes().ends_with(b"GetItem"))
        })
    };
    while !called() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let interrupted = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(interrupted.expect("it runs").success());
    let mut story = String::new();
    let mut errors = BufReader::new(child.stderr.take().expect("its story"));
    while errors.read_line(&mut story).expect("it reads") > 0 {}
    errors.read_to_string(&mut story).expect("it reads");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let expected = "under way when it was stopped, and given up: `Get` (arn:aws:states:::aws-sdk:dynamodb:getItem)";
    assert!(story.contains(expected), "{story}");
}
