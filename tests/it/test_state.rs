//! `sfnrun test-state`, and what the recorded calls do not show.

use serde_json::{Value as Json, json};
use std::process::{Command, Output};

const MACHINE: &str = r#"{
    "StartAt": "Charge",
    "States": {
        "Charge": {
            "Type": "Task",
            "Resource": "arn:aws:states:::lambda:invoke",
            "Parameters": {"FunctionName": "charge", "Payload.$": "$"},
            "ResultSelector": {"paid.$": "$.Payload"},
            "ResultPath": "$.receipt",
            "Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": 2, "MaxAttempts": 1}],
            "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.fault", "Next": "Charge"}],
            "Next": "Ship"
        },
        "Ship": {"Type": "Succeed", "InputPath": "$.receipt"}
    }
}"#;

fn sfnrun(definition: &str, arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("machine.asl.json");
    std::fs::write(&path, definition).expect("the folder can be written to");
    Command::new(env!("CARGO_BIN_EXE_sfnrun"))
        .arg("test-state")
        .arg(&path)
        .args(arguments)
        .output()
        .expect("the program runs")
}

/// The answer, its exit code beside it.
fn answer(definition: &str, arguments: &[&str]) -> (Json, Option<i32>) {
    let output = sfnrun(definition, arguments);
    let text = String::from_utf8_lossy(&output.stdout);
    let answer = serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!("{error}: {text}{}", String::from_utf8_lossy(&output.stderr))
    });
    (answer, output.status.code())
}

/// Stages as the API reference of InspectionData describes them; values are JSON in a text, as there.
#[test]
fn a_task_tells_of_each_stage() {
    let mock = r#"{"result": "{\"Payload\": 5}"}"#;
    let arguments = ["--state", "Charge", "--inspection-level", "DEBUG"];
    let (answer, code) = answer(
        MACHINE,
        &[&arguments[..], &["--input", r#"{"id":1}"#, "--mock", mock]].concat(),
    );
    assert_eq!(
        answer,
        json!({
            "status": "SUCCEEDED",
            "output": r#"{"id":1,"receipt":{"paid":5}}"#,
            "nextState": "Ship",
            "inspectionData": {
                "input": r#"{"id":1}"#,
                "afterInputPath": r#"{"id":1}"#,
                "afterParameters": r#"{"FunctionName":"charge","Payload":{"id":1}}"#,
                "result": r#"{"Payload": 5}"#,
                "afterResultSelector": r#"{"paid":5}"#,
                "afterResultPath": r#"{"id":1,"receipt":{"paid":5}}"#
            }
        })
    );
    assert_eq!(code, Some(0));
}

/// API reference, "TestStateConfiguration": `retrierRetryCount` are the retries so far.
#[test]
fn a_retrier_comes_before_a_catcher_until_it_has_no_attempt_left() {
    let arguments = ["--state", "Charge", "--inspection-level", "DEBUG", "--mock"];
    let arguments = [
        &arguments[..],
        &[r#"{"errorOutput": {"error": "Busy", "cause": "x"}}"#],
    ]
    .concat();
    let (first, code) = answer(MACHINE, &arguments);
    assert_eq!(first["status"], "RETRIABLE");
    assert_eq!(
        first["inspectionData"]["errorDetails"],
        json!({"retryIndex": 0, "retryBackoffIntervalSeconds": 2})
    );
    assert_eq!(code, Some(1));

    let configuration = ["--state-configuration", r#"{"retrierRetryCount": 1}"#];
    let (second, code) = answer(MACHINE, &[&arguments[..], &configuration].concat());
    assert_eq!(second["status"], "CAUGHT_ERROR");
    // The catcher leads back to the very state, which goes by another name while it is tested.
    assert_eq!(second["nextState"], "Charge");
    assert_eq!(
        second["output"],
        r#"{"fault":{"Error":"Busy","Cause":"x"}}"#
    );
    assert_eq!(
        second["inspectionData"]["errorDetails"],
        json!({"catchIndex": 0, "retryIndex": 0})
    );
    assert_eq!(code, Some(1));
}

/// States Language, "Input and Output Processing": Succeed and Wait have an `InputPath`.
#[test]
fn succeed_and_wait_hand_on_their_input_after_input_path() {
    let input = ["--input", r#"{"receipt":[1]}"#];
    let (succeed, _) = answer(MACHINE, &[&["--state", "Ship"], &input[..]].concat());
    assert_eq!(succeed["output"], "[1]");
    let wait = r#"{"Type": "Wait", "Seconds": 60, "InputPath": "$.receipt", "Next": "Anywhere"}"#;
    let (wait, _) = answer(wait, &input);
    assert_eq!(wait["output"], "[1]");
    assert_eq!(wait["nextState"], "Anywhere");
}

/// API reference, "TestState": a test takes five minutes at most.
#[test]
fn a_test_ends_after_five_minutes() {
    let (answer, code) = answer(r#"{"Type": "Wait", "Seconds": 301, "End": true}"#, &[]);
    assert_eq!(
        answer,
        json!({"status": "FAILED", "error": "States.Timeout"})
    );
    assert_eq!(code, Some(1));
}

/// API reference, "InspectionData": what each iteration gets, and the batches of it; `ItemsPointer` before them.
#[test]
fn a_map_tells_of_its_items_on_their_way() {
    let map = r#"{
        "Type": "Map",
        "ItemReader": {
            "Resource": "arn:aws:states:::s3:getObject",
            "ReaderConfig": {"InputType": "JSON", "ItemsPointer": "/orders"},
            "Parameters": {"Bucket": "b", "Key": "k"}
        },
        "ItemSelector": {"n.$": "$$.Map.Item.Value"},
        "ItemBatcher": {"MaxItemsPerBatch": 2},
        "ItemProcessor": {
            "ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"},
            "StartAt": "One",
            "States": {"One": {"Type": "Pass", "End": true}}
        },
        "End": true
    }"#;
    let (answer, _) = answer(
        map,
        &[
            "--inspection-level",
            "TRACE",
            "--mock",
            r#"{"result": [0, 0]}"#,
            "--state-configuration",
            r#"{"mapItemReaderData": "{\"orders\": [1,2,3]}"}"#,
        ],
    );
    let data = &answer["inspectionData"];
    assert_eq!(data["afterItemsPointer"], "[1,2,3]");
    assert_eq!(data["afterItemSelector"], r#"[{"n":1},{"n":2},{"n":3}]"#);
    assert_eq!(
        data["afterItemBatcher"],
        r#"[{"Items":[{"n":1},{"n":2}]},{"Items":[{"n":3}]}]"#
    );
}

/// What is refused ends with 2, what cannot be run here with 4; both name the state or the fault.
#[test]
fn what_has_no_answer_says_why() {
    let cases: [(&str, &[&str], i32, &str); 6] = [
        (MACHINE, &[], 2, "add `--state`: `Charge` or `Ship`"),
        (
            MACHINE,
            &["--state", "Gone"],
            2,
            "State not found in definition",
        ),
        (
            MACHINE,
            &["--state", "Charge"],
            4,
            "Task state `Charge` has no mock",
        ),
        (
            MACHINE,
            &["--state", "Charge", "--mock", r#"{"resalt": 1}"#],
            2,
            "no member `resalt`",
        ),
        (
            MACHINE,
            &["--state", "Charge", "--mock", r#"{"result": "not JSON"}"#],
            2,
            "`result` of the mock is no JSON text",
        ),
        (
            r#"{"Type": "Pass", "Resalt": 1, "End": true}"#,
            &[],
            2,
            "Field 'Resalt' is not supported at /States/StateName",
        ),
    ];
    for (definition, arguments, code, words) in cases {
        let output = sfnrun(definition, arguments);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {told}");
        assert!(told.contains(words), "{arguments:?}: {told}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}
