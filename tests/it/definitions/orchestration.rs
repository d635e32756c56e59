//! `definitions/orchestration`

use super::{everything_is_used, files, read_definition, scenarios_pass, transcript, validated};
use serde_json::Value;

const SYSTEM: &str = "orchestration";
const ANTI_PATTERNS: &str = "orchestration/anti-patterns";
const EXPRESS: [&str; 2] = ["--type", "EXPRESS"];

/// A definition for each pattern.
const PATTERNS: [&str; 6] = [
    "approval.asl.json",
    "command.asl.json",
    "direct-integrations.asl.json",
    "order-saga.asl.json",
    "process-files.asl.json",
    "submit-command.asl.json",
];

#[test]
fn every_scenario_passes() {
    scenarios_pass(SYSTEM, 104);
    scenarios_pass(ANTI_PATTERNS, 11);
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

/// Neither by themselves nor with what is known from their inputs and mocks.
#[test]
fn the_patterns_have_no_findings() {
    let definitions = files(SYSTEM, ".asl.json");
    assert_eq!(definitions, PATTERNS.map(str::to_owned).into());
    for name in PATTERNS {
        assert_eq!(validated(SYSTEM, name, &[]), Vec::<String>::new(), "{name}");
        let system = name.trim_end_matches(".asl.json");
        let input = match system {
            "approval" => "approval",
            "process-files" => "files",
            "command" | "submit-command" => "command",
            _ => "order",
        };
        let input = format!("definitions/{SYSTEM}/inputs/{input}.json");
        let mocks = format!("definitions/{SYSTEM}/{system}.mocks.yaml");
        let known = ["--input", &input, "--mocks", &mocks];
        assert_eq!(
            validated(SYSTEM, name, &known),
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

/// What `validate` says of the anti-patterns by itself, and what by the pedantic rules too.
#[test]
fn validate_says_of_the_anti_patterns_what_it_knows() {
    let known = |name: &str| match name {
        "language-exceptions" => vec![
            "warning lambda-without-retry /States/ChargePayment line 7",
            "warning language-exception-name /States/ChargePayment/Retry[0] line 17",
            "warning language-exception-name /States/ChargePayment/Catch[0] line 24",
        ],
        "no-compensation" => vec!["warning missing-compensation /States/ChargePayment line 5"],
        "raw-token-to-person" => vec!["warning token-sent-to-person /States/AskByMail line 11"],
        "retry-everything" => vec![
            "warning business-error-retried /States/ChargePayment/Retry[0] line 16",
            "warning retry-of-everything /States/ChargePayment/Retry[0] line 16",
        ],
        "uncapped-distributed-map" => vec![
            "warning map-without-max-concurrency /States/RenderInvoices line 5",
            "warning retry-without-jitter /States/RenderInvoices/ItemProcessor/States/RenderInvoice/Retry[0] line 28",
        ],
        _ => Vec::new(),
    };
    let definitions = files(ANTI_PATTERNS, ".asl.json");
    assert_eq!(definitions.len(), 9);
    for name in &definitions {
        let expected = known(name.trim_end_matches(".asl.json"));
        assert_eq!(validated(ANTI_PATTERNS, name, &[]), expected, "{name}");
    }
    let by = |name: &str, rule: &str| validated(ANTI_PATTERNS, name, &["--select", rule]);
    assert_eq!(
        by("lambda-glue.asl.json", "lambda-glue").len(),
        3,
        "three functions that do one call each"
    );
    assert_eq!(
        by("unqualified-arns.asl.json", "unqualified-arn"),
        [
            "warning unqualified-arn /States/QuoteOrder line 7",
            "warning unqualified-arn /States/ChargePayment line 37",
            "warning unqualified-arn /States/RunOrderSaga line 64",
        ]
    );
    assert_eq!(
        by(
            "uncapped-distributed-map.asl.json",
            "distributed-map-all-or-nothing"
        ),
        ["warning distributed-map-all-or-nothing /States/RenderInvoices line 5"]
    );
}

/// How large an invoice is stands nowhere in the definition. Five of 60 KiB are more than the 256 KiB that a state may have.
#[test]
fn mocks_show_that_the_state_grows_too_large() {
    let input = format!("definitions/{SYSTEM}/inputs/five-orders.json");
    let mocks = format!("definitions/{ANTI_PATTERNS}/huge-state.mocks.yaml");
    assert_eq!(
        validated(
            ANTI_PATTERNS,
            "huge-state.asl.json",
            &["--input", &input, "--mocks", &mocks]
        ),
        ["warning payload-over-limit /States/RenderInvoices line 5"]
    );
}

/// The code and the messages are those that AWS gives for these two patterns. A distributed Map is refused as well.
#[test]
fn express_takes_neither_callback_nor_nested_machine() {
    assert_eq!(
        validated(ANTI_PATTERNS, "express-with-callback.asl.json", &EXPRESS),
        [
            "error express-pattern /States/RequestApproval/Resource line 7",
            "error express-pattern /States/RunOrderSaga/Resource line 18",
        ]
    );
    for name in PATTERNS {
        let waits = [
            "approval.asl.json",
            "direct-integrations.asl.json",
            "process-files.asl.json",
        ]
        .contains(&name);
        let refused = validated(SYSTEM, name, &EXPRESS)
            .iter()
            .any(|finding| finding.starts_with("error express-pattern"));
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
