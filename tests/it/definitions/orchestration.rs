//! `definitions/orchestration`

use super::{everything_is_used, files, findings, read_definition, scenarios_pass, transcript};
use serde_json::Value;
use sfnrun::asl::WorkflowType::{Express, Standard};

const SYSTEM: &str = "orchestration";
const ANTI_PATTERNS: &str = "orchestration/anti-patterns";

/// A definition for each pattern.
const PATTERNS: [&str; 5] = [
    "approval.asl.json",
    "command.asl.json",
    "direct-integrations.asl.json",
    "order-saga.asl.json",
    "submit-command.asl.json",
];

#[test]
fn every_scenario_passes() {
    scenarios_pass(SYSTEM, 90);
    scenarios_pass(ANTI_PATTERNS, 10);
}

#[test]
fn every_definition_and_every_case_is_used() {
    everything_is_used(SYSTEM);
    everything_is_used(ANTI_PATTERNS);
}

#[test]
fn the_readme_prints_what_comes_out() {
    transcript::holds("definitions/orchestration/README.md");
}

#[test]
fn the_patterns_have_no_findings() {
    assert_eq!(
        files(SYSTEM, ".asl.json"),
        PATTERNS.map(str::to_owned).into()
    );
    for name in PATTERNS {
        assert_eq!(
            findings(SYSTEM, name, Standard),
            Vec::<String>::new(),
            "{name}"
        );
    }
}

/// Each side effect can be repeated, so each has a retrier of its own, and each failure has a way.
#[test]
fn every_task_of_the_patterns_is_retried_caught_and_limited() {
    for name in PATTERNS {
        for (state, task) in tasks(&read_definition(SYSTEM, name)) {
            for field in ["Retry", "Catch", "TimeoutSeconds"] {
                assert!(!task[field].is_null(), "{name}: {state} has no {field}");
            }
            for retrier in task["Retry"].as_array().unwrap() {
                for error in retrier["ErrorEquals"].as_array().unwrap() {
                    let error = error.as_str().unwrap();
                    assert!(
                        !["States.ALL", "States.TaskFailed", "Payment.Declined"].contains(&error),
                        "{name}: {state} retries {error}"
                    );
                }
            }
        }
    }
}

/// Functions and machines are called by version or alias; no function only wraps a call of a service.
#[test]
fn the_patterns_call_aliases() {
    for name in PATTERNS {
        for (state, task) in tasks(&read_definition(SYSTEM, name)) {
            for parameter in ["FunctionName", "StateMachineArn"] {
                if let Some(arn) = task["Parameters"][parameter].as_str() {
                    assert!(arn.ends_with(":live"), "{name}: {state} calls {arn}");
                }
            }
        }
    }
    let functions = tasks(&read_definition(SYSTEM, "direct-integrations.asl.json"))
        .into_iter()
        .filter(|(_, task)| task["Resource"].as_str().unwrap().contains("lambda"));
    assert_eq!(functions.count(), 0);
}

/// What `validate` says of the anti-patterns today. Most rules for them are to come.
#[test]
fn validate_says_of_the_anti_patterns_what_it_knows() {
    let known = [(
        "language-exceptions.asl.json",
        "Warning lambda-without-retry /States/ChargePayment",
    )];
    let definitions = files(ANTI_PATTERNS, ".asl.json");
    assert_eq!(definitions.len(), 8);
    for name in &definitions {
        let expected: Vec<&str> = known
            .iter()
            .filter(|(of, _)| of == name)
            .map(|(_, finding)| *finding)
            .collect();
        assert_eq!(findings(ANTI_PATTERNS, name, Standard), expected, "{name}");
    }
}

/// The code and the messages are those that AWS gives for these two patterns.
#[test]
fn express_takes_neither_callback_nor_nested_machine() {
    assert_eq!(
        findings(ANTI_PATTERNS, "express-with-callback.asl.json", Express),
        [
            "Error express-pattern /States/RequestApproval/Resource",
            "Error express-pattern /States/RunOrderSaga/Resource",
        ]
    );
    for name in PATTERNS {
        let waits = ["approval.asl.json", "direct-integrations.asl.json"].contains(&name);
        let refused = findings(SYSTEM, name, Express)
            .iter()
            .any(|finding| finding.starts_with("Error express-pattern"));
        assert_eq!(refused, waits, "{name}");
    }
}

/// The Task states of a definition without Maps and Parallels.
fn tasks(definition: &Value) -> Vec<(String, Value)> {
    let states = definition["States"]
        .as_object()
        .expect("a definition has states");
    let tasks = states.iter().filter(|(_, state)| state["Type"] == "Task");
    tasks
        .map(|(name, state)| (name.clone(), state.clone()))
        .collect()
}
