use super::*;
use crate::diagnostics::Severity;
use crate::engine::Options;
use crate::history::testing::{fail, machine, run, succeed};
use crate::history::{HistoryOptions, history_event};

fn read(text: &str) -> (Option<ImportedHistory>, Vec<Diagnostic>) {
    import(&SourceFile::new("history.json", text.to_owned()), None)
}

/// What a refused history is told, and the text at the place.
fn refused(text: &str) -> (String, String) {
    let (history, findings) = read(text);
    assert!(history.is_none(), "{text}");
    let error = findings
        .iter()
        .find(|finding| finding.severity == Severity::Error)
        .expect("a fault is told");
    let span = error.span();
    let place = &text[span.start as usize..span.end as usize];
    (error.message.clone(), place.to_owned())
}

#[test]
fn tells_where_a_broken_file_is_broken() {
    assert_eq!(
        refused(r#"{"events": [{"id": 1, "type": "ExecutionStarted", "timestamp": "noon"}]}"#).1,
        r#""noon""#
    );
    assert_eq!(
        refused(r#"{"events": [{"id": "1", "type": "ExecutionStarted"}]}"#),
        (
            "the `id` of an event is a whole number from 1".to_owned(),
            r#""1""#.to_owned()
        )
    );
    assert_eq!(
        refused(r#"{"events": [{"id": 1}]}"#).0,
        "the `type` of an event is a text"
    );
    assert_eq!(
        refused(r#"{"executionArn": "a"}"#).0,
        "this history has no `events`"
    );
    assert_eq!(refused(r#"{"events": 3}"#).1, "3");
    assert_eq!(refused("").0, "this history is empty");
    assert_eq!(refused("[]").0, "this history has no events");
    for cut in [r#"{"events": [{"id": 1, "#, r#"{"events": ["#] {
        assert!(read(cut).0.is_none(), "{cut}");
    }
    let twice = r#"{"events": [{"id": 1, "type": "ExecutionStarted"}, {"id": 1, "type": "A"}]}"#;
    assert_eq!(refused(twice).0, "two events have the id 1");
    let gap = |second: u64, third: u64| {
        format!(
            r#"[{{"id": 1, "type": "ExecutionStarted"}}, {{"id": {second}, "previousEventId": {third}, "type": "ExecutionAborted"}}]"#
        )
    };
    assert_eq!(refused(&gap(3, 1)).0, "event 2 is missing");
    assert_eq!(refused(&gap(7, 1)).0, "the events 2 to 6 are missing");
    assert_eq!(
        refused(&gap(2, 2)).0,
        "event 2 has 2 for its `previousEventId`, which does not come before it"
    );
    let none_has_an_id = format!("[{}{{}}]", "{}, ".repeat(999));
    let (_, findings) = read(&none_has_an_id);
    assert_eq!(findings.len(), 10, "they are told of, but not all of them");
}

/// `--max-items` gives `NextToken`, and the service `nextToken`.
#[test]
fn tells_that_it_is_one_page() {
    for key in ["NextToken", "nextToken"] {
        let (history, findings) = read(&format!(
            r#"{{"events": [{{"id": 1, "type": "ExecutionStarted", "executionStartedEventDetails": {{"input": "1"}}}}], "{key}": "x"}}"#
        ));
        assert!(history.is_some());
        let notes: Vec<&str> = findings.iter().map(|note| &*note.message).collect();
        assert_eq!(notes, ["this is one page of a history; events are missing"]);
    }
}

/// `aws --output yaml`
#[test]
fn takes_yaml() {
    let text = "events:\n- id: 1\n  previousEventId: 0\n  timestamp: '2026-01-01T00:00:00.250000+00:00'\n  type: ExecutionStarted\n  executionStartedEventDetails:\n    input: '{}'\n";
    let (history, findings) = import(&SourceFile::new("h.yaml", text.to_owned()), None);
    assert_eq!(findings, []);
    assert_eq!(history.unwrap().events[1].at.0, 1_767_225_600_250);
}

/// Version 1 of the `aws` command prints seconds; `--reverse-order` gives the last event first.
#[test]
fn takes_seconds_and_either_order() {
    let (history, findings) = read(
        r#"[{"id": 2, "type": "ExecutionAborted", "timestamp": 1767225600.25, "previousEventId": 0},
            {"id": 1, "type": "ExecutionStarted", "timestamp": "2026-01-01T00:00:00+00:00",
             "executionStartedEventDetails": {"input": "{\"a\": 1.50}"}}]"#,
    );
    assert_eq!(findings, []);
    let history = history.unwrap();
    let ids: Vec<(u64, i64)> = history
        .events
        .iter()
        .filter(|event| event.id > 0)
        .map(|event| (event.id, event.at.0))
        .collect();
    assert_eq!(ids, [(1, 1_767_225_600_000), (2, 1_767_225_600_250)]);
    assert_eq!(history.outcome.unwrap().status, Status::Aborted);
}

#[test]
fn leaves_out_what_it_does_not_know_and_says_so() {
    let (history, findings) = read(
        r#"{"events": [{"id": 1, "type": "ExecutionStarted", "executionStartedEventDetails": {"input": "{}"}},
            {"id": 2, "type": "ExecutionRedrivenTwice", "previousEventId": 1}]}"#,
    );
    assert!(history.is_some());
    let notes: Vec<&str> = findings.iter().map(|note| &*note.message).collect();
    assert_eq!(
        notes,
        ["events of the type `ExecutionRedrivenTwice` are not known and left out"]
    );
}

const DEFINITION: &str = r#"{"StartAt": "Call", "States": {
    "Call": {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Parameters": {"FunctionName": "f"},
        "Retry": [{"ErrorEquals": ["Other"]}, {"ErrorEquals": ["Busy"], "IntervalSeconds": 3, "MaxAttempts": 2}],
        "Catch": [{"ErrorEquals": ["Broken"], "Next": "Which"}, {"ErrorEquals": ["States.ALL"], "Next": "Each"}],
        "ResultPath": null, "Next": "Which"},
    "Which": {"Type": "Choice", "Choices": [{"Variable": "$.n", "NumericEquals": 1, "Next": "Call"}], "Default": "Each"},
    "Each": {"Type": "Map", "ItemsPath": "$.list", "ItemProcessor": {"StartAt": "Side", "States": {
        "Side": {"Type": "Parallel", "End": true, "Branches": [
            {"StartAt": "Left", "States": {"Left": {"Type": "Wait", "Seconds": 5, "End": true}}},
            {"StartAt": "Right", "States": {"Right": {"Type": "Task",
                "Resource": "arn:aws:lambda:us-east-1:123456789012:function:right", "End": true}}}]}}},
        "End": true}}}"#;

/// Every event, and what is inferred besides: frames, retries, catches, choices.
fn told(events: &[Event]) -> Vec<String> {
    let told = events.iter().map(|event| match &event.kind {
        // Numbered otherwise, and branches begin with their first state.
        EventKind::FrameStarted { kind, .. } => format!("{kind:?} begins"),
        EventKind::Caught {
            catcher,
            next,
            failure,
            ..
        } => {
            format!(
                "caught {catcher} {next:?} {:?} {:?}",
                failure.error, failure.cause
            )
        }
        EventKind::StateFailed { state, failure } => {
            format!("failed {state:?} {:?} {:?}", failure.error, failure.cause)
        }
        EventKind::RetryScheduled { .. } | EventKind::ChoiceMade { .. } => {
            format!("{} {:?}", event.at, event.kind)
        }
        EventKind::FrameEnded { succeeded } => format!("ends {succeeded}"),
        _ => format!("{} {} {}", event.at, event.id, event.previous),
    });
    told.collect()
}

/// The engine knows all of it; the history does not say it, and the import must find it again.
#[test]
fn infers_what_a_history_does_not_say() {
    let machine = machine(DEFINITION);
    let (events, _) = run(
        &machine,
        Options::default(),
        r#"{"list": [1, 2], "n": 2}"#,
        |request| match (&*request.state_name, request.retries) {
            ("Call", 0) => fail(10, "Busy", "later"),
            ("Call", _) => fail(20, "Broken", "for good"),
            _ if request.iterations[0].index == 1 => fail(40, "Bad", "luck"),
            _ => succeed(30, "1"),
        },
    );
    let entries = events
        .iter()
        .filter_map(|event| history_event(event, &machine, &HistoryOptions::default()));
    let text = format!(
        r#"{{"events": {}}}"#,
        entries.collect::<crate::value::Value>().to_compact_json()
    );
    let file = SourceFile::new("history.json", text);
    let (history, findings) = import(&file, Some(machine.clone()));
    assert_eq!(findings, []);
    let history = history.unwrap();
    let sorted = |events: &[Event]| {
        let mut told = told(events);
        told.sort();
        told
    };
    assert_eq!(sorted(&history.events), sorted(&events));

    // Without the definition: what was entered, under the same names and in the same flows.
    let (history, findings) = import(&file, None);
    assert_eq!(findings, []);
    let history = history.unwrap();
    let paths = |machine: &StateMachine, events: &[Event]| -> Vec<String> {
        let entered = events.iter().filter_map(|event| match event.kind {
            EventKind::StateEntered { state, .. } => Some(machine.path(state).join("/")),
            _ => None,
        });
        entered.collect()
    };
    assert_eq!(
        paths(&history.machine, &history.events),
        paths(&machine, &events)
    );
    let caught = history
        .events
        .iter()
        .any(|event| matches!(event.kind, EventKind::Caught { .. }));
    assert!(caught);
}

#[test]
fn refuses_a_definition_of_another_machine() {
    let other = machine(r#"{"StartAt": "B", "States": {"B": {"Type": "Pass", "End": true}}}"#);
    let text = r#"{"events": [{"id": 1, "type": "ExecutionStarted"},
        {"id": 2, "type": "TaskStateEntered", "stateEnteredEventDetails": {"name": "B", "input": "{}"}},
        {"id": 3, "previousEventId": 2, "type": "PassStateEntered", "stateEnteredEventDetails": {"name": "A", "input": "{}"}}]}"#;
    let (history, findings) = import(&SourceFile::new("h.json", text.to_owned()), Some(other));
    assert!(history.is_none());
    let messages: Vec<&str> = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .map(|finding| &*finding.message)
        .collect();
    assert_eq!(
        messages,
        [
            "`B` is a Task here, in the definition a Pass",
            "the definition has no state `A` here"
        ]
    );
}
