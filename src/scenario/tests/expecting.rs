//! What is expected of a run, and what is told where it does not hold.

use super::{BUSY, GONE, HAPPY, case, mismatches, one, run, told};
use crate::scenario::Verdict;
use crate::source::SourceFile;

#[test]
fn every_expectation_holds_and_fails() {
    let cases: [(&str, &str, &str, &str); 26] = [
        (
            HAPPY,
            "status: SUCCEEDED",
            "status: FAILED",
            "status: FAILED / SUCCEEDED",
        ),
        (
            GONE,
            "status: FAILED",
            "status: succeeded",
            "status: SUCCEEDED / FAILED",
        ),
        (
            HAPPY,
            "output: { note: hello, parts: [1, 2.0] }",
            "output: { parts: [1, 2] }",
            r#"output$.note: nothing / "hello""#,
        ),
        (
            HAPPY,
            "output-file: output.json",
            "output-file: other.json",
            r#"output$.note: "bye" / "hello""#,
        ),
        (
            HAPPY,
            "output-contains: { parts: [1, 2] }",
            "output-contains: { parts: [1] }",
            "output-contains$.parts[1]: nothing / 2",
        ),
        (
            HAPPY,
            "output-contains: { parts: { length: 2, 1: 2 } }",
            "output-contains: { parts: { 1: 3 } }",
            "output-contains$.parts[1]: 3 / 2",
        ),
        (
            GONE,
            "error: Shop.Closed",
            "error: Shop",
            "error: Shop / Shop.Closed",
        ),
        (
            GONE,
            "cause: nobody is here today",
            "cause: nobody",
            "cause: nobody / nobody is here today",
        ),
        (
            GONE,
            "cause-contains: [nobody, today]",
            "cause-contains: tomorrow",
            "cause-contains: a text with `tomorrow` / nobody is here today",
        ),
        (
            HAPPY,
            "visits: [Fetch, Each]",
            "visits: [Fetch, Apologise]",
            "visits[1]: Fetch Apologise / Fetch Each",
        ),
        (
            BUSY,
            "visits: [Fetch, Each]",
            "visits: Fetch",
            "visits[1]: Fetch / Fetch Each",
        ),
        (
            HAPPY,
            "visited: [Weigh, Each]",
            "visited: [Fetch, Stop]",
            "visitedStop: visited / not visited",
        ),
        (
            HAPPY,
            "visited: Each/Weigh",
            "visited: Apologise",
            "visitedApologise: visited / not visited",
        ),
        (
            HAPPY,
            "not-visited: [Stop, Apologise]",
            "not-visited: Each/Weigh",
            "not-visitedEach/Weigh: not visited / visited",
        ),
        (
            BUSY,
            "not-visited: Weigh",
            "visited: Weigh",
            "visitedWeigh: visited / not visited",
        ),
        (
            HAPPY,
            "via-catch: false",
            "via-catch: true",
            "via-catch: an error is caught / no error is caught",
        ),
        (
            GONE,
            "status: FAILED\nvia-catch: true",
            "status: FAILED\nvia-catch: false",
            "via-catch: no error is caught / an error is caught",
        ),
        (
            HAPPY,
            "duration: 3s",
            "duration: 3.1s",
            "duration: 3.1s / 3s",
        ),
        (
            BUSY,
            "duration: '<= 6s'",
            "duration: '< 6s'",
            "duration: at most 5.999s / 6s",
        ),
        (
            BUSY,
            "duration: 5s..7s",
            "duration: 7s..",
            "duration: at least 7s / 6s",
        ),
        (BUSY, "retries: 2", "retries: 1", "retries: 1 / 2"),
        (
            HAPPY,
            "retries: 0",
            "retries: '> 0'",
            "retries: at least 1 / 0",
        ),
        (
            HAPPY,
            "retries: '<= 1'",
            "retries: 1..2",
            "retries: from 1 to 2 / 0",
        ),
        // ExecutionStarted, TaskStateEntered, LambdaFunctionScheduled, …Started, …Succeeded, TaskStateExited,
        // MapStateEntered, MapStateStarted, two iterations of 4 (started, entered, exited, succeeded),
        // MapStateSucceeded, MapStateExited, ExecutionSucceeded.
        (HAPPY, "events: 19", "events: 18", "events: 18 / 19"),
        (
            HAPPY,
            "events: 10..20",
            "events: '>= 20'",
            "events: at least 20 / 19",
        ),
        (
            "input: input.yaml",
            "via-catch: No",
            "via-catch: yes",
            "via-catch: an error is caught / no error is caught",
        ),
    ];
    for (settings, holds, fails, mismatch) in cases {
        assert_eq!(mismatches(settings, holds), [""; 0], "{settings}: {holds}");
        assert_eq!(
            mismatches(settings, fails),
            [mismatch],
            "{settings}: {fails}"
        );
    }
}

#[test]
fn every_key_has_been_expected_above() {
    let source = include_str!("expecting.rs");
    for key in crate::scenario::expectations::KEYS {
        assert!(source.contains(&format!("\"{key}: ")), "{key}");
    }
}

#[test]
fn without_a_status_it_follows_from_the_rest() {
    assert_eq!(
        mismatches(GONE, "via-catch: true"),
        ["status: SUCCEEDED / FAILED"]
    );
    assert_eq!(
        mismatches(HAPPY, "error: Shop.Closed"),
        ["status: FAILED / SUCCEEDED", "error: Shop.Closed / nothing"]
    );
    assert!(case(&one("    {}")).run(&mut []).is_passed());
    assert!(case(&one("    # nothing")).run(&mut []).is_passed());
}

#[test]
fn all_that_does_not_hold_is_told() {
    let expect = "status: FAILED\noutput: { note: bye, parts: [1] }\nduration: 1s";
    let Verdict::Failed { mismatches, run } = run(HAPPY, expect) else {
        panic!("it fails")
    };
    let told: Vec<String> = mismatches.iter().map(told).collect();
    assert_eq!(
        told,
        [
            "status: FAILED / SUCCEEDED",
            r#"output$.note: "bye" / "hello""#,
            "output$.parts[1]: nothing / 2",
            "duration: 1s / 3s",
        ]
    );
    assert_eq!(
        (run.duration, run.retries, run.via_catch),
        (3_000, 0, false)
    );
}

#[test]
fn a_mismatch_knows_its_line() {
    let text = one("    expect:\n      via-catch: true\n      output: { note: hello, parts: [] }");
    let Verdict::Failed { mismatches, .. } = case(&text).run(&mut []) else {
        panic!("it fails")
    };
    let file = SourceFile::new("scenarios.yaml", text);
    let places: Vec<(usize, Option<&str>)> = mismatches
        .iter()
        .map(|mismatch| {
            (
                file.line_column(mismatch.span.start as usize).line,
                file.slice(mismatch.span),
            )
        })
        .collect();
    let output = "output: { note: hello, parts: [] }";
    assert_eq!(
        places,
        [
            (7, Some("via-catch: true")),
            (8, Some(output)),
            (8, Some(output))
        ]
    );
}
