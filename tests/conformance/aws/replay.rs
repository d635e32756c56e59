//! Histories made into mock files, and run.

use super::case::{Case, Ran};
use super::ignored::{Ignored, details_key};
use serde_json::{Map, Value as Json, json};
use sfnrun::asl::StateMachine;
use sfnrun::engine::{Event, EventKind};
use sfnrun::history::{HistoryOptions, HistoryWriter, ImportedHistory, import};
use sfnrun::source::SourceFile;
use sfnrun::tasks::{MockFile, recorded_mocks};
use std::sync::Arc;

/// AWS's events, as the `aws` command would have printed them, to a mock file, which takes the same way to the same end.
pub(super) fn of_aws(case: &Case) -> Result<(), String> {
    let machine = Arc::new(case.machine()?);
    let events: Vec<Json> = case.events().iter().map(unflattened).collect();
    let text = json!({ "events": events }).to_string();
    let history = imported(text, &machine)?;
    let ran = replayed(case, &history)?;
    case.compare_result(&ran, &Ignored::default())?;
    let expected = path(&history.events, &machine);
    let mut actual = path(&ran.events, &machine);
    if case.is_running() {
        actual.truncate(expected.len());
    }
    same_path(expected, actual, case.is_ordered())
}

/// What we wrote of the case ourselves: what is read back is what was written, and what is replayed the same, byte for byte.
pub(super) fn of_ours(case: &Case) -> Result<(), String> {
    let ran = case.run()?;
    let written = written(&ran.events, &ran.machine)?;
    let history = imported(written.clone(), &ran.machine)?;
    equal(
        "read back",
        &written,
        &self::written(&history.events, &ran.machine)?,
    )?;
    let again = replayed(case, &history)?;
    equal(
        "replayed",
        &written,
        &self::written(&again.events, &again.machine)?,
    )
}

/// An event of a case in the shape of `GetExecutionHistory`.
fn unflattened(event: &Json) -> Json {
    let mut details = Map::new();
    for (key, value) in event.as_object().into_iter().flatten() {
        match key.as_str() {
            "id" | "prev" | "type" | "inputText" | "outputText" => {}
            "input" | "output" | "parameters" => {
                let text = event.get(format!("{key}Text"));
                let text = text.cloned().unwrap_or_else(|| value.to_string().into());
                details.insert(key.clone(), text);
            }
            "assignedVariables" => {
                let variables = value.as_object().into_iter().flatten();
                let texts = variables.map(|(name, value)| (name.clone(), value.to_string().into()));
                details.insert(key.clone(), Json::Object(texts.collect()));
            }
            _ => {
                details.insert(key.clone(), value.clone());
            }
        }
    }
    let name = event["type"].as_str().unwrap_or_default();
    json!({
        "timestamp": "2026-01-01T00:00:00+00:00",
        "type": name,
        "id": event["id"],
        "previousEventId": event["prev"],
        details_key(name): details,
    })
}

fn imported(text: String, machine: &Arc<StateMachine>) -> Result<ImportedHistory, String> {
    let file = SourceFile::new("history.json", text);
    let (history, findings) = import(&file, Some(machine.clone()));
    history.ok_or_else(|| format!("the history is refused: {findings:?}"))
}

fn replayed(case: &Case, history: &ImportedHistory) -> Result<Ran, String> {
    let text = recorded_mocks(&history.machine, &history.events, "").text;
    let tree = SourceFile::new("mocks.yaml", text.clone()).read();
    let (file, mut found) = MockFile::from_tree("mocks.yaml", &tree);
    found.extend(tree.diagnostics);
    let mocks = file
        .select(None, None)
        .map_err(|error| format!("{error}\n{text}"))?;
    found.extend(mocks.check(&history.machine));
    if let Some(finding) = found.first() {
        return Err(format!("{}\n{text}", finding.message));
    }
    let mut handler = mocks.handler(&history.machine, 0);
    case.run_with(&mut handler)
        .map_err(|error| format!("{error}\n{text}"))
}

fn written(events: &[Event], machine: &StateMachine) -> Result<String, String> {
    let mut bytes = Vec::new();
    let written =
        HistoryWriter::new(&mut bytes, HistoryOptions::default()).and_then(|mut writer| {
            for event in events {
                writer.event(event, machine)?;
            }
            writer.finish().map(|_| ())
        });
    written.map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

/// Line by line: a line is an event.
fn equal(what: &str, expected: &str, actual: &str) -> Result<(), String> {
    let (mut expected, mut actual) = (expected.lines(), actual.lines());
    loop {
        match (expected.next(), actual.next()) {
            (None, None) => return Ok(()),
            (one, other) if one == other => {}
            (one, other) => {
                return Err(format!("{what}:\n  expected {one:?}\n  got      {other:?}"));
            }
        }
    }
}

/// The states in the order in which they were entered and left.
fn path(events: &[Event], machine: &StateMachine) -> Vec<(bool, String)> {
    let steps = events
        .iter()
        .filter(|event| event.id > 0)
        .filter_map(|event| {
            let (entered, state) = match event.kind {
                EventKind::StateEntered { state, .. } => (true, state),
                EventKind::StateExited { state, .. } => (false, state),
                _ => return None,
            };
            Some((entered, machine.path(state).join("/")))
        });
    steps.collect()
}

fn same_path(
    mut expected: Vec<(bool, String)>,
    mut actual: Vec<(bool, String)>,
    ordered: bool,
) -> Result<(), String> {
    if !ordered {
        expected.sort();
        actual.sort();
    }
    if expected == actual {
        return Ok(());
    }
    Err(format!(
        "another way:\n  expected {expected:?}\n  got      {actual:?}"
    ))
}
