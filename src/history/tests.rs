use super::testing::{Answers, fail, machine, run, succeed};
use super::*;
use crate::engine::{Event, Options, TaskOutcome, TaskRequest};
use crate::value::{Value, read};

const DEFINITION: &str = r#"{
  "StartAt": "Call",
  "States": {
    "Call": {
      "Type": "Task",
      "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
      "Parameters": {"QueueUrl": "https://sqs/q", "MessageBody": {"token.$": "$$.Task.Token"}},
      "TimeoutSeconds": 60,
      "HeartbeatSeconds": 50,
      "ResultPath": "$.answer",
      "Next": "Function"
    },
    "Function": {
      "Type": "Task",
      "Resource": "arn:aws:lambda:us-east-1:123456789012:function:charge",
      "Credentials": {"RoleArn": "arn:aws:iam::123456789012:role/other"},
      "TimeoutSeconds": 20,
      "Assign": {"charged.$": "$.ok"},
      "Next": "Worker"
    },
    "Worker": {
      "Type": "Task",
      "Resource": "arn:aws:states:us-east-1:123456789012:activity:paint",
      "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Each"}],
      "Next": "Each"
    },
    "Each": {
      "Type": "Map",
      "ItemsPath": "$.items",
      "ItemProcessor": {"StartAt": "Item", "States": {"Item": {"Type": "Pass", "End": true}}},
      "End": true
    }
  }
}"#;

fn answer(request: &TaskRequest) -> Answers {
    let token = request
        .token
        .as_ref()
        .map(|token| token.reveal().to_string())
        .unwrap_or_default();
    match &*request.state_name {
        "Call" => {
            let echo = format!(r#"{{"token": "{token}", "approved": true}}"#);
            vec![
                (
                    1,
                    TaskOutcome::Submitted(read(r#"{"MessageId": "1"}"#).unwrap()),
                ),
                (48_988, TaskOutcome::Succeeded(read(&echo).unwrap())),
            ]
        }
        "Function" => succeed(12, r#"{"ok":true}"#),
        _ => fail(5, "Brush", "too dry"),
    }
}

fn events() -> Vec<Event> {
    run(
        &machine(DEFINITION),
        Options::default(),
        r#"{"items": []}"#,
        answer,
    )
    .0
}

/// Writes a history; `cut` ends it without its end, as if the run had been killed.
fn written(options: HistoryOptions, cut: bool) -> String {
    let machine = machine(DEFINITION);
    let mut text = Vec::new();
    let mut writer = HistoryWriter::new(&mut text, options).unwrap();
    for event in &events() {
        writer.event(event, &machine).unwrap();
    }
    if cut {
        drop(writer);
    } else {
        writer.finish().unwrap();
    }
    String::from_utf8(text).unwrap()
}

fn history() -> Vec<Value> {
    let value = read(&written(HistoryOptions::default(), false)).unwrap();
    value
        .get("events")
        .and_then(Value::as_array)
        .unwrap()
        .iter()
        .cloned()
        .collect()
}

fn of_type<'h>(history: &'h [Value], name: &str) -> &'h Value {
    let found = history
        .iter()
        .find(|event| event.get("type").and_then(Value::as_str) == Some(name));
    found.unwrap_or_else(|| panic!("no {name}"))
}

/// Names and order of members are those of AWS's API model of `GetExecutionHistory` (botocore 1.44.8).
#[test]
fn events_have_the_members_of_the_api_model() {
    let history = history();
    let shown = |name: &str| of_type(&history, name).to_json();
    assert_eq!(
        shown("ExecutionStarted"),
        r#"{"timestamp":"2026-01-01T00:00:00+00:00","type":"ExecutionStarted","id":1,"previousEventId":0,"executionStartedEventDetails":{"input":"{\"items\": []}","inputDetails":{"truncated":false},"roleArn":"arn:aws:iam::123456789012:role/local"}}"#
    );
    assert_eq!(
        shown("TaskStateEntered"),
        r#"{"timestamp":"2026-01-01T00:00:00+00:00","type":"TaskStateEntered","id":2,"previousEventId":0,"stateEnteredEventDetails":{"name":"Call","input":"{\"items\": []}","inputDetails":{"truncated":false}}}"#
    );
    assert_eq!(
        shown("TaskSubmitted"),
        r#"{"timestamp":"2026-01-01T00:00:00.001000+00:00","type":"TaskSubmitted","id":5,"previousEventId":4,"taskSubmittedEventDetails":{"resourceType":"sqs","resource":"sendMessage.waitForTaskToken","output":"{\"MessageId\": \"1\"}","outputDetails":{"truncated":false}}}"#
    );
    assert_eq!(
        shown("TaskScheduled"),
        r#"{"timestamp":"2026-01-01T00:00:00+00:00","type":"TaskScheduled","id":3,"previousEventId":2,"taskScheduledEventDetails":{"resourceType":"sqs","resource":"sendMessage.waitForTaskToken","region":"us-east-1","parameters":"{\"QueueUrl\":\"https://sqs/q\",\"MessageBody\":{\"token\":\"***\"}}","timeoutInSeconds":60,"heartbeatInSeconds":50}}"#
    );
    assert_eq!(
        of_type(&history, "LambdaFunctionScheduled")
            .get("lambdaFunctionScheduledEventDetails")
            .unwrap()
            .to_json(),
        r#"{"resource":"arn:aws:lambda:us-east-1:123456789012:function:charge","input":"{\"items\":[],\"answer\":{\"token\": \"***\", \"approved\": true}}","inputDetails":{"truncated":false},"timeoutInSeconds":20,"taskCredentials":{"roleArn":"arn:aws:iam::123456789012:role/other"}}"#
    );
    assert_eq!(
        shown("ActivityFailed"),
        r#"{"timestamp":"2026-01-01T00:00:49.005000+00:00","type":"ActivityFailed","id":16,"previousEventId":15,"activityFailedEventDetails":{"error":"Brush","cause":"too dry"}}"#
    );
    assert!(
        of_type(&history, "LambdaFunctionStarted")
            .as_object()
            .unwrap()
            .len()
            == 4,
        "it has no details"
    );
}

/// The example output in AWS's documentation of Step Functions Local has `2021-12-02T19:39:48.988000+00:00`.
#[test]
fn timestamps_are_those_of_the_aws_command() {
    let history = history();
    let at = of_type(&history, "TaskSucceeded").get("timestamp").unwrap();
    assert_eq!(at.as_str(), Some("2026-01-01T00:00:48.988000+00:00"));
}

/// Recorded: assign/assign_base.base_cases has `assignedVariables` as JSON texts.
#[test]
fn assigned_variables_are_json_texts() {
    let machine = machine(
        r#"{"StartAt": "A", "States": {"A": {"Type": "Pass", "Assign": {"a": {"b": 1}}, "End": true}}}"#,
    );
    let (events, _) = run(&machine, Options::default(), "{}", |_| Vec::new());
    let exited = events.iter().find_map(|event| {
        let entry = history_event(event, &machine, &HistoryOptions::default())?;
        entry.get("stateExitedEventDetails").cloned()
    });
    assert_eq!(
        exited.unwrap().to_json(),
        r#"{"name":"A","output":"{}","outputDetails":{"truncated":false},"assignedVariables":{"a":"{\"b\":1}"},"assignedVariablesDetails":{"truncated":false}}"#
    );
}

/// LocalStack's recording of `test_state_fail_empty` on AWS has `"executionFailedEventDetails": {}`.
#[test]
fn a_failure_without_error_and_cause_has_empty_details() {
    let machine = machine(r#"{"StartAt": "F", "States": {"F": {"Type": "Fail"}}}"#);
    let (events, _) = run(&machine, Options::default(), "{}", |_| Vec::new());
    let last = events
        .iter()
        .filter_map(|event| history_event(event, &machine, &HistoryOptions::default()))
        .next_back();
    assert_eq!(
        last.unwrap()
            .get("executionFailedEventDetails")
            .unwrap()
            .to_json(),
        "{}"
    );
}

#[test]
fn a_token_is_shown_only_where_that_is_asked_for() {
    let token = events()
        .iter()
        .find_map(|event| match &event.kind {
            crate::engine::EventKind::TaskScheduled {
                token: Some(token), ..
            } => Some(token.reveal().to_string()),
            _ => None,
        })
        .unwrap();
    assert!(!written(HistoryOptions::default(), false).contains(&token));
    let open = HistoryOptions {
        reveal_tokens: true,
        ..HistoryOptions::default()
    };
    assert!(written(open, false).matches(&token).count() > 3);
}

#[test]
fn a_killed_run_leaves_what_two_characters_make_json() {
    let whole = written(HistoryOptions::default(), false);
    let cut = written(HistoryOptions::default(), true);
    assert_eq!(read(&format!("{cut}]}}")).unwrap(), read(&whole).unwrap());
    assert_eq!(
        whole.lines().count(),
        history().len() + 2,
        "one event a line"
    );
    assert_eq!(whole.strip_prefix(&cut), Some("\n]}\n"));
}

#[test]
fn a_history_without_events_is_json() {
    let writer = HistoryWriter::new(Vec::new(), HistoryOptions::default()).unwrap();
    let text = String::from_utf8(writer.finish().unwrap()).unwrap();
    assert_eq!(read(&text).unwrap().to_compact_json(), r#"{"events":[]}"#);
}
