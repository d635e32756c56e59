//! Distributed Maps that read and write S3 itself, with `exec --aws`.

mod double;
mod moto;

use crate::aws_exec::{runtime, sfnrun, told, with_keys};
use double::Objects;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::time::Instant;
use wiremock::matchers::{header, path_regex};
use wiremock::{Mock, MockServer, ResponseTemplate};

/// A Map over a CSV object, of which it tolerates so many failures; a row `2` fails.
fn each(tolerated: u32) -> Value {
    json!({
        "Type": "Map",
        "Label": "Rows",
        "MaxConcurrency": 1,
        "ToleratedFailureCount": tolerated,
        "ItemReader": {
            "Resource": "arn:aws:states:::s3:getObject",
            "ReaderConfig": { "InputType": "CSV", "CSVHeaderLocation": "FIRST_ROW" },
            "Parameters": { "Bucket": "in", "Key.$": "$.key" }
        },
        "ItemProcessor": {
            "ProcessorConfig": { "Mode": "DISTRIBUTED", "ExecutionType": "STANDARD" },
            "StartAt": "Which",
            "States": {
                "Which": {
                    "Type": "Choice",
                    "Choices": [{ "Variable": "$.n", "StringEquals": "2", "Next": "Refuse" }],
                    "Default": "Keep"
                },
                "Refuse": { "Type": "Fail", "Error": "Two", "Cause": "no twos" },
                "Keep": { "Type": "Pass", "End": true }
            }
        },
        "ResultWriter": {
            "Resource": "arn:aws:states:::s3:putObject",
            "Parameters": { "Bucket": "out", "Prefix": "jobs" },
            "WriterConfig": { "Transformation": "COMPACT", "OutputType": "JSON" }
        },
        "End": true
    })
}

fn machine(state: Value) -> Value {
    json!({ "StartAt": "Each", "States": { "Each": state } })
}

fn command(folder: &Path, machine: &Value, options: &[&str]) -> Command {
    fs::write(folder.join("map.asl.json"), machine.to_string()).expect("it writes");
    let mut command = sfnrun(folder);
    with_keys(&mut command)
        .args(["exec", "map.asl.json", "--input", r#"{"key":"rows.csv"}"#])
        .args(options);
    command
}

fn exec(folder: &Path, machine: &Value, options: &[&str]) -> Output {
    let mut command = command(folder, machine, options);
    command.output().expect("it runs")
}

fn output(run: &Output) -> Value {
    serde_json::from_slice(&run.stdout).unwrap_or_else(|_| panic!("{}", told(run)))
}

/// What was called, without STS: method, path, and the names in the query.
fn calls(runtime: &Runtime, server: &MockServer) -> Vec<String> {
    let requests = runtime.block_on(server.received_requests());
    let requests = requests.unwrap_or_default();
    let of_s3 = requests.iter().filter(|request| request.url.path() != "/");
    let told = of_s3.map(|request| {
        let query = request.url.query_pairs();
        let names: Vec<_> = query.map(|(name, _)| name.into_owned()).collect();
        let told = format!(
            "{} {} {}",
            request.method,
            request.url.path(),
            names.join(" ")
        );
        told.trim_end().to_owned()
    });
    told.collect()
}

fn rows() -> Objects {
    let objects = Objects::default();
    objects.put("/in/rows.csv", "n\n1\n2\n3\n4\n");
    objects
}

#[test]
fn items_are_read_and_results_are_written() {
    let runtime = runtime();
    let objects = rows();
    let server = runtime.block_on(objects.serve(Duration::ZERO));
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("s3={}", server.uri());
    let sts = format!("sts={}", server.uri());
    let options = ["--endpoint-url", &url, "--endpoint-url", &sts, "--yes"];
    let run = exec(
        folder.path(),
        &machine(each(1)),
        &[&["--aws=service:s3"][..], &options].concat(),
    );
    assert_eq!(run.status.code(), Some(0), "{}", told(&run));
    for line in [
        format!(
            "  Each  s3:getObject  {}  s3://in/…, as its input says\n",
            server.uri()
        ),
        format!("  Each  s3:putObject  {}  s3://out/jobs/…\n", server.uri()),
    ] {
        assert!(told(&run).contains(&line), "{line}\n{}", told(&run));
    }
    let result = output(&run);
    let arn = result["MapRunArn"].as_str().expect("an ARN");
    let (_, uuid) = arn.rsplit_once(':').expect("an id");
    assert_eq!(
        result["ResultWriterDetails"],
        json!({ "Bucket": "out", "Key": format!("jobs/{uuid}/manifest.json") })
    );
    let written = objects.below(&format!("/out/jobs/{uuid}/"));
    let names: Vec<&str> = written.iter().map(|(name, _)| &**name).collect();
    assert_eq!(
        names,
        ["FAILED_0.json", "SUCCEEDED_0.json", "manifest.json"]
    );
    assert_eq!(written[1].1, r#"[{"n":"1"},{"n":"3"},{"n":"4"}]"#);
    let failed: Value = serde_json::from_str(&written[0].1).expect("JSON");
    assert_eq!(failed[0]["Error"], "Two");
    let manifest: Value = serde_json::from_str(&written[2].1).expect("JSON");
    assert_eq!(manifest["MapRunArn"], arn);
    let at = format!("/out/jobs/{uuid}");
    // Whether it can be written is tried while it is read.
    let (read, wrote): (Vec<_>, Vec<_>) = calls(&runtime, &server)
        .into_iter()
        .partition(|call| call.starts_with("GET"));
    assert_eq!(read, ["GET /in/rows.csv"]);
    assert_eq!(
        wrote,
        [
            format!("POST {at}/manifest.json uploads"),
            format!("DELETE {at}/manifest.json uploadId"),
            format!("PUT {at}/FAILED_0.json"),
            format!("PUT {at}/SUCCEEDED_0.json"),
            format!("PUT {at}/manifest.json"),
        ]
    );
}

#[test]
fn a_map_run_that_fails_writes_its_results_before_the_run_ends() {
    let runtime = runtime();
    let objects = rows();
    let server = runtime.block_on(objects.serve(Duration::ZERO));
    let folder = tempfile::tempdir().expect("a folder");
    let options = ["--aws", "--yes", "--endpoint-url", &server.uri()];
    let run = exec(folder.path(), &machine(each(0)), &options);
    assert_eq!(run.status.code(), Some(1), "{}", told(&run));
    let written = objects.below("/out/jobs/");
    let names: Vec<&str> = written.iter().map(|(name, _)| &**name).collect();
    let expected = [
        "FAILED_0.json",
        "PENDING_0.json",
        "SUCCEEDED_0.json",
        "manifest.json",
    ];
    assert_eq!(names, expected);
    assert!(
        written[1].1.contains(r#"{\"n\":\"4\"}"#),
        "{}",
        written[1].1
    );
}

#[test]
fn objects_of_a_listing_are_items() {
    let runtime = runtime();
    let objects = Objects::default();
    for number in 0..5 {
        objects.put(&format!("/in/p/{number}"), "x".repeat(number));
    }
    objects.put("/in/q", "");
    let server = runtime.block_on(objects.serve(Duration::ZERO));
    let mut state = each(0);
    state["ItemReader"] = json!({
        "Resource": "arn:aws:states:::s3:listObjectsV2",
        "ReaderConfig": { "MaxItems": 4 },
        "Parameters": { "Bucket": "in", "Prefix": "p/", "ExpectedBucketOwner": "987654321098" }
    });
    state["ItemProcessor"]["StartAt"] = "Keep".into();
    state["ItemProcessor"]["States"] = json!({ "Keep": { "Type": "Pass", "End": true } });
    state
        .as_object_mut()
        .expect("an object")
        .remove("ResultWriter");
    let folder = tempfile::tempdir().expect("a folder");
    let options = ["--aws", "--yes", "--endpoint-url", &server.uri()];
    let run = exec(folder.path(), &machine(state), &options);
    assert_eq!(run.status.code(), Some(0), "{}", told(&run));
    let list = format!("s3:listObjectsV2  {}  s3://in/p/…", server.uri());
    assert!(told(&run).contains(&list), "{}", told(&run));
    let items = output(&run);
    assert_eq!(
        items[3],
        json!({ "Etag": "\"e\"", "Key": "p/3", "LastModified": 1_767_323_045, "Size": 3, "StorageClass": "STANDARD" })
    );
    assert_eq!(items.as_array().map(Vec::len), Some(4));
}

#[test]
fn a_recording_tells_which_objects_its_replay_needs() {
    let runtime = runtime();
    let server = runtime.block_on(rows().serve(Duration::ZERO));
    let sent = ResponseTemplate::new(200)
        .set_body_raw(r#"{"MessageId":"m-1"}"#, "application/x-amz-json-1.0");
    let send = Mock::given(header("x-amz-target", "AmazonSQS.SendMessage"));
    let send = send.respond_with(sent).with_priority(1);
    runtime.block_on(send.mount(&server));
    let mut state = each(1);
    state["ItemProcessor"]["States"]["Keep"] = json!({
        "Type": "Task",
        "Resource": "arn:aws:states:::sqs:sendMessage",
        "Parameters": { "QueueUrl": "https://sqs.eu-west-1.amazonaws.com/123456789012/q", "MessageBody.$": "$.n" },
        "End": true
    });
    let machine = machine(state);
    let folder = tempfile::tempdir().expect("a folder");
    let options = ["--aws", "--yes", "--endpoint-url", &server.uri()];
    let options = [&options[..], &["--record", "calls.yaml"]].concat();
    let live = exec(folder.path(), &machine, &options);
    assert_eq!(live.status.code(), Some(0), "{}", told(&live));
    let copy = "  aws s3 cp s3://in/rows.csv DIR/in/rows.csv\n";
    assert!(told(&live).contains(copy), "{}", told(&live));
    let recording = fs::read_to_string(folder.path().join("calls.yaml")).expect("a recording");
    assert_eq!(recording.matches("- state: Keep").count(), 3, "{recording}");
    assert!(recording.ends_with(&format!("# {copy}")), "{recording}");
    drop(server);
    let without = exec(folder.path(), &machine, &["--mocks", "calls.yaml"]);
    assert_eq!(without.status.code(), Some(4), "{}", told(&without));
    assert!(told(&without).contains("`--s3 DIR`"), "{}", told(&without));
    fs::create_dir_all(folder.path().join("s3/in")).expect("it is made");
    fs::write(folder.path().join("s3/in/rows.csv"), "n\n1\n2\n3\n4\n").expect("it writes");
    let replay = exec(
        folder.path(),
        &machine,
        &["--mocks", "calls.yaml", "--s3", "s3"],
    );
    assert_eq!(replay.status.code(), Some(0), "{}", told(&replay));
    assert_eq!(output(&replay), output(&live));
}

#[test]
fn a_folder_stands_for_s3_with_aws_too() {
    let runtime = runtime();
    let objects = rows();
    let server = runtime.block_on(objects.serve(Duration::ZERO));
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(folder.path().join("s3/in")).expect("it is made");
    fs::write(folder.path().join("s3/in/rows.csv"), "n\n1\n").expect("it writes");
    let options = [
        "--aws",
        "--yes",
        "--endpoint-url",
        &server.uri(),
        "--s3",
        "s3",
    ];
    let run = exec(folder.path(), &machine(each(0)), &options);
    assert_eq!(run.status.code(), Some(0), "{}", told(&run));
    let nothing = "nothing calls AWS: 1 chosen state answered here\n";
    assert!(told(&run).contains(nothing), "{}", told(&run));
    assert!(folder.path().join("s3/out/jobs").is_dir());
    assert_eq!(calls(&runtime, &server), [""; 0]);
}

#[test]
fn a_map_that_is_not_chosen_is_refused_before_the_first_call() {
    let runtime = runtime();
    let server = runtime.block_on(rows().serve(Duration::ZERO));
    let folder = tempfile::tempdir().expect("a folder");
    let options = [
        "--aws=service:sqs",
        "--yes",
        "--endpoint-url",
        &server.uri(),
    ];
    let run = exec(folder.path(), &machine(each(0)), &options);
    assert_eq!(run.status.code(), Some(2), "{}", told(&run));
    for line in [
        "`Each` calls `s3:getObject`, which `--aws=service:sqs` does not choose: nothing was called",
        "`--aws=service:sqs,service:s3` chooses it; with `--s3 DIR` a folder stands for S3",
    ] {
        assert!(told(&run).contains(line), "{line}\n{}", told(&run));
    }
    let requests = runtime.block_on(server.received_requests());
    assert_eq!(requests.map(|requests| requests.len()), Some(0));
}

/// The error's name: developer guide, "Error names". Its cause is worded as one of an `aws-sdk` integration (recorded:
/// error_handling/aws_sdk.no_such_bucket).
#[test]
fn what_s3_refuses_fails_the_map() {
    let runtime = runtime();
    let server = runtime.block_on(Objects::default().serve(Duration::ZERO));
    let folder = tempfile::tempdir().expect("a folder");
    let options = [
        "--aws",
        "--yes",
        "--endpoint-url",
        &server.uri(),
        "--format",
        "json",
    ];
    let missing = exec(folder.path(), &machine(each(0)), &options);
    assert_eq!(missing.status.code(), Some(1), "{}", told(&missing));
    let result = output(&missing);
    assert_eq!(result["error"], "States.ItemReaderFailed");
    assert_eq!(
        result["cause"],
        "The specified key does not exist. (Service: S3, Status Code: 404, Request ID: R) (SDK Attempt Count: 1) \
         (Bucket: in, Key: rows.csv)"
    );
    let refused = |at: &str, status: u16, code: &str| {
        let server = runtime.block_on(rows().serve(Duration::ZERO));
        let body = format!("<Error><Code>{code}</Code><Message>no</Message></Error>");
        let answer = ResponseTemplate::new(status).set_body_raw(body, "application/xml");
        let refusal = Mock::given(path_regex(at)).respond_with(answer);
        runtime.block_on(refusal.with_priority(1).mount(&server));
        let options = [
            "--aws",
            "--yes",
            "--endpoint-url",
            &server.uri(),
            "--format",
            "json",
        ];
        exec(folder.path(), &machine(each(0)), &options)
    };
    let run = refused("^/in/", 403, "AccessDenied");
    assert_eq!(output(&run)["error"], "States.ItemReaderFailed");
    let help = "help: `Each`: the caller needs `s3:GetObject`";
    assert!(told(&run).contains(help), "{}", told(&run));
    // An expired session is no failure of the Map: nobody may catch it.
    let run = refused("^/in/", 403, "ExpiredToken");
    assert_eq!(run.status.code(), Some(4), "{}", told(&run));
    let help = "the credentials have expired: renew them";
    assert!(told(&run).contains(help), "{}", told(&run));
    // Where results cannot be written no child execution starts.
    let run = refused("^/out/", 404, "NoSuchBucket");
    assert_eq!(output(&run)["error"], "States.ResultWriterFailed");
    let none = "distributed Map 0 children";
    assert!(told(&run).contains(none), "{}", told(&run));
}

/// Two Maps at once: the second is asked for while the first waits.
#[test]
fn a_slow_object_keeps_nobody_else_waiting() {
    let runtime = runtime();
    let objects = rows();
    objects.put("/in/other.csv", "n\n1\n");
    let slow = Duration::from_millis(1500);
    let server = runtime.block_on(objects.serve(slow));
    let mut other = each(1);
    other["ItemReader"]["Parameters"] = json!({ "Bucket": "in", "Key": "other.csv" });
    // Names must differ over all branches.
    let other = other.to_string().replace("Rows", "Others");
    let other = ["Which", "Refuse", "Keep"]
        .iter()
        .fold(other, |text, name| text.replace(name, &format!("{name}2")));
    let other: Value = serde_json::from_str(&other).expect("JSON");
    let parallel = json!({
        "Type": "Parallel",
        "Branches": [
            { "StartAt": "E", "States": { "E": each(1) } },
            { "StartAt": "F", "States": { "F": other } }
        ],
        "End": true
    });
    let folder = tempfile::tempdir().expect("a folder");
    let options = [
        "--aws",
        "--yes",
        "--endpoint-url",
        &server.uri(),
        "--format",
        "json",
    ];
    let run = exec(folder.path(), &machine(parallel), &options);
    assert_eq!(run.status.code(), Some(0), "{}", told(&run));
    let asked = objects.asked();
    assert_eq!(asked.len(), 2);
    assert!(asked[1] - asked[0] < slow, "{asked:?}");
}

#[cfg(unix)]
#[test]
fn a_map_that_waits_for_s3_can_be_stopped() {
    let runtime = runtime();
    let server = runtime.block_on(rows().serve(Duration::from_secs(60)));
    let folder = tempfile::tempdir().expect("a folder");
    let options = ["--aws", "--yes", "--endpoint-url", &server.uri()];
    let mut command = command(folder.path(), &machine(each(0)), &options);
    command.stderr(std::process::Stdio::piped());
    command.stdout(std::process::Stdio::null());
    let run = command.spawn().expect("it runs");
    let begun = Instant::now();
    while calls(&runtime, &server).is_empty() && begun.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let stopped = Instant::now();
    let kill = Command::new("kill")
        .args(["-INT", &run.id().to_string()])
        .status();
    assert!(kill.expect("it is sent").success());
    let run = run.wait_with_output().expect("it ends");
    assert_eq!(run.status.code(), Some(130), "{}", told(&run));
    assert!(stopped.elapsed() < Duration::from_secs(20));
}
