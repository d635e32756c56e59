//! What the rules on loops, on five minutes and on fields of distributed Maps say in cases that their pages do not show.

use crate::checked::check;
use sfnrun::asl::WorkflowType;
use sfnrun::diagnostics::{Diagnostic, Severity};

fn found(rule: &str, text: &str, workflow_type: WorkflowType) -> Vec<Diagnostic> {
    let mut found = check("m.asl.json", text, workflow_type).diagnostics;
    found.retain(|one| one.rule == rule);
    found
}

fn count(rule: &str, text: &str) -> usize {
    found(rule, text, WorkflowType::Standard).len()
}

/// A Choice that goes on with `back`, which comes back to it, until `$.done` is set.
fn round(back: &str) -> String {
    format!(
        r#"{{"StartAt": "C", "States": {{
            "C": {{"Type": "Choice", "Choices": [{{"Variable": "$.done", "BooleanEquals": true, "Next": "E"}}], "Default": "B"}},
            "B": {{{back}, "Next": "C"}},
            "E": {{"Type": "Succeed"}}}}}}"#
    )
}

#[test]
fn a_loop_in_which_nothing_changes_never_ends() {
    let rule = "endless-loop";
    for still in [r#""Type": "Pass""#, r#""Type": "Wait", "Seconds": 5"#] {
        let found = found(rule, &round(still), WorkflowType::Standard);
        assert_eq!(found.len(), 1, "{still}");
        assert_eq!(found[0].location, "/States/C");
    }
    for moving in [
        r#""Type": "Pass", "Result": true, "ResultPath": "$.done""#,
        r#""Type": "Pass", "Assign": {"n": 1}"#,
        r#""Type": "Pass", "Parameters": {"done.$": "$.next"}"#,
        r#""Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Parameters": {"FunctionName": "f"}"#,
    ] {
        assert_eq!(count(rule, &round(moving)), 0, "{moving}");
    }
    let clock = round(r#""Type": "Pass""#).replace(
        r#""Variable": "$.done", "BooleanEquals": true"#,
        r#""Variable": "$$.State.EnteredTime", "TimestampGreaterThanPath": "$.until""#,
    );
    assert_eq!(count(rule, &clock), 0);
}

#[test]
fn the_name_of_a_function_tells_that_it_asks() {
    let call = |function: &str| {
        round(&format!(
            r#""Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Parameters": {{"FunctionName": "{function}", "Payload.$": "$"}}, "ResultPath": "$.answer""#
        ))
    };
    assert_eq!(count("hot-loop", &call("getStatus")), 1);
    assert_eq!(count("hot-loop", &call("work-on-next-chunk")), 0);
}

#[test]
fn waits_for_retries_are_held_against_the_five_minutes() {
    let task = |retry: &str| {
        format!(
            r#"{{"StartAt": "A", "States": {{"A": {{"Type": "Task", "Resource": "arn:aws:states:::sqs:sendMessage",
                "Parameters": {{"QueueUrl": "https://sqs.us-east-1.amazonaws.com/1/q", "MessageBody": "b"}},
                "Retry": [{{"ErrorEquals": ["SQS.SdkClientException"], {retry}}}], "End": true}}}}}}"#
        )
    };
    let rule = "express-too-long";
    // 120 + 240 seconds.
    let long = task(r#""IntervalSeconds": 120, "MaxAttempts": 5, "BackoffRate": 2"#);
    let said = found(rule, &long, WorkflowType::Express);
    assert!(
        said[0]
            .message
            .contains("360 seconds for its first 2 retries"),
        "{said:#?}"
    );
    assert_eq!(count(rule, &long), 0);
    for short in [
        r#""IntervalSeconds": 120, "MaxAttempts": 2, "BackoffRate": 1"#,
        r#""IntervalSeconds": 120, "MaxAttempts": 4, "BackoffRate": 1, "JitterStrategy": "FULL""#,
        r#""IntervalSeconds": 10, "MaxAttempts": 9, "MaxDelaySeconds": 20"#,
    ] {
        let said = found(rule, &task(short), WorkflowType::Express);
        assert!(said.is_empty(), "{said:#?}");
    }
}

#[test]
fn a_conversation_grows_in_what_is_handed_on_as_well() {
    let rule = "conversation-grows";
    let jsonata = |output: &str| {
        format!(
            r#"{{"QueryLanguage": "JSONata", "StartAt": "A", "States": {{
                "A": {{"Type": "Task", "Resource": "arn:aws:states:::aws-sdk:bedrockruntime:converse",
                    "Arguments": {{"ModelId": "us.amazon.nova-lite-v1:0", "Messages": "{{% $states.input.m %}}"}},
                    "Output": {{"m": "{output}", "n": "{{% $states.input.n + 1 %}}"}}, "Next": "C"}},
                "C": {{"Type": "Choice", "Choices": [{{"Condition": "{{% $states.input.n < 50 %}}", "Next": "A"}}], "Default": "E"}},
                "E": {{"Type": "Succeed"}}}}}}"#
        )
    };
    let grows = "{% $append($states.input.m, $states.result.Output.Message) %}";
    assert_eq!(count(rule, &jsonata(grows)), 1);
    let cut = "{% $append($states.input.m, $states.result.Output.Message)[[-20..-1]] %}";
    assert_eq!(count(rule, &jsonata(cut)), 0);
    assert_eq!(
        count(
            rule,
            &jsonata("{% $append([], $states.result.Output.Message) %}")
        ),
        0
    );
    let jsonpath = |messages: &str| {
        format!(
            r#"{{"StartAt": "A", "States": {{
                "A": {{"Type": "Task", "Resource": "arn:aws:states:::aws-sdk:bedrockruntime:converse",
                    "Parameters": {{"ModelId": "us.amazon.nova-lite-v1:0", "Messages.$": "$.m"}}, "ResultPath": "$.r", "Next": "P"}},
                "P": {{"Type": "Pass", "Parameters": {{"n.$": "States.MathAdd($.n, 1)", "m.$": "{messages}"}}, "Next": "C"}},
                "C": {{"Type": "Choice", "Choices": [{{"Variable": "$.n", "NumericLessThan": 50, "Next": "A"}}], "Default": "E"}},
                "E": {{"Type": "Succeed"}}}}}}"#
        )
    };
    assert_eq!(
        count(rule, &jsonpath("States.Array($.m, $.r.Output.Message)")),
        1
    );
    assert_eq!(
        count(rule, &jsonpath("States.Array($.r.Output.Message)")),
        0
    );
}

/// Developer guide, "ItemReader (Map)" and "ResultWriter (Map)".
#[test]
fn fields_of_distributed_maps_do_something() {
    let map = |mode: &str, fields: &str| {
        format!(
            r#"{{"StartAt": "M", "States": {{"M": {{"Type": "Map", "MaxConcurrency": 1, {fields}, "ItemProcessor": {{{mode}
                "StartAt": "X", "States": {{"X": {{"Type": "Pass", "End": true}}}}}}, "End": true}}}}}}"#
        )
    };
    let distributed = r#""ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"},"#;
    let rule = "distributed-map-field";
    let one = |mode: &str, fields: &str| -> Option<Severity> {
        let found = found(rule, &map(mode, fields), WorkflowType::Standard);
        assert!(found.len() < 2, "{fields}: {found:#?}");
        found.first().map(|one| one.severity)
    };
    let label = r#""Label": "x""#;
    assert_eq!(one("", label), Some(Severity::Warning));
    assert_eq!(one(distributed, label), None);
    let open = r#""ProcessorConfig": {"Mode": "${mode}"},"#;
    assert_eq!(one(open, label), None);
    let reader = |config: &str, parameters: &str| {
        format!(
            r#""ItemReader": {{"Resource": "arn:aws:states:::s3:getObject", {config} "Parameters": {{"Bucket": "b", {parameters}}}}}"#
        )
    };
    let json = r#""ReaderConfig": {"InputType": "JSON"},"#;
    let csv = |more: &str| {
        format!(
            r#""ReaderConfig": {{"InputType": "CSV", "CSVHeaderLocation": "FIRST_ROW"{more}}},"#
        )
    };
    let key = r#""Key": "k""#;
    let cases = [
        (reader(json, key), None),
        (reader(json, r#""Key.$": "$.k""#), None),
        (reader(json, r#""Prefix": "k""#), Some(Severity::Error)),
        (reader("", key), Some(Severity::Warning)),
        (reader(&csv(""), key), None),
        (reader(&csv(r#", "ItemsPointer": "/a""#), key), Some(Severity::Warning)),
        (reader(&csv(r#", "CSVHeaders": ["a"]"#), key), Some(Severity::Warning)),
        (
            r#""ResultWriter": {"Resource": "arn:aws:states:::s3:putObject", "Parameters": {"Bucket": "b", "Key": "k"}}"#.to_owned(),
            Some(Severity::Warning),
        ),
    ];
    for (fields, expected) in cases {
        assert_eq!(one(distributed, &fields), expected, "{fields}");
    }
}
