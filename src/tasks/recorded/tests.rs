use super::recorded_mocks;
use crate::asl::{LowerOptions, StateMachine, lower};
use crate::base::Timestamp;
use crate::engine::{Event, EventKind, FrameId, TaskToken, VisitId};
use crate::source::json;
use crate::value::{Value, read};

const TASK: &str = r#"{"StartAt": "T", "States": {"T": {"Type": "Task", "TimeoutSeconds": 86400, "HeartbeatSeconds": 60,
    "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken", "Parameters": {}, "End": true}}}"#;

fn machine() -> StateMachine {
    let tree = json::read(TASK);
    let root = tree.root.expect("the definition has a root");
    lower(&root, &LowerOptions::default())
        .machine
        .expect("a definition")
}

/// The mock file of one call, which says something after so many milliseconds.
fn written(heartbeat: Option<u64>, after: i64, end: EventKind) -> String {
    let machine = machine();
    let state = machine.states[0].id;
    let event = |at, id, kind| Event {
        at: Timestamp(at),
        id,
        previous: 0,
        child: None,
        frame: FrameId(0),
        visit: Some(VisitId(0)),
        kind,
    };
    let scheduled = EventKind::TaskScheduled {
        state,
        parameters: Value::empty_object(),
        timeout: Some(86_400),
        heartbeat,
        role: None,
        token: Some(TaskToken::new(TOKEN.into())),
    };
    let submitted = EventKind::TaskSubmitted {
        state,
        output: read(r#"{"MessageId":"m"}"#).expect("it is JSON"),
    };
    let ended = EventKind::ExecutionSucceeded {
        output: Value::Null,
    };
    let events = [
        event(0, 1, scheduled),
        event(0, 2, submitted),
        event(after, 3, end),
        event(after, 4, ended),
    ];
    let mocks = recorded_mocks(&machine, &events, "");
    assert_eq!((mocks.answers, mocks.notes.len()), (1, 0));
    mocks.text
}

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

fn succeeded(output: &str) -> EventKind {
    EventKind::TaskSucceeded {
        state: machine().states[0].id,
        output: read(output).expect("it is JSON"),
    }
}

#[test]
fn strikes_task_tokens_out() {
    let text = written(None, 1500, succeeded(&format!(r#"{{"echo":"<{TOKEN}>"}}"#)));
    assert_eq!(
        text,
        "version: 1\nstates:\n  T:\n    submitted:\n      MessageId: m\n    result:\n      echo: <***>\n    latency: 1.5s\n"
    );
}

/// Keys that mean something in a mock file, and white space, which AWS keeps.
#[test]
fn writes_what_would_be_read_otherwise() {
    let text = written(None, 0, succeeded(r#"{"$merge":1}"#));
    assert!(text.contains("$$merge: 1"), "{text}");
    let text = written(None, 0, succeeded(r#"{"a.$": "it's"}"#));
    assert!(text.contains(r#"$json: '{"a.$": "it''s"}'"#), "{text}");
    let text = written(None, 0, succeeded(r#"{"a":[1, 2]}"#));
    assert!(text.contains(r#"$json: '{"a":[1, 2]}'"#), "{text}");
    let text = written(None, 0, succeeded("{\n  \"a\": true\n}"));
    assert!(
        text.contains("$json: |-\n        {\n          \"a\": true\n        }\n"),
        "{text}"
    );
}

/// Recorded histories do not show SendTaskHeartbeat; without one in every minute this call could not have taken an hour.
#[test]
fn what_outlives_its_heartbeat_limit_has_given_signs_of_life() {
    let text = written(Some(60), 3_600_000, succeeded("true"));
    assert!(text.contains("every: 30s"), "{text}");
    assert!(text.contains("after: 1h"), "{text}");
    assert!(text.contains("success: true"), "{text}");
    let lost = EventKind::TaskTimedOut {
        state: machine().states[0].id,
        error: Some("States.Timeout".into()),
        cause: None,
    };
    let text = written(Some(60), 150_000, lost.clone());
    assert!(text.contains("after: 1m30s"), "the last sign: {text}");
    let text = written(Some(60), 60_000, lost);
    assert!(text.contains("timeout: true"), "{text}");
}

#[test]
fn a_failure_without_a_name_stays_one() {
    let failed = EventKind::TaskFailed {
        state: machine().states[0].id,
        error: None,
        cause: None,
    };
    assert!(written(None, 0, failed).contains("error: null"));
}
