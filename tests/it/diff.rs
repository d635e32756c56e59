//! A recorded execution held against a definition that lies here.

use crate::definitions::{root, sfnrun};
use sfnrun::value::{Value, read};
use std::fs;
use std::process::Output;

const DEFINITION: &str = "definitions/review-with-fallback/review-with-fallback.asl.json";
const HISTORY: &str = "definitions/review-with-fallback/throttled.history.json";

fn diff(history: &str, local: &str, more: &[&str]) -> Output {
    sfnrun(&[&["diff", history, "--local", local], more].concat())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The definition with one text in place of another.
fn changed(folder: &tempfile::TempDir, from: &str, to: &str) -> String {
    let definition = fs::read_to_string(root().join(DEFINITION)).expect("it is there");
    assert!(definition.contains(from), "{from}");
    let path = folder.path().join("changed.asl.json");
    fs::write(&path, definition.replacen(from, to, 1)).expect("it can be written");
    path.to_string_lossy().into_owned()
}

#[test]
fn the_definition_that_ran_gives_the_same_events() {
    let found = diff(HISTORY, DEFINITION, &[]);
    let history = read(&fs::read_to_string(root().join(HISTORY)).expect("it is there"));
    let events = history
        .expect("JSON")
        .get("events")
        .and_then(|events| Some(events.as_array()?.len()));
    let events = events.expect("a history has events");
    assert_eq!(text(&found.stdout), format!("the same: {events} events\n"));
    assert_eq!(found.status.code(), Some(0));
}

#[test]
fn the_first_event_that_differs_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    // The history is of a run in which the model is throttled twice.
    let local = changed(&folder, "\"MaxAttempts\": 4", "\"MaxAttempts\": 1");
    let found = diff(HISTORY, &local, &[]);
    assert_eq!(found.status.code(), Some(1));
    let said = text(&found.stdout);
    let first = "8 events are the same; the first that differs is one of the state `InvokePrimaryBedrockModel`\n";
    assert!(said.starts_with(first), "{said}");
    assert!(said.contains("-  \"type\": \"TaskScheduled\""), "{said}");
    assert!(said.contains("+  \"type\": \"TaskStateExited\""), "{said}");
    let note = text(&found.stderr);
    assert!(
        note.contains("ends at the Task `InvokeFallbackBedrockModel`"),
        "{note}"
    );
}

#[test]
fn programs_get_both_events() {
    let folder = tempfile::tempdir().expect("a folder");
    let local = changed(&folder, "\"max_tokens\": 1000", "\"max_tokens\": 500");
    let found = diff(HISTORY, &local, &["--format", "json"]);
    assert_eq!(found.status.code(), Some(1));
    let told = read(&text(&found.stdout)).expect("one JSON object");
    assert_eq!(
        told.get("state").and_then(Value::as_str),
        Some("InvokePrimaryBedrockModel")
    );
    let tokens = |side: &str| {
        let path = format!("/{side}/taskScheduledEventDetails/parameters/Body/max_tokens");
        told.pointer(&path).and_then(Value::as_i64)
    };
    assert_eq!(
        (tokens("recorded"), tokens("here")),
        (Some(1000), Some(500))
    );
}

#[test]
fn a_history_without_its_start_cannot_be_run_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("h.json");
    let text_of = r#"{"events": [{"id": 2, "previousEventId": 1, "type": "ExecutionSucceeded", "timestamp": 1767225600.0,
        "executionSucceededEventDetails": {"output": "1"}}]}"#;
    fs::write(&path, text_of).expect("it can be written");
    let found = diff(&path.to_string_lossy(), DEFINITION, &[]);
    assert_eq!(found.status.code(), Some(2), "{}", text(&found.stderr));
    assert!(text(&found.stderr).contains("does not tell how the execution was started"));
}

#[test]
fn a_file_needs_a_definition_to_be_run_again() {
    for more in [&["--local"][..], &[]] {
        let found = sfnrun(&[&["diff", HISTORY], more].concat());
        assert_eq!(found.status.code(), Some(2));
        let said = text(&found.stderr);
        assert!(
            said.contains("holds what happened, and no definition to run again")
                && said.contains("`--local DEFINITION`"),
            "{said}"
        );
    }
}
