//! Tasks that an activity's worker does: mocked by the name of the state, told as AWS tells them.

use crate::definitions::sfnrun;
use serde_json::{Value, json};
use std::fs;

/// The events of the activity in the history: seconds after the start, type, and what of the details differs.
fn events(mock: &str) -> Vec<(i64, String, Value)> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let definition = json!({ "StartAt": "A", "States": {
        "A": {
            "Type": "Task", "Resource": "arn:aws:states:us-east-1:123456789012:activity:paint",
            "TimeoutSeconds": 100, "HeartbeatSeconds": 20,
            "Catch": [{ "ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "B" }], "Next": "B"
        },
        "B": { "Type": "Pass", "End": true }
    } });
    fs::write(path("a.asl.json"), definition.to_string()).expect("the folder can be written");
    fs::write(
        path("mocks.yaml"),
        format!("version: 1\nstates:\n  A: {mock}\n"),
    )
    .expect("the folder can be written");
    let output = sfnrun(&[
        "exec",
        &path("a.asl.json"),
        "--mocks",
        &path("mocks.yaml"),
        "--history",
        &path("history.json"),
    ]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let history = fs::read_to_string(path("history.json")).expect("a history");
    let history: Value = serde_json::from_str(&history).expect("JSON");
    let events = history["events"].as_array().expect("a list").iter();
    let mut told = Vec::new();
    for event in events {
        let name = event["type"].as_str().expect("a type");
        let Some(kind) = name.strip_prefix("Activity") else {
            continue;
        };
        let details = event[format!("activity{kind}EventDetails")].clone();
        let time = event["timestamp"].as_str().expect("a time");
        let (minutes, seconds) = (&time[14..16], &time[17..19]);
        let number = |text: &str| text.parse::<i64>().expect("a number");
        told.push((
            60 * number(minutes) + number(seconds),
            kind.to_owned(),
            details,
        ));
    }
    told
}

/// Types and details as recorded: activities/activities.activity_task and …activity_task_failure.
#[test]
fn a_worker_succeeds_fails_falls_silent_or_is_too_slow() {
    let told = events("{ result: { ok: 1 }, latency: 5s }");
    let scheduled = json!({
        "resource": "arn:aws:states:us-east-1:123456789012:activity:paint", "input": "{}",
        "inputDetails": { "truncated": false }, "timeoutInSeconds": 100, "heartbeatInSeconds": 20
    });
    assert_eq!(told[0], (0, "Scheduled".to_owned(), scheduled));
    assert_eq!(told[1].1, "Started");
    let output = json!({ "output": "{\"ok\":1}", "outputDetails": { "truncated": false } });
    assert_eq!(told[2], (5, "Succeeded".to_owned(), output));

    let last = |mock: &str| events(mock).pop().expect("an event");
    let failed = json!({ "error": "Paint.Empty", "cause": "no red" });
    assert_eq!(
        last("{ error: Paint.Empty, cause: no red }"),
        (0, "Failed".to_owned(), failed)
    );
    let timed_out = || json!({ "error": "States.Timeout" });
    assert_eq!(
        last("{ never: true }"),
        (20, "TimedOut".to_owned(), timed_out()),
        "the heartbeat is lost"
    );
    assert_eq!(
        last("{ callback: [{ every: 15s, until: 200s, heartbeat: true }] }"),
        (100, "TimedOut".to_owned(), timed_out()),
        "it lives, and is too slow"
    );
    assert_eq!(
        last("{ callback: [{ after: 15s, heartbeat: true }, { after: 30s, success: 7 }] }").0,
        30
    );
}
