//! The systems in `definitions/`, a folder each: every scenario passes, every definition and every mock case is used by
//! one, what the README prints is what comes out, and `validate` says of each definition what it should.

mod document_analysis;
mod genai_foundation;
mod orchestration;
mod podcast;
mod review_batch;
mod review_with_fallback;
pub(crate) mod transcript;

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of a system.
fn folder(system: &str) -> PathBuf {
    root().join("definitions").join(system)
}

/// Runs `sfnrun` at the root of the repository, as if its output went to a file.
pub(crate) fn sfnrun<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sfnrun"));
    for (variable, _) in std::env::vars_os() {
        let name = variable.to_string_lossy();
        if name.starts_with("LC_") || name.starts_with("CLICOLOR") || name == "LANG" {
            command.env_remove(variable);
        }
    }
    command.env("COLUMNS", "100").env("NO_COLOR", "1");
    command.args(arguments).current_dir(root());
    command
        .output()
        .expect("the binary was built with the tests")
}

/// Runs every scenario of a system. There must be as many as stated, so that none is lost unseen.
fn scenarios_pass(system: &str, count: usize) {
    let output = sfnrun(&["test", &format!("definitions/{system}")]);
    let told = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert_eq!(scenarios(system).len(), count, "scenarios of `{system}`");
}

/// A scenario, as far as it says what it runs.
struct Scenario {
    definition: String,
    /// `FILE` or `FILE#CASE`; empty where the mocks stand in the scenario.
    mocks: String,
}

/// The scenarios of all scenario files of a system.
fn scenarios(system: &str) -> Vec<Scenario> {
    let mut all = Vec::new();
    for name in files(system, "scenarios.yaml") {
        let file = read_yaml(&folder(system).join(&name));
        let scenarios = file["scenarios"]
            .as_object()
            .expect("`scenarios` is a mapping");
        for scenario in scenarios.values() {
            let text = |key: &str| {
                let value = scenario.get(key).or_else(|| file.get(key));
                value.and_then(Value::as_str).unwrap_or_default().to_owned()
            };
            let mut mocks = text("mocks");
            if mocks.starts_with('#') {
                let whole = file["mocks"].as_str().unwrap_or_default();
                mocks.insert_str(0, whole.split('#').next().unwrap_or_default());
            }
            all.push(Scenario {
                definition: text("definition"),
                mocks,
            });
        }
    }
    all
}

fn read_yaml(path: &Path) -> Value {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A definition of a system.
fn read_definition(system: &str, name: &str) -> Value {
    let path = folder(system).join(name);
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a system whose names end so.
fn files(system: &str, ending: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(folder(system)).expect("every system has a folder");
    let names = entries.map(|entry| {
        let name = entry.expect("the folder can be read").file_name();
        name.into_string().expect("our names are UTF-8")
    });
    names.filter(|name| name.ends_with(ending)).collect()
}

/// Each definition, and each case of each mock file, is used by a scenario.
fn everything_is_used(system: &str) {
    let mut used = BTreeSet::new();
    for scenario in scenarios(system) {
        used.extend([scenario.definition, scenario.mocks]);
    }
    let mut wanted = files(system, ".asl.json");
    for name in files(system, "mocks.yaml") {
        let file = read_yaml(&folder(system).join(&name));
        let members = |value: &Value, key: &str| value.get(key).and_then(Value::as_object).cloned();
        let machines = members(&file, "machines").into_iter().flatten();
        let cases = machines
            .filter_map(|(_, machine)| members(&machine, "cases"))
            .chain(members(&file, "cases"))
            .flatten();
        wanted.extend(cases.map(|(case, _)| format!("{name}#{case}")));
    }
    let unused: Vec<_> = wanted.difference(&used).collect();
    assert!(
        unused.is_empty(),
        "no scenario of `{system}` uses {unused:?}"
    );
}

/// What `sfnrun validate --format json` says of a definition: severity, rule, location and line of each finding.
fn validated(system: &str, definition: &str, arguments: &[&str]) -> Vec<String> {
    let path = format!("definitions/{system}/{definition}");
    let output = sfnrun(&[&["validate", "--format", "json", &path], arguments].concat());
    let told: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let found = told["files"][0]["diagnostics"].as_array().expect("a list");
    let clean = output.status.code() == Some(0);
    assert_eq!(clean, found.is_empty(), "the exit code of `{path}`");
    let text = |one: &Value, key: &str| one[key].as_str().unwrap_or_default().to_owned();
    let line = |one: &Value| {
        let [severity, rule, location] = ["severity", "rule", "location"].map(|key| text(one, key));
        format!("{severity} {rule} {location} line {}", one["line"])
    };
    found.iter().map(line).collect()
}

/// Where two definitions differ, as JSON pointers; what is only in one of them counts as a whole. Comments do not count.
fn differences(one: &Value, other: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare(one, other, String::new(), &mut found);
    found
}

fn compare(one: &Value, other: &Value, at: String, found: &mut Vec<String>) {
    match (one, other) {
        (Value::Object(members), Value::Object(others)) => {
            let keys: BTreeSet<_> = members.keys().chain(others.keys()).collect();
            for key in keys.into_iter().filter(|key| *key != "Comment") {
                let side = |members: &serde_json::Map<_, _>| {
                    members.get(key).cloned().unwrap_or(json!(null))
                };
                compare(&side(members), &side(others), format!("{at}/{key}"), found);
            }
        }
        (Value::Array(items), Value::Array(others)) if items.len() == others.len() => {
            for (index, (item, other)) in items.iter().zip(others).enumerate() {
                compare(item, other, format!("{at}/{index}"), found);
            }
        }
        _ if one != other => found.push(at),
        _ => {}
    }
}
