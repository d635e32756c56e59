//! What AWS does not start a Task with: parameters that the integration does not know, or whose values have another kind.
//!
//! A parameter that an API requires is not among them: the service itself says that it is missing
//! (recorded: error_handling/aws_sdk.dynamodb_invalid_param, …task_service_dynamodb.invalid_param).

use super::{bedrock, eks, emr, http};
use crate::asl::{Integration, ResourceKind};
use crate::aws;
use crate::base::text;
use crate::engine::{TaskCheck, TaskRequest};
use crate::services::api::Spelling;
use crate::services::{self, Parameter, Request};
use crate::value::{Object, Value};

/// Why a Task cannot start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// As AWS words it.
    pub(super) reason: String,
    /// What to write instead.
    pub(super) help: Option<String>,
}

impl From<String> for Refusal {
    fn from(reason: String) -> Self {
        Self { reason, help: None }
    }
}

/// Looks at the parameters of every Task before it is scheduled.
pub fn parameter_check() -> TaskCheck {
    TaskCheck::new(|request| check(request).err().map(|refusal| refusal.reason))
}

/// Looks at the parameters of a Task.
pub(super) fn check(request: &TaskRequest) -> Result<(), Refusal> {
    match &request.resource.kind {
        ResourceKind::Integration(integration) => of_call(integration, &request.parameters),
        _ => Ok(()),
    }
}

fn of_call(integration: &Integration, parameters: &Value) -> Result<(), Refusal> {
    let (service, action) = (&*integration.service, &*integration.action);
    if integration.sdk {
        return of_api(service, action, parameters, Spelling::Sdk);
    }
    if let Some(Request::Own(known)) = services::request(service, action, false) {
        of_its_own(known, parameters)?;
    }
    let asked = match (service, action) {
        ("http", "invoke") => return Ok(http::check(parameters)?),
        ("apigateway", "invoke") => return Ok(http::check_api(parameters)?),
        ("eks", "call" | "runJob") => return Ok(eks::check(parameters)?),
        ("bedrock", "invokeModel") => bedrock::asked(parameters).into(),
        ("elasticmapreduce", _) => emr::asked(action, parameters).unwrap_or_default(),
        _ => parameters.clone(),
    };
    match services::operation_behind(service, action) {
        Some((behind, action)) => {
            of_api(behind, action, &asked, Spelling::Optimised).map_err(|refusal| Refusal {
                reason: match service {
                    "elasticmapreduce" => emr::own_names(&refusal.reason),
                    _ => refusal.reason,
                },
                ..refusal
            })
        }
        None => Ok(()),
    }
}

fn of_api(
    service: &str,
    action: &str,
    parameters: &Value,
    spelling: Spelling,
) -> Result<(), Refusal> {
    aws::check(service, action, parameters, spelling).map_err(|fault| Refusal {
        reason: fault.reason,
        help: fault.help,
    })
}

/// Parameters that Step Functions has of its own: no service looks at them.
fn of_its_own(known: &'static [Parameter], parameters: &Value) -> Result<(), Refusal> {
    let none = Object::new();
    let given = parameters.as_object().unwrap_or(&none);
    let missing = known
        .iter()
        .find(|parameter| parameter.required && given.get(parameter.name).is_none());
    if let Some(Parameter { name, .. }) = missing {
        return Err(format!("The field '{name}' is required but was missing").into());
    }
    let names = || known.iter().map(|parameter| parameter.name);
    match given
        .keys()
        .find(|name| !names().any(|known| *known == ***name))
    {
        None => Ok(()),
        Some(name) => Err(Refusal {
            reason: format!("The field '{name}' is not supported by Step Functions"),
            help: text::nearest(name, names()).map(|meant| format!("did you mean `{meant}`?")),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::testing::{asking, machine};

    fn refusal(resource: &str, parameters: &str) -> Option<Refusal> {
        let machine = machine(&[("Call", resource)]);
        check(asking(&machine, "Call").with(parameters).request()).err()
    }

    fn reason(resource: &str, parameters: &str) -> String {
        let resource = format!("arn:aws:states:::{resource}");
        refusal(&resource, parameters).map_or_else(String::new, |refusal| refusal.reason)
    }

    #[test]
    fn parameters_are_held_against_what_the_integration_takes() {
        // The first is what AWS said of a query that is a text (in the sources of a public project), the second is recorded:
        // services/apigetway_task_service.invoke_with_headers~singleStringHeader. The words of the others are those that AWS
        // has for definitions.
        let api = r#""ApiEndpoint":"h","Method":"GET""#;
        for (resource, parameters, expected) in [
            (
                "apigateway:invoke",
                format!(r#"{{{api},"QueryParameters":"?a=b"}}"#),
                "The value of the field 'QueryParameters' has an invalid format",
            ),
            (
                "apigateway:invoke",
                format!(r#"{{{api},"Headers":{{"h":"text"}}}}"#),
                "The value of the field 'Headers' has an invalid format",
            ),
            (
                "http:invoke",
                r#"{"ApiEndpoint":"https://h"}"#.to_owned(),
                "The field 'Method' is required but was missing",
            ),
            (
                "aws-sdk:sqs:sendMessage",
                r#"{"queueUrl":"u"}"#.to_owned(),
                "The field 'queueUrl' is not supported by Step Functions",
            ),
            (
                "ecs:runTask.sync",
                r#"{"TaskDefinition":"t","Count":"two"}"#.to_owned(),
                "The value for the field 'Count' must be an INTEGER",
            ),
            (
                "elasticmapreduce:addStep.sync",
                r#"{"ClusterId":"j","Step":{"Nam":"n"}}"#.to_owned(),
                "The field 'Step.Nam' is not supported by Step Functions",
            ),
            (
                "bedrock:invokeModel",
                r#"{"ModelId":"m","Output":{"S3Uri":"s3://b/k"},"Bod":{}}"#.to_owned(),
                "The field 'Bod' is not supported by Step Functions",
            ),
        ] {
            assert_eq!(reason(resource, &parameters), expected);
        }
    }

    #[test]
    fn what_a_service_has_to_say_is_left_to_it() {
        // Recorded: error_handling/aws_sdk.dynamodb_invalid_param, and objects for texts in
        // services/aws_sdk_task_service.sfn_start_execution_implicit_json_serialisation.
        for (resource, parameters) in [
            (
                "aws-sdk:dynamodb:putItem",
                r#"{"TableName":"t","Item":null}"#,
            ),
            ("dynamodb:putItem", r#"{"TableName":"t"}"#),
            (
                "aws-sdk:sfn:startExecution",
                r#"{"StateMachineArn":"a","Input":{"x":1}}"#,
            ),
            (
                "states:startExecution.sync:2",
                r#"{"StateMachineArn":"a","Input":{"x":1}}"#,
            ),
            ("lambda:invoke", r#"{"FunctionName":"f","Payload":[1]}"#),
            (
                "bedrock:invokeModel",
                r#"{"ModelId":"m","Input":{"S3Uri":"s3://b/k"}}"#,
            ),
            (
                "elasticmapreduce:terminateCluster.sync",
                r#"{"ClusterId":"j"}"#,
            ),
            (
                "eks:call",
                r#"{"ClusterName":"c","CertificateAuthority":"x","Endpoint":"https://e","Method":"GET","Path":"/"}"#,
            ),
        ] {
            assert_eq!(reason(resource, parameters), "", "{resource}");
        }
    }
}
