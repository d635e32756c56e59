//! Events in any order, however senseless, at any width.

use super::*;
use crate::asl::StateId;
use crate::engine::{
    EventKind, Failure, FailureKind, FrameId, FrameKind, Stage, Status, TaskToken, VisitId,
};
use crate::value::{Str, Value};
use proptest::prelude::*;

/// Names of all lengths and widths, so that columns are put to the test.
const NAMES: &str = r#"{
  "StartAt": "A",
  "States": {
    "A": {"Type": "Pass", "Next": "A state with a name that is as long as AWS lets it be, which is eighty character"},
    "A state with a name that is as long as AWS lets it be, which is eighty character": {"Type": "Pass", "Next": "状態"},
    "状態": {"Type": "Map", "ItemProcessor": {"StartAt": "é", "States": {
      "é": {"Type": "Parallel", "Branches": [{"StartAt": "Inner", "States": {"Inner": {"Type": "Wait", "Seconds": 1, "Next": "T"},
        "T": {"Type": "Task", "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken", "Parameters": {"QueueUrl": "q", "MessageBody": "m"},
              "Retry": [{"ErrorEquals": ["States.ALL"]}], "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "End"}], "Next": "End"},
        "End": {"Type": "Succeed"}}}], "End": true}}}, "Next": "C"},
    "C": {"Type": "Choice", "Choices": [{"Variable": "$.n", "NumericEquals": 1, "Next": "A"}], "Default": "F"},
    "F": {"Type": "Fail", "Error": "E", "Cause": "C"}
  }
}"#;

#[derive(Clone, Debug)]
struct Seed {
    kind: usize,
    frame: u64,
    visit: Option<u64>,
    state: u32,
    number: u32,
    step: i64,
}

fn seed() -> impl Strategy<Value = Seed> {
    let visit = prop::option::weighted(0.9, 0_u64..8);
    (
        0_usize..38,
        0_u64..6,
        visit,
        0_u32..11,
        0_u32..40,
        -5_i64..3000,
    )
        .prop_map(|(kind, frame, visit, state, number, step)| Seed {
            kind,
            frame,
            visit,
            state,
            number,
            step,
        })
}

fn event(seed: &Seed, at: i64) -> Event {
    let state = StateId(seed.state);
    let text = |text: &str| Some(Str::from(text));
    let (error, cause) = (text("An.Error"), text("it\u{1b}[31m went\nwrong"));
    let failure = Box::new(Failure {
        error: error.clone(),
        cause: cause.clone(),
        state,
        culprit: None,
        kind: FailureKind::Ordinary,
        evaluation: None,
    });
    let value = || Value::from(format!("{{{}", "v".repeat(seed.number as usize * 9)));
    let object = || Value::Object([("k".to_owned(), value())].into_iter().collect());
    let index = seed.number;
    let kind = match seed.kind {
        0 => EventKind::ExecutionStarted { input: object() },
        1 => EventKind::ExecutionSucceeded { output: object() },
        2 => EventKind::ExecutionFailed { error, cause },
        3..=8 => EventKind::StateEntered {
            state,
            input: object(),
        },
        9..=12 => EventKind::StateExited {
            state,
            output: object(),
            assigned: vec![("v".into(), value())],
        },
        13 | 14 => EventKind::TaskScheduled {
            state,
            parameters: object(),
            timeout: Some(1),
            heartbeat: None,
            role: None,
            token: Some(TaskToken::new("0123456789abcdef0123".into())),
        },
        15 => EventKind::TaskSubmitted {
            state,
            output: value(),
        },
        16 => EventKind::TaskSucceeded {
            state,
            output: value(),
        },
        17 => EventKind::TaskFailed {
            state,
            error,
            cause,
        },
        18 => EventKind::TaskStateAborted { state },
        19 => EventKind::ParallelStateStarted { state },
        20 => EventKind::ParallelStateAborted { state },
        21..=23 => EventKind::MapStateStarted {
            state,
            length: u64::from(index),
        },
        24 => EventKind::MapIterationFailed { state, index },
        25..=27 => EventKind::FrameStarted {
            kind: FrameKind::Iteration(index),
            parent: seed.visit.map(VisitId),
        },
        28 => EventKind::FrameStarted {
            kind: FrameKind::Branch(index),
            parent: seed.visit.map(VisitId),
        },
        29 => EventKind::FrameStarted {
            kind: FrameKind::Machine,
            parent: None,
        },
        30 => EventKind::FrameEnded {
            succeeded: index.is_multiple_of(2),
        },
        31 | 32 => EventKind::RetryScheduled {
            state,
            retrier: 0,
            attempt: 1,
            max_attempts: 2,
            delay: i64::MAX / 2,
            failure,
        },
        33 => EventKind::Caught {
            state,
            catcher: 1,
            next: StateId(99),
            failure,
        },
        34 => EventKind::StateFailed { state, failure },
        35 => EventKind::ChoiceMade {
            state,
            rule: Some(3),
            next: StateId(1),
        },
        36 => EventKind::MapIterationSucceeded { state, index },
        _ => EventKind::DataStage {
            state,
            stage: Stage::Result,
            value: value(),
            token: None,
        },
    };
    Event {
        at: Timestamp(at),
        id: u64::from(index),
        previous: 0,
        child: None,
        frame: FrameId(seed.frame),
        visit: seed.visit.map(VisitId),
        kind,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_makes_it_panic_or_too_wide(
        seeds in prop::collection::vec(seed(), 0..160),
        width in 0_usize..160,
        unicode: bool,
        color: bool,
        detail in 1_usize..4,
        stream: bool,
        failed: bool,
    ) {
        let machine = machine(NAMES);
        let mut options = options("a name", width);
        options.detail = [Detail::Nothing, Detail::Rows, Detail::Changes, Detail::Stages][detail];
        options.style.unicode = unicode;
        options.style.color = color;
        options.fold_visits = 4;
        options.fold_iterations = 3;
        options.most_rows = 40;
        let mut timeline = Timeline::new(options);
        let (mut at, mut text) = (0_i64, String::new());
        for seed in &seeds {
            at = at.saturating_add(seed.step);
            timeline.event(&event(seed, at), &machine);
            if stream {
                text.push_str(&timeline.drain(&machine));
            }
        }
        let status = if failed { Status::Failed } else { Status::Succeeded };
        let failure = Failure { error: None, cause: None, state: StateId(2), culprit: None, kind: FailureKind::Ordinary, evaluation: None };
        let outcome = Outcome { status, output: None, error: None, cause: None, failure: failed.then_some(failure) };
        text.push_str(&timeline.finish(&machine, Some(&outcome), FACTS));
        let plain = strip(&text);
        prop_assert!(!plain.contains('\x1b'), "{}", plain);
        prop_assert!(!plain.contains("0123456789abcdef0123"));
        if !unicode {
            prop_assert!(!plain.contains(['✓', '│', '…', '→', '█', '·']), "{}", plain);
        }
        for line in plain.lines() {
            prop_assert!(crate::report::text::width(line) <= width.max(40), "{}\n{}", line, plain);
        }
    }
}

/// Text without colours.
fn strip(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        plain.push_str(before);
        rest = after.split_once('m').map_or("", |(_, rest)| rest);
    }
    plain + rest
}
