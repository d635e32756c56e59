//! Parameters of calls are looked at before the Task is scheduled, whichever way the Task comes. What is called here would be
//! called at a port where nobody listens.

use super::{client, json};
use crate::isolated::isolated;
use sfnrun::asl::{LowerOptions, lower};
use sfnrun::engine::{Event, EventKind, Options, Status, TaskId, TaskRequest};
use sfnrun::run::{Clock, End, Surroundings, run};
use sfnrun::tasks::{
    Advice, AwsCalls, CallFacts, Callbacks, Connections, InFlight, LayeredHandler, LiveHandler,
    LocalFunctions, Means, Reporter, Reports, Selection, Within,
};
use std::fs;
use std::sync::Arc;

const NOWHERE: &str = "http://127.0.0.1:9";
/// A Task with a parameter that the API does not have: recorded, the execution ends before TaskScheduled
/// (services/apigetway_task_service.invoke_with_headers~singleStringHeader).
const WRONG: &str = r#"{"Type":"Task","Resource":"arn:aws:states:::sqs:sendMessage","Parameters":{"QueueUrl":"q","Massage":"m"},
    "Retry":[{"ErrorEquals":["States.ALL"]}],"End":true}"#;

struct Nobody;

impl Callbacks for Nobody {
    fn wait(&mut self, _: &TaskRequest, _: Option<Within<'_>>, _: &Reporter) {}
    fn schedule(&mut self, _: &TaskRequest, _: Option<Within<'_>>, _: &Reporter) {}
    fn close(&mut self, _: TaskId) {}
}

/// Whoever runs a machine by the library need not ask for the check.
#[tokio::test]
async fn a_run_whose_tasks_call_has_them_checked() {
    let text = format!(r#"{{"StartAt":"Send","States":{{"Send":{WRONG}}}}}"#);
    let root = sfnrun::source::json::read(&text).root.expect("JSON");
    let machine = lower(&root, &LowerOptions::default()).machine;
    let machine = Arc::new(machine.expect("a machine"));
    let facts = CallFacts {
        pace: 0.0,
        connections: Connections::default(),
        advice: Advice::default(),
    };
    let mut means = Means::new(LocalFunctions::default());
    means.calls = Some(AwsCalls::new(client(NOWHERE), Selection::default(), facts));
    let (reporter, mut reports) = Reports::channel();
    let mut nobody = Nobody;
    let mut live = LiveHandler::new(means, &mut nobody, reporter, InFlight::default());
    let mut mocks = LayeredHandler::new([], &machine, 0);
    let mut scheduled = false;
    let mut listen = |event: &Event| {
        scheduled |= matches!(event.kind, EventKind::TaskScheduled { .. });
    };
    let surroundings = Surroundings {
        handler: &mut mocks,
        live: Some(&mut live),
        reports: Some(&mut reports),
        store: None,
        machines: None,
        consumers: &mut [&mut listen],
    };
    let nothing = std::future::pending();
    let input = json("{}");
    let end = run(
        machine.clone(),
        Options::default(),
        input,
        Clock::Virtual,
        surroundings,
        nothing,
    );
    let End::Finished(outcome) = end.await else {
        panic!("it ends");
    };
    assert_eq!(outcome.status, Status::Failed);
    assert_eq!(outcome.error.as_deref(), Some("States.Runtime"));
    assert!(!scheduled);
}

#[test]
fn a_task_of_a_machine_that_is_started_and_one_that_a_recording_lacks_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("it writes");
    };
    let one = format!(r#"{{"StartAt":"Send","States":{{"Send":{WRONG}}}}}"#);
    write("one.asl.json", &one);
    write(
        "starts.asl.json",
        r#"{"StartAt":"Start","States":{"Start":{"Type":"Task","End":true,
        "Resource":"arn:aws:states:::states:startExecution.sync:2","Parameters":{"Input":{},
        "StateMachineArn":"arn:aws:states:us-east-1:123456789012:stateMachine:one"}}}}"#,
    );
    let each = format!(
        r#"{{"StartAt":"Each","States":{{"Each":{{"Type":"Map","ItemsPath":"$","End":true,"ItemProcessor":{one}}}}}}}"#
    );
    write("each.asl.json", &each);
    // It has the Task's second iteration alone.
    let recorded = "version: 1\ncalls:\n- state: Send\n  index: 1\n  request: {QueueUrl: q, Massage: m}\n  result: {}\n";
    write("calls.yaml", recorded);
    for (arguments, error) in [
        (&["one.asl.json"][..], "States.Runtime"),
        (
            &["starts.asl.json", "--machine", "one=one.asl.json"],
            "States.TaskFailed",
        ),
        (
            &[
                "each.asl.json",
                "--input",
                "[1]",
                "--record-missing",
                "calls.yaml",
            ],
            "States.Runtime",
        ),
    ] {
        let ran = isolated(folder.path())
            .current_dir(folder.path())
            .env("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE")
            .env("AWS_SECRET_ACCESS_KEY", "secret")
            .env("AWS_REGION", "us-east-1")
            .arg("exec")
            .args(arguments)
            .args([
                "--aws",
                "--yes",
                "--endpoint-url",
                NOWHERE,
                "--format",
                "json",
            ])
            .output()
            .expect("it runs");
        let story = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(1), "{story}");
        let result = json(&String::from_utf8_lossy(&ran.stdout));
        let text = |member| result.get(member).and_then(|value| value.as_str());
        assert_eq!(text("error"), Some(error), "{story}");
        let cause = text("cause").expect("a cause");
        let said = "could not be used to start the Task: [The field 'Massage' is not supported by Step Functions]";
        assert!(cause.contains(said), "{cause}");
        assert!(
            story.contains("calls: ") == arguments.contains(&"--machine"),
            "{story}"
        );
    }
}
