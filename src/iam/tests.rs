//! Policies of small machines, against the developer guide's.

use super::*;
use crate::asl::{Definition, WorkflowType};
use crate::source::{Bindings, SourceFile};
use crate::value::{self, Value};

fn scope() -> Scope {
    Scope {
        partition: "aws".to_owned(),
        region: "us-east-1".to_owned(),
        account: "123456789012".to_owned(),
        machine: "orders".to_owned(),
    }
}

fn needs(states: &str) -> Vec<Permission> {
    let text = format!(r#"{{"StartAt": "A", "States": {{{states}}}}}"#);
    let file = SourceFile::new("orders.asl.json", text);
    let definition = Definition::load(file, &Bindings::default(), WorkflowType::Standard);
    requirements(&definition.machine.unwrap(), &scope(), Extras::default()).0
}

fn task(resource: &str, parameters: &str) -> Vec<Permission> {
    needs(&format!(
        r#""A": {{"Type": "Task", "Resource": "{resource}", "Parameters": {parameters}, "End": true}}"#
    ))
}

fn pairs(permissions: &[Permission]) -> Vec<(&str, &str)> {
    permissions
        .iter()
        .map(|one| (one.action.as_str(), one.resource.text()))
        .collect()
}

#[test]
fn a_lambda_function_is_named_as_narrowly_as_it_can_be() {
    let invoke = "arn:aws:states:::lambda:invoke";
    for (parameters, function) in [
        (
            r#"{"FunctionName": "charge"}"#,
            "arn:aws:lambda:us-east-1:123456789012:function:charge",
        ),
        (
            r#"{"FunctionName": "arn:aws:lambda:eu-west-1:1:function:charge:live"}"#,
            "arn:aws:lambda:eu-west-1:1:function:charge:live",
        ),
        (r#"{"FunctionName": "${ChargeArn}"}"#, "${ChargeArn}"),
        (r#"{"FunctionName.$": "$.function"}"#, "*"),
    ] {
        assert_eq!(
            pairs(&task(invoke, parameters)),
            [("lambda:InvokeFunction", function)]
        );
    }
}

#[test]
fn a_child_execution_that_is_waited_for_needs_the_rule_of_events() {
    // Developer guide, "Start workflow executions from a state machine": the policy for `.sync`.
    let child = "arn:aws:states:us-east-1:123456789012:stateMachine:ship";
    let found = task(
        "arn:aws:states:::states:startExecution.sync:2",
        &format!(r#"{{"StateMachineArn": "{child}"}}"#),
    );
    let rule = "arn:aws:events:us-east-1:123456789012:rule/StepFunctionsGetEventsForStepFunctionsExecutionRule";
    let executions = "arn:aws:states:us-east-1:123456789012:execution:ship:*";
    assert_eq!(
        pairs(&found),
        [
            ("states:StartExecution", child),
            ("states:DescribeExecution", executions),
            ("states:StopExecution", executions),
            ("events:DescribeRule", rule),
            ("events:PutRule", rule),
            ("events:PutTargets", rule),
        ]
    );
}

#[test]
fn actions_have_the_names_of_iam() {
    let sdk = |call: &str, parameters: &str| {
        task(&format!("arn:aws:states:::aws-sdk:{call}"), parameters)
    };
    assert_eq!(
        pairs(&sdk("s3:listObjectsV2", r#"{"Bucket": "b"}"#)),
        [("s3:ListBucket", "arn:aws:s3:::b")]
    );
    assert_eq!(
        pairs(&sdk(
            "cloudwatch:putMetricData",
            r#"{"Namespace": "n", "MetricData": []}"#
        )),
        [("cloudwatch:PutMetricData", "*")]
    );
    assert_eq!(
        pairs(&sdk("s3:getObject", r#"{"Bucket": "b", "Key.$": "$.key"}"#)),
        [("s3:GetObject", "arn:aws:s3:::b/*")]
    );
    assert_eq!(
        pairs(&sdk(
            "bedrockruntime:converse",
            r#"{"ModelId": "us.amazon.nova-lite-v1:0"}"#
        )),
        [
            (
                "bedrock:InvokeModel",
                "arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.amazon.nova-lite-v1:0"
            ),
            (
                "bedrock:InvokeModel",
                "arn:aws:bedrock:*::foundation-model/amazon.nova-lite-v1:0"
            ),
        ]
    );
    assert_eq!(
        pairs(&sdk(
            "dynamodb:query",
            r#"{"TableName": "${Table}", "IndexName": "by-date"}"#
        )),
        [(
            "dynamodb:Query",
            "arn:aws:dynamodb:us-east-1:123456789012:table/${Table}/index/by-date"
        )]
    );
}

#[test]
fn a_queue_is_found_by_its_url() {
    let found = task(
        "arn:aws:states:::sqs:sendMessage",
        r#"{"QueueUrl": "https://sqs.eu-west-1.amazonaws.com/1/orders", "MessageBody": "x"}"#,
    );
    assert_eq!(
        pairs(&found),
        [("sqs:SendMessage", "arn:aws:sqs:eu-west-1:1:orders")]
    );
}

#[test]
fn a_distributed_map_starts_its_own_machine_and_reads_its_items() {
    let found = needs(
        r#""A": {"Type": "Map", "End": true,
            "ItemReader": {
                "Resource": "arn:aws:states:::s3:listObjectsV2",
                "Parameters": {"Bucket": "in", "Prefix": "2026/"}
            },
            "ItemProcessor": {
                "ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"},
                "StartAt": "P", "States": {"P": {"Type": "Pass", "End": true}}
            },
            "ResultWriter": {
                "Resource": "arn:aws:states:::s3:putObject",
                "Parameters": {"Bucket": "out", "Prefix": "results"}
            }}"#,
    );
    let found = pairs(&found);
    for expected in [
        (
            "states:StartExecution",
            "arn:aws:states:us-east-1:123456789012:stateMachine:orders",
        ),
        ("s3:ListBucket", "arn:aws:s3:::in"),
        ("s3:PutObject", "arn:aws:s3:::out/results/*"),
    ] {
        assert!(found.contains(&expected), "{expected:?} in {found:?}");
    }
    assert!(!found.iter().any(|(_, resource)| *resource == "*"));
}

#[test]
fn a_role_that_is_assumed_takes_the_rest() {
    let found = needs(
        r#""A": {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke",
            "Credentials": {"RoleArn": "arn:aws:iam::9:role/other"},
            "Parameters": {"FunctionName": "f"}, "End": true}"#,
    );
    assert_eq!(
        pairs(&found),
        [("sts:AssumeRole", "arn:aws:iam::9:role/other")]
    );
}

fn granted(policy: &str) -> Granted {
    Granted::read(&value::read(policy).unwrap()).unwrap()
}

fn lacking(policy: &str, permissions: &[Permission]) -> Vec<String> {
    let gaps = granted(policy).lacks(permissions);
    gaps.gaps
        .into_iter()
        .map(|gap| gap.permission.action)
        .collect()
}

#[test]
fn its_own_policy_lacks_nothing_and_an_empty_one_all() {
    let needed = task(
        "arn:aws:states:::lambda:invoke",
        r#"{"FunctionName": "charge"}"#,
    );
    let policy = Policy::new(&needed).to_value();
    assert_eq!(
        Granted::read(&policy).unwrap().lacks(&needed),
        Gaps::default()
    );
    assert_eq!(
        lacking(
            r#"{"Statement": []}"#
                .replace(
                    "[]",
                    r#"{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}"#
                )
                .as_str(),
            &needed
        ),
        ["lambda:InvokeFunction"]
    );
    assert_eq!(
        Granted::read(&Value::empty_object()).unwrap_err(),
        PolicyError::NoStatement
    );
}

#[test]
fn wildcards_not_action_and_deny_are_understood() {
    let needed = task(
        "arn:aws:states:::lambda:invoke",
        r#"{"FunctionName": "charge"}"#,
    );
    let none: [&str; 0] = [];
    let allow = |body: &str| format!(r#"{{"Statement": [{{"Effect": "Allow", {body}}}]}}"#);
    for (body, lacks) in [
        (r#""Action": "lambda:Invoke*", "Resource": "*""#, &none[..]),
        (
            r#""Action": "LAMBDA:invokefunction", "Resource": "arn:aws:lambda:*:*:function:ch?rge""#,
            &none,
        ),
        (r#""NotAction": "s3:*", "Resource": "*""#, &none),
        (
            r#""NotAction": "lambda:*", "Resource": "*""#,
            &["lambda:InvokeFunction"],
        ),
        (
            r#""Action": "*", "NotResource": "arn:aws:lambda:*:*:function:charge""#,
            &["lambda:InvokeFunction"],
        ),
        (
            r#""Action": "lambda:InvokeFunction", "Resource": "arn:aws:lambda:*:*:function:other""#,
            &["lambda:InvokeFunction"],
        ),
        (
            r#""Action": "lambda:InvokeFunction", "Resource": "arn:aws:lambda:eu-west-1:*:function:charge""#,
            &["lambda:InvokeFunction"],
        ),
    ] {
        assert_eq!(lacking(&allow(body), &needed), lacks, "{body}");
    }
    let denied = granted(
        r#"{"Statement": [
            {"Effect": "Allow", "Action": "*", "Resource": "*"},
            {"Effect": "Deny", "Action": "lambda:*", "Resource": "*"}
        ]}"#,
    )
    .lacks(&needed);
    assert!(denied.gaps[0].denied);
}

#[test]
fn what_is_known_only_later_is_no_gap() {
    let needed = task(
        "arn:aws:states:::lambda:invoke",
        r#"{"FunctionName": "${ChargeArn}"}"#,
    );
    let gaps = granted(
        r#"{"Statement": {"Effect": "Allow", "Action": "lambda:InvokeFunction",
            "Resource": {"Fn::GetAtt": ["Charge", "Arn"]}}}"#,
    )
    .lacks(&needed);
    assert_eq!((gaps.gaps.len(), gaps.undecided), (0, 1));
}
