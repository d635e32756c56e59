//! Executions in AWS with a task token and a secret, and those of which AWS tells no more, against the double of `remote`.

use crate::definitions::root;
use crate::remote::{Double, EXECUTION, MACHINE, sfnrun, text, with};
use serde_json::{Value as Json, json};
use std::fs;
use std::process::Command;

/// Begins as AWS's tokens do.
const TOKEN: &str = "AQCEAAAAKgAAAAMAAAAAAAAAAfmadeupmadeupmadeup+abc/def==";
const PASSWORD: &str = "correct-horse-battery";

/// A machine that waits for a callback.
fn definition() -> String {
    let state = json!({
        "Type": "Task",
        "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
        "Parameters": {"QueueUrl": "https://queue", "MessageBody": {
            "token.$": "$$.Task.Token", "run.$": "$$.Execution.Name", "at.$": "$$.State.EnteredTime", "password": PASSWORD
        }},
        "End": true
    });
    json!({"StartAt": "W", "States": {"W": state}}).to_string()
}

/// What it does, the first `shown` events of it. What was called gives the token back.
fn waiting(shown: usize) -> Double {
    let request = json!({"QueueUrl": "https://queue", "MessageBody": {
        "token": TOKEN, "run": "run-1", "at": "2026-01-01T00:00:00.500Z", "password": PASSWORD
    }});
    let task = |more: Json| {
        let mut details =
            json!({"resourceType": "sqs", "resource": "sendMessage.waitForTaskToken"});
        for (key, value) in more.as_object().expect("an object") {
            details[key] = value.clone();
        }
        details
    };
    let output = json!({"token": TOKEN, "done": true}).to_string();
    let scheduled = task(json!({"region": "eu-west-1", "parameters": request.to_string()}));
    let kinds = [
        (
            "ExecutionStarted",
            "executionStartedEventDetails",
            json!({"input": "{}"}),
        ),
        (
            "TaskStateEntered",
            "stateEnteredEventDetails",
            json!({"name": "W", "input": "{}"}),
        ),
        ("TaskScheduled", "taskScheduledEventDetails", scheduled),
        ("TaskStarted", "taskStartedEventDetails", task(json!({}))),
        (
            "TaskSubmitted",
            "taskSubmittedEventDetails",
            task(json!({"output": "{\"MessageId\":\"m\"}"})),
        ),
        (
            "TaskSucceeded",
            "taskSucceededEventDetails",
            task(json!({"output": output})),
        ),
        (
            "TaskStateExited",
            "stateExitedEventDetails",
            json!({"name": "W", "output": output}),
        ),
        (
            "ExecutionSucceeded",
            "executionSucceededEventDetails",
            json!({"output": output}),
        ),
    ];
    let events = (1..).zip(kinds).map(|(id, (kind, key, details))| {
        let previous = if id == 2 { 0 } else { id - 1 };
        let at = 1_767_225_600.0 + f64::from(id) / 4.0;
        json!({"id": id, "previousEventId": previous, "timestamp": at, "type": kind, key: details})
    });
    let mut double = Double::new("STANDARD", &[]);
    double.definition = definition();
    double.events = events.take(shown).collect();
    double
}

#[test]
fn what_is_another_one_in_every_run_is_no_difference() {
    let folder = tempfile::tempdir().expect("a folder");
    let (same, _) = with(waiting(8), |url| {
        sfnrun(folder.path(), url, &["diff", EXECUTION, "--local"])
    });
    assert_eq!(
        text(&same.stdout),
        "the same: 8 events\n",
        "{}",
        text(&same.stderr)
    );
    let path = folder.path().join("changed.asl.json");
    fs::write(
        &path,
        definition().replace("https://queue", "https://other"),
    )
    .expect("it writes");
    let local = path.to_string_lossy();
    let (other, _) = with(waiting(8), |url| {
        sfnrun(folder.path(), url, &["diff", EXECUTION, "--local", &local])
    });
    let shown = text(&other.stdout);
    assert!(
        shown.contains("+      \"QueueUrl\": \"https://other\""),
        "{shown}"
    );
    assert!(!shown.contains(TOKEN), "{shown}");
    // In a file the name of the execution is not told.
    let history = folder.path().join("history.json");
    fs::write(&history, json!({"events": waiting(8).events}).to_string()).expect("it writes");
    fs::write(&path, definition()).expect("it writes");
    let same = Command::new(env!("CARGO_BIN_EXE_sfnrun"))
        .args(["diff", &history.to_string_lossy(), "--local", &local])
        .output()
        .expect("it runs");
    assert_eq!(
        text(&same.stdout),
        "the same: 8 events\n",
        "{}",
        text(&same.stderr)
    );
}

#[test]
fn what_is_written_of_an_execution_has_no_secrets() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (history, recording) = (at("history.json"), at("recording.yaml"));
    let on = [
        "exec",
        "--on",
        MACHINE,
        "-q",
        "--history",
        &history,
        "--record",
        &recording,
    ];
    let (ran, _) = with(waiting(8), |url| sfnrun(folder.path(), url, &on));
    assert_eq!(ran.status.code(), Some(0), "{}", text(&ran.stderr));
    let read = |path: &str| fs::read_to_string(path).expect("it is written");
    let recorded = read(&recording);
    assert!(
        !recorded.contains(TOKEN) && !recorded.contains(PASSWORD),
        "{recorded}"
    );
    assert!(recorded.contains("  request:"), "{recorded}");
    assert!(!read(&history).contains(TOKEN));
    let told: Json = serde_json::from_str(&read(&history)).expect("JSON");
    let output = told["events"][7]["executionSucceededEventDetails"]["output"].as_str();
    assert_eq!(output, Some("{\"token\":\"***\",\"done\":true}"));
    let with_tokens = [&on[..], &["--show-tokens"]].concat();
    let (ran, _) = with(waiting(8), |url| sfnrun(folder.path(), url, &with_tokens));
    assert_eq!(ran.status.code(), Some(0), "{}", text(&ran.stderr));
    assert!(read(&history).contains(TOKEN));
    // The recording replays, and tells where the request is no longer what it was.
    for (queue, code) in [("https://queue", 0), ("https://other", 4)] {
        let path = at("replayed.asl.json");
        fs::write(&path, definition().replace("https://queue", queue)).expect("it writes");
        let again = Command::new(env!("CARGO_BIN_EXE_sfnrun"))
            .current_dir(root())
            .args(["exec", &path, "--mocks", &recording, "-q"])
            .output()
            .expect("it runs");
        assert_eq!(again.status.code(), Some(code), "{}", text(&again.stderr));
    }
}

#[test]
fn an_execution_of_which_aws_tells_no_more_was_started_all_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for (action, from, events) in [
        ("GetExecutionHistory", 2, Some(5)),
        ("GetExecutionHistory", 1, None),
        ("DescribeStateMachineForExecution", 1, None),
    ] {
        let history = at(&format!("{action}-{from}.json"));
        let recording = at(&format!("{action}-{from}.yaml"));
        let on = [
            "exec",
            "--on",
            MACHINE,
            "--history",
            &history,
            "--record",
            &recording,
        ];
        let mut double = waiting(5);
        double.fault = Some((action, from, "AccessDeniedException"));
        let (ran, _) = with(double, |url| sfnrun(folder.path(), url, &on));
        let said = text(&ran.stderr);
        assert_eq!(ran.status.code(), Some(4), "{said}");
        assert!(said.contains("AWS says `AccessDeniedException`"), "{said}");
        assert!(
            said.contains(&format!("`sfnrun history --follow {EXECUTION}` shows it")),
            "{said}"
        );
        // What was read until then is kept.
        let read = fs::read_to_string(&history).ok();
        let read = read.map(|text| serde_json::from_str::<Json>(&text).expect("JSON"));
        let read = read.map(|read| read["events"].as_array().expect("events").len());
        assert_eq!(read, events);
        assert_eq!(fs::exists(&recording).expect("a folder"), events.is_some());
    }
}

#[test]
fn an_execution_that_goes_on_is_running() {
    let folder = tempfile::tempdir().expect("a folder");
    for (format, said) in [
        ("human", " RUNNING in "),
        ("json", "\"status\": \"RUNNING\""),
    ] {
        let (shown, _) = with(waiting(5), |url| {
            sfnrun(
                folder.path(),
                url,
                &["history", EXECUTION, "--format", format],
            )
        });
        assert_eq!(shown.status.code(), Some(0), "{}", text(&shown.stderr));
        assert!(
            text(&shown.stdout).contains(said),
            "{}",
            text(&shown.stdout)
        );
    }
}

/// StartExecution: "ExecutionAlreadyExists: The execution has the same name as another execution (but a different input)", which is
/// also said of one that has ended (API reference of Step Functions).
#[test]
fn what_ran_before_is_shown_where_it_is_to_run_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let there = || {
        let mut double = waiting(8);
        double.fault = Some(("StartExecution", 1, "ExecutionAlreadyExists"));
        double
    };
    let (shown, asked) = with(there(), |url| {
        sfnrun(
            folder.path(),
            url,
            &["exec", "--on", MACHINE, "--idempotent"],
        )
    });
    let said = text(&shown.stderr);
    assert_eq!(shown.status.code(), Some(0), "{said}");
    let output: Json = serde_json::from_slice(&shown.stdout).expect("its output");
    assert_eq!(output["done"], json!(true));
    let of = |action: &str, key: &str| {
        let asked = asked
            .iter()
            .find(|(asked, _)| asked == action)
            .expect("it is asked");
        asked.1[key].as_str().expect("a text").to_owned()
    };
    let name = of("StartExecution", "name");
    let execution = format!("{}:{name}", MACHINE.replace("stateMachine", "execution"));
    assert_eq!(of("GetExecutionHistory", "executionArn"), execution);
    assert!(
        said.starts_with(&format!("ran before: {execution}\n")),
        "{said}"
    );
    let (refused, _) = with(there(), |url| {
        sfnrun(
            folder.path(),
            url,
            &["exec", "--on", MACHINE, "--name", "a"],
        )
    });
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
}
