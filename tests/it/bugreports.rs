//! What public bug reports tell of executions: `cases/bugreports`, run to the end that AWS gave.
//! `lint/bugreports.rs` holds what a linter is to say of the same definitions.

use crate::shared;
use serde_json::{Value as Json, json};
use sfnrun::asl::{Definition, WorkflowType};
use sfnrun::engine::Options;
use sfnrun::run::{Clock, End, Surroundings, run};
use sfnrun::source::{Bindings, SourceFile};
use sfnrun::tasks::MockFile;
use sfnrun::value::Value;
use std::sync::Arc;

/// Runs a case and compares everything that its `expect` says.
fn holds(file: &str) {
    let Some(case) = shared::json(&format!("cases/bugreports/{file}"), "a bug report") else {
        return;
    };
    let case = Json::from(&case);
    let (name, text) = match case["definition"].as_str() {
        Some(yaml) => ("case.asl.yaml", yaml.to_owned()),
        None => ("case.asl.json", case["definition"].to_string()),
    };
    let file = SourceFile::new(name, text);
    let definition = Definition::load(file, &Bindings::default(), WorkflowType::Standard);
    let expect = &case["expect"];
    assert_eq!(
        definition.has_errors(),
        expect["status"] == "INVALID",
        "{:?}",
        definition.diagnostics
    );
    if definition.has_errors() {
        return;
    }
    let machine = Arc::new(definition.machine.expect("it holds a machine"));
    let mocks = mocks(&case["tasks"]);
    let mocks = mocks.select(None, None).expect("it has states");
    let mut handler = mocks.handler(&machine, 0);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let end = runtime.block_on(run(
        machine.clone(),
        Options::default(),
        Value::from(&case["input"]),
        Clock::Virtual,
        Surroundings {
            handler: &mut handler,
            live: None,
            reports: None,
            store: None,
            machines: None,
            consumers: &mut [],
        },
        std::future::pending(),
    ));
    let End::Finished(outcome) = end else {
        panic!("{end:?}")
    };
    assert_eq!(
        outcome.status.to_string(),
        expect["status"].as_str().expect("a status")
    );
    assert_eq!(outcome.error.as_deref(), expect["error"].as_str());
    let cause = outcome.cause.as_deref().unwrap_or_default();
    for part in expect["cause_contains"].as_array().into_iter().flatten() {
        let part = part.as_str().expect("a text");
        assert!(cause.contains(part), "no {part} in {cause}");
    }
    if let Some(state) = expect["failed_state"].as_str() {
        let failure = outcome.failure.expect("a state failed");
        assert_eq!(&*machine.state(failure.state).name.value, state);
    }
}

/// The attempts of each Task in order, of which the last one repeats.
fn mocks(tasks: &Json) -> MockFile {
    let mut states = tasks.clone();
    for attempts in states
        .as_object_mut()
        .into_iter()
        .flat_map(|all| all.values_mut())
    {
        for attempt in attempts.as_array_mut().into_iter().flatten() {
            if let Some(output) = attempt.as_object_mut().and_then(|one| one.remove("output")) {
                attempt["result"] = output;
            }
        }
        if let Some(last) = attempts.as_array_mut().and_then(|all| all.last_mut()) {
            last["repeat"] = "forever".into();
        }
    }
    let text = json!({ "version": 1, "states": states }).to_string();
    let tree = SourceFile::new("mocks.json", text).read();
    let (file, found) = MockFile::from_tree("mocks.json", &tree);
    assert!(found.is_empty(), "{found:?}");
    file
}

#[test]
fn after_a_catch_without_result_path_the_input_is_gone() {
    holds("01_catch_without_resultpath_loses_input.json");
}

#[test]
fn one_throttled_iteration_fails_the_map() {
    holds("02_map_unbounded_throttles_lambda.json");
}

#[test]
fn a_function_in_a_path_finds_nothing() {
    holds("03_jsonpath_function_in_path.json");
}

#[test]
fn an_unquoted_no_of_yaml_is_refused() {
    holds("04_yaml_yes_no_become_booleans.json");
}

#[test]
fn a_result_without_result_path_replaces_the_input() {
    holds("05_default_resultpath_replaces_input.json");
}
