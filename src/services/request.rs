//! What a call takes: the API operation behind an integration, or the parameters that Step Functions has of its own.

use super::api::{self, Operation, Service, Spelling};

/// What a call takes.
#[derive(Clone, Copy, Debug)]
pub enum Request {
    /// The parameters of an operation of an API.
    Api(ApiRequest),
    /// Parameters that Step Functions has of its own; what is in them is not known.
    Own(&'static [Parameter]),
}

/// The operation behind an integration.
#[derive(Clone, Copy, Debug)]
pub struct ApiRequest {
    /// The service.
    pub service: &'static Service,
    /// The operation.
    pub operation: &'static Operation,
    /// How its names are spelled.
    pub spelling: Spelling,
}

/// A parameter that Step Functions has of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Whether it must be given.
    pub required: bool,
}

/// What `service:action` takes, or with `sdk` what `aws-sdk:service:action` takes. Nothing where that is not known.
pub fn request(service: &str, action: &str, sdk: bool) -> Option<Request> {
    if sdk {
        return of_api(service, action, Spelling::Sdk);
    }
    if let Some((_, _, parameters)) = OWN
        .iter()
        .find(|(own, name, _)| *own == service && *name == action)
    {
        return Some(Request::Own(parameters));
    }
    let (service, action) = operation_behind(service, action)?;
    of_api(service, action, Spelling::Optimised)
}

fn of_api(service: &str, action: &str, spelling: Spelling) -> Option<Request> {
    let service = api::service(service)?;
    Some(Request::Api(ApiRequest {
        service,
        operation: service.operation(action)?,
        spelling,
    }))
}

/// The service and action of AWS's API behind an optimised integration: `sfn` and `startExecution` of
/// `states:startExecution`. Nothing where Step Functions makes a call of its own.
pub fn operation_behind<'a>(service: &'a str, action: &'a str) -> Option<(&'static str, &'a str)> {
    let (_, behind) = BEHIND.iter().find(|(name, _)| *name == service)?;
    let action = match (service, action) {
        // EMR's own names (developer guide, "Create and manage Amazon EMR clusters").
        ("elasticmapreduce", "createCluster") => "runJobFlow",
        ("elasticmapreduce", "addStep") => "addJobFlowSteps",
        ("elasticmapreduce", "cancelStep") => "cancelSteps",
        ("elasticmapreduce", "terminateCluster") => "terminateJobFlows",
        ("elasticmapreduce", "setClusterTerminationProtection") => "setTerminationProtection",
        ("elasticmapreduce", "modifyInstanceFleetByName") => "modifyInstanceFleet",
        ("elasticmapreduce", "modifyInstanceGroupByName") => "modifyInstanceGroups",
        ("bedrock", "invokeModel") => return Some(("bedrockruntime", action)),
        ("eks", "call" | "runJob") => return None,
        _ => action,
    };
    Some((behind, action))
}

/// The optimised integration for an operation that is called through the AWS SDK: `dynamodb` of `dynamodb:putItem`,
/// `states` of `sfn:startExecution`. Only where it takes the same parameters.
pub fn optimised_form(service: &str, action: &str) -> Option<&'static super::optimized::Service> {
    let name = match service {
        "bedrockruntime" if action == "invokeModel" => "bedrock",
        "emr" => return None,
        _ => BEHIND.iter().find(|(_, behind)| *behind == service)?.0,
    };
    let found = super::optimized::find(name)?;
    found.action(action).is_some().then_some(found)
}

/// Services with optimised integrations, and their names among the APIs.
const BEHIND: [(&str, &str); 20] = [
    ("athena", "athena"),
    ("batch", "batch"),
    ("bedrock", "bedrock"),
    ("codebuild", "codebuild"),
    ("databrew", "databrew"),
    ("dynamodb", "dynamodb"),
    ("ecs", "ecs"),
    ("eks", "eks"),
    ("elasticmapreduce", "emr"),
    ("emr-containers", "emrcontainers"),
    ("emr-serverless", "emrserverless"),
    ("events", "eventbridge"),
    ("glue", "glue"),
    ("lambda", "lambda"),
    ("mediaconvert", "mediaconvert"),
    ("sagemaker", "sagemaker"),
    ("sns", "sns"),
    ("sqs", "sqs"),
    ("states", "sfn"),
    ("bedrock-agentcore", "bedrockagentcore"),
];

const fn required(name: &'static str) -> Parameter {
    Parameter {
        name,
        required: true,
    }
}

const fn optional(name: &'static str) -> Parameter {
    Parameter {
        name,
        required: false,
    }
}

/// Developer guide: "Call API Gateway REST APIs", "Call HTTPS APIs", "Create and manage Amazon EKS clusters", "Create and
/// manage Amazon EMR clusters", "Invoke and customize Amazon Bedrock models".
const OWN: [(&str, &str, &[Parameter]); 11] = [
    (
        "apigateway",
        "invoke",
        &[
            required("ApiEndpoint"),
            required("Method"),
            optional("Headers"),
            optional("Stage"),
            optional("Path"),
            optional("QueryParameters"),
            optional("RequestBody"),
            optional("AllowNullValues"),
            optional("AuthType"),
        ],
    ),
    (
        "http",
        "invoke",
        &[
            required("ApiEndpoint"),
            required("Method"),
            optional("Authentication"),
            optional("InvocationConfig"),
            optional("Headers"),
            optional("QueryParameters"),
            optional("RequestBody"),
            optional("Transform"),
        ],
    ),
    (
        "eks",
        "call",
        &[
            required("ClusterName"),
            required("CertificateAuthority"),
            required("Endpoint"),
            required("Method"),
            required("Path"),
            optional("QueryParameters"),
            optional("RequestBody"),
        ],
    ),
    (
        "eks",
        "runJob",
        &[
            required("ClusterName"),
            required("CertificateAuthority"),
            required("Endpoint"),
            required("Job"),
            optional("Namespace"),
            optional("LogOptions"),
        ],
    ),
    (
        "bedrock",
        "invokeModel",
        &[
            required("ModelId"),
            optional("Body"),
            optional("Input"),
            optional("Output"),
            optional("ContentType"),
            optional("Accept"),
            optional("GuardrailIdentifier"),
            optional("GuardrailVersion"),
            optional("Trace"),
            optional("PerformanceConfigLatency"),
        ],
    ),
    (
        "elasticmapreduce",
        "addStep",
        &[
            required("ClusterId"),
            required("Step"),
            optional("ExecutionRoleArn"),
        ],
    ),
    (
        "elasticmapreduce",
        "cancelStep",
        &[required("ClusterId"), required("StepId")],
    ),
    (
        "elasticmapreduce",
        "terminateCluster",
        &[required("ClusterId")],
    ),
    (
        "elasticmapreduce",
        "setClusterTerminationProtection",
        &[required("ClusterId"), required("TerminationProtected")],
    ),
    (
        "elasticmapreduce",
        "modifyInstanceFleetByName",
        &[
            required("ClusterId"),
            required("InstanceFleetName"),
            required("InstanceFleet"),
        ],
    ),
    (
        "elasticmapreduce",
        "modifyInstanceGroupByName",
        &[
            required("ClusterId"),
            required("InstanceGroupName"),
            required("InstanceGroup"),
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::optimized;

    #[test]
    fn every_optimised_action_has_its_parameters() {
        for service in optimized::all() {
            for action in service.actions {
                assert!(
                    request(service.name, action.name, false).is_some(),
                    "{}:{}",
                    service.name,
                    action.name
                );
            }
        }
    }

    #[test]
    fn spells_parameters_as_the_integration_does() {
        let names = |service, action, sdk| match request(service, action, sdk) {
            Some(Request::Api(found)) => {
                let input = found.service.structure(found.operation.input.unwrap());
                let members = &input.unwrap().members;
                let names = members.iter().map(|one| found.spelling.member(one.name));
                names.map(|name| name.into_owned()).collect::<Vec<_>>()
            }
            _ => panic!("an operation"),
        };
        assert!(names("states", "startExecution", false).contains(&"StateMachineArn".to_owned()));
        assert!(
            names("rds", "describeDBInstances", true).contains(&"DbInstanceIdentifier".to_owned())
        );
    }

    #[test]
    fn knows_the_optimised_form_of_a_call() {
        let name = |service, action| optimised_form(service, action).map(|found| found.name);
        assert_eq!(name("sfn", "startExecution"), Some("states"));
        assert_eq!(name("eventbridge", "putEvents"), Some("events"));
        assert_eq!(name("dynamodb", "putItem"), Some("dynamodb"));
        assert_eq!(name("dynamodb", "query"), None);
        assert_eq!(name("s3", "getObject"), None);
        assert_eq!(name("bedrockruntime", "invokeModel"), Some("bedrock"));
    }
}
