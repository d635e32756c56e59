//! The linter with all its rules but the pedantic ones, after the definition was read and lowered: bytes of definition a
//! second. Goal: 20 MB/s of a definition as people write them; long chains of one state after another must not cost more
//! for each state than short ones.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use sfnrun::analysis::Samples;
use sfnrun::asl::{Definition, WorkflowType};
use sfnrun::lint::{Selection, findings};
use sfnrun::source::{Bindings, SourceFile};
use std::fmt::Write as _;

/// `states` one after another, each written by `write` with its number and what comes next, and a Succeed at the end.
fn chain(top: &str, count: usize, write: impl Fn(usize) -> String) -> String {
    let mut text = format!("{{{top}\"StartAt\":\"S0\",\"States\":{{");
    for state in 0..count {
        let body = write(state);
        write!(text, "\"S{state}\":{{{body},\"Next\":\"S{}\"}},", state + 1)
            .expect("a string can be written to");
    }
    write!(text, "\"S{count}\":{{\"Type\":\"Succeed\"}}}}}}").expect("a string can be written to");
    text
}

fn measure(bencher: Bencher<'_, '_>, text: &str) {
    let file = SourceFile::new("m.asl.json", text.to_owned());
    let definition = Definition::load(file, &Bindings::default(), WorkflowType::Standard);
    bencher.counter(BytesCount::of_str(text)).bench(|| {
        findings(
            black_box(&definition),
            &Samples::default(),
            &Selection::default(),
        )
    });
}

#[divan::bench(args = [100, 1_000, 10_000])]
fn tasks(bencher: Bencher<'_, '_>, count: usize) {
    let text = chain("", count, |_| {
        "\"Type\":\"Task\",\"Resource\":\"arn:aws:states:::lambda:invoke\",\"Parameters\":{\"FunctionName\":\"f\",\"Payload\":{\"x.$\":\"$.k\"}},\
         \"ResultSelector\":{\"k.$\":\"$.Payload\"},\"Retry\":[{\"ErrorEquals\":[\"Lambda.TooManyRequestsException\"],\"MaxAttempts\":3}]"
            .to_owned()
    });
    measure(bencher, &text);
}

/// Each keeps its result beside the others, so that the data grows.
#[divan::bench(args = [100, 1_000, 10_000])]
fn tasks_that_keep_results(bencher: Bencher<'_, '_>, count: usize) {
    let text = chain("", count, |state| {
        format!(
            "\"Type\":\"Task\",\"Resource\":\"arn:aws:states:::sns:publish\",\"Parameters\":{{\"Message.$\":\"$.k\"}},\"ResultPath\":\"$.r{state}\""
        )
    });
    measure(bencher, &text);
}

#[divan::bench(args = [100, 1_000, 10_000])]
fn expressions(bencher: Bencher<'_, '_>, count: usize) {
    let text = chain("\"QueryLanguage\":\"JSONata\",", count, |_| {
        "\"Type\":\"Task\",\"Resource\":\"arn:aws:states:::lambda:invoke\",\
         \"Arguments\":{\"FunctionName\":\"f\",\"Payload\":\"{% $merge([$states.input, {'n': $states.input.n + 1}]) %}\"},\
         \"Assign\":{\"total\":\"{% $states.result.Payload.total %}\"},\"Output\":{\"k\":\"{% $states.result.Payload %}\",\"n\":1}"
            .to_owned()
    });
    measure(bencher, &text);
}

#[divan::bench(args = [100, 1_000, 10_000])]
fn rules_of_a_choice(bencher: Bencher<'_, '_>, count: usize) {
    let rules: Vec<String> = (0..count)
        .map(|rule| {
            format!("{{\"Variable\":\"$.code\",\"StringEquals\":\"c{rule}\",\"Next\":\"End\"}}")
        })
        .collect();
    let text = format!(
        "{{\"StartAt\":\"C\",\"States\":{{\"C\":{{\"Type\":\"Choice\",\"Choices\":[{}],\"Default\":\"End\"}},\"End\":{{\"Type\":\"Succeed\"}}}}}}",
        rules.join(",")
    );
    measure(bencher, &text);
}
