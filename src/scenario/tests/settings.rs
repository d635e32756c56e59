//! What a scenario and its file say of the run, and what keeps a run from coming about.

use super::{case, loaded, one};
use crate::engine::{Event, EventKind};
use crate::scenario::Verdict;

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
