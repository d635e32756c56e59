//! Retry and Catch.

use super::{answers, exec, exec_with, fails, lambda, succeeds};
use serde_json::{Value as Json, json};
use sfnrun::engine::{EventKind, Options};

fn with_retry(retry: Json) -> Json {
    json!({"StartAt": "T", "States": {"T": lambda(json!({"Retry": retry, "End": true}))}})
}

fn delays(ran: &super::Ran) -> Vec<i64> {
    let delays = ran.events.iter().filter_map(|event| match event.kind {
        EventKind::RetryScheduled { delay, .. } => Some(delay),
        _ => None,
    });
    delays.collect()
}

#[test]
fn backs_off_as_the_specification_says() {
    // Amazon States Language, "Errors": IntervalSeconds 3, BackoffRate 2, MaxDelaySeconds 10: 3, 6, then 10.
    let retry = json!([{"ErrorEquals": ["States.ALL"], "IntervalSeconds": 3, "BackoffRate": 2, "MaxAttempts": 4, "MaxDelaySeconds": 10}]);
    let ran = exec(
        &with_retry(retry),
        json!({}),
        answers([("T", vec![fails(500, "E")])]),
    );
    assert_eq!(delays(&ran), [3000, 6000, 10_000, 10_000]);
    assert_eq!(ran.duration(), 5 * 500 + 29_000);
    assert_eq!(ran.error(), "E");
}

#[test]
fn has_the_defaults_of_the_specification() {
    // "IntervalSeconds … default value is 1", "MaxAttempts … default value is 3", "BackoffRate … default value is 2.0".
    let retry = json!([{"ErrorEquals": ["States.ALL"]}]);
    let ran = exec(
        &with_retry(retry),
        json!({}),
        answers([("T", vec![fails(0, "E")])]),
    );
    assert_eq!(delays(&ran), [1000, 2000, 4000]);
}

#[test]
fn counts_attempts_for_each_retrier() {
    // The example of the specification: each Retrier tracks its own attempts.
    let retry = json!([
        {"ErrorEquals": ["A", "B"], "IntervalSeconds": 1, "BackoffRate": 2.0, "MaxAttempts": 2},
        {"ErrorEquals": ["C"], "IntervalSeconds": 5}
    ]);
    let script = vec![
        fails(0, "A"),
        fails(0, "B"),
        fails(0, "C"),
        fails(0, "C"),
        fails(0, "A"),
    ];
    let ran = exec(&with_retry(retry), json!({}), answers([("T", script)]));
    assert_eq!(delays(&ran), [1000, 2000, 5000, 10_000]);
    assert_eq!(ran.error(), "A");
}

#[test]
fn does_not_retry_with_no_attempts() {
    let retry = json!([{"ErrorEquals": ["States.ALL"], "MaxAttempts": 0}]);
    let ran = exec(
        &with_retry(retry),
        json!({}),
        answers([("T", vec![fails(0, "E")])]),
    );
    assert_eq!(delays(&ran), Vec::<i64>::new());
}

#[test]
fn full_jitter_stays_below_the_delay_and_follows_the_seed() {
    let retry = json!([{"ErrorEquals": ["States.ALL"], "IntervalSeconds": 8, "MaxAttempts": 5, "JitterStrategy": "FULL"}]);
    let delays_of = |seed| {
        let options = Options {
            seed,
            ..Options::default()
        };
        let ran = exec_with(
            &with_retry(retry.clone()),
            json!({}),
            answers([("T", vec![fails(0, "E")])]),
            options,
        );
        delays(&ran)
    };
    let first = delays_of(1);
    for (retry, delay) in first.iter().enumerate() {
        assert!((0..=8000 << retry).contains(delay), "{first:?}");
    }
    assert_eq!(first, delays_of(1));
    assert_ne!(first, delays_of(2));
}

#[test]
fn the_first_catcher_that_takes_the_error_counts() {
    let definition = json!({"StartAt": "T", "States": {
        "T": lambda(json!({"Catch": [
            {"ErrorEquals": ["A"], "Next": "First"},
            {"ErrorEquals": ["B"], "ResultPath": "$.error", "Next": "Second"},
            {"ErrorEquals": ["States.ALL"], "Next": "First"}
        ], "End": true})),
        "First": {"Type": "Pass", "End": true},
        "Second": {"Type": "Pass", "End": true}
    }});
    let ran = exec(
        &definition,
        json!({"id": 7}),
        answers([("T", vec![fails(0, "B")])]),
    );
    assert_eq!(ran.entered(), ["T", "Second"]);
    assert_eq!(
        ran.output(),
        json!({"id": 7, "error": {"Error": "B", "Cause": "cause"}})
    );
}

#[test]
fn task_failed_takes_everything_but_timeouts() {
    // Amazon States Language, "States.TaskFailed" with AWS's guide, "Error handling": any error but States.Timeout.
    let definition = json!({"StartAt": "T", "States": {
        "T": lambda(json!({"TimeoutSeconds": 2, "Catch": [{"ErrorEquals": ["States.TaskFailed"], "Next": "Caught"}], "End": true})),
        "Caught": {"Type": "Pass", "End": true}
    }});
    let failed = exec(
        &definition,
        json!({}),
        answers([("T", vec![fails(0, "Any")])]),
    );
    assert_eq!(failed.entered(), ["T", "Caught"]);
    let timed_out = exec(
        &definition,
        json!({}),
        answers([("T", vec![succeeds(3000, json!(1))])]),
    );
    assert_eq!(timed_out.error(), "States.Timeout");
}

#[test]
fn a_retried_task_can_succeed_and_sees_its_retry_count() {
    let definition = json!({"StartAt": "T", "States": {"T": {
        "Type": "Task", "Resource": "arn:aws:states:::lambda:invoke",
        "Parameters": {"FunctionName": "f", "Payload": {"try.$": "$$.State.RetryCount"}},
        "Retry": [{"ErrorEquals": ["States.ALL"]}], "End": true
    }}});
    let script = vec![
        fails(0, "E"),
        fails(0, "E"),
        succeeds(0, json!({"ok": true})),
    ];
    let ran = exec(&definition, json!({}), answers([("T", script)]));
    assert_eq!(ran.output(), json!({"ok": true}));
    let tries: Vec<Json> = ran
        .events
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::TaskScheduled { parameters, .. } => {
                Some(Json::from(parameters)["Payload"]["try"].clone())
            }
            _ => None,
        })
        .collect();
    assert_eq!(tries, [json!(0), json!(1), json!(2)]);
}
