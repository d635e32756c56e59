//! Histories read back: shown as a timeline, and made into mock files that take the same way again.

use crate::definitions::{root, sfnrun};
use crate::replaying::{history, replayed};
use sfnrun::engine::{Event, EventKind};
use sfnrun::history::import;
use sfnrun::run::Consumer;
use sfnrun::scenario::{Case, Files, Unreadable, load};
use sfnrun::source::SourceFile;
use sfnrun::tasks::recorded_mocks;
use sfnrun::value::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// The files beside the scenario files of the shipped definitions.
struct Beside;

impl Files for Beside {
    fn read(&self, path: &str, from: &str) -> Result<SourceFile, Unreadable> {
        let name = beside(path, from);
        let text = fs::read_to_string(&name).map_err(|error| Unreadable {
            message: format!("{}: {error}", name.display()),
            help: None,
        })?;
        Ok(SourceFile::new(&name.to_string_lossy(), text))
    }

    fn folder(&self, path: &str, from: &str) -> Result<PathBuf, Unreadable> {
        Ok(beside(path, from))
    }
}

fn beside(path: &str, from: &str) -> PathBuf {
    Path::new(from).with_file_name(path)
}

/// Scenario files of the shipped definitions.
fn scenario_files() -> Vec<PathBuf> {
    let folders = fs::read_dir(root().join("definitions")).expect("there are definitions");
    let mut files: Vec<PathBuf> = folders
        .flatten()
        .flat_map(|folder| fs::read_dir(folder.path()).into_iter().flatten().flatten())
        .map(|entry| entry.path())
        .filter(|path| path.to_string_lossy().ends_with("scenarios.yaml"))
        .collect();
    files.sort();
    files
}

/// Runs the machine of a case with a mock file, and gives its history.
fn replay(case: &Case, input: &Value, mocks: &str) -> String {
    let (Some(machine), Some(options)) = (case.machine(), case.options()) else {
        panic!("{} ran before", case.name);
    };
    replayed(machine, options, input, mocks)
}

/// The first line in which two histories differ. A line is an event.
fn difference<'h>(one: &'h str, other: &'h str) -> Option<(&'h str, &'h str)> {
    let longest = one.lines().count().max(other.lines().count());
    let padded = |text: &'h str| text.lines().chain(std::iter::repeat("")).take(longest);
    padded(one)
        .zip(padded(other))
        .find(|(one, other)| one != other)
}

/// Every scenario of the shipped definitions: its history, read back, is the same history; the mock file made of it gives
/// the same history again, byte for byte. What a scenario had written by hand (latencies, callbacks, heartbeats, items by
/// number) is not in the history and must not be needed.
#[test]
fn a_replay_of_a_scenario_has_the_same_history() {
    let (mut replayed, mut distributed) = (0, 0);
    for path in scenario_files() {
        let text = fs::read_to_string(&path).expect("it can be read");
        let loaded = load(SourceFile::new(&path.to_string_lossy(), text), &Beside);
        assert!(loaded.is_valid(), "{}", path.display());
        for case in &loaded.cases {
            let mut events = Vec::new();
            let mut collect = |event: &Event| events.push(event.clone());
            let consumers: &mut [&mut dyn Consumer] = &mut [&mut collect];
            case.run(consumers);
            let Some(machine) = case.machine() else {
                continue;
            };
            let map_run = |event: &Event| matches!(event.kind, EventKind::MapRunStarted { .. });
            if events.iter().any(map_run) {
                distributed += 1;
                continue;
            }
            let what = format!("{}: {}", path.display(), case.name);
            let written = history(&events, machine);
            let file = SourceFile::new("history.json", written.clone());
            let (imported, findings) = import(&file, Some(machine.clone()));
            assert_eq!(findings, [], "{what}");
            let imported = imported.expect("without findings there is a history");
            assert_eq!(
                difference(&written, &history(&imported.events, machine)),
                None,
                "{what}"
            );
            let Some(EventKind::ExecutionStarted { input }) = imported
                .events
                .iter()
                .map(|event| &event.kind)
                .find(|kind| matches!(kind, EventKind::ExecutionStarted { .. }))
            else {
                panic!("{what}: an execution starts");
            };
            let mocks = recorded_mocks(machine, &imported.events, "").text;
            let again = replay(case, input, &mocks);
            assert_eq!(difference(&written, &again), None, "{what}\n{mocks}");
            replayed += 1;
        }
    }
    assert!(
        replayed > 80,
        "{replayed} scenarios were replayed, {distributed} left out"
    );
}

const DEFINITION: &str = "definitions/review-with-fallback/review-with-fallback.asl.json";
const HISTORY: &str = "definitions/review-with-fallback/throttled.history.json";

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The shipped history is what `exec` writes.
#[test]
fn the_shipped_history_is_current() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("history.json");
    let output = sfnrun(&[
        "exec",
        DEFINITION,
        "--input",
        "definitions/review-with-fallback/inputs/document.json",
        "--mocks",
        "definitions/review-with-fallback/mocks.yaml#throttled-then-recovered",
        "--history",
        &path.to_string_lossy(),
        "-q",
    ]);
    assert_eq!(output.status.code(), Some(0));
    let written = fs::read_to_string(path).expect("it was written");
    let shipped = fs::read_to_string(root().join(HISTORY)).expect("it is there");
    assert_eq!(difference(&shipped, &written), None);
}

/// With the definition it is told as `exec` told it, below the line that names the clock.
#[test]
fn a_history_looks_like_the_run() {
    let shown = text(&sfnrun(&["history", HISTORY, "--definition", DEFINITION]));
    let run = sfnrun(&[
        "exec",
        DEFINITION,
        "--input",
        "definitions/review-with-fallback/inputs/document.json",
        "--mocks",
        "definitions/review-with-fallback/mocks.yaml#throttled-then-recovered",
    ]);
    let run = String::from_utf8_lossy(&run.stderr);
    let rows = |text: &str| -> Vec<String> {
        let rows = text
            .lines()
            .skip(1)
            .take_while(|line| !line.contains("SUCCEEDED"));
        rows.map(ToOwned::to_owned).collect()
    };
    assert!(rows(&shown).len() > 5, "{shown}");
    assert_eq!(rows(&shown), rows(&run));
}

#[test]
fn a_history_decides_the_exit_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let show = |end: &str| {
        let path = folder.path().join("h.json");
        let text = format!(
            r#"{{"events": [{{"id": 1, "type": "ExecutionStarted", "timestamp": 1767225600.0,
                "executionStartedEventDetails": {{"input": "{{}}"}}}}{end}]}}"#
        );
        fs::write(&path, text).expect("it can be written");
        sfnrun(&["history", &path.to_string_lossy(), "--format", "json"])
    };
    for (end, code, status) in [
        (
            r#", {"id": 2, "type": "ExecutionSucceeded", "executionSucceededEventDetails": {"output": "1"}}"#,
            0,
            "SUCCEEDED",
        ),
        (
            r#", {"id": 2, "type": "ExecutionFailed", "executionFailedEventDetails": {"error": "E"}}"#,
            1,
            "FAILED",
        ),
        (
            r#", {"id": 2, "type": "ExecutionTimedOut"}"#,
            3,
            "TIMED_OUT",
        ),
    ] {
        let output = show(end);
        assert_eq!(output.status.code(), Some(code), "{end}");
        assert!(
            text(&output).contains(&format!("\"status\": \"{status}\"")),
            "{end}"
        );
    }
    let broken = show(", {\"id\": ");
    assert_eq!(broken.status.code(), Some(2));
    let told = String::from_utf8_lossy(&broken.stderr).into_owned();
    assert!(told.contains("h.json:2:"), "the place is told: {told}");
    assert_eq!(
        sfnrun(&["history", "no-such-file.json"]).status.code(),
        Some(2)
    );
}
