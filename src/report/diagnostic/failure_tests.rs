use super::*;
use crate::engine::{Options, TaskOutcome, TaskRequest};
use crate::history::testing::{Answers, fail, machine, run, succeed};
use crate::report::diagnostic::{Findings, human};

/// Runs a definition and shows why it failed.
fn explain(definition: &str, input: &str, answer: impl FnMut(&TaskRequest) -> Answers) -> String {
    let machine = machine(definition);
    let (_, outcome) = run(&machine, Options::default(), input, answer);
    let outcome = outcome.expect("the run comes to its end");
    let diagnostics =
        [failure_diagnostic(&machine, &outcome, &Secrets::default()).expect("the run failed")];
    human(
        &Findings {
            path: "test.asl.json",
            text: definition,
            diagnostics: &diagnostics,
        },
        Style::default(),
    )
}

const TASK: &str = r#"{
  "StartAt": "Transcribe",
  "States": {
    "Transcribe": {
      "Type": "Task",
      "Resource": "arn:aws:states:::lambda:invoke",
      "TimeoutSeconds": 30,
      "Parameters": {
        "FunctionName": "transcribe",
        "Payload": {"uri.$": "$.episode.audioUri"}
      },
      "Retry": [{"ErrorEquals": ["Lambda.TooManyRequestsException"], "MaxAttempts": 1}],
      "Catch": [{"ErrorEquals": ["NotFound", "Gone"], "Next": "Done"}],
      "Next": "Done"
    },
    "Done": {"Type": "Succeed"}
  }
}"#;

const EPISODE: &str = r#"{"episode": {"audioUrl": "s3://a", "title": "t"}, "n": 1}"#;
const GOOD: &str = r#"{"episode": {"audioUri": "s3://a"}}"#;

#[test]
fn a_path_that_finds_nothing_names_what_is_there() {
    insta::assert_snapshot!(explain(TASK, EPISODE, |_| vec![]), @r#"
    error[States.Runtime]: `Transcribe` failed: `$.episode.audioUri` finds nothing
        ╭─[test.asl.json:10:30]
      9 │         "FunctionName": "transcribe",
     10 │         "Payload": {"uri.$": "$.episode.audioUri"}
        ·                              ──────────┬─────────
        ·                                        ╰── `$.episode` has no `audioUri`
     11 │       },
        ╰────
      help: did you mean `$.episode.audioUrl`?
      note: `$.episode` has `audioUrl` and `title`
      note: value: {"episode": {"audioUrl": "s3://a", "title": "t"}, "n": 1}
      note: no `Retry` and no `Catch` takes States.Runtime here, not even with `States.ALL`
      note: AWS gives States.Runtime: An error occurred while executing the state 'Transcribe' (entered
            at the event id #2). The JSONPath '$.episode.audioUri' specified for the field 'uri.$' could
            not be found in the input '{"episode": {"audioUrl": "s3://a", "title": "t"}, "n": 1}'
    "#);
}

#[test]
fn a_service_error_with_its_message() {
    let cause = r#"{"errorType":"ValueError","errorMessage":"no such bucket","trace":["a","b"]}"#;
    insta::assert_snapshot!(explain(TASK, GOOD, |_| fail(10, "ValueError", cause)), @r#"
    error[execution-failed]: the task of `Transcribe` failed with ValueError: no such bucket
       ╭─[test.asl.json:4:5]
     3 │   "States": {
     4 │     "Transcribe": {
       ·     ────────────
     5 │       "Type": "Task",
       ╰────
      note: its `Catch` takes `NotFound` and `Gone` only
      note: AWS gives ValueError: {"errorType":"ValueError","errorMessage":"no such
            bucket","trace":["a","b"]}
    "#);
    let shown = explain(TASK, GOOD, |_| {
        fail(10, "Lambda.TooManyRequestsException", "Rate exceeded")
    });
    assert!(shown.contains("`Retry[0]` was used up: 1 retry"), "{shown}");
    assert!(shown.contains("it passes by itself: `\"Retry\""), "{shown}");
    // What comes again each time is not retried. Causes: Lambda's to a caller without the permission, the AWS SDK for Java's.
    let denied = "User: arn:aws:sts::123456789012:assumed-role/r/s is not authorized to perform: lambda:InvokeFunction on \
        resource: f (Service: Lambda, Status Code: 403)";
    for (name, cause, permission) in [
        ("Lambda.AWSLambdaException", denied, true),
        (
            "Lambda.SdkClientException",
            "Unable to execute HTTP request: PKIX path building failed",
            false,
        ),
        (
            "Lambda.SdkClientException",
            "Unable to execute HTTP request: the host is not found: `nope.invalid`",
            false,
        ),
    ] {
        let shown = explain(TASK, GOOD, |_| fail(10, name, cause));
        assert!(!shown.contains("passes by itself"), "{shown}");
        assert_eq!(shown.contains("needs a permission"), permission, "{shown}");
    }
}

#[test]
fn a_time_limit_points_at_its_field() {
    insta::assert_snapshot!(explain(TASK, GOOD, |_| vec![(1, TaskOutcome::Heartbeat)]), @r#"
    error[States.Timeout]: the task of `Transcribe` ran into its time limit
       ╭─[test.asl.json:4:5]
     3 │   "States": {
     4 │     "Transcribe": {
       ·     ────────────
     5 │       "Type": "Task",
     6 │       "Resource": "arn:aws:states:::lambda:invoke",
     7 │       "TimeoutSeconds": 30,
       ·                         ─┬
       ·                          ╰── `TimeoutSeconds`: 30 s
     8 │       "Parameters": {
       ╰────
      help: give it more time: `TimeoutSeconds`
      note: its `Catch` takes `NotFound` and `Gone` only
    "#);
}

/// A catcher in JSONata has no `ResultPath`.
#[test]
fn the_catcher_that_is_missing_is_one_of_the_query_language() {
    for (language, field) in [("JSONPath", "a `ResultPath`"), ("JSONata", "an `Output`")] {
        let definition = format!(
            r#"{{"QueryLanguage": "{language}", "StartAt": "Ask", "States": {{"Ask": {{
              "Type": "Task", "Resource": "arn:aws:lambda:us-east-1:123456789012:function:ask", "End": true
            }}}}}}"#
        );
        let told = explain(&definition, "{}", |_| fail(10, "Refused", "no"));
        let help = format!("to go on after Refused, give `Ask` a `Catch` with {field}");
        assert!(told.contains(&help), "{told}");
    }
}

#[test]
fn too_much_data_tells_what_is_big() {
    let big = format!(
        r#"{{"transcript": "{}", "words": [{}], "id": 7}}"#,
        "x".repeat(200_000),
        vec!["1"; 60_000].join(",")
    );
    insta::assert_snapshot!(explain(TASK, GOOD, |_| succeed(10, &big)), @r#"
    error[States.DataLimitExceeded]: data of 312.5 KiB at `Transcribe` is more than the 256 KiB that
      │ a state may take or give
       ╭─[test.asl.json:4:5]
     3 │   "States": {
     4 │     "Transcribe": {
       ·     ────────────
     5 │       "Type": "Task",
       ╰────
      help: keep only what later states read: `ResultSelector`, or `Output` in JSONata
      help: put what is big into S3, and hand on its key
      note: largest parts: `transcript` 195.3 KiB, `words` 117.2 KiB, `id` 1 B
      note: value: {"transcript": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…", …2 more} (312.5 KiB)
      note: its `Catch` takes `NotFound` and `Gone` only
      note: AWS gives States.DataLimitExceeded: The state/task 'lambda' returned a result with a size
            exceeding the maximum number of bytes service limit.
    "#);
}

#[test]
fn a_choice_without_a_match_shows_what_it_looked_at() {
    let definition = r#"{
  "StartAt": "Which",
  "States": {
    "Which": {
      "Type": "Choice",
      "Choices": [
        {"And": [{"Variable": "$.status", "StringEquals": "DONE"}, {"Variable": "$.n", "NumericGreaterThan": 3}], "Next": "Done"},
        {"Variable": "$.missing", "IsPresent": true, "Next": "Done"}
      ]
    },
    "Done": {"Type": "Succeed"}
  }
}"#;
    insta::assert_snapshot!(explain(definition, r#"{"status": "QUEUED", "n": 5}"#, |_| vec![]), @r#"
    error[States.Runtime]: no rule of `Which` holds, and it has no `Default`
       ╭─[test.asl.json:4:5]
     3 │   "States": {
     4 │     "Which": {
       ·     ───────
     5 │       "Type": "Choice",
       ╰────
      help: add a `Default`, which is taken where no rule holds
      note: `$.status` is "QUEUED"
      note: `$.n` is 5
      note: `$.missing` is not there
      note: value: {"status": "QUEUED", "n": 5}
      note: no `Retry` and no `Catch` takes States.Runtime here, not even with `States.ALL`
      note: AWS gives States.Runtime: An error occurred while executing the state 'Which' (entered at
            the event id #2). Failed to transition out of the state. The state does not point to a next
            state.
    "#);
}

#[test]
fn a_state_in_a_map_names_the_map() {
    let definition = r#"{
  "StartAt": "Each",
  "States": {
    "Each": {
      "Type": "Map",
      "ItemProcessor": {
        "StartAt": "Stop",
        "States": {
          "Stop": {"Type": "Fail", "Error": "Broken", "Cause": "item is broken"}
        }
      },
      "End": true
    }
  }
}"#;
    insta::assert_snapshot!(explain(definition, "[1]", |_| vec![]), @r#"
    error[execution-failed]: the Fail state `Stop` ends the execution with Broken: item is broken
        ╭─[test.asl.json:9:11]
      8 │         "States": {
      9 │           "Stop": {"Type": "Fail", "Error": "Broken", "Cause": "item is broken"}
        ·           ──────
     10 │         }
        ╰────
       ╭─[test.asl.json:4:5]
     3 │   "States": {
     4 │     "Each": {
       ·     ───┬──
       ·        ╰── in an iteration of this Map
     5 │       "Type": "Map",
       ╰────
    "#);
}

#[test]
fn an_execution_that_runs_too_long_points_at_its_limit() {
    let definition = r#"{
  "TimeoutSeconds": 5,
  "StartAt": "Pause",
  "States": {"Pause": {"Type": "Wait", "Seconds": 60, "End": true}}
}"#;
    insta::assert_snapshot!(explain(definition, "{}", |_| vec![]), @r#"
    error[States.Timeout]: the execution ran longer than its `TimeoutSeconds`, 5 s
       ╭─[test.asl.json:2:21]
     1 │ {
     2 │   "TimeoutSeconds": 5,
       ·                     ─
     3 │   "StartAt": "Pause",
       ╰────
      note: no `Catch` takes the time-out of an execution; its status is TIMED_OUT
    "#);
}
