//! Recordings of runs with machines that Tasks start: what they hold, and how they are replayed and filled in.

use super::{
    CHARGE, FUNCTION, ORDERS, PARENT, SENDS, called, exec, output, stage, token_handed_on, write,
};
use crate::aws_exec::{sfnrun, told};
use std::fs;
use std::process::Output;

/// Each entry of a recording: what it says of whose call it is, its state and its attempt.
fn entries(recording: &str) -> Vec<(String, String, String, String)> {
    let entries = recording.split("\n- ").skip(1);
    let entry = |text: &str| {
        let of = |key: &str| {
            let mut lines = text.lines().map(str::trim_start);
            let value = lines.find_map(|line| line.strip_prefix(key));
            value
                .unwrap_or_default()
                .trim_matches(['"', ' '])
                .to_owned()
        };
        (
            of("machine:"),
            of("execution:"),
            of("state:"),
            of("attempt:"),
        )
    };
    let mut entries: Vec<_> = entries.map(entry).collect();
    entries.sort();
    entries
}

/// The rows of the timeline, of the executions that were started too: mark and name, sorted, for iterations run side by side.
fn rows(output: &Output) -> Vec<String> {
    let story = told(output);
    let rows = story.lines().filter_map(|line| {
        let row = &line[line.find(['✓', '✗'])?..];
        Some(row.split("  ").next()?.trim_end().to_owned())
    });
    let mut rows: Vec<String> = rows.collect();
    rows.sort();
    rows
}

#[test]
fn a_recording_holds_the_calls_of_machines_that_were_started_and_replays_them() {
    let (_runtime, server, folder) = stage(PARENT, CHARGE);
    let folder = folder.path();
    let url = server.uri();
    let aws = ["--aws", "--yes", "--endpoint-url", &url];
    let live = exec(
        folder,
        &[&aws[..], &FUNCTION, &["--record", "calls.yaml"]].concat(),
    );
    let charged = output(&live);
    drop(server);
    let recording = fs::read_to_string(folder.join("calls.yaml")).expect("a recording");
    assert!(!recording.contains("987654321098"), "{recording}");
    let own = |index: usize| {
        let place = format!("All/Charge[{index}]");
        let call = |state: &str| {
            let whose = ("charge".to_owned(), place.clone());
            (whose.0, whose.1, state.to_owned(), String::new())
        };
        ["Price", "Store", "Tell"].map(call)
    };
    let mut found = entries(&recording);
    // Which of the two was refused at first is not known.
    found.retain(|(.., attempt)| attempt.is_empty());
    let parent = (
        String::new(),
        String::new(),
        "Charge".to_owned(),
        String::new(),
    );
    let expected: Vec<_> = [parent.clone(), parent]
        .into_iter()
        .chain(own(0))
        .chain(own(1))
        .collect();
    assert_eq!(found, expected, "{recording}");
    assert_eq!(recording.matches("attempt: 2").count(), 1, "{recording}");
    assert_eq!(
        recording.matches("  ran: charge\n").count(),
        2,
        "{recording}"
    );

    // The machine runs again where it is given, and its Tasks are answered.
    let replay = exec(folder, &["--mocks", "calls.yaml"]);
    assert_eq!(output(&replay), charged);
    assert!(
        told(&replay).contains("2 nested executions"),
        "{}",
        told(&replay)
    );
    let names = rows(&replay);
    assert_eq!(names, rows(&live));
    let charges = names.iter().filter(|row| *row == "✓ charge");
    assert_eq!(charges.count(), 2, "{}", told(&replay));
    // A request of its own that is another one now is drift.
    write(
        folder,
        "charge.asl.json",
        &CHARGE.replace("\"S.$\":\"$.id\"", "\"S\":\"c\""),
    );
    let drifted = exec(folder, &["--mocks", "calls.yaml"]);
    assert_eq!(drifted.status.code(), Some(4));
    assert!(
        told(&drifted).contains("the request of `Store` is no longer what was recorded"),
        "{}",
        told(&drifted)
    );
    // Where it is not given, the Task that started it has its answer.
    let mut command = sfnrun(folder);
    let alone = command
        .args([
            "exec",
            "parent.asl.json",
            "--input",
            ORDERS,
            "--mocks",
            "calls.yaml",
        ])
        .output()
        .expect("it runs");
    assert_eq!(output(&alone), charged);
    assert!(!told(&alone).contains("nested"), "{}", told(&alone));
}

#[test]
fn what_a_recording_lacks_of_a_machine_that_is_started_is_filled_in() {
    let (runtime, server, folder) = stage(PARENT, CHARGE);
    let folder = folder.path();
    let url = server.uri();
    let aws = ["--aws", "--yes", "--endpoint-url", &url];
    let filled = [&aws[..], &FUNCTION, &["--record-missing", "calls.yaml"]].concat();
    let live = exec(folder, &filled);
    let charged = output(&live);
    let whole = fs::read_to_string(folder.join("calls.yaml")).expect("a recording");
    // As if the run had been killed when no execution was over, and one message not sent.
    let mut entries: Vec<&str> = whole.split_inclusive("\n- ").collect();
    let heading = entries.remove(0);
    entries.retain(|entry| !entry.contains("ran: charge"));
    let last = entries
        .iter()
        .rposition(|entry| entry.starts_with("state: Tell"));
    entries.remove(last.expect("messages were sent"));
    let part = format!("{heading}{}", entries.concat());
    let part = part.trim_end_matches("- ");
    write(folder, "calls.yaml", part);
    let (puts, messages) = (
        called(&runtime, &server, "PutItem").len(),
        called(&runtime, &server, "SendMessage").len(),
    );
    assert_eq!(output(&exec(folder, &filled)), charged);
    assert_eq!(called(&runtime, &server, "PutItem").len(), puts);
    assert_eq!(called(&runtime, &server, "SendMessage").len(), messages + 1);
    let again = fs::read_to_string(folder.join("calls.yaml")).expect("a recording");
    assert!(again.starts_with(part), "{again}");
    assert_eq!(self::entries(&again), self::entries(&whole));
    drop(server);
    assert_eq!(output(&exec(folder, &["--mocks", "calls.yaml"])), charged);
}

/// The outcome of a Task that waits for its token came from whoever had it: its child, or somebody outside.
#[test]
fn a_token_that_a_machine_was_started_with_is_answered_by_the_recording() {
    let (_runtime, server, folder) = stage(&token_handed_on(), SENDS);
    let folder = folder.path();
    let url = server.uri();
    let aws = ["--aws", "--yes", "--endpoint-url", &url];
    let live = exec(folder, &[&aws[..], &["--record", "calls.yaml"]].concat());
    let sent = output(&live);
    assert_eq!(sent, serde_json::json!(["sent", "sent"]));
    drop(server);
    let replay = exec(folder, &["--mocks", "calls.yaml"]);
    assert_eq!(output(&replay), sent);
    assert_eq!(rows(&replay), rows(&live));
}
