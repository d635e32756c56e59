//! Definitions that nobody would write: the linter must not fail on them, nor take long.

use crate::checked::check;
use proptest::prelude::*;
use sfnrun::asl::WorkflowType;
use std::fmt::Write as _;

/// A machine with loops, nested flows, catchers, variables, both query languages.
const MACHINE: &str = r#"{
  "StartAt": "Ask",
  "States": {
    "Ask": {"Type": "Choice", "Choices": [
      {"And": [{"Variable": "$.a.b", "IsPresent": true}, {"Variable": "$.a.b[0]", "StringEquals": "x"}], "Next": "Each"},
      {"Not": {"Variable": "$.n", "NumericLessThanPath": "$.m"}, "Next": "Both"}], "Default": "Wrap"},
    "Wrap": {"Type": "Pass", "Parameters": {"old.$": "$", "l.$": "States.Array($, $$.Execution.Input.x, States.MathAdd($.n, 1))"},
      "ResultPath": "$.w.x", "Assign": {"v.$": "$.old"}, "Next": "Ask"},
    "Each": {"Type": "Map", "ItemsPath": "$.a.b", "ItemSelector": {"i.$": "$$.Map.Item.Value.z", "k.$": "$.a"},
      "ItemProcessor": {"StartAt": "One", "States": {
        "One": {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Parameters": {"FunctionName": "f", "Payload.$": "$"},
          "ResultSelector": {"p.$": "$.Payload", "s.$": "$.StatusCode"},
          "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Two"}], "End": true},
        "Two": {"Type": "Pass", "InputPath": "$.Error", "OutputPath": null, "End": true}}},
      "ResultPath": "$.r", "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.e", "Next": "Both"}], "Next": "Wrap"},
    "Both": {"Type": "Parallel", "Branches": [
      {"StartAt": "Left", "States": {"Left": {"Type": "Wait", "SecondsPath": "$.t[-1]", "End": true}}},
      {"StartAt": "Right", "States": {"Right": {"Type": "Pass", "QueryLanguage": "JSONata",
        "Output": {"x": "{% $states.input.a.b %}", "y": ["{% $v.q & 'z' %}", 1]}, "End": true}}}],
      "ResultSelector": {"first.$": "$[0].q", "all.$": "$[*].x", "cut.$": "$[1:2:3]"}, "Next": "Done"},
    "Done": {"Type": "Fail", "ErrorPath": "States.Format('{} {}', $.first, $v)"}
  }
}"#;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Pieces cut out, doubled and moved: whatever is left, there is an answer, and every place in it is of the text.
    #[test]
    fn mutated_definitions_are_answered(cuts in prop::collection::vec((0.0..1.0_f64, 0_usize..40, 0.0..1.0_f64), 1..6)) {
        let mut text: Vec<char> = MACHINE.chars().collect();
        for (from, length, to) in cuts {
            let start = (from * text.len() as f64) as usize;
            let end = (start + length).min(text.len());
            let piece: Vec<char> = text.drain(start..end).collect();
            let at = (to * text.len() as f64) as usize;
            if length % 3 > 0 {
                text.splice(at..at, piece);
            }
        }
        let text: String = text.into_iter().collect();
        for found in check("m.asl.json", &text, WorkflowType::Standard).diagnostics {
            for label in &found.labels {
                prop_assert!(text.get(label.span.range()).is_some(), "{found:#?}");
            }
        }
    }

    /// Names swapped for one another keep the structure and turn the data round.
    #[test]
    fn data_that_goes_astray_is_answered(swaps in prop::collection::vec((0_usize..12, 0_usize..12), 1..8)) {
        const WORDS: [&str; 12] = [
            "$.a.b", "$.n", "$.w.x", "$.old", "\"$\"", "$.r", "$.e", "$.Payload", "$[0].q", "$.t[-1]", "null", "$.first",
        ];
        let mut text = MACHINE.to_owned();
        for (one, other) in swaps {
            text = text.replacen(WORDS[one], WORDS[other], 2);
        }
        check("m.asl.json", &text, WorkflowType::Standard);
    }
}

/// Every state leads to every other, and each puts the whole input into itself twice: what doubles on each way round.
#[test]
fn a_thicket_of_loops_ends() {
    const STATES: usize = 30;
    let mut text = String::from(r#"{"StartAt":"C0","States":{"#);
    for state in 0..STATES {
        let rules: Vec<String> = (0..STATES)
            .map(|to| format!(r#"{{"Variable":"$.x{to}","IsPresent":true,"Next":"P{to}"}}"#))
            .collect();
        write!(
            text,
            r#""C{state}":{{"Type":"Choice","Choices":[{}],"Default":"End"}},"#,
            rules.join(",")
        )
        .expect("a string can be written to");
        write!(
            text,
            r#""P{state}":{{"Type":"Pass","Parameters":{{"a{state}.$":"$","b.$":"$","l.$":"States.Array($,$)"}},"Next":"C{state}"}},"#
        )
        .expect("a string can be written to");
    }
    text.push_str(r#""End":{"Type":"Succeed"}}}"#);
    let checked = check("m.asl.json", &text, WorkflowType::Standard);
    assert!(checked.machine.is_some());
}

/// A thousand states in a row, each with a catcher to one handler. Each keeps an answer of SNS, some 400 bytes, so that
/// nothing is wrong but the size.
#[test]
fn a_long_machine_is_linear() {
    let mut text = String::from(r#"{"StartAt":"S0","States":{"#);
    for state in 0..1_000 {
        write!(
            text,
            r#""S{state}":{{"Type":"Task","Resource":"arn:aws:states:::sns:publish","Parameters":{{"TopicArn":"arn:aws:sns:us-east-1:123456789012:t","Message.$":"$.k"}},"ResultPath":"$.r{state}","Catch":[{{"ErrorEquals":["States.ALL"],"ResultPath":"$.error","Next":"Handle"}}],"Next":"S{}"}},"#,
            state + 1
        )
        .expect("a string can be written to");
    }
    text.push_str(r#""S1000":{"Type":"Succeed"},"Handle":{"Type":"Pass","InputPath":"$.error.Cause","Next":"S1000"}}}"#);
    let checked = check("m.asl.json", &text, WorkflowType::Standard);
    let rules: Vec<&str> = checked.diagnostics.iter().map(|one| one.rule).collect();
    assert_eq!(rules, ["costly-run", "payload-over-limit"]);
}
