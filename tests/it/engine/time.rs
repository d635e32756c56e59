//! Waits, time-outs, heartbeats.

use super::{answers, exec, exec_with, lambda, succeeds};
use serde_json::json;
use sfnrun::asl::WorkflowType;
use sfnrun::engine::{EventKind, Options, Status, TaskOutcome};
use sfnrun::tasks::TimedOutcome;
use sfnrun::value::Value;

const DAY: i64 = 24 * 3600 * 1000;

#[test]
fn a_wait_of_thirty_days_ends_at_once() {
    let definition = json!({"StartAt": "W", "States": {"W": {"Type": "Wait", "Seconds": 2_592_000, "End": true}}});
    let ran = exec(&definition, json!({"a": 1}), answers([]));
    assert_eq!(ran.duration(), 30 * DAY);
    assert_eq!(ran.output(), json!({"a": 1}));
}

#[test]
fn waits_until_an_instant_and_not_at_all_for_one_that_is_past() {
    let wait = |timestamp: &str| {
        let definition = json!({"StartAt": "W", "States": {"W": {"Type": "Wait", "Timestamp": timestamp, "End": true}}});
        exec(&definition, json!({}), answers([])).duration()
    };
    // Executions start at 2026-01-01T00:00:00Z by default.
    assert_eq!(wait("2026-01-02T00:00:01Z"), DAY + 1000);
    assert_eq!(wait("2025-12-31T00:00:00Z"), 0);
}

#[test]
fn a_task_that_is_too_slow_times_out() {
    let definition =
        json!({"StartAt": "T", "States": {"T": lambda(json!({"TimeoutSeconds": 5, "End": true}))}});
    let ran = exec(
        &definition,
        json!({}),
        answers([("T", vec![succeeds(5001, json!(1))])]),
    );
    assert_eq!(
        (ran.error(), ran.outcome.cause.as_deref()),
        ("States.Timeout", None)
    );
    assert_eq!(ran.outcome.status, Status::Failed);
    assert_eq!(ran.duration(), 5000);
}

#[test]
fn heartbeats_keep_a_task_alive() {
    let definition = json!({"StartAt": "T", "States": {"T": {
        "Type": "Task", "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
        "Parameters": {"QueueUrl": "q", "MessageBody": {"token.$": "$$.Task.Token"}},
        "TimeoutSeconds": 100, "HeartbeatSeconds": 10, "End": true
    }}});
    let beats = |times: &[i64], end: i64| {
        let mut script: Vec<TimedOutcome> = times
            .iter()
            .map(|at| TimedOutcome::new(at * 1000, TaskOutcome::Heartbeat))
            .collect();
        script.push(TimedOutcome::new(
            end * 1000,
            TaskOutcome::Succeeded(Value::from(1)),
        ));
        exec(&definition, json!({}), answers([("T", vec![script])]))
    };
    assert_eq!(beats(&[9, 18, 27], 36).outcome.status, Status::Succeeded);
    let lost = beats(&[9, 20], 21);
    assert_eq!((lost.error(), lost.duration()), ("States.Timeout", 19_000));
}

#[test]
fn the_machine_itself_times_out() {
    let definition = json!({"TimeoutSeconds": 60, "StartAt": "W", "States": {"W": {"Type": "Wait", "Seconds": 61, "End": true}}});
    let ran = exec(&definition, json!({}), answers([]));
    assert_eq!(ran.outcome.status, Status::TimedOut);
    assert_eq!(ran.duration(), 60_000);
    assert!(matches!(
        ran.events.last().expect("an event").kind,
        EventKind::ExecutionTimedOut { .. }
    ));
}

#[test]
fn an_express_execution_has_five_minutes() {
    // Service quotas: "Maximum execution time: 5 minutes" of Express workflows.
    let definition =
        json!({"StartAt": "W", "States": {"W": {"Type": "Wait", "Seconds": 301, "End": true}}});
    let options = Options {
        workflow_type: WorkflowType::Express,
        ..Options::default()
    };
    let ran = exec_with(&definition, json!({}), answers([]), options);
    assert_eq!(
        (ran.outcome.status, ran.duration()),
        (Status::TimedOut, 300_000)
    );
}

#[test]
fn a_standard_execution_has_a_year() {
    let definition = json!({"StartAt": "W", "States": {"W": {"Type": "Wait", "Seconds": 40_000_000, "End": true}}});
    let ran = exec(&definition, json!({}), answers([]));
    assert_eq!(
        (ran.outcome.status, ran.duration()),
        (Status::TimedOut, 365 * DAY)
    );
}
