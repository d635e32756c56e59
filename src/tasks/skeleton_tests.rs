//! Skeletons are mock files that can be used as they are.

use super::testing::{CALLBACK, FUNCTION, LAMBDA, asking, machine, read};
use super::{MockFormat, skeleton};
use crate::asl::{Retrier, StateMachine, StateType, Target, Transition};
use crate::base::{Span, Spanned};

fn sample() -> StateMachine {
    let mut machine = machine(&[
        ("Assemble", LAMBDA),
        ("Chunks", "Map"),
        ("Chunks/Call Polly", FUNCTION),
        ("Review", CALLBACK),
        (
            "Poll: \"x\"",
            "arn:aws:states:::aws-sdk:polly:getSpeechSynthesisTask",
        ),
        ("Ask", "arn:aws:states:::bedrock:invokeModel"),
        ("P", "Parallel"),
        ("P/Same", "${function}"),
        ("Q", "Map"),
        ("Q/Same", "arn:aws:states:::sqs:sendMessage"),
        ("Done", "Succeed"),
    ]);
    let retrier = |error: &str, max_attempts| Retrier {
        error_equals: vec![Spanned::new(error.into(), Span::default())],
        interval_seconds: 1,
        max_attempts,
        backoff_rate: 2.0,
        max_delay_seconds: None,
        full_jitter: false,
        span: Span::default(),
        location: String::new(),
    };
    machine.states[0].retry = vec![
        retrier("Never", 0),
        retrier("Lambda.TooManyRequestsException", 2),
    ];
    machine.states[2].retry = vec![retrier("States.ALL", 3)];
    // Poll goes to itself.
    let poll = machine.states[4].clone();
    machine.states[4].transition = Transition::Next(Target {
        name: poll.name,
        state: Some(poll.id),
    });
    machine
}

#[test]
fn our_own_format_is_written_with_a_comment_for_each_task() {
    let text = skeleton(&sample(), "podcast", "podcast.asl.json", MockFormat::Own);
    insta::assert_snapshot!(text);
}

#[test]
fn a_mock_config_file_is_written_with_numbers() {
    let text = skeleton(
        &sample(),
        "podcast",
        "podcast.asl.json",
        MockFormat::MockConfigFile,
    );
    insta::assert_snapshot!(text);
}

#[test]
fn skeletons_answer_every_task_and_have_no_findings() {
    let machine = sample();
    for (format, name, cases) in [
        (MockFormat::Own, "mocks.yaml", [None, Some("retry")]),
        (
            MockFormat::MockConfigFile,
            "MockConfigFile.json",
            [Some("HappyPath"), Some("RetryPath")],
        ),
    ] {
        let text = skeleton(&machine, "podcast", "podcast.asl.json", format);
        let (file, found) = read(name, &text);
        assert!(found.is_empty(), "{found:?}\n{text}");
        for case in cases {
            let mocks = file.select(Some("podcast"), case).unwrap();
            assert!(
                mocks.check(&machine).is_empty(),
                "{:?}",
                mocks.check(&machine)
            );
            let mut handler = mocks.handler(&machine, 0);
            let tasks = machine
                .states
                .iter()
                .filter(|state| state.state_type() == StateType::Task);
            for task in tasks {
                let mut request = asking(&machine, &task.name.value);
                request.state(task.id, &machine);
                let said = request.of(&mut handler);
                let retried =
                    case.is_some_and(|case| case != "HappyPath") && !task.retry.is_empty();
                assert_eq!(
                    said.contains("failed"),
                    retried,
                    "{}: {said}",
                    task.name.value
                );
                let said = if retried {
                    request.of(&mut handler)
                } else {
                    said
                };
                assert!(said.contains("succeeded"), "{}: {said}", task.name.value);
            }
        }
    }
}

#[test]
fn a_machine_without_tasks_has_a_skeleton_too() {
    let machine = machine(&[("Done", "Succeed")]);
    let text = skeleton(&machine, "m", "m.asl.json", MockFormat::Own);
    let (_, found) = read("mocks.yaml", &text);
    assert!(found.is_empty(), "{found:?}\n{text}");
}
