//! Scenario files read, run and compared, with the files that they name in memory.

mod any_file;
mod expecting;
mod faults;
mod settings;

use super::{Case, Files, Loaded, Mismatch, Side, Unreadable, Verdict, load};
use crate::source::SourceFile;

const MACHINE: &str = r#"{
  "StartAt": "Fetch",
  "States": {
    "Fetch": {
      "Type": "Task",
      "Resource": "arn:aws:lambda:us-east-1:123456789012:function:${Name}",
      "TimeoutSeconds": 60,
      "Retry": [{ "ErrorEquals": ["Busy"], "IntervalSeconds": 2, "MaxAttempts": 2 }],
      "Catch": [{ "ErrorEquals": ["Gone"], "ResultPath": "$.error", "Next": "Apologise" }],
      "Next": "Each"
    },
    "Each": {
      "Type": "Map",
      "ItemProcessor": {
        "StartAt": "Weigh",
        "States": { "Weigh": { "Type": "Pass", "End": true } }
      },
      "ItemsPath": "$.parts",
      "ResultPath": "$.parts",
      "End": true
    },
    "Apologise": { "Type": "Pass", "Next": "Stop" },
    "Stop": { "Type": "Fail", "Error": "Shop.Closed", "Cause": "nobody is here today" }
  }
}"#;

const MOCKS: &str = "
version: 1
states:
  Fetch: { result: { parts: [1, 2], note: hello }, latency: 3s }
cases:
  busy: { Fetch: [{ error: Busy }, { error: Busy }, { result: { parts: [] } }] }
  gone: { Fetch: { error: Gone, cause: sold out } }
";

struct Shop;

impl Files for Shop {
    fn read(&self, path: &str, from: &str) -> Result<SourceFile, Unreadable> {
        assert_eq!(
            from, "shop/scenarios.yaml",
            "paths are relative to the scenario file"
        );
        let text = match path {
            "machine.asl.json" => MACHINE,
            "mocks.yaml" => MOCKS,
            "broken.yaml" => "version: 1\nstates: [Fetch]\n",
            "broken.asl.json" => r#"{"StartAt": "A", "States": {"A": {"Type": "Pass"}}}"#,
            "input.json" => r#"{"a": 1}"#,
            "input.yaml" => "a: 1",
            "output.json" => r#"{"note": "hello", "parts": [1, 2]}"#,
            "other.json" => r#"{"note": "bye", "parts": [1, 2]}"#,
            "bad.json" => "{a: 1}",
            _ => {
                return Err(Unreadable {
                    message: format!("cannot read `{path}`"),
                    help: None,
                });
            }
        };
        Ok(SourceFile::new(path, text.to_owned()))
    }
}

fn loaded(text: &str) -> Loaded {
    load(
        SourceFile::new("shop/scenarios.yaml", text.to_owned()),
        &Shop,
    )
}

/// What is found in a scenario file: line, column and message, and the help lines behind ` | `.
fn found(text: &str) -> Vec<String> {
    let loaded = loaded(text);
    let told = loaded.diagnostics.iter().map(|found| {
        let place = loaded.file.line_column(found.span().start as usize);
        let help: String = found.help.iter().map(|help| format!(" | {help}")).collect();
        format!("{}:{} {}{help}", place.line, place.column, found.message)
    });
    told.collect()
}

/// A file with one scenario of the machine and its mocks; `settings` stand in the scenario.
fn one(settings: &str) -> String {
    format!(
        "version: 1\ndefinition: machine.asl.json\nmocks: mocks.yaml\nscenarios:\n  it:\n{settings}\n"
    )
}

fn case(text: &str) -> Case {
    let loaded = loaded(text);
    assert_eq!(loaded.diagnostics, [], "{text}");
    loaded.cases[0].clone()
}

/// Runs a scenario with these settings and expectations, both one a line.
fn run(settings: &str, expect: &str) -> Verdict {
    let expect: String = expect
        .lines()
        .map(|line| format!("\n      {line}"))
        .collect();
    case(&one(&format!("    {settings}\n    expect: {expect}"))).run(&mut [])
}

/// The mismatches of a scenario: key, path, expected and actual.
fn mismatches(settings: &str, expect: &str) -> Vec<String> {
    match run(settings, expect) {
        Verdict::Failed { mismatches, .. } => mismatches.iter().map(told).collect(),
        Verdict::Passed(_) => Vec::new(),
        Verdict::Broken(broken) => vec![broken.message],
    }
}

fn told(mismatch: &Mismatch) -> String {
    let side = |side: &Side| match side {
        Side::Nothing => "nothing".to_owned(),
        Side::Value(value) => value.to_compact_json(),
        Side::Text(text) => text.clone(),
        Side::States(states) => states.join(" "),
    };
    let Mismatch {
        expectation,
        path,
        expected,
        actual,
        ..
    } = mismatch;
    format!("{expectation}{path}: {} / {}", side(expected), side(actual))
}

const HAPPY: &str = "seed: 1";
const BUSY: &str = "mocks: '#busy'";
const GONE: &str = "mocks: '#gone'";
