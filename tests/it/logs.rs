//! `exec --logs`: what goes to CloudWatch Logs.

use crate::definitions::sfnrun;
use serde_json::{Value, json};
use std::fs;

/// The entries of an Express execution that runs out of its five minutes.
fn entries(arguments: &[&str]) -> Vec<Value> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let definition = json!({ "StartAt": "W", "States": { "W": { "Type": "Wait", "Seconds": 400, "End": true } } });
    fs::write(path("w.asl.json"), definition.to_string()).expect("the folder can be written");
    let (definition, logs) = (path("w.asl.json"), path("logs.jsonl"));
    let all = ["exec", &definition, "--type", "EXPRESS", "--logs", &logs];
    let output = sfnrun(&[&all[..], arguments].concat());
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let text = fs::read_to_string(&logs).expect("logs");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

#[test]
fn the_level_and_the_data_are_chosen() {
    let types = |entries: &[Value]| -> Vec<String> {
        let types = entries
            .iter()
            .map(|entry| entry["type"].as_str().expect("a type"));
        types.map(ToOwned::to_owned).collect()
    };
    let all = entries(&[]);
    assert_eq!(
        types(&all),
        ["ExecutionStarted", "WaitStateEntered", "ExecutionTimedOut"]
    );
    assert_eq!(all[1]["details"], json!({ "name": "W" }));
    assert_eq!(all[2]["details"], json!({ "error": "States.Timeout" }));
    assert_eq!(all[2]["previous_event_id"], "2");
    assert_eq!(all[2]["event_timestamp"], "1767225900000");
    let arn = all[0]["execution_arn"].as_str().expect("an ARN");
    assert!(
        arn.starts_with("arn:aws:states:us-east-1:123456789012:express:w:local:"),
        "{arn}"
    );
    assert_eq!(entries(&["--log-data"])[1]["details"]["input"], "{}");
    assert_eq!(
        types(&entries(&["--log-level", "ERROR"])),
        ["ExecutionTimedOut"]
    );
    assert!(entries(&["--log-level", "OFF"]).is_empty());
}
