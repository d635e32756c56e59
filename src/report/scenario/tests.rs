//! Results as people and programs see them.

use super::{CaseResult, Lines, Tally, junit};
use crate::report::Style;
use crate::scenario::{Files, Loaded, Unreadable, load};
use crate::source::SourceFile;
use std::time::Duration;

struct Shop;

impl Files for Shop {
    fn read(&self, path: &str, _: &str) -> Result<SourceFile, Unreadable> {
        let text = match path {
            "ask.json" => {
                r#"{"StartAt": "Ask", "States": {"Ask": {"Type": "Task", "End": true,
                    "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
                    "Parameters": {"QueueUrl": "q", "MessageBody.$": "$$.Task.Token"}}}}"#
            }
            _ => r#"{"StartAt": "A", "States": {"A": {"Type": "Pass"}}}"#,
        };
        Ok(SourceFile::new(path, text.to_owned()))
    }
}

const TEXT: &str = "
version: 1
definition: ask.json
scenarios:
  a reject & more:
    mocks: { Ask: { callback: [{ after: 1h, failure: { error: Rejected, cause: never } }] } }
    expect: { visits: [Ask] }
  nobody answers: {}
  broken: { definition: broken.json }
  broken too: { definition: broken.json }
  good:
    mocks: { Ask: { callback: [{ after: 1h, success: done }] } }
";

fn results() -> Vec<CaseResult> {
    let Loaded { file, cases, .. } = load(
        SourceFile::new("shop/scenarios.yaml", TEXT.to_owned()),
        &Shop,
    );
    let results = cases.iter().map(|case| CaseResult {
        group: "shop".to_owned(),
        file: file.clone(),
        name: case.name.to_string(),
        verdict: case.run(&mut []),
        real: Duration::from_millis(4),
    });
    results.collect()
}

#[test]
fn people_see_what_does_not_hold_and_why() {
    let style = Style {
        unicode: false,
        ..Style::default()
    };
    let mut lines = Lines::new(style);
    let told: Vec<String> = results().iter().map(|result| lines.case(result)).collect();
    assert_eq!(
        told[0],
        "FAILED shop: a reject & more  0.004s
    status  shop/scenarios.yaml:5
      expected  SUCCEEDED
      actual    FAILED
    the execution ended FAILED at `Ask`: Rejected: never
"
    );
    assert_eq!(
        told[1],
        "! shop: nobody answers  0.004s
    `Ask` calls `arn:aws:states:::sqs:sendMessage.waitForTaskToken`, and no mock answers it
    help: write an answer under `mocks`: `Ask: { result: {} }`
"
    );
    assert!(
        told[2].starts_with(
            "! shop: broken  0.004s\n    the definition `broken.json` is invalid: 1 error\n"
        ),
        "{}",
        told[2]
    );
    assert!(told[2].contains("broken.json:1:"), "{}", told[2]);
    assert_eq!(
        told[3],
        "! shop: broken too  0.004s
    the definition `broken.json` is invalid: 1 error
    as told above
"
    );
    assert_eq!(told[4], "ok shop: good  0.004s\n");
}

#[test]
fn what_is_broken_has_failed() {
    let mut tally = Tally::default();
    results()
        .iter()
        .for_each(|result| tally.add(&result.verdict));
    assert_eq!(
        tally.to_string(),
        "5 scenarios: 1 passed, 1 failed, 3 broken"
    );
    assert!(!tally.is_clean());
}

#[test]
fn programs_see_failures_and_errors() {
    let xml = junit(&results()).expect("it is written");
    let report = quick_junit::Report::deserialize_from_str(&xml).expect("it is JUnit XML");
    let suite = &report.test_suites[0];
    assert_eq!((suite.tests, suite.failures, suite.errors), (5, 1, 3));
    let quick_junit::TestCaseStatus::NonSuccess {
        message,
        description,
        ..
    } = &suite.test_cases[0].status
    else {
        panic!("it failed")
    };
    assert_eq!(
        message.as_ref().map(|text| text.as_str()),
        Some("not as expected: status")
    );
    assert!(
        description
            .as_ref()
            .is_some_and(|text| text.as_str().contains("actual    FAILED"))
    );
    assert_eq!(suite.test_cases[0].name.as_str(), "a reject & more");
}

#[test]
fn no_task_token_is_shown() {
    let text = "version: 1\ndefinition: ask.json\nscenarios:\n  it:\n    mocks: { Ask: { callback: [{ after: 1s, success.$: $.MessageBody }] } }\n    expect: { output: x }";
    let Loaded { file, cases, .. } =
        load(SourceFile::new("scenarios.yaml", text.to_owned()), &Shop);
    let verdict = cases[0].run(&mut []);
    let run = verdict.run().expect("it ends");
    let token = run
        .outcome
        .output
        .as_ref()
        .and_then(|output| output.as_str())
        .expect("the token came back");
    let told = Lines::new(Style::default()).case(&CaseResult {
        group: "shop".to_owned(),
        file,
        name: "it".to_owned(),
        verdict: verdict.clone(),
        real: Duration::ZERO,
    });
    assert!(told.contains("actual    \"***\""), "{told}");
    assert!(!told.contains(&token[..16]), "{told}");
}
