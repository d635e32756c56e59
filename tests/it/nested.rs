//! Executions that Tasks start: `states:startExecution` with machines that are given.

use crate::definitions::sfnrun;
use serde_json::{Value as Json, json};
use sfnrun::asl::{Definition, StateMachine, WorkflowType};
use sfnrun::diagnostics::Diagnostic;
use sfnrun::engine::{Event, EventKind, Options, Outcome, Status};
use sfnrun::run::{Clock, Consumer, End, NestedRun, Surroundings, run};
use sfnrun::source::{Bindings, SourceFile};
use sfnrun::tasks::{LocalMachine, LocalMachines, MockFile, Mocks};
use sfnrun::value::read;
use std::fs;
use std::sync::Arc;

const CHILD: &str = "arn:aws:states:eu-west-1:210987654321:stateMachine:child";

fn machine(definition: &Json) -> Arc<StateMachine> {
    let file = SourceFile::new("m.asl.json", definition.to_string());
    let definition = Definition::load(file, &Bindings::default(), WorkflowType::Standard);
    assert!(!definition.has_errors(), "{:?}", definition.diagnostics);
    Arc::new(definition.machine.expect("it holds a machine"))
}

fn mocks(text: &str) -> Mocks {
    let tree = SourceFile::new("mocks.yaml", text.to_owned()).read();
    let (file, found) = MockFile::from_tree("mocks.yaml", &tree);
    assert!(found.is_empty(), "{found:?}");
    file.select(None, None).expect("it has states")
}

/// One Task that starts `child`.
fn starts(resource: &str, parameters: Json) -> Json {
    let mut parameters = parameters;
    parameters["StateMachineArn"] = CHILD.into();
    json!({ "StartAt": "Start", "States": { "Start": {
        "Type": "Task", "Resource": format!("arn:aws:states:::{resource}"), "Parameters": parameters, "End": true
    } } })
}

fn pass() -> Json {
    json!({ "StartAt": "P", "States": { "P": { "Type": "Pass", "Result": { "sum": 3 }, "End": true } } })
}

#[derive(Default)]
struct Seen {
    events: Vec<Event>,
    nested: Vec<(NestedRun, Event)>,
    notes: Vec<String>,
}

impl Consumer for Seen {
    fn event(&mut self, event: &Event) {
        self.events.push(event.clone());
    }

    fn nested(&mut self, run: &NestedRun, event: &Event) {
        self.nested.push((run.clone(), event.clone()));
    }

    fn nested_notes(&mut self, _: &NestedRun, notes: &[Diagnostic]) {
        let notes = notes.iter().map(|note| note.message.clone());
        self.notes.extend(notes);
    }
}

impl Seen {
    /// How the executions that were started ended, in order of their ends.
    fn ends(&self) -> Vec<&'static str> {
        let ends = self
            .nested
            .iter()
            .filter_map(|(_, event)| match event.kind {
                EventKind::ExecutionSucceeded { .. } => Some("SUCCEEDED"),
                EventKind::ExecutionFailed { .. } => Some("FAILED"),
                EventKind::ExecutionAborted { .. } => Some("ABORTED"),
                EventKind::ExecutionTimedOut { .. } => Some("TIMED_OUT"),
                _ => None,
            });
        ends.collect()
    }
}

/// Runs `parent`, to whose disposal are `children` by name. `mocked` answers all of them.
fn execute(parent: &Json, children: &[(&str, &Json)], mocked: &str) -> (End, Seen) {
    let mocks = mocks(mocked);
    let given = children.iter().map(|(name, definition)| {
        let mut local = LocalMachine::new(name, machine(definition));
        if let Some(mocks) = mocks.of_machine(name) {
            local.answer_with(mocks);
        }
        local
    });
    let machines: LocalMachines = given.collect();
    let parent = machine(parent);
    let mut handler = mocks.handler(&parent, 0);
    let mut seen = Seen::default();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let end = runtime.block_on(run(
        parent,
        Options::default(),
        read("{}").expect("JSON"),
        Clock::Virtual,
        Surroundings {
            handler: &mut handler,
            live: None,
            reports: None,
            store: None,
            machines: Some(&machines),
            consumers: &mut [&mut seen],
        },
        std::future::pending(),
    ));
    (end, seen)
}

fn outcome(end: End) -> Outcome {
    match end {
        End::Finished(outcome) => *outcome,
        other => panic!("{other:?}"),
    }
}

fn output(outcome: &Outcome) -> Json {
    Json::from(outcome.output.as_ref().expect("it succeeded"))
}

const NOTHING: &str = "version: 1\nstates: {}\n";

/// Shapes as recorded: services/sfn_task_service.start_execution_input_json, callback/callback.start_execution_sync,
/// local_mocking/base_callbacks.sfn_start_execution_sync~SFN_SYNC2.
#[test]
fn each_pattern_answers_in_its_own_shape() {
    let input = json!({ "Name": "one", "Input": { "a": 1 } });
    let given = |resource: &str| {
        let (end, seen) = execute(
            &starts(resource, input.clone()),
            &[("child", &pass())],
            NOTHING,
        );
        assert_eq!(seen.ends(), ["SUCCEEDED"], "{resource}");
        output(&outcome(end))
    };
    let arn = "arn:aws:states:eu-west-1:210987654321:execution:child:one";
    let start = 1_767_225_600_000_i64;

    let plain = given("states:startExecution");
    assert_eq!(plain["ExecutionArn"], arn);
    assert_eq!(plain["StartDate"], start);
    assert_eq!(plain["SdkHttpMetadata"]["HttpStatusCode"], 200);

    let described = json!({
        "ExecutionArn": arn, "Input": "{\"a\":1}", "InputDetails": { "Included": true }, "Name": "one",
        "Output": "{\"sum\":3}", "OutputDetails": { "Included": true }, "RedriveCount": 0,
        "RedriveStatus": "NOT_REDRIVABLE", "RedriveStatusReason": "Execution is SUCCEEDED and cannot be redriven",
        "StartDate": start, "StateMachineArn": CHILD, "Status": "SUCCEEDED", "StopDate": start
    });
    assert_eq!(given("states:startExecution.sync"), described);
    let mut as_json = described;
    as_json["Input"] = json!({ "a": 1 });
    as_json["Output"] = json!({ "sum": 3 });
    assert_eq!(given("states:startExecution.sync:2"), as_json);

    assert_eq!(
        given("aws-sdk:sfn:startExecution"),
        json!({ "ExecutionArn": arn, "StartDate": "2026-01-01T00:00:00.000Z" })
    );
    let sync = given("aws-sdk:sfn:startSyncExecution");
    assert_eq!(sync["Status"], "SUCCEEDED");
    assert_eq!(sync["Output"], "{\"sum\":3}");
    assert!(
        sync["ExecutionArn"]
            .as_str()
            .expect("a text")
            .starts_with("arn:aws:states:eu-west-1:210987654321:express:child:one:"),
        "{sync}"
    );
}

/// Recorded: callback/callback.start_execution_sync_delegate_failure.
#[test]
fn a_failure_is_told_in_the_cause() {
    let fails = json!({ "StartAt": "F", "States": { "F": { "Type": "Fail", "Error": "Oops", "Cause": "why" } } });
    let parent = starts("states:startExecution.sync", json!({ "Input": null }));
    let (end, _) = execute(&parent, &[("child", &fails)], NOTHING);
    let outcome = outcome(end);
    assert_eq!(outcome.status, Status::Failed);
    assert_eq!(outcome.error.as_deref(), Some("States.TaskFailed"));
    let cause: Json =
        serde_json::from_str(outcome.cause.as_deref().expect("a cause")).expect("JSON");
    for (key, value) in [
        ("Error", "Oops"),
        ("Cause", "why"),
        ("Status", "FAILED"),
        ("Input", "{}"),
    ] {
        assert_eq!(cause[key], value, "{key}");
    }
    // StartSyncExecution answers even so (API reference).
    let parent = starts("aws-sdk:sfn:startSyncExecution", json!({}));
    let (end, _) = execute(&parent, &[("child", &fails)], NOTHING);
    assert_eq!(output(&self::outcome(end))["Error"], "Oops");
}

#[test]
fn the_mocks_of_a_machine_answer_it_and_its_time_counts() {
    let child = json!({ "StartAt": "T", "States": { "T": {
        "Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Parameters": { "FunctionName": "f" },
        "OutputPath": "$.Payload", "End": true
    } } });
    let parent = starts("states:startExecution.sync:2", json!({}));
    let mocked =
        "version: 1\nmachines:\n  child:\n    states:\n      T: { payload: 7, latency: 20s }\n";
    let (end, seen) = execute(&parent, &[("child", &child)], mocked);
    assert_eq!(output(&outcome(end))["Output"], 7);
    let took = |events: &[Event]| events.last().expect("one").at.since(events[0].at);
    assert_eq!(took(&seen.events), 20_000);
    // Nothing of the child is in the parent's history, which has AWS's seven events of a `.sync` Task and the end.
    assert_eq!(seen.events.iter().map(|event| event.id).max(), Some(8));

    let (end, _) = execute(&parent, &[("child", &child)], NOTHING);
    let End::Nested { machine, end } = end else {
        panic!("{end:?}")
    };
    assert_eq!(&*machine, "child");
    assert!(matches!(*end, End::NotMocked(request) if &*request.state_name == "T"));
}

#[test]
fn a_mock_of_the_task_goes_before_the_machine_and_an_unknown_machine_is_not_run() {
    let parent = starts("states:startExecution", json!({}));
    let (end, seen) = execute(
        &parent,
        &[("child", &pass())],
        "version: 1\nstates: { Start: { result: mocked } }\n",
    );
    assert_eq!(output(&outcome(end)), "mocked");
    assert!(seen.nested.is_empty());
    let (end, _) = execute(&parent, &[("other", &pass())], NOTHING);
    assert!(matches!(end, End::NotMocked(_)), "{end:?}");
}

/// The execution is stopped with the Task that waits for it, and not with one that does not.
#[test]
fn executions_are_stopped_with_the_task_that_waits() {
    let slow = json!({ "StartAt": "W", "States": { "W": { "Type": "Wait", "Seconds": 100, "End": true } } });
    let mut parent = starts("states:startExecution.sync", json!({}));
    parent["States"]["Start"]["TimeoutSeconds"] = 10.into();
    let (end, seen) = execute(&parent, &[("child", &slow)], NOTHING);
    assert_eq!(outcome(end).error.as_deref(), Some("States.Timeout"));
    assert_eq!(seen.ends(), ["ABORTED"]);

    let parent = starts("states:startExecution", json!({}));
    let (end, seen) = execute(&parent, &[("child", &slow)], NOTHING);
    assert_eq!(outcome(end).status, Status::Succeeded);
    assert_eq!(
        seen.ends(),
        ["SUCCEEDED"],
        "it is run to its end all the same"
    );
}

/// API reference, StartExecution: idempotent while the execution runs with the same input, else the name is taken.
#[test]
fn a_name_is_taken_once() {
    let start = |name: &str, input: i64| {
        json!({ "StartAt": name, "States": { name: {
            "Type": "Task", "Resource": "arn:aws:states:::states:startExecution.sync",
            "Parameters": { "StateMachineArn": CHILD, "Name": "n", "Input": { "i": input } },
            "ResultSelector": { "arn.$": "$.ExecutionArn" }, "End": true
        } } })
    };
    let both = |one: i64, other: i64| json!({ "StartAt": "B", "States": { "B": { "Type": "Parallel", "End": true, "Branches": [start("One", one), start("Other", other)] } } });
    let slow =
        json!({ "StartAt": "W", "States": { "W": { "Type": "Wait", "Seconds": 9, "End": true } } });
    let (end, seen) = execute(&both(1, 1), &[("child", &slow)], NOTHING);
    let arn = "arn:aws:states:eu-west-1:210987654321:execution:child:n";
    assert_eq!(
        output(&outcome(end)),
        json!([{ "arn": arn }, { "arn": arn }])
    );
    assert_eq!(seen.ends(), ["SUCCEEDED"]);

    let (end, seen) = execute(&both(1, 2), &[("child", &slow)], NOTHING);
    let outcome = outcome(end);
    assert_eq!(
        outcome.error.as_deref(),
        Some("StepFunctions.ExecutionAlreadyExistsException")
    );
    let cause = outcome.cause.expect("a cause");
    assert!(
        cause.starts_with(&format!(
            "Execution Already Exists: '{arn}' (Service: AWSStepFunctions; Status Code: 400; Error Code: ExecutionAlreadyExists; Request ID: "
        )),
        "{cause}"
    );
    assert_eq!(seen.ends(), ["ABORTED"]);
}

#[test]
fn a_machine_that_starts_itself_is_bounded() {
    let endless = starts("states:startExecution.sync", json!({}));
    let (end, _) = execute(&endless, &[("child", &endless)], NOTHING);
    let mut end = end;
    while let End::Nested { end: inner, .. } = end {
        end = *inner;
    }
    assert!(matches!(end, End::TooDeep { depth: 101, .. }), "{end:?}");
}

/// A child that was handed the token answers with it; an answer that comes too late is refused.
#[test]
fn a_child_calls_back_with_the_token() {
    let call_back = |next: Json| {
        json!({ "Type": "Task", "Resource": "arn:aws:states:::aws-sdk:sfn:sendTaskSuccess", "ResultPath": null,
            "Parameters": { "TaskToken.$": "$.token", "Output": { "done": true } }, "Next": next })
    };
    let child = json!({ "StartAt": "Send", "States": {
        "Send": call_back("Again".into()), "Again": call_back("Unreached".into()), "Unreached": { "Type": "Succeed" }
    } });
    let parent = starts(
        "states:startExecution.waitForTaskToken",
        json!({ "Input": { "token.$": "$$.Task.Token" } }),
    );
    let (end, seen) = execute(&parent, &[("child", &child)], NOTHING);
    assert_eq!(output(&outcome(end)), json!({ "done": true }));
    let failed = seen.nested.iter().find_map(|(_, event)| match &event.kind {
        EventKind::ExecutionFailed { error, .. } => error.clone(),
        _ => None,
    });
    assert_eq!(failed.as_deref(), Some("Sfn.TaskTimedOutException"));
}

#[test]
fn the_program_shows_the_execution_under_the_state_that_started_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("the folder can be written");
        path.to_string_lossy().into_owned()
    };
    let middle = starts("states:startExecution.sync:2", json!({ "Name": "inner" }));
    let mut parent = starts("states:startExecution.sync:2", json!({ "Name": "outer" }));
    parent["States"]["Start"]["Parameters"]["StateMachineArn"] = "middle".into();
    let parent = write("parent.asl.json", &parent.to_string());
    let middle = write("middle.asl.json", &middle.to_string());
    let child = write("child.asl.json", &pass().to_string());
    let arguments = [
        "exec".to_owned(),
        parent.clone(),
        "--machine".to_owned(),
        format!("middle={middle}"),
        "--machine".to_owned(),
        format!("{CHILD}={child}"),
    ];
    let output = sfnrun(&arguments);
    let story = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{story}");
    let rows: Vec<&str> = story
        .lines()
        .filter(|line| line.contains('✓'))
        .map(|line| {
            let after = line.split_once("s  ").map_or(line, |(_, rest)| rest);
            after.split("  ").next().unwrap_or(after)
        })
        .collect();
    assert_eq!(
        rows,
        [
            "✓ Start",
            "│ ✓ middle",
            "│ │ ✓ Start",
            "│ │ │ ✓ child",
            "│ │ │ │ ✓ P"
        ],
        "{story}"
    );
    assert!(
        story.contains("2 nested executions with 2 transitions"),
        "{story}"
    );

    let alone = sfnrun(&arguments[..2]);
    assert_eq!(alone.status.code(), Some(4));
    let story = String::from_utf8_lossy(&alone.stderr).into_owned();
    assert!(
        story.contains("or run what it starts: `--machine middle=FILE`"),
        "{story}"
    );

    let wrong = sfnrun(&["exec", &parent, "--machine", "middle"]);
    assert_eq!(wrong.status.code(), Some(2));
}

/// Late callbacks are told of in executions that were started too.
#[test]
fn what_the_mocks_of_a_child_note_is_handed_on() {
    let child = json!({ "StartAt": "T", "States": { "T": {
        "Type": "Task", "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken", "TimeoutSeconds": 10,
        "Parameters": { "QueueUrl": "q", "MessageBody": { "token.$": "$$.Task.Token" } }, "End": true
    } } });
    let parent = starts("states:startExecution.sync", json!({}));
    let mocked = "version: 1\nmachines:\n  child:\n    states:\n      T: { callback: [{ after: 1h, success: 1 }] }\n";
    let (end, seen) = execute(&parent, &[("child", &child)], mocked);
    assert_eq!(outcome(end).error.as_deref(), Some("States.TaskFailed"));
    let [note] = &seen.notes[..] else {
        panic!("{:?}", seen.notes)
    };
    assert!(note.contains("comes too late"), "{note}");
}
