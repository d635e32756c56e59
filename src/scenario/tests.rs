//! Scenario files read, run and compared, with the files that they name in memory.

use super::{Case, Files, Loaded, Mismatch, Side, Unreadable, Verdict, load};
use crate::engine::{Event, EventKind};
use crate::source::SourceFile;
use proptest::prelude::*;

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

#[test]
fn every_expectation_holds_and_fails() {
    let cases: [(&str, &str, &str, &str); 26] = [
        (
            HAPPY,
            "status: SUCCEEDED",
            "status: FAILED",
            "status: FAILED / SUCCEEDED",
        ),
        (
            GONE,
            "status: FAILED",
            "status: succeeded",
            "status: SUCCEEDED / FAILED",
        ),
        (
            HAPPY,
            "output: { note: hello, parts: [1, 2.0] }",
            "output: { parts: [1, 2] }",
            r#"output$.note: nothing / "hello""#,
        ),
        (
            HAPPY,
            "output-file: output.json",
            "output-file: other.json",
            r#"output$.note: "bye" / "hello""#,
        ),
        (
            HAPPY,
            "output-contains: { parts: [1, 2] }",
            "output-contains: { parts: [1] }",
            "output-contains$.parts[1]: nothing / 2",
        ),
        (
            HAPPY,
            "output-contains: { parts: { length: 2, 1: 2 } }",
            "output-contains: { parts: { 1: 3 } }",
            "output-contains$.parts[1]: 3 / 2",
        ),
        (
            GONE,
            "error: Shop.Closed",
            "error: Shop",
            "error: Shop / Shop.Closed",
        ),
        (
            GONE,
            "cause: nobody is here today",
            "cause: nobody",
            "cause: nobody / nobody is here today",
        ),
        (
            GONE,
            "cause-contains: [nobody, today]",
            "cause-contains: tomorrow",
            "cause-contains: a text with `tomorrow` / nobody is here today",
        ),
        (
            HAPPY,
            "visits: [Fetch, Each]",
            "visits: [Fetch, Apologise]",
            "visits[1]: Fetch Apologise / Fetch Each",
        ),
        (
            BUSY,
            "visits: [Fetch, Each]",
            "visits: Fetch",
            "visits[1]: Fetch / Fetch Each",
        ),
        (
            HAPPY,
            "visited: [Weigh, Each]",
            "visited: [Fetch, Stop]",
            "visitedStop: visited / not visited",
        ),
        (
            HAPPY,
            "visited: Each/Weigh",
            "visited: Apologise",
            "visitedApologise: visited / not visited",
        ),
        (
            HAPPY,
            "not-visited: [Stop, Apologise]",
            "not-visited: Each/Weigh",
            "not-visitedEach/Weigh: not visited / visited",
        ),
        (
            BUSY,
            "not-visited: Weigh",
            "visited: Weigh",
            "visitedWeigh: visited / not visited",
        ),
        (
            HAPPY,
            "via-catch: false",
            "via-catch: true",
            "via-catch: an error is caught / no error is caught",
        ),
        (
            GONE,
            "status: FAILED\nvia-catch: true",
            "status: FAILED\nvia-catch: false",
            "via-catch: no error is caught / an error is caught",
        ),
        (
            HAPPY,
            "duration: 3s",
            "duration: 3.1s",
            "duration: 3.1s / 3s",
        ),
        (
            BUSY,
            "duration: '<= 6s'",
            "duration: '< 6s'",
            "duration: at most 5.999s / 6s",
        ),
        (
            BUSY,
            "duration: 5s..7s",
            "duration: 7s..",
            "duration: at least 7s / 6s",
        ),
        (BUSY, "retries: 2", "retries: 1", "retries: 1 / 2"),
        (
            HAPPY,
            "retries: 0",
            "retries: '> 0'",
            "retries: at least 1 / 0",
        ),
        (
            HAPPY,
            "retries: '<= 1'",
            "retries: 1..2",
            "retries: from 1 to 2 / 0",
        ),
        // ExecutionStarted, TaskStateEntered, LambdaFunctionScheduled, …Started, …Succeeded, TaskStateExited,
        // MapStateEntered, MapStateStarted, two iterations of 4 (started, entered, exited, succeeded),
        // MapStateSucceeded, MapStateExited, ExecutionSucceeded.
        (HAPPY, "events: 19", "events: 18", "events: 18 / 19"),
        (
            HAPPY,
            "events: 10..20",
            "events: '>= 20'",
            "events: at least 20 / 19",
        ),
        (
            "input: input.yaml",
            "via-catch: No",
            "via-catch: yes",
            "via-catch: an error is caught / no error is caught",
        ),
    ];
    for (settings, holds, fails, mismatch) in cases {
        assert_eq!(mismatches(settings, holds), [""; 0], "{settings}: {holds}");
        assert_eq!(
            mismatches(settings, fails),
            [mismatch],
            "{settings}: {fails}"
        );
    }
}

#[test]
fn every_key_has_been_expected_above() {
    let source = include_str!("tests.rs");
    for key in super::expectations::KEYS {
        assert!(source.contains(&format!("\"{key}: ")), "{key}");
    }
}

#[test]
fn without_a_status_it_follows_from_the_rest() {
    assert_eq!(
        mismatches(GONE, "via-catch: true"),
        ["status: SUCCEEDED / FAILED"]
    );
    assert_eq!(
        mismatches(HAPPY, "error: Shop.Closed"),
        ["status: FAILED / SUCCEEDED", "error: Shop.Closed / nothing"]
    );
    assert!(case(&one("    {}")).run(&mut []).is_passed());
    assert!(case(&one("    # nothing")).run(&mut []).is_passed());
}

#[test]
fn all_that_does_not_hold_is_told() {
    let expect = "status: FAILED\noutput: { note: bye, parts: [1] }\nduration: 1s";
    let Verdict::Failed { mismatches, run } = run(HAPPY, expect) else {
        panic!("it fails")
    };
    let told: Vec<String> = mismatches.iter().map(told).collect();
    assert_eq!(
        told,
        [
            "status: FAILED / SUCCEEDED",
            r#"output$.note: "bye" / "hello""#,
            "output$.parts[1]: nothing / 2",
            "duration: 1s / 3s",
        ]
    );
    assert_eq!(
        (run.duration, run.retries, run.via_catch),
        (3_000, 0, false)
    );
}

#[test]
fn a_mismatch_knows_its_line() {
    let text = one("    expect:\n      via-catch: true\n      output: { note: hello, parts: [] }");
    let Verdict::Failed { mismatches, .. } = case(&text).run(&mut []) else {
        panic!("it fails")
    };
    let file = SourceFile::new("scenarios.yaml", text);
    let places: Vec<(usize, Option<&str>)> = mismatches
        .iter()
        .map(|mismatch| {
            (
                file.line_column(mismatch.span.start as usize).line,
                file.slice(mismatch.span),
            )
        })
        .collect();
    let output = "output: { note: hello, parts: [] }";
    assert_eq!(
        places,
        [
            (7, Some("via-catch: true")),
            (8, Some(output)),
            (8, Some(output))
        ]
    );
}

#[test]
fn a_scenario_goes_before_its_file() {
    let text = "
version: 1
definition: machine.asl.json
mocks: mocks.yaml#gone
vars: { Name: left }
scenarios:
  own answers before those of the file:
    vars: { Name: right }
    mocks: { Fetch: { result: { parts: [7] } } }
    expect: { output: { parts: [7] } }
  another file instead:
    mocks: mocks.yaml
    expect: { output-contains: { note: hello } }
  another case of the file:
    mocks: '#busy'
    expect: { retries: 2 }
";
    let loaded = loaded(text);
    assert_eq!(loaded.diagnostics, []);
    assert_eq!(loaded.group(), "shop");
    for case in &loaded.cases {
        let verdict = case.run(&mut []);
        assert!(verdict.is_passed(), "{}: {verdict:?}", case.name);
    }
    let machine = loaded.cases[0].machine().expect("it can be run");
    let fetch = machine.find_anywhere("Fetch").expect("it is there");
    let crate::asl::StateKind::Task(task) = &machine.state(fetch).kind else {
        panic!("it is a Task")
    };
    let resource = task
        .resource
        .as_ref()
        .map(|resource| resource.value.text.to_string());
    assert_eq!(
        resource.as_deref(),
        Some("arn:aws:lambda:us-east-1:123456789012:function:right")
    );
}

#[test]
fn settings_reach_the_execution() {
    let settings = "type: express\n    limits: off\n    seed: 9\n    start-time: 2026-01-31T08:00:00Z\n    execution-name: e-1\n    input: input.json";
    let case = case(&one(&format!("    {settings}")));
    let options = case.options().expect("it can be run");
    assert_eq!(options.workflow_type, crate::asl::WorkflowType::Express);
    assert!(!options.limits.hold());
    assert_eq!((options.seed, &*options.names.execution), (9, "e-1"));
    assert_eq!(&*options.names.state_machine, "machine");
    assert_eq!(options.start.to_string(), "2026-01-31T08:00:00.000Z");
    let mut input = None;
    let mut watch = |event: &Event| {
        if let EventKind::ExecutionStarted { input: given } = &event.kind {
            input = Some(given.clone());
        }
    };
    case.run(&mut [&mut watch]);
    assert_eq!(
        input.map(|input| input.to_compact_json()).as_deref(),
        Some(r#"{"a":1}"#)
    );
}

#[test]
fn inputs_are_files_or_values() {
    let cases = [
        ("input: input.json", r#"{"a":1}"#),
        ("input: input.yaml", r#"{"a":1}"#),
        ("input: '{\"b\": 2}'", r#"{"b":2}"#),
        ("input: '\"text\"'", r#""text""#),
        ("input: [1, two]", r#"[1,"two"]"#),
        ("input: null", "null"),
        ("seed: 0", "{}"),
    ];
    for (settings, expected) in cases {
        let case = case(&one(&format!("    {settings}")));
        let mut events = Vec::new();
        let mut watch = |event: &Event| events.push(event.clone());
        case.run(&mut [&mut watch]);
        let EventKind::ExecutionStarted { input } = &events[0].kind else {
            panic!("{:?}", events[0])
        };
        assert_eq!(input.to_compact_json(), expected, "{settings}");
    }
}

#[test]
fn what_cannot_be_run_is_broken() {
    let message = |settings: &str| match case(&one(&format!("    {settings}"))).run(&mut []) {
        Verdict::Broken(broken) => {
            let found = broken
                .findings
                .map(|found| format!(" ({}: {})", found.0.name, found.1[0].message));
            broken.message + &found.unwrap_or_default()
        }
        verdict => panic!("{verdict:?}"),
    };
    let without = "version: 1\ndefinition: machine.asl.json\nscenarios:\n  it:";
    let Verdict::Broken(broken) = case(without).run(&mut []) else {
        panic!("there is no mock")
    };
    assert_eq!(
        broken.message,
        "`Fetch` calls `arn:aws:lambda:us-east-1:123456789012:function:${Name}`, and no mock answers it"
    );
    assert_eq!(
        message("mocks: { Fetch: [{ error: Busy }] }"),
        "the mocks have no answer for `Fetch` (shop/scenarios.yaml: `Fetch` asks once more than it is answered)"
    );
    assert_eq!(
        message("mocks: broken.yaml"),
        "the mock file `broken.yaml` cannot be used (broken.yaml: `states` is a mapping, but here is an array)"
    );
    assert!(
        message("definition: broken.asl.json")
            .starts_with("the definition `broken.asl.json` is invalid: 1 error ("),
        "{}",
        message("definition: broken.asl.json")
    );
    assert_eq!(
        message("definition: input.json"),
        "`input.json` holds no state machine definition"
    );
    assert_eq!(
        message("input: bad.json"),
        "`bad.json` is no JSON (bad.json: this is no JSON: expected a key in double quotes)"
    );
}

#[test]
fn faults_of_a_file_have_a_place_and_a_remedy() {
    let cases: [(String, &[&str]); 25] = [
        (
            String::new(),
            &[
                "1:1 this scenario file is empty | write `version: 1` and the scenarios under `scenarios`",
            ],
        ),
        (
            "[1]".to_owned(),
            &["1:1 a scenario file is a mapping, but here is an array"],
        ),
        (
            "scenarios: {}".to_owned(),
            &[
                "1:1 a scenario file says which version of the format it is in | write `version: 1` at its top",
                "1:12 `scenarios` holds none | write at least one: silence is not success",
            ],
        ),
        (
            "version: 2\nscenarios: { a: { definition: machine.asl.json } }".to_owned(),
            &["1:10 this version of the format is not known | write `version: 1`"],
        ),
        (
            "version: 1".to_owned(),
            &[
                "1:1 this file holds no scenarios | write them under `scenarios`, each under its name",
            ],
        ),
        (
            "version: 1\nscenario: {}\nscenarios: { a: { definition: machine.asl.json } }"
                .to_owned(),
            &["2:1 a scenario file has no key `scenario` | did you mean `scenarios`?"],
        ),
        (
            "version: 1\nscenarios:\n  a: {}".to_owned(),
            &[
                "3:3 the scenario `a` names no definition | write `definition: FILE`, here or at the top of the file",
            ],
        ),
        (
            one("    definition: machin.asl.json"),
            &[
                "6:17 cannot read `machin.asl.json` | paths are relative to the folder of the scenario file",
            ],
        ),
        (
            one("    inptu: {}"),
            &["6:5 the scenario `it` has no key `inptu` | did you mean `input`?"],
        ),
        (
            one("    visits: [Fetch]"),
            &["6:5 the scenario `it` has no key `visits` | `visits` stands under `expect`"],
        ),
        (
            one("    type: EXPRES"),
            &["6:11 `type` is `STANDARD` or `EXPRESS`, not `EXPRES` | did you mean `EXPRESS`?"],
        ),
        (
            one("    seed: -1"),
            &["6:11 `seed` is a whole number from 0 up, but here is a number"],
        ),
        (
            one("    start-time: noon"),
            &["6:17 `noon` is no instant | write it as in `2026-01-31T08:00:00Z`"],
        ),
        (
            one("    limits: [aws]"),
            &["6:13 `limits` is a text, but here is an array"],
        ),
        (
            one("    mocks: 3"),
            &[
                "6:12 `mocks` is the path of a mock file, or a mapping of states to answers, but here is a number",
            ],
        ),
        (
            one("    mocks: mocks.yaml#bussy"),
            &["6:12 mocks.yaml: this mock file has no case `bussy` | did you mean `busy`?"],
        ),
        (
            one("    mocks: { Fetch: { reslut: 1 } }"),
            &[
                "6:23 an answer has no key `reslut` | did you mean `result`?",
                "6:21 this answer says nothing | write `result`, `payload`, `error`, `timeout`, `never` or `callback`",
            ],
        ),
        (
            "version: 1\ndefinition: machine.asl.json\nscenarios:\n  it: { mocks: '#busy' }"
                .to_owned(),
            &[
                "4:16 `#busy` is a case of no mock file | write `mocks: FILE` at the top of the file, or `FILE#CASE` here",
                "4:16 cannot read `#busy` | paths are relative to the folder of the scenario file",
            ],
        ),
        (
            one("    vars: { '': 1 }"),
            &[
                "6:13 no placeholder can be called `` | names are letters, digits and `_ . : - /`, without `${` and `}`",
            ],
        ),
        (
            one("    input: '{a'"),
            &[
                "6:12 `input` is no JSON: expected a key in double quotes | write the path of a file, JSON, or the input as YAML",
            ],
        ),
        (
            one("    expect: { stauts: FAILED }"),
            &["6:15 `expect` has no key `stauts` | did you mean `status`?"],
        ),
        (
            one("    expect: { visited: Fecth }"),
            &["6:24 the machine has no state `Fecth` | did you mean `Fetch`?"],
        ),
        (
            one("    expect: { visits: [Fetch, Weigh] }"),
            &[
                "6:31 `Weigh` is no state of the machine's own flow | `visits` lists the outermost states; write those in a Map or Parallel under `visited`",
            ],
        ),
        (
            one("    expect: { duration: 41 }"),
            &[
                "6:25 `duration`: a duration needs a unit | write it as in `500ms`, `1.3s`, `20m`, `2h`, `1d` or `1h30m` | put `<=`, `>=`, `<` or `>` before it, or write `40s..2m`",
            ],
        ),
        (
            one("    expect: { events: 5..3 }"),
            &["6:23 nothing lies in this range of `events` | write the smaller figure first"],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(found(&text), expected, "{text}");
        assert!(loaded(&text).cases.is_empty(), "{text}");
    }
}

#[test]
fn a_variable_that_nothing_asks_for_is_told() {
    let text = one("    vars: { Nmae: f }");
    assert_eq!(
        found(&text),
        ["6:13 no placeholder `${Nmae}` stands in the definition | did you mean `Name`?"]
    );
    assert_eq!(loaded(&text).cases.len(), 1, "it is a warning");
}

#[test]
fn findings_in_mock_files_are_kept_once() {
    let text = "version: 1\ndefinition: machine.asl.json\nmocks: { Fecth: { result: 1 } }\nscenarios:\n  a: { mocks: mocks.yaml }\n  b: { mocks: { Fetch: { result: { parts: [] } } } }\n  c: {}";
    assert_eq!(
        found(text),
        ["3:10 the machine has no state `Fecth`, so this is never used | did you mean `Fetch`?"]
    );
}

#[test]
fn a_run_is_the_same_each_time() {
    let mocks = "mocks: { Fetch: { result: { parts: [1] }, latency: 1s..60s } }";
    let case = case(&one(&format!(
        "    seed: 3\n    {mocks}\n    expect: {{ duration: 0s }}"
    )));
    let events = || {
        let mut events = Vec::new();
        let mut watch = |event: &Event| events.push(event.clone());
        let verdict = case.run(&mut [&mut watch]);
        (format!("{verdict:?}"), events)
    };
    let first = events();
    assert!(!first.1.is_empty());
    assert_eq!(first, events());
}

const WORDS: [&str; 32] = [
    "version",
    "scenarios",
    "definition",
    "input",
    "mocks",
    "type",
    "vars",
    "seed",
    "start-time",
    "limits",
    "execution-name",
    "expect",
    "status",
    "output",
    "output-file",
    "output-contains",
    "error",
    "cause",
    "cause-contains",
    "visits",
    "visited",
    "not-visited",
    "via-catch",
    "duration",
    "events",
    "retries",
    "Fetch",
    "machine.asl.json",
    "mocks.yaml",
    "#busy",
    "<= 3s",
    "off",
];

fn tree() -> impl Strategy<Value = serde_json::Value> {
    let word = prop_oneof![4 => prop::sample::select(&WORDS[..]).prop_map(ToOwned::to_owned), 1 => ".{0,6}"];
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        (-2_i64..9).prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        word.clone().prop_map(Into::into),
    ];
    leaf.prop_recursive(5, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
            prop::collection::vec((word.clone(), inner), 0..6)
                .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
        ]
    })
}

fn try_out(text: &str) {
    let loaded = loaded(text);
    for found in &loaded.diagnostics {
        assert!(found.span().range().end <= text.len(), "{found:?}");
    }
    for case in &loaded.cases {
        case.run(&mut []);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_tree_is_taken(whole in tree(), settings in tree(), expect in tree(), mocks in tree()) {
        try_out(&whole.to_string());
        let scenario = serde_json::json!({"mocks": mocks, "expect": expect});
        let file = serde_json::json!({
            "version": 1,
            "definition": "machine.asl.json",
            "scenarios": {"a": settings, "b": scenario},
        });
        try_out(&file.to_string());
        let alone = serde_json::json!({
            "version": 1,
            "definition": "machine.asl.json",
            "mocks": "mocks.yaml",
            "scenarios": {"a": {"expect": expect}},
        });
        try_out(&alone.to_string());
    }

    #[test]
    fn any_text_is_taken(text in "(version: 1\n)?(scenarios:\n)?[ \\-{}\\[\\]:,#a-c\n\"0-9]{0,60}") {
        try_out(&text);
    }
}
