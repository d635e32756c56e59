//! Mock files at work: whole executions whose Tasks are answered by them.

use crate::shared;
use sfnrun::asl::{LowerOptions, StateMachine, lower};
use sfnrun::base::Timestamp;
use sfnrun::engine::{Event, EventKind, Options, Outcome, Status};
use sfnrun::run::{Clock, Consumer, End, Surroundings, run};
use sfnrun::source::SourceFile;
use sfnrun::tasks::{MockFile, MockFormat, MockHandler, skeleton};
use sfnrun::value::{Value, read};
use std::sync::Arc;

fn machine(text: &str) -> StateMachine {
    let tree = SourceFile::new("m.asl.json", text.to_owned()).read();
    let lowered = lower(&tree.root.expect("a definition"), &LowerOptions::default());
    lowered.machine.expect("a definition")
}

fn mock_file(name: &str, text: &str) -> MockFile {
    let tree = SourceFile::new(name, text.to_owned()).read();
    assert!(tree.diagnostics.is_empty(), "{:?}", tree.diagnostics);
    let (file, findings) = MockFile::from_tree(name, &tree);
    assert!(findings.is_empty(), "{findings:?}");
    file
}

/// Runs to the end under the virtual clock; how it ended, and what happened.
fn execute(machine: &StateMachine, input: Value, handler: &mut MockHandler) -> (End, Vec<Event>) {
    let options = Options::default();
    let mut events = Vec::new();
    let mut listen = |event: &Event| events.push(event.clone());
    let mut consumers: [&mut dyn Consumer; 1] = [&mut listen];
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("a runtime");
    let end = runtime.block_on(run(
        Arc::new(machine.clone()),
        options,
        input,
        Clock::Virtual,
        Surroundings {
            handler,
            live: None,
            reports: None,
            store: None,
            machines: None,
            consumers: &mut consumers,
        },
        std::future::pending(),
    ));
    (end, events)
}

fn finished(end: End) -> Outcome {
    match end {
        End::Finished(outcome) => *outcome,
        other => panic!("{other:?}"),
    }
}

/// Seconds from the first event to the last.
fn duration(events: &[Event]) -> f64 {
    let time = |event: Option<&Event>| event.map_or(Timestamp::default(), |event| event.at);
    time(events.last()).since(time(events.first())) as f64 / 1000.0
}

/// The ten executions that LocalStack runs with mocks, held against what AWS gave with the real services.
#[test]
fn recorded_mock_config_files_give_what_the_services_gave() {
    let Some(folder) = shared::find("conformance/aws/local_mocking", "the mocked executions")
    else {
        return;
    };
    let (mut files, mut compared) = (0, 0);
    for file in std::fs::read_dir(folder)
        .expect("the folder can be read")
        .flatten()
    {
        let case = read(&std::fs::read_to_string(file.path()).expect("a case can be read"))
            .expect("a case is JSON");
        let part = |key: &str| {
            case.get(key)
                .unwrap_or_else(|| panic!("{:?} has no {key}", file.path()))
        };
        let mocks = mock_file("MockConfigFile.json", &part("mockConfig").to_json());
        let name = part("names").get("stateMachine").and_then(Value::as_str);
        let chosen = mocks
            .select(name, part("testCase").as_str())
            .expect("the case is there");
        let machine = machine(&part("definition").to_json());
        assert!(
            chosen.check(&machine).is_empty(),
            "{:?}",
            chosen.check(&machine)
        );
        files += 1;
        let input = case
            .get("input")
            .cloned()
            .unwrap_or_else(Value::empty_object);
        let (end, _) = execute(&machine, input, &mut chosen.handler(&machine, 0));
        let End::Finished(outcome) = end else {
            // JSONata comes later.
            assert!(
                matches!(end, End::Unsupported(_)),
                "{:?}: {end:?}",
                file.path()
            );
            continue;
        };
        compared += 1;
        let expect = part("expect");
        assert_eq!(
            outcome.status.to_string(),
            expect
                .get("status")
                .and_then(Value::as_str)
                .unwrap_or_default()
        );
        let output = outcome.output.expect("it succeeded");
        let expected = expect.get("output").expect("it succeeded");
        assert!(
            alike(expected, &output),
            "{:?}:\n{expected}\n{output}",
            file.path()
        );
    }
    assert_eq!(files, 10);
    assert!(compared >= 9, "{compared}");
}

/// Equal, but for what the recordings have replaced and for metadata that mocks leave out.
fn alike(expected: &Value, got: &Value) -> bool {
    const LEFT_OUT: [&str; 6] = [
        "SdkHttpMetadata",
        "SdkResponseMetadata",
        "ExecutedVersion",
        "RedriveCount",
        "RedriveStatus",
        "RedriveStatusReason",
    ];
    // Ids, ARNs and dates are the mock's own; the whole output of the Parallel case is replaced.
    const OWN: [&str; 7] = [
        "MD5OfMessageBody",
        "MessageId",
        "ExecutionArn",
        "StateMachineArn",
        "StartDate",
        "StopDate",
        "Name",
    ];
    if expected.as_str() == Some("executionSucceededEventDetails.output") {
        return true;
    }
    match (expected, got) {
        (Value::Object(expected), Value::Object(got)) => {
            let counted = |key: &&sfnrun::value::Str| !LEFT_OUT.contains(&&***key);
            let names = expected.keys().chain(got.keys()).filter(counted);
            names
                .into_iter()
                .all(|key| match (expected.get(key), got.get(key)) {
                    (Some(_), Some(_)) if OWN.contains(&&**key) => true,
                    (Some(expected), Some(got)) => alike(expected, got),
                    _ => false,
                })
        }
        (Value::Array(expected), Value::Array(got)) => {
            expected.len() == got.len()
                && expected
                    .iter()
                    .zip(got.iter())
                    .all(|(expected, got)| alike(expected, got))
        }
        _ => expected == got,
    }
}

/// The middle of a podcast pipeline: a function that adds to the whole state, a Map over Polly, a catcher.
const PODCAST: &str = r#"{
  "StartAt": "Format",
  "States": {
    "Format": {
      "Type": "Task", "Resource": "arn:aws:states:::lambda:invoke",
      "Parameters": {"FunctionName": "format", "Payload.$": "$"}, "OutputPath": "$.Payload",
      "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Failed"}],
      "Next": "Chunks"
    },
    "Chunks": {
      "Type": "Map", "ItemsPath": "$.ssmlChunks", "MaxConcurrency": 3, "ResultPath": "$.audio",
      "ItemProcessor": {"StartAt": "Polly", "States": {"Polly": {
        "Type": "Task", "Resource": "arn:aws:lambda:us-east-1:123456789012:function:polly", "TimeoutSeconds": 180, "End": true,
        "Retry": [{"ErrorEquals": ["Polly.ThrottlingException"], "IntervalSeconds": 2, "MaxAttempts": 2, "BackoffRate": 2.0}]
      }}},
      "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Failed"}],
      "End": true
    },
    "Failed": {"Type": "Fail", "ErrorPath": "$.error.Error", "CausePath": "$.error.Cause"}
  }
}"#;

const FORMAT: &str = "
  Format:
    payload:
      $merge: $.Payload
      totalChunks: 47
      ssmlChunks: { $array: 47, of: { chunkIndex: { $position: 0 } } }
";

fn podcast(states: &str) -> (Outcome, Vec<Event>) {
    let machine = machine(PODCAST);
    let file = mock_file("mocks.yaml", &format!("version: 1\nstates:\n{states}"));
    let mocks = file.select(None, None).expect("it has states");
    assert!(
        mocks.check(&machine).is_empty(),
        "{:?}",
        mocks.check(&machine)
    );
    let input = read(r#"{"jobId": "j-1"}"#).expect("JSON");
    let (end, events) = execute(&machine, input, &mut mocks.handler(&machine, 0));
    (finished(end), events)
}

#[test]
fn forty_seven_chunks_three_at_a_time_take_sixteen_rounds() {
    let states = format!(
        "{FORMAT}\n  Polly: {{ payload: {{ key.$: \"States.Format('{{}}.mp3', $.chunkIndex)\" }}, latency: 1s }}"
    );
    let (outcome, events) = podcast(&states);
    assert_eq!(outcome.status, Status::Succeeded);
    let output = outcome.output.expect("it succeeded");
    assert_eq!(output.get("jobId"), Some(&Value::from("j-1")));
    let audio = output
        .get("audio")
        .and_then(Value::as_array)
        .expect("a list");
    assert_eq!(
        (audio.len(), audio[46].to_json().as_str()),
        (47, r#"{"key":"46.mp3"}"#)
    );
    // 47 chunks of 1 s each, 3 at a time: 16 rounds.
    assert_eq!(duration(&events), 16.0);
}

#[test]
fn a_throttled_chunk_recovers_by_its_retry() {
    let states = format!(
        "{FORMAT}\n  Polly:\n  - {{ index: 5, attempt: 1-2, error: Polly.ThrottlingException, cause: Rate exceeded }}\n  - {{ payload: ok, latency: 1s }}"
    );
    let (outcome, events) = podcast(&states);
    assert_eq!(outcome.status, Status::Succeeded);
    let retries = events
        .iter()
        .filter(|event| matches!(event.kind, EventKind::RetryScheduled { .. }))
        .count();
    assert_eq!(retries, 2);
}

#[test]
fn a_chunk_that_fails_for_good_fails_the_map() {
    let states = format!(
        "{FORMAT}\n  Polly:\n  - {{ index: 17, error: Polly.ServiceFailureException, cause: broken }}\n  - {{ payload: ok, latency: 1s }}"
    );
    let (outcome, _) = podcast(&states);
    assert_eq!(outcome.status, Status::Failed);
    assert_eq!(
        outcome.error.as_deref(),
        Some("Polly.ServiceFailureException")
    );
    assert_eq!(outcome.cause.as_deref(), Some("broken"));
}

#[test]
fn a_result_over_the_quota_is_caught() {
    let states = "  Format: { payload: { $merge: $.Payload, rawScript: { $string: 300KiB } } }";
    let (outcome, _) = podcast(states);
    assert_eq!(outcome.error.as_deref(), Some("States.DataLimitExceeded"));
}

#[test]
fn a_latency_beyond_the_limit_times_out() {
    let states = format!("{FORMAT}\n  Polly: {{ payload: ok, latency: 4m }}");
    let (outcome, events) = podcast(&states);
    assert_eq!(outcome.error.as_deref(), Some("States.Timeout"));
    assert_eq!(duration(&events), 180.0);
}

#[test]
fn a_mock_that_ends_too_early_names_state_and_place() {
    let machine = machine(PODCAST);
    let text = format!("version: 1\nstates:\n{FORMAT}\n  Polly: [{{ payload: ok }}]");
    let mocks = mock_file("mocks.yaml", &text)
        .select(None, None)
        .expect("it has states");
    let (end, _) = execute(
        &machine,
        Value::empty_object(),
        &mut mocks.handler(&machine, 0),
    );
    let End::MockError(request, error) = end else {
        panic!("{end:?}")
    };
    assert_eq!(&*request.state_name, "Polly");
    assert_eq!(&text[error.span().range()], "{ payload: ok }");
}

/// A human review of a day at most, with a sign of life each hour.
const REVIEW: &str = r#"{
  "StartAt": "Review",
  "States": {
    "Review": {
      "Type": "Task", "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
      "Parameters": {"QueueUrl": "https://sqs.us-east-1.amazonaws.com/123456789012/q", "MessageBody": {"token.$": "$$.Task.Token"}},
      "TimeoutSeconds": 86400, "HeartbeatSeconds": 3600, "End": true,
      "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Rejected"}]
    },
    "Rejected": {"Type": "Pass", "End": true}
  }
}"#;

#[test]
fn reviews_are_approved_rejected_lost_or_late() {
    let machine = machine(REVIEW);
    let file = mock_file(
        "mocks.yaml",
        "
version: 1
cases:
  approve: { Review: { callback: [{ after: 50m, heartbeat: true }, { after: 1h40m, success: { approved: true } }] } }
  reject: { Review: { callback: [{ after: 20m, failure: { error: Rejected, cause: wrong } }] } }
  lost: { Review: { callback: [{ after: 50m, heartbeat: true }] } }
  late: { Review: { callback: [{ after: 2h, success: { approved: true } }] } }
  patient: { Review: { callback: [{ every: 50m, until: 23h, heartbeat: true }, { after: 23h, success: 1 }] } }
  never: { Review: { never: true } }
  simple: { Review: { result: 2, latency: 10m } }
",
    );
    let said = |case: &str| {
        let mut handler = file
            .select(None, Some(case))
            .expect("the case is there")
            .handler(&machine, 0);
        let (end, events) = execute(&machine, Value::empty_object(), &mut handler);
        let outcome = finished(end);
        let notes = handler.take_notes().len();
        (
            outcome.output.expect("the error is caught").to_json(),
            duration(&events) / 60.0,
            notes,
        )
    };
    let expect = |output: &str, minutes: f64, notes: usize| (output.to_owned(), minutes, notes);
    assert_eq!(said("approve"), expect(r#"{"approved":true}"#, 100.0, 0));
    assert_eq!(
        said("reject"),
        expect(r#"{"Error":"Rejected","Cause":"wrong"}"#, 20.0, 0)
    );
    // Recorded: callback/…_heartbeat cases end with States.Timeout and no cause.
    assert_eq!(
        said("lost"),
        expect(r#"{"Error":"States.Timeout","Cause":""}"#, 110.0, 0)
    );
    assert_eq!(
        said("late"),
        expect(r#"{"Error":"States.Timeout","Cause":""}"#, 60.0, 1)
    );
    assert_eq!(said("patient"), expect("1", 1380.0, 0));
    assert_eq!(
        said("never"),
        expect(r#"{"Error":"States.Timeout","Cause":""}"#, 60.0, 0)
    );
    assert_eq!(said("simple"), expect("2", 10.0, 0));
}

/// Skeletons for the definitions of the corpus: read without a finding, fitting the machine, with an answer each.
#[test]
fn skeletons_of_real_definitions_can_be_used_as_they_are() {
    let Some(folder) = shared::find("corpus/real", "skeletons of the corpus") else {
        return;
    };
    let mut tried = 0;
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder can be read")
        .flatten()
        .collect();
    files.sort_by_key(std::fs::DirEntry::path);
    for file in files {
        let name = file.path().display().to_string();
        let Ok(source) =
            SourceFile::from_bytes(&name, std::fs::read(file.path()).unwrap_or_default())
        else {
            continue;
        };
        let Some(root) = source
            .read()
            .root
            .filter(|root| root.get("States").is_some())
        else {
            continue;
        };
        let Some(machine) = lower(&root, &LowerOptions::default()).machine else {
            continue;
        };
        tried += 1;
        for (format, name, cases) in [
            (MockFormat::Own, "mocks.yaml", [None, Some("retry")]),
            (
                MockFormat::MockConfigFile,
                "m.json",
                [Some("HappyPath"), Some("RetryPath")],
            ),
        ] {
            let text = skeleton(&machine, "machine", &source.name, format);
            let mocks = mock_file(name, &text);
            let known = mocks.cases(None);
            for case in cases
                .into_iter()
                .filter(|case| case.is_none_or(|case| known.contains(&case)))
            {
                let chosen = mocks
                    .select(None, case)
                    .unwrap_or_else(|error| panic!("{}: {error}\n{text}", source.name));
                let found = chosen.check(&machine);
                assert!(found.is_empty(), "{}: {found:?}\n{text}", source.name);
            }
        }
    }
    assert!(tried > 500, "only {tried} definitions were found");
}
