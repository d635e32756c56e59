//! Results that are written.

use super::super::{FolderStore, ItemStreams, MemoryStore, ObjectStore};
use super::json;
use crate::asl::{StateId, Transformation, WriterConfig};
use crate::base::Timestamp;
use crate::engine::{ChildResult, Outcome, Status, WriteRequest, WriterId};
use crate::tasks::{ItemStore, Served};
use crate::value::Value;
use std::fs;

fn child(name: &str, status: Status, output: Option<&str>) -> ChildResult {
    ChildResult {
        writer: WriterId(1),
        name: name.into(),
        execution_arn: format!("arn:aws:states:us-east-1:1:execution:m/L:{name}").into(),
        state_machine_arn: "arn:aws:states:us-east-1:1:stateMachine:m/L".into(),
        input: json("{\"a\": 1}"),
        started: Timestamp(0),
        stopped: Timestamp(1500),
        outcome: Outcome {
            status,
            output: output.map(json),
            error: (status == Status::Failed).then(|| "Oops".into()),
            cause: (status == Status::Failed).then(|| "it broke".into()),
            failure: None,
        },
    }
}

/// Opens a writer to the bucket `b`, which is there.
fn writing(store: &MemoryStore, config: WriterConfig, prefix: &str) -> ItemStreams {
    store.make_bucket("b");
    let mut streams = ItemStreams::new(store.clone());
    let request = WriteRequest {
        writer: WriterId(1),
        state: StateId(0),
        state_name: "Each".into(),
        parameters: json(&format!(r#"{{"Bucket":"b","Prefix":"{prefix}"}}"#)),
        config,
        map_run_arn: "arn:aws:states:us-east-1:1:mapRun:m/L:uuid".into(),
    };
    streams.open_writer(&request).unwrap();
    streams
}

fn content(store: &MemoryStore, key: &str) -> String {
    let bytes = store.get("b", key).unwrap_or_else(|| panic!("no {key}"));
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The shapes are those of the developer guide, "ResultWriter (Map)"; the output is recorded in
/// scenarios/base_scenarios.map_state_result_writer.
#[test]
fn writes_results_as_the_guide_shows_them() {
    let store = MemoryStore::default();
    let mut streams = writing(&store, WriterConfig::default(), "jobs");
    streams
        .write(&child("one", Status::Succeeded, Some("[1]")))
        .unwrap();
    streams.write(&child("two", Status::Failed, None)).unwrap();
    streams
        .write(&child("three", Status::Succeeded, Some("2")))
        .unwrap();
    streams.write_pending(WriterId(1), &json("[7]")).unwrap();
    assert!(store.keys("b").is_empty(), "nothing is there until all is");
    let details = json(r#"{"Bucket":"b","Key":"jobs/uuid/manifest.json"}"#);
    assert_eq!(
        streams.close_writer(WriterId(1)).unwrap(),
        Served::Now(details)
    );
    let succeeded = content(&store, "jobs/uuid/SUCCEEDED_0.json");
    let entries = json(&succeeded);
    let entries = entries.as_array().unwrap();
    assert_eq!(entries.len(), 2);
    assert_eq!(
        entries[0],
        json(
            r#"{"ExecutionArn":"arn:aws:states:us-east-1:1:execution:m/L:one","Input":"{\"a\": 1}",
            "InputDetails":{"Included":true},"Name":"one","Output":"[1]","OutputDetails":{"Included":true},
            "RedriveCount":0,"RedriveStatus":"NOT_REDRIVABLE",
            "RedriveStatusReason":"Execution is SUCCEEDED and cannot be redriven.",
            "StartDate":"1970-01-01T00:00:00.000Z","StateMachineArn":"arn:aws:states:us-east-1:1:stateMachine:m/L",
            "Status":"SUCCEEDED","StopDate":"1970-01-01T00:00:01.500Z"}"#
        )
    );
    let failed = content(&store, "jobs/uuid/FAILED_0.json");
    let entry = json(&failed).as_array().unwrap()[0].clone();
    let text = |name: &str| entry.get(name).and_then(Value::as_str).map(str::to_owned);
    assert_eq!(text("Error").as_deref(), Some("Oops"));
    assert_eq!(text("Cause").as_deref(), Some("it broke"));
    assert_eq!(text("Status").as_deref(), Some("FAILED"));
    assert!(entry.get("Output").is_none());
    assert_eq!(
        content(&store, "jobs/uuid/PENDING_0.json"),
        r#"[{"Input":"[7]","InputDetails":{"Included":true},"Status":"PENDING"}]"#
    );
    let pending = content(&store, "jobs/uuid/PENDING_0.json").len();
    let expected = format!(
        r#"{{"DestinationBucket":"b","MapRunArn":"arn:aws:states:us-east-1:1:mapRun:m/L:uuid","ResultFiles":{{"FAILED":[{{"Key":"jobs/uuid/FAILED_0.json","Size":{}}}],"PENDING":[{{"Key":"jobs/uuid/PENDING_0.json","Size":{pending}}}],"SUCCEEDED":[{{"Key":"jobs/uuid/SUCCEEDED_0.json","Size":{}}}]}}}}"#,
        failed.len(),
        succeeded.len()
    );
    assert_eq!(content(&store, "jobs/uuid/manifest.json"), expected);
}

#[test]
fn transforms_results() {
    let written = |transformation, json_lines| {
        let store = MemoryStore::default();
        let config = WriterConfig {
            json_lines,
            transformation,
        };
        let mut streams = writing(&store, config, "");
        for output in ["[1,[2]]", "{ \"x\": 3 }", "[]"] {
            let result = child("one", Status::Succeeded, Some(output));
            streams.write(&result).unwrap();
        }
        streams.write(&child("two", Status::Failed, None)).unwrap();
        streams.close_writer(WriterId(1)).unwrap();
        let extension = if json_lines { "jsonl" } else { "json" };
        assert!(
            content(&store, &format!("uuid/FAILED_0.{extension}")).contains("Oops"),
            "of those that fail all is written"
        );
        content(&store, &format!("uuid/SUCCEEDED_0.{extension}"))
    };
    let compact = |json_lines| written(Transformation::Compact, json_lines);
    let flatten = |json_lines| written(Transformation::Flatten, json_lines);
    assert_eq!(compact(false), r#"[[1,[2]],{"x":3},[]]"#);
    assert_eq!(compact(true), "[1,[2]]\n{\"x\":3}\n[]\n");
    assert_eq!(flatten(false), r#"[1,[2],{"x":3}]"#);
    assert_eq!(flatten(true), "1\n[2]\n{\"x\":3}\n");
}

#[test]
fn begins_a_new_file_where_one_gets_too_large() {
    let store = MemoryStore::default();
    store.make_bucket("b");
    let request = WriteRequest {
        writer: WriterId(1),
        state: StateId(0),
        state_name: "Each".into(),
        parameters: Value::empty_object(),
        config: WriterConfig {
            transformation: Transformation::Compact,
            ..WriterConfig::default()
        },
        map_run_arn: "arn:aws:states:us-east-1:1:mapRun:m/L:uuid".into(),
    };
    let shared: std::sync::Arc<dyn ObjectStore> = std::sync::Arc::new(store.clone());
    let mut files =
        super::super::results::ResultFiles::new(shared, &request, "b".to_owned(), "p/").unwrap();
    files.roll_over_at(10);
    for _ in 0..3 {
        files
            .write(&child("one", Status::Succeeded, Some("12345")))
            .unwrap();
    }
    files.finish().unwrap();
    let keys: Vec<String> = (0..3)
        .map(|n| format!("p/uuid/SUCCEEDED_{n}.json"))
        .collect();
    assert_eq!(store.keys("b")[..3], keys[..]);
    assert_eq!(store.keys("b")[3], "p/uuid/manifest.json");
    assert!(keys.iter().all(|key| content(&store, key) == "[12345]"));
}

#[test]
fn a_place_that_cannot_be_written_fails_the_map_before_it_starts() {
    let folder = tempfile::tempdir().unwrap();
    let mut streams = ItemStreams::new(FolderStore::new(folder.path()));
    let request = WriteRequest {
        writer: WriterId(1),
        state: StateId(0),
        state_name: "Each".into(),
        parameters: json(r#"{"Bucket":"b","Prefix":"../x"}"#),
        config: WriterConfig::default(),
        map_run_arn: "x:uuid".into(),
    };
    let fault = streams.open_writer(&request).unwrap_err();
    let expected = "States.ResultWriterFailed: the key `../x/uuid/manifest.json` cannot be the path of a file in the folder of the bucket `b`: `.` and `..` would lead elsewhere";
    assert_eq!(fault.to_string(), expected);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
