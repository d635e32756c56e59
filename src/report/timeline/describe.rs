//! What a state does, in few words.

use super::row::Row;
use crate::asl::{
    Pattern, ProcessorMode, Quantity, Resource, ResourceKind, State, StateKind, TextSource,
    WaitUntil,
};
use crate::base::text::{count, thousands};
use crate::report::text::tame;
use crate::value::Value;

/// The parameter that says on what an integration works.
const OBJECTS: [&str; 12] = [
    "FunctionName",
    "TableName",
    "QueueUrl",
    "TopicArn",
    "StateMachineArn",
    "Bucket",
    "ModelId",
    "JobName",
    "JobDefinition",
    "ClusterArn",
    "ApiEndpoint",
    "ProjectName",
];

/// A state before anything is known of its visit.
pub(super) fn state(state: &State) -> String {
    match &state.kind {
        StateKind::Task(task) => task.resource.as_ref().map_or_else(
            || "Task".to_owned(),
            |resource| self::task(&resource.value, None),
        ),
        StateKind::Wait(wait) => match &wait.until {
            Some(WaitUntil::Seconds(seconds)) => match &seconds.value {
                Quantity::Literal(number) => format!("Wait {} s", number.text()),
                _ => "Wait".to_owned(),
            },
            Some(WaitUntil::Timestamp(until)) => match &until.value {
                TextSource::Literal(text) => format!("Wait until {}", tame(text)),
                _ => "Wait".to_owned(),
            },
            None => "Wait".to_owned(),
        },
        _ => state.state_type().name().to_owned(),
    }
}

/// A task with its effective input: `lambda assemble-prompt`, `dynamodb putItem episodes`.
pub(super) fn task(resource: &Resource, parameters: Option<&Value>) -> String {
    match &resource.kind {
        ResourceKind::LambdaFunction => {
            format!("lambda {}", resource.function_name().unwrap_or_default())
        }
        ResourceKind::Activity => format!("activity {}", last_part(&resource.text)),
        ResourceKind::Integration(integration) => {
            let object = parameters.and_then(object_of);
            let text = match (&*integration.service, &*integration.action, object) {
                ("lambda", "invoke", Some(function)) => format!("lambda {function}"),
                ("http", "invoke", _) => http(parameters),
                (service, action, Some(object)) => format!("{service} {action} {object}"),
                (service, action, None) => format!("{service} {action}"),
            };
            match integration.pattern {
                Pattern::RequestResponse => text,
                Pattern::Sync | Pattern::Sync2 => format!("{text}, sync"),
                Pattern::WaitForTaskToken => format!("{text}, token"),
            }
        }
        ResourceKind::Unknown | ResourceKind::Other => tame(&resource.text),
    }
}

/// A Map or Parallel that runs: `Map 47 items, 3 at a time`. `begun` is the number of children of a distributed Map, where it is
/// known.
pub(super) fn nested(kind: &StateKind, row: &Row, begun: Option<u64>) -> String {
    let (what, children, one) = match kind {
        StateKind::Map(map) if map.mode != ProcessorMode::Inline => match begun {
            Some(begun) => ("distributed Map", begun, "child"),
            None => return "distributed Map".to_owned(),
        },
        StateKind::Map(_) => ("Map", row.length, "item"),
        _ => ("Parallel", row.length, "branch"),
    };
    let number = match (children, one) {
        // The one plural that English makes otherwise.
        (children, "child") if children != 1 => format!("{} children", thousands(children)),
        (children, one) => count(usize::try_from(children).unwrap_or(usize::MAX), one),
    };
    let is_parallel = matches!(kind, StateKind::Parallel(_));
    if !is_parallel && row.most_children > 0 && row.most_children < children {
        format!(
            "{what} {number}, {} at a time",
            thousands(row.most_children)
        )
    } else {
        format!("{what} {number}")
    }
}

/// The service whose calls are counted.
pub(super) fn service(resource: &Resource) -> String {
    match &resource.kind {
        ResourceKind::Integration(integration) => integration.service.to_string(),
        ResourceKind::Activity => "activity".to_owned(),
        _ => "lambda".to_owned(),
    }
}

fn object_of(parameters: &Value) -> Option<String> {
    let name = OBJECTS
        .iter()
        .find_map(|key| parameters.get(key).and_then(Value::as_str))?;
    Some(tame(last_part(name)))
}

fn http(parameters: Option<&Value>) -> String {
    let text = |key: &str| parameters?.get(key)?.as_str();
    let endpoint = text("ApiEndpoint").unwrap_or_default();
    let endpoint = endpoint
        .split_once("://")
        .map_or(endpoint, |(_, rest)| rest);
    let method = text("Method").unwrap_or("invoke");
    tame(format!("http {method} {endpoint}").trim_end())
}

/// The name in an ARN or a URL; a version or alias of a function or a state machine stays with it.
fn last_part(name: &str) -> &str {
    for kind in [":function:", ":stateMachine:"] {
        if let Some((_, qualified)) = name.split_once(kind) {
            return qualified;
        }
    }
    let name = name.trim_end_matches('/');
    if name.starts_with("http") {
        return name.rsplit('/').next().unwrap_or(name);
    }
    if name.starts_with("arn:") {
        return name.rsplit([':', '/']).next().unwrap_or(name);
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::read;

    #[test]
    fn names_what_a_task_works_on() {
        let text = |resource: &str, parameters: &str| {
            task(&Resource::parse(resource), Some(&read(parameters).unwrap()))
        };
        let function = "arn:aws:lambda:us-east-1:123456789012:function:podcast-fetch";
        assert_eq!(text(function, "{}"), "lambda podcast-fetch");
        assert_eq!(
            text(
                "arn:aws:states:::lambda:invoke",
                &format!(r#"{{"FunctionName":"{function}:live"}}"#)
            ),
            "lambda podcast-fetch:live"
        );
        assert_eq!(
            text(
                "arn:aws:states:::aws-sdk:dynamodb:putItem",
                r#"{"TableName":"episodes"}"#
            ),
            "dynamodb putItem episodes"
        );
        assert_eq!(
            text(
                "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
                r#"{"QueueUrl":"https://sqs.us-east-1.amazonaws.com/123456789012/reviews"}"#
            ),
            "sqs sendMessage reviews, token"
        );
        assert_eq!(
            text(
                "arn:aws:states:::states:startExecution.sync:2",
                r#"{"StateMachineArn":"arn:aws:states:us-east-1:123456789012:stateMachine:child"}"#
            ),
            "states startExecution child, sync"
        );
        assert_eq!(
            text(
                "arn:aws:states:::states:startExecution",
                r#"{"StateMachineArn":"arn:aws:states:us-east-1:123456789012:stateMachine:child:live"}"#
            ),
            "states startExecution child:live"
        );
        assert_eq!(
            text(
                "arn:aws:states:::http:invoke",
                r#"{"ApiEndpoint":"https://api.example.com/v1","Method":"POST"}"#
            ),
            "http POST api.example.com/v1"
        );
        assert_eq!(
            text("arn:aws:states:::aws-sdk:bedrockruntime:invokeModel", "{}"),
            "bedrockruntime invokeModel"
        );
        assert_eq!(
            text("arn:aws:states:us-east-1:1:activity:paint", "{}"),
            "activity paint"
        );
    }
}
