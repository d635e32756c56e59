use super::*;
use crate::engine::{Options, TaskOutcome};
use crate::history::testing::{Answers, fail, machine, run, succeed};
use crate::report::Style;
use std::time::Duration;

mod any_order;

fn options(name: &str, width: usize) -> TimelineOptions {
    TimelineOptions {
        name: name.to_owned(),
        run_id: Some("7f3a".to_owned()),
        style: Style {
            width,
            ..Style::default()
        },
        ..TimelineOptions::default()
    }
}

const FACTS: RunFacts = RunFacts {
    real_duration: Some(Duration::from_millis(4)),
    goes_on: false,
};

const PODCAST: &str = r#"{
  "StartAt": "AssemblePrompt",
  "States": {
    "AssemblePrompt": {
      "Type": "Task",
      "Resource": "arn:aws:states:::lambda:invoke",
      "Parameters": {"FunctionName": "assemble-prompt", "Payload.$": "$"},
      "Retry": [{"ErrorEquals": ["Lambda.TooManyRequestsException"], "IntervalSeconds": 1, "MaxAttempts": 2}],
      "ResultSelector": {"prompt.$": "$.Payload"},
      "ResultPath": "$.prompt",
      "Next": "GenerateScript"
    },
    "GenerateScript": {
      "Type": "Task",
      "Resource": "arn:aws:states:::bedrock:invokeModel",
      "Parameters": {"ModelId": "claude", "Body.$": "$.prompt"},
      "ResultPath": "$.script",
      "Next": "SynthesizeChunks"
    },
    "SynthesizeChunks": {
      "Type": "Map",
      "ItemsPath": "$.script.chunks",
      "MaxConcurrency": 3,
      "ItemProcessor": {
        "StartAt": "Polly",
        "States": {
          "Polly": {"Type": "Task", "Resource": "arn:aws:states:::aws-sdk:polly:synthesizeSpeech", "Parameters": {"Text.$": "$"}, "End": true}
        }
      },
      "ResultPath": "$.audio",
      "Next": "FinalizeJob"
    },
    "FinalizeJob": {
      "Type": "Task",
      "Resource": "arn:aws:lambda:us-east-1:123456789012:function:sfn-callback",
      "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "HandleFailure"}],
      "Next": "Done"
    },
    "HandleFailure": {
      "Type": "Task",
      "Resource": "arn:aws:lambda:us-east-1:123456789012:function:sfn-callback",
      "Next": "Done"
    },
    "Done": {"Type": "Succeed"}
  }
}"#;

fn podcast(items: usize) -> impl FnMut(&crate::engine::TaskRequest) -> Answers {
    let mut polly = 0;
    move |request| match &*request.state_name {
        "AssemblePrompt" if request.retries == 0 => {
            fail(120, "Lambda.TooManyRequestsException", "Rate exceeded")
        }
        "AssemblePrompt" => succeed(220, r#"{"Payload": "a prompt"}"#),
        "GenerateScript" => {
            let chunks = vec!["\"text\""; items].join(",");
            succeed(21_100, &format!("{{\"chunks\": [{chunks}]}}"))
        }
        "Polly" => {
            polly += 1;
            succeed(900 + polly % 7 * 100, r#"{"AudioStream": "s3://x"}"#)
        }
        "FinalizeJob" => fail(310, "Lambda.Unknown", "The function went away"),
        _ => succeed(200, "{}"),
    }
}

fn show(
    options: TimelineOptions,
    definition: &str,
    answer: impl FnMut(&crate::engine::TaskRequest) -> Answers,
) -> String {
    let machine = machine(definition);
    let engine = Options {
        trace: options.detail == Detail::Stages,
        ..Options::default()
    };
    let mut timeline = Timeline::new(options);
    let (events, outcome) = run(&machine, engine, r#"{"episode": "ep-42"}"#, answer);
    for event in &events {
        timeline.event(event, &machine);
    }
    timeline.finish(&machine, outcome.as_ref(), FACTS)
}

#[test]
fn a_run_with_retry_map_and_catch() {
    insta::assert_snapshot!(show(options("podcast", 120), PODCAST, podcast(47)), @r"
    podcast  7 states · JSONPath · STANDARD · virtual clock · run 7f3a

       start  state               task                                  took  0s        10s       20s        30s       40s
      0.000s  ✓ AssemblePrompt    lambda assemble-prompt              1.340s  █
                ├ try 1 ✗         Lambda.TooManyRequestsException     0.120s
                ├ wait ⧖          Retry[0], 1 of 2, backoff ×2        1.000s
                └ try 2 ✓                                             0.220s
      1.340s  ✓ GenerateScript    bedrock invokeModel claude         21.100s   ██████████████████████
     22.440s  ✓ SynthesizeChunks  Map 47 items, 3 at a time          19.300s                         ████████████████████
                └ ✓ 47            p50 1.2s p95 1.5s, 900ms ▇██ ███▇ 1.5s
     41.740s  ✗ FinalizeJob       lambda sfn-callback                 0.310s                                             ▌
                ├ ✗               Lambda.Unknown: The function went away
                └ Catch[0]        States.ALL → HandleFailure, error at $.error
     42.050s  ✓ HandleFailure     lambda sfn-callback                 0.200s                                             ▐
     42.250s  ✓ Done              Succeed                             0.000s                                             ▐

    SUCCEEDED via Catch of FinalizeJob in 42.250s (virtual; 0.004s real) · 7 of 7 states · 360 events
    54 transitions ≈ $0.00135 · 1 retry · largest payload 1.7 KiB of 256 KiB (FinalizeJob) · at most 3 tasks at once
    calls: bedrock 1, lambda 4, polly 47
    ");
}

#[test]
fn small_maps_are_trees() {
    insta::assert_snapshot!(show(options("podcast", 100), PODCAST, podcast(3)), @r"
    podcast  7 states · JSONPath · STANDARD · virtual clock · run 7f3a

       start  state               task                                  took  0s       10s       20s
      0.000s  ✓ AssemblePrompt    lambda assemble-prompt              1.340s  █
                ├ try 1 ✗         Lambda.TooManyRequestsException     0.120s
                ├ wait ⧖          Retry[0], 1 of 2, backoff ×2        1.000s
                └ try 2 ✓                                             0.220s
      1.340s  ✓ GenerateScript    bedrock invokeModel claude         21.100s   █████████████████████
     22.440s  ✓ SynthesizeChunks  Map 3 items                         1.200s                        █
     22.440s  │ ✓ [0] Polly       polly synthesizeSpeech              1.000s                        █
     22.440s  │ ✓ [1] Polly       polly synthesizeSpeech              1.100s                        █
     22.440s  │ ✓ [2] Polly       polly synthesizeSpeech              1.200s                        █
     23.640s  ✗ FinalizeJob       lambda sfn-callback                 0.310s                         ▌
                ├ ✗               Lambda.Unknown: The function went away
                └ Catch[0]        States.ALL → HandleFailure, error at $.error
     23.950s  ✓ HandleFailure     lambda sfn-callback                 0.200s                         ▐
     24.150s  ✓ Done              Succeed                             0.000s                         ▐

    SUCCEEDED via Catch of FinalizeJob in 24.150s (virtual; 0.004s real) · 7 of 7 states · 52 events
    10 transitions ≈ $0.00025 · 1 retry · largest payload 250 B of 256 KiB (FinalizeJob)
    at most 3 tasks at once · calls: bedrock 1, lambda 4, polly 3
    ");
}

#[test]
fn narrow_terminals_lose_bars_and_then_tasks() {
    insta::assert_snapshot!(show(options("podcast", 80), PODCAST, podcast(3)), @r"
    podcast  7 states · JSONPath · STANDARD · virtual clock · run 7f3a

       start  state               task                                  took
      0.000s  ✓ AssemblePrompt    lambda assemble-prompt              1.340s
                ├ try 1 ✗         Lambda.TooManyRequestsException     0.120s
                ├ wait ⧖          Retry[0], 1 of 2, backoff ×2        1.000s
                └ try 2 ✓                                             0.220s
      1.340s  ✓ GenerateScript    bedrock invokeModel claude         21.100s
     22.440s  ✓ SynthesizeChunks  Map 3 items                         1.200s
     22.440s  │ ✓ [0] Polly       polly synthesizeSpeech              1.000s
     22.440s  │ ✓ [1] Polly       polly synthesizeSpeech              1.100s
     22.440s  │ ✓ [2] Polly       polly synthesizeSpeech              1.200s
     23.640s  ✗ FinalizeJob       lambda sfn-callback                 0.310s
                ├ ✗               Lambda.Unknown: The function went away
                └ Catch[0]        States.ALL → HandleFailure, error at $.error
     23.950s  ✓ HandleFailure     lambda sfn-callback                 0.200s
     24.150s  ✓ Done              Succeed                             0.000s

    SUCCEEDED via Catch of FinalizeJob in 24.150s (virtual; 0.004s real)
    7 of 7 states · 52 events · 10 transitions ≈ $0.00025 · 1 retry
    largest payload 250 B of 256 KiB (FinalizeJob) · at most 3 tasks at once
    calls: bedrock 1, lambda 4, polly 3
    ");
    insta::assert_snapshot!(show(options("podcast", 60), PODCAST, podcast(3)), @r"
    podcast  7 states · JSONPath · STANDARD · virtual clock
             run 7f3a

       start  state                                       took
      0.000s  ✓ AssemblePrompt                          1.340s
                ├ try 1 ✗ Lambda.TooManyRequestsEx…     0.120s
                ├ wait ⧖ Retry[0], 1 of 2, backoff…     1.000s
                └ try 2 ✓                               0.220s
      1.340s  ✓ GenerateScript                         21.100s
     22.440s  ✓ SynthesizeChunks                        1.200s
     22.440s  │ ✓ [0] Polly                             1.000s
     22.440s  │ ✓ [1] Polly                             1.100s
     22.440s  │ ✓ [2] Polly                             1.200s
     23.640s  ✗ FinalizeJob                             0.310s
                ├ ✗ Lambda.Unknown: The function went away
                └ Catch[0] States.ALL → HandleFailure, error…
     23.950s  ✓ HandleFailure                           0.200s
     24.150s  ✓ Done                                    0.000s

    SUCCEEDED via Catch of FinalizeJob in 24.150s (virtual;
    0.004s real) · 7 of 7 states · 52 events
    10 transitions ≈ $0.00025 · 1 retry
    largest payload 250 B of 256 KiB (FinalizeJob)
    at most 3 tasks at once
    calls: bedrock 1, lambda 4, polly 3
    ");
}

#[test]
fn wide_terminals() {
    insta::assert_snapshot!(show(options("podcast", 140), PODCAST, podcast(3)), @r"
    podcast  7 states · JSONPath · STANDARD · virtual clock · run 7f3a

       start  state               task                                  took  0s          5s          10s          15s         20s
      0.000s  ✓ AssemblePrompt    lambda assemble-prompt              1.340s  ███
                ├ try 1 ✗         Lambda.TooManyRequestsException     0.120s
                ├ wait ⧖          Retry[0], 1 of 2, backoff ×2        1.000s
                └ try 2 ✓                                             0.220s
      1.340s  ✓ GenerateScript    bedrock invokeModel claude         21.100s     ████████████████████████████████████████████████████▌
     22.440s  ✓ SynthesizeChunks  Map 3 items                         1.200s                                                         ▐██▌
     22.440s  │ ✓ [0] Polly       polly synthesizeSpeech              1.000s                                                         ▐██
     22.440s  │ ✓ [1] Polly       polly synthesizeSpeech              1.100s                                                         ▐██
     22.440s  │ ✓ [2] Polly       polly synthesizeSpeech              1.200s                                                         ▐██▌
     23.640s  ✗ FinalizeJob       lambda sfn-callback                 0.310s                                                            ▐▌
                ├ ✗               Lambda.Unknown: The function went away
                └ Catch[0]        States.ALL → HandleFailure, error at $.error
     23.950s  ✓ HandleFailure     lambda sfn-callback                 0.200s                                                             ▐
     24.150s  ✓ Done              Succeed                             0.000s                                                             ▐

    SUCCEEDED via Catch of FinalizeJob in 24.150s (virtual; 0.004s real) · 7 of 7 states · 52 events · 10 transitions ≈ $0.00025 · 1 retry
    largest payload 250 B of 256 KiB (FinalizeJob) · at most 3 tasks at once · calls: bedrock 1, lambda 4, polly 3
    ");
}

#[test]
fn ascii() {
    let mut options = options("podcast", 100);
    options.style.unicode = false;
    insta::assert_snapshot!(show(options, PODCAST, podcast(12)), @r"
    podcast  7 states - JSONPath - STANDARD - virtual clock - run 7f3a

       start  state                  task                                  took  0s     10s    20s
      0.000s  ok   AssemblePrompt    lambda assemble-prompt              1.340s  #
                   |- try 1 FAIL     Lambda.TooManyRequestsException     0.120s
                   |- wait           Retry[0], 1 of 2, backoff x2        1.000s
                   `- try 2 ok                                           0.220s
      1.340s  ok   GenerateScript    bedrock invokeModel claude         21.100s  #################
     22.440s  ok   SynthesizeChunks  Map 12 items, 3 at a time           5.200s                  #####
                   `- ok 12          p50 1.2s p95 1.5s, 900ms -## ###- 1.5s
     27.640s  FAIL FinalizeJob       lambda sfn-callback                 0.310s                      #
                   |- FAIL           Lambda.Unknown: The function went away
                   `- Catch[0]       States.ALL -> HandleFailure, error at $.error
     27.950s  ok   HandleFailure     lambda sfn-callback                 0.200s                      #
     28.150s  ok   Done              Succeed                             0.000s                      #

    SUCCEEDED via Catch of FinalizeJob in 28.150s (virtual; 0.004s real) - 7 of 7 states - 115 events
    19 transitions ~ $0.000475 - 1 retry - largest payload 547 B of 256 KiB (FinalizeJob)
    at most 3 tasks at once - calls: bedrock 1, lambda 4, polly 12
    ");
}

#[test]
fn verbose_tells_what_changed() {
    let options = TimelineOptions {
        detail: Detail::Changes,
        ..options("podcast", 100)
    };
    insta::assert_snapshot!(show(options, PODCAST, podcast(2)), @r#"
    podcast  7 states · JSONPath · STANDARD · virtual clock · run 7f3a
    input {"episode": "ep-42"}

       start  state               task                                  took  0s       10s       20s
      0.000s  ✓ AssemblePrompt    lambda assemble-prompt              1.340s  █
                ├ try 1 ✗         Lambda.TooManyRequestsException     0.120s
                ├ wait ⧖          Retry[0], 1 of 2, backoff ×2        1.000s
                ├ try 2 ✓                                             0.220s
                └ + $.prompt      {"prompt": "a prompt"}
      1.340s  ✓ GenerateScript    bedrock invokeModel claude         21.100s   █████████████████████
                └ + $.script      {"chunks": ["text", "text"]}
     22.440s  ✓ SynthesizeChunks  Map 2 items                         1.100s                        █
                └ + $.audio       [{"AudioStream": "s3://x"}, {"AudioStream": "s3://x"}]
     22.440s  │ ✓ [0] Polly       polly synthesizeSpeech              1.000s                        █
              │       └ ~ $       {"AudioStream": "s3://x"}
     22.440s  │ ✓ [1] Polly       polly synthesizeSpeech              1.100s                        █
              │       └ ~ $       {"AudioStream": "s3://x"}
     23.540s  ✗ FinalizeJob       lambda sfn-callback                 0.310s                         ▌
                ├ ✗               Lambda.Unknown: The function went away
                ├ Catch[0]        States.ALL → HandleFailure, error at $.error
                └ + $.error       {"Error": "Lambda.Unknown", "Cause": "The function went away"}
     23.850s  ✓ HandleFailure     lambda sfn-callback                 0.200s                         ▐
                ├ - $.episode     "ep-42"
                ├ - $.prompt      {"prompt": "a prompt"}
                ├ - $.script      {"chunks": ["text", "text"]}
                ├ - $.audio       [{"AudioStream": "s3://x"}, {"AudioStream": "s3://x"}]
                └ - $.error       {"Error": "Lambda.Unknown", "Cause": "The function went away"}
     24.050s  ✓ Done              Succeed                             0.000s                         ▐

    SUCCEEDED via Catch of FinalizeJob in 24.050s (virtual; 0.004s real) · 7 of 7 states · 45 events
    9 transitions ≈ $0.000225 · 1 retry · largest payload 217 B of 256 KiB (FinalizeJob)
    at most 2 tasks at once · calls: bedrock 1, lambda 4, polly 2
    "#);
}

#[test]
fn very_verbose_tells_each_stage() {
    let options = TimelineOptions {
        detail: Detail::Stages,
        ..options("podcast", 100)
    };
    insta::assert_snapshot!(show(options, PODCAST, podcast(1)), @r#"
    podcast  7 states · JSONPath · STANDARD · virtual clock · run 7f3a
    input {"episode": "ep-42"}

       start  state                      task                                  took  0s     10s    20s
      0.000s  ✓ AssemblePrompt           lambda assemble-prompt              1.340s  ▌
                ├ try 1 ✗                Lambda.TooManyRequestsException     0.120s
                ├ wait ⧖                 Retry[0], 1 of 2, backoff ×2        1.000s
                ├ try 2 ✓                                                    0.220s
                ├ afterInputPath         {"episode": "ep-42"}
                ├ afterParameters        {"FunctionName": "assemble-prompt", "Payload": {…1 more}}
                ├ afterInputPath         {"episode": "ep-42"}
                ├ afterParameters        {"FunctionName": "assemble-prompt", "Payload": {…1 more}}
                ├ result                 {"Payload": "a prompt"}
                ├ afterResultSelector    {"prompt": "a prompt"}
                ├ afterResultPath        {"episode": "ep-42", "prompt": {"prompt": "a prompt"}}
                └ + $.prompt             {"prompt": "a prompt"}
      1.340s  ✓ GenerateScript           bedrock invokeModel claude         21.100s  ▐██████████████▌
                ├ afterInputPath         {"episode": "ep-42", "prompt": {"prompt": "a prompt"}}
                ├ afterParameters        {"ModelId": "claude", "Body": {"prompt": "a prompt"}}
                ├ result                 {"chunks": ["text"]}
                ├ afterResultPath        {"episode": "ep-42", "prompt": {"prompt": "a prompt"}, …1 mo…
                └ + $.script             {"chunks": ["text"]}
     22.440s  ✓ SynthesizeChunks         Map 1 item                          1.000s                 ▐▌
                ├ afterInputPath         {"episode": "ep-42", "prompt": {"prompt": "a prompt"}, …1 mo…
                ├ afterItemsPath         ["text"]
                ├ result                 [{"AudioStream": "s3://x"}]
                ├ afterResultPath        {"episode": "ep-42", "prompt": {"prompt": "a prompt"}, …2 mo…
                └ + $.audio              [{"AudioStream": "s3://x"}]
     22.440s  │ ✓ [0] Polly              polly synthesizeSpeech              1.000s                 ▐▌
              │       ├ afterInputPath   "text"
              │       ├ afterParameters  {"Text": "text"}
              │       ├ result           {"AudioStream": "s3://x"}
              │       └ ~ $              {"AudioStream": "s3://x"}
     23.440s  ✗ FinalizeJob              lambda sfn-callback                 0.310s                  ▐
                ├ afterInputPath         {"episode": "ep-42", "prompt": {"prompt": "a prompt"}, …2 mo…
                ├ ✗                      Lambda.Unknown: The function went away
                ├ Catch[0]               States.ALL → HandleFailure, error at $.error
                ├ afterResultPath        {"episode": "ep-42", "prompt": {"prompt": "a prompt"}, …3 mo…
                └ + $.error              {"Error": "Lambda.Unknown", "Cause": "The function went away…
     23.750s  ✓ HandleFailure            lambda sfn-callback                 0.200s                  ▐
                ├ afterInputPath         {"episode": "ep-42", "prompt": {"prompt": "a prompt"}, …3 mo…
                ├ result                 {}
                ├ - $.episode            "ep-42"
                ├ - $.prompt             {"prompt": "a prompt"}
                ├ - $.script             {"chunks": ["text"]}
                ├ - $.audio              [{"AudioStream": "s3://x"}]
                └ - $.error              {"Error": "Lambda.Unknown", "Cause": "The function went away…
     23.950s  ✓ Done                     Succeed                             0.000s                  ▐
                └ result                 {}

    SUCCEEDED via Catch of FinalizeJob in 23.950s (virtual; 0.004s real) · 7 of 7 states · 38 events
    8 transitions ≈ $0.0002 · 1 retry · largest payload 184 B of 256 KiB (FinalizeJob)
    calls: bedrock 1, lambda 4, polly 1
    "#);
}

const LOOP: &str = r#"{
  "StartAt": "Count",
  "States": {
    "Count": {"Type": "Pass", "Parameters": {"n.$": "States.MathAdd($.n, 1)"}, "Next": "Poll"},
    "Poll": {"Type": "Task", "Resource": "arn:aws:states:::aws-sdk:transcribe:getTranscriptionJob", "Parameters": {"TranscriptionJobName": "j"},
      "Retry": [{"ErrorEquals": ["States.ALL"], "IntervalSeconds": 1, "MaxAttempts": 8}],
      "ResultPath": "$.job", "Next": "IsDone"},
    "IsDone": {"Type": "Choice", "Choices": [{"Variable": "$.n", "NumericEquals": 200, "Next": "Notify"}], "Default": "Pause"},
    "Pause": {"Type": "Wait", "Seconds": 30, "Next": "Count"},
    "Notify": {"Type": "Task", "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
       "Parameters": {"QueueUrl": "https://sqs.us-east-1.amazonaws.com/1/reviews", "MessageBody": {"t.$": "$$.Task.Token"}}, "End": true}
  }
}"#;

fn looped(width: usize) -> String {
    let machine = machine(LOOP);
    let mut timeline = Timeline::new(options("poll", width));
    let mut polls = 0;
    let (events, outcome) =
        run(
            &machine,
            Options::default(),
            r#"{"n": 0}"#,
            |request| match &*request.state_name {
                "Notify" => vec![
                    (
                        50,
                        TaskOutcome::Submitted(
                            crate::value::read(r#"{"MessageId": "1"}"#).unwrap(),
                        ),
                    ),
                    (
                        7_200_050,
                        TaskOutcome::Succeeded(
                            crate::value::read(r#"{"approved": true}"#).unwrap(),
                        ),
                    ),
                ],
                _ => {
                    polls += 1;
                    if polls < 8 {
                        fail(10, "Transcribe.ThrottlingException", "slow down")
                    } else {
                        succeed(100, r#"{"s": "RUNNING"}"#)
                    }
                }
            },
        );
    for event in &events {
        timeline.event(event, &machine);
    }
    timeline.finish(&machine, outcome.as_ref(), FACTS)
}

#[test]
fn loops_and_tries_are_folded() {
    insta::assert_snapshot!(looped(110), @r"
     poll  5 states · JSONPath · STANDARD · virtual clock · run 7f3a

        start  state                            task                                 took  0s   1h    2h    3h
       0.000s  ✓ Count                          Pass                               0.000s  ▌
       0.000s  ✓ Poll                           transcribe getTranscriptionJob  2m07.170s  ▌
                 ├ try 1 ✗                      Transcribe.ThrottlingException     0.010s
                 ├ wait ⧖                       Retry[0], 1 of 8, backoff ×2       1.000s
                 ├ try 2 ✗                      Transcribe.ThrottlingException     0.010s
                 ├ wait ⧖                       Retry[0], 2 of 8, backoff ×2       2.000s
                 ├ try 3 ✗                      Transcribe.ThrottlingException     0.010s
                 ├ wait ⧖                       Retry[0], 3 of 8, backoff ×2       4.000s
                 ├ … 2 more tries
                 ├ try 6 ✗                      Transcribe.ThrottlingException     0.010s
                 ├ wait ⧖                       Retry[0], 6 of 8, backoff ×2      32.000s
                 ├ try 7 ✗                      Transcribe.ThrottlingException     0.010s
                 ├ wait ⧖                       Retry[0], 7 of 8, backoff ×2    1m04.000s
                 └ try 8 ✓                                                         0.100s
    2m07.170s  ✓ IsDone                         Default → Pause                    0.000s  ▌
    2m07.170s  ✓ Pause                          Wait 30 s                         30.000s  ▌
    2m37.170s  ✓ Count                          Pass                               0.000s  ▌
    2m37.170s  ✓ Poll                           transcribe getTranscriptionJob     0.100s  ▌
    2m37.270s  ✓ IsDone                         Default → Pause                    0.000s  ▌
    2m37.270s  ✓ Pause                          Wait 30 s                         30.000s  ▌
    3m07.270s  ✓ Count                          Pass                               0.000s  ▌
    3m07.270s  ✓ Poll                           transcribe getTranscriptionJob     0.100s  ▌
    3m07.370s  ✓ IsDone                         Default → Pause                    0.000s  ▌
    3m07.370s  ✓ Pause                          Wait 30 s                         30.000s  ▌
    3m37.370s  ↺ Count → Poll → IsDone → Pause  787 more visits                  1h38m19s  ██████████
     1h41m57s  ✓ Notify                         sqs sendMessage reviews, token   2h00m00s            ████████████
                 └ wait ⧖                       for the task token               2h00m00s

     SUCCEEDED in 3h41m57s (virtual; 0.004s real) · 5 of 5 states · 2,227 events · 807 transitions ≈ $0.0202
     7 retries · largest payload 211 B of 256 KiB (Notify) · calls: sqs 1, transcribe 207 (6 a minute at most)
    ");
}

const NESTED: &str = r#"{
  "StartAt": "Both",
  "TimeoutSeconds": 100,
  "States": {
    "Both": {
      "Type": "Parallel",
      "Branches": [
        {"StartAt": "Fetch", "States": {
          "Fetch": {"Type": "Task", "Resource": "arn:aws:lambda:us-east-1:123456789012:function:fetch", "Next": "Each"},
          "Each": {"Type": "Map", "ItemProcessor": {"StartAt": "Work", "States": {
              "Work": {"Type": "Task", "Resource": "arn:aws:lambda:us-east-1:123456789012:function:work", "Next": "Rest"},
              "Rest": {"Type": "Wait", "Seconds": 2, "End": true}}}, "End": true}}},
        {"StartAt": "Slow", "States": {
          "Slow": {"Type": "Task", "Resource": "arn:aws:lambda:us-east-1:123456789012:function:slow", "End": true}}},
        {"StartAt": "Many", "States": {
          "Many": {"Type": "Map", "ItemsPath": "$.many", "MaxConcurrency": 5, "ItemProcessor": {"StartAt": "A", "States": {
              "A": {"Type": "Task", "Resource": "arn:aws:lambda:us-east-1:123456789012:function:a", "Next": "B",
                 "Retry": [{"ErrorEquals": ["Throttled"]}]},
              "B": {"Type": "Task", "Resource": "arn:aws:lambda:us-east-1:123456789012:function:b", "End": true}}},
              "ToleratedFailureCount": 10, "End": true}}}
      ],
      "End": true
    }
  }
}"#;

fn nested(slow: i64, width: usize) -> String {
    let machine = machine(NESTED);
    let mut timeline = Timeline::new(options("nested", width));
    let many: Vec<String> = (0..60).map(|n| n.to_string()).collect();
    let input = format!("{{\"many\": [{}]}}", many.join(","));
    let (events, outcome) = run(
        &machine,
        Options::default(),
        &input,
        |request| match &*request.state_name {
            "Fetch" => succeed(300, "[1, 2]"),
            "Work" => succeed(700 + i64::from(request.iterations[0].index) * 100, "{}"),
            "A" if request.iterations[0].index % 10 == 3 && request.retries == 0 => {
                fail(50, "Throttled", "")
            }
            "A" => succeed(200 + i64::from(request.iterations[0].index) * 7, "{}"),
            "B" if request.iterations[0].index % 12 == 5 => fail(100, "Boom", "it broke"),
            "B" => succeed(100, "{}"),
            _ if slow > 50_000 => succeed(slow, "{}"),
            _ => fail(
                slow,
                "SlowError",
                "{\"errorMessage\": \"something long went wrong in this function, and here is a lot of text about it that will not fit\"}",
            ),
        },
    );
    for event in &events {
        timeline.event(event, &machine);
    }
    timeline.finish(&machine, outcome.as_ref(), FACTS)
}

#[test]
fn nested_flows_that_fail_or_time_out() {
    insta::assert_snapshot!(nested(2_900, 110), @r#"
    nested  9 states · JSONPath · STANDARD · virtual clock · run 7f3a

       start  state                                     task                            took  0s    1s    2s
      0.000s  ✗ Both                                    Parallel 3 branches           2.900s  ██████████████████
                └ ✗                                     SlowError: {"errorMessage": "something long went wrong…
      0.000s  │ ✓ [0] Fetch                             lambda fetch                  0.300s  █▌
      0.300s  │ ⊘     Each                              Map 2 items                   2.600s   ▐████████████████
      0.300s  │ │ ✓ [0] Work                            lambda work                   0.700s   ▐████
      1.000s  │ │ ⊘     Rest                            Wait 2 s                      1.900s        ████████████
      0.300s  │ │ ✓ [1] Work                            lambda work                   0.800s   ▐████▌
      1.100s  │ │ ⊘     Rest                            Wait 2 s                      1.800s        ▐███████████
      0.000s  │ ✗ [1] Slow                              lambda slow                   2.900s  ██████████████████
              │       └ ✗                               SlowError: {"errorMessage": "something long went wrong…
      0.000s  │ ⊘ [2] Many                              Map 60 items, 5 at a time     2.900s  ██████████████████
              │       ├ ✓ 25  ✗ 2  ⊘ 5  28 not started  p50 405ms p95 1.4s, 300ms █▃     ▁ 1.4s
              │       ├ A ×32                           lambda a, p50 298ms p95 1.3s, 3 retries
              │       ├ B ×28                           lambda b, p50 100ms p95 100ms, 2 failed
              │       ├ ✗ [5] B                         Boom
              │       └ ✗ [17] B                        Boom

    FAILED in 2.900s (virtual; 0.004s real) · SlowError · 9 of 9 states · 403 events · 72 transitions ≈ $0.0018
    3 retries · largest payload 181 B of 256 KiB (Both) · at most 7 tasks at once · calls: lambda 66
    "#);
    insta::assert_snapshot!(nested(200_000, 100), @r"
    nested  9 states · JSONPath · STANDARD · virtual clock · run 7f3a

       start  state                      task                            took  0s    30s    1m
      0.000s  ⊘ Both                     Parallel 3 branches        1m40.000s  ███████████████████████
      0.000s  │ ✓ [0] Fetch              lambda fetch                  0.300s  ▌
      0.300s  │ ✓     Each               Map 2 items                   2.800s  ▌
      0.300s  │ │ ✓ [0] Work             lambda work                   0.700s  ▌
      1.000s  │ │ ✓     Rest             Wait 2 s                      2.000s  ▌
      0.300s  │ │ ✓ [1] Work             lambda work                   0.800s  ▌
      1.100s  │ │ ✓     Rest             Wait 2 s                      2.000s  ▌
      0.000s  │ ⊘ [1] Slow               lambda slow                1m40.000s  ███████████████████████
      0.000s  │ ✓ [2] Many               Map 60 items, 5 at a time     7.584s  █▌
              │       ├ ✓ 55  ✗ 5        p50 524ms p95 1.5s, 300ms ██▃   ▂▂ 1.7s
              │       ├ A ×60            lambda a, p50 424ms p95 1.4s, 6 retries
              │       ├ B ×60            lambda b, p50 100ms p95 100ms, 5 failed
              │       ├ ✗ [5] B          Boom
              │       ├ ✗ [17] B         Boom
              │       ├ ✗ [29] B         Boom
              │       └ … 2 more failed

    TIMED_OUT in 1m40.000s (virtual; 0.004s real) · States.Timeout · 9 of 9 states · 771 events
    135 transitions ≈ $0.00337 · 6 retries · largest payload 191 B of 256 KiB (Many)
    at most 7 tasks at once · calls: lambda 130
    ");
}

#[test]
fn ten_thousand_iterations_and_visits_keep_few_rows() {
    let machine = machine(NESTED);
    let mut timeline = Timeline::new(options("nested", 100));
    let many: Vec<String> = (0..10_000).map(|n| n.to_string()).collect();
    let input = format!("{{\"many\": [{}]}}", many.join(","));
    let mut engine = Options::default();
    engine.limits = crate::engine::Limits::Off;
    let (events, outcome) = run(&machine, engine, &input, |request| {
        match &*request.state_name {
            "Fetch" => succeed(300, "[1, 2]"),
            "Slow" => succeed(10, "{}"),
            _ => succeed(5, "{}"),
        }
    });
    assert!(events.len() > 120_000, "{}", events.len());
    for event in &events {
        timeline.event(event, &machine);
    }
    let text = timeline.finish(&machine, outcome.as_ref(), FACTS);
    assert!(
        timeline.model.rows_kept() < 20,
        "{}",
        timeline.model.rows_kept()
    );
    assert!(text.lines().count() < 25, "{text}");
    assert!(text.contains("✓ 10,000   10ms each"), "{text}");
}

const DISTRIBUTED: &str = r#"{
  "StartAt": "Each",
  "States": {
    "Each": {
      "Type": "Map",
      "Label": "Each",
      "MaxConcurrency": 4,
      "ItemProcessor": {
        "ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "EXPRESS"},
        "StartAt": "Work",
        "States": {
          "Work": {"Type": "Task", "Resource": "arn:aws:lambda:us-east-1:123456789012:function:work", "Next": "Rest"},
          "Rest": {"Type": "Wait", "Seconds": 1, "End": true}
        }
      },
      "ResultPath": null,
      "End": true
    }
  }
}"#;

#[test]
fn distributed_maps_are_told_in_figures_and_billed_by_their_children() {
    let machine = machine(DISTRIBUTED);
    let mut timeline = Timeline::new(options("fan-out", 100));
    let items: Vec<String> = (0..40).map(|n| n.to_string()).collect();
    let input = format!("[{}]", items.join(","));
    let (events, outcome) = run(&machine, Options::default(), &input, |request| {
        succeed(50 * i64::from(request.iterations[0].index), "{}")
    });
    for event in &events {
        timeline.event(event, &machine);
    }
    let text = timeline.finish(&machine, outcome.as_ref(), FACTS);
    insta::assert_snapshot!(text, @r"
    fan-out  3 states · JSONPath · STANDARD · virtual clock · run 7f3a

       start  state         task                                           took  0s        10s
      0.000s  ✓ Each        distributed Map 40 children, 4 at a time    20.500s  █████████████████████
                ├ ✓ 40      p50 2s p95 2.9s, 1s ████████ 3s
                ├ Work ×40  lambda work, p50 950ms p95 1.9s
                └ Rest ×40  Wait 1 s, p50 1s p95 1s

    SUCCEEDED in 20.500s (virtual; 0.004s real) · 3 of 3 states · 8 events · 1 transition ≈ $0.000148
    largest payload 111 B of 256 KiB (Each) · at most 4 tasks at once · calls: lambda 40
    ");
    // One transition; 40 requests at $0.000001; the time of each, rounded up to 100 ms, at 64 MB and $0.06 a GB-hour.
    let tenths: i32 = (0..40).map(|n| (1000 + 50 * n + 99) / 100).sum();
    let seconds = f64::from(tenths) / 10.0;
    let expected = 0.000_025 + 40.0 * 0.000_001 + seconds * 0.0625 * 0.06 / 3600.0;
    assert!(
        (timeline.dollars(&machine) - expected).abs() < 1e-9,
        "{} {expected}",
        timeline.dollars(&machine)
    );
}
