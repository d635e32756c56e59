//! The optimised integrations: `arn:aws:states:::service:action.pattern`.
//!
//! AWS refuses any other service, action or pattern when the machine is created
//! (recorded: services/dynamodb_task_service.invalid_integration). The table is that of the developer guide, "Integrating
//! services", as of 29 November 2026. Which services offer neither `.sync` nor `.waitForTaskToken` was also measured
//! with `ValidateStateMachineDefinition` on 5 September 2026 (badmintoncryer/cdk-preflight, pf-sfn-asl-resource-arn).

use crate::base::text;

/// A service with optimised integrations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Service {
    /// As the resource names it: `dynamodb`.
    pub name: &'static str,
    /// What can be called.
    pub actions: &'static [Action],
    /// Whether it may have actions that are not listed here, so that an unknown one is no error.
    pub open: bool,
}

/// An action of a service. Each can be called for its response; what else is offered differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    /// As the resource names it: `putItem`.
    pub name: &'static str,
    /// Whether `.sync` waits for the end of the job.
    pub sync: bool,
    /// Whether there is `.sync:2`.
    pub sync2: bool,
    /// Whether there is `.waitForTaskToken`.
    pub callback: bool,
}

impl Action {
    const fn request(name: &'static str) -> Self {
        Self {
            name,
            sync: false,
            sync2: false,
            callback: false,
        }
    }

    const fn job(name: &'static str) -> Self {
        Self {
            sync: true,
            ..Self::request(name)
        }
    }

    const fn message(name: &'static str) -> Self {
        Self {
            callback: true,
            ..Self::request(name)
        }
    }

    /// The endings that the resource may have besides none.
    pub fn endings(&self) -> Vec<&'static str> {
        let all = [
            (self.sync, ".sync"),
            (self.sync2, ".sync:2"),
            (self.callback, ".waitForTaskToken"),
        ];
        all.into_iter()
            .filter(|(offered, _)| *offered)
            .map(|(_, ending)| ending)
            .collect()
    }
}

impl Service {
    const fn new(name: &'static str, actions: &'static [Action]) -> Self {
        Self {
            name,
            actions,
            open: false,
        }
    }

    /// The action `name`.
    pub fn action(&self, name: &str) -> Option<&'static Action> {
        self.actions.iter().find(|action| action.name == name)
    }

    /// The action that `name` is most likely a slip for.
    pub fn nearest_action(&self, name: &str) -> Option<&'static str> {
        text::nearest(name, self.actions.iter().map(|action| action.name))
    }
}

/// The service `name`.
pub fn find(name: &str) -> Option<&'static Service> {
    SERVICES.iter().find(|service| service.name == name)
}

/// All services with optimised integrations.
pub fn all() -> &'static [Service] {
    SERVICES
}

/// The service that `name` is most likely meant for: a slip, or the name that AWS has for it elsewhere.
pub fn nearest(name: &str) -> Option<&'static str> {
    let elsewhere = match name {
        "eventbridge" => Some("events"),
        "stepfunctions" | "sfn" => Some("states"),
        "emr" => Some("elasticmapreduce"),
        "emrcontainers" => Some("emr-containers"),
        "emrserverless" => Some("emr-serverless"),
        "bedrockruntime" => Some("bedrock"),
        _ => None,
    };
    elsewhere.or_else(|| text::nearest(name, SERVICES.iter().map(|service| service.name)))
}

static SERVICES: &[Service] = &[
    Service::new("lambda", &[Action::message("invoke")]),
    Service::new(
        "dynamodb",
        &[
            Action::request("getItem"),
            Action::request("putItem"),
            Action::request("updateItem"),
            Action::request("deleteItem"),
        ],
    ),
    Service::new("sns", &[Action::message("publish")]),
    Service::new("sqs", &[Action::message("sendMessage")]),
    Service::new("events", &[Action::message("putEvents")]),
    Service::new(
        "states",
        &[Action {
            name: "startExecution",
            sync: true,
            sync2: true,
            callback: true,
        }],
    ),
    Service::new("batch", &[Action::job("submitJob")]),
    Service::new(
        "ecs",
        &[Action {
            callback: true,
            ..Action::job("runTask")
        }],
    ),
    Service::new("glue", &[Action::job("startJobRun")]),
    Service::new(
        "sagemaker",
        &[
            Action::request("createEndpoint"),
            Action::request("createEndpointConfig"),
            Action::request("createModel"),
            Action::request("updateEndpoint"),
            Action::job("createHyperParameterTuningJob"),
            Action::job("createLabelingJob"),
            Action::job("createProcessingJob"),
            Action::job("createTrainingJob"),
            Action::job("createTransformJob"),
        ],
    ),
    Service::new(
        "codebuild",
        &[
            Action::job("startBuild"),
            Action::job("startBuildBatch"),
            Action::job("retryBuildBatch"),
            Action::request("stopBuild"),
            Action::request("stopBuildBatch"),
            Action::request("batchDeleteBuilds"),
            Action::request("batchGetReports"),
            Action::request("deleteBuildBatch"),
        ],
    ),
    Service::new(
        "athena",
        &[
            Action::job("startQueryExecution"),
            Action::request("stopQueryExecution"),
            Action::request("getQueryExecution"),
            Action::request("getQueryResults"),
        ],
    ),
    Service::new(
        "eks",
        &[
            Action::job("createCluster"),
            Action::job("deleteCluster"),
            Action::job("createFargateProfile"),
            Action::job("deleteFargateProfile"),
            Action::job("createNodegroup"),
            Action::job("deleteNodegroup"),
            Action::request("call"),
            Action::job("runJob"),
        ],
    ),
    Service::new(
        "elasticmapreduce",
        &[
            Action::job("createCluster"),
            Action::job("addStep"),
            Action::job("terminateCluster"),
            Action::request("cancelStep"),
            Action::request("setClusterTerminationProtection"),
            Action::request("modifyInstanceFleetByName"),
            Action::request("modifyInstanceGroupByName"),
        ],
    ),
    Service::new(
        "emr-containers",
        &[
            Action::request("createVirtualCluster"),
            Action::job("deleteVirtualCluster"),
            Action::job("startJobRun"),
        ],
    ),
    Service::new(
        "emr-serverless",
        &[
            Action::job("createApplication"),
            Action::job("startApplication"),
            Action::job("stopApplication"),
            Action::job("deleteApplication"),
            Action::job("startJobRun"),
            Action::job("cancelJobRun"),
        ],
    ),
    Service::new("databrew", &[Action::job("startJobRun")]),
    Service::new("mediaconvert", &[Action::job("createJob")]),
    Service::new(
        "bedrock",
        &[
            Action::message("invokeModel"),
            Action::job("createModelCustomizationJob"),
        ],
    ),
    Service::new("apigateway", &[Action::message("invoke")]),
    Service::new("http", &[Action::request("invoke")]),
    // Newer than the table; the measurement names it without its actions.
    Service {
        name: "bedrock-agentcore",
        actions: &[],
        open: true,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_what_the_developer_guide_lists() {
        // Developer guide, "Integrating services": DynamoDB has four actions and no pattern but the response.
        let dynamodb = find("dynamodb").unwrap();
        assert!(dynamodb.action("query").is_none());
        assert!(dynamodb.action("putItem").unwrap().endings().is_empty());
        let states = find("states").unwrap();
        assert_eq!(
            states.action("startExecution").unwrap().endings(),
            [".sync", ".sync:2", ".waitForTaskToken"]
        );
        assert_eq!(
            find("lambda").unwrap().action("invoke").unwrap().endings(),
            [".waitForTaskToken"]
        );
        assert!(find("s3").is_none());
    }

    #[test]
    fn suggests_names() {
        assert_eq!(nearest("dynamoDB"), Some("dynamodb"));
        assert_eq!(nearest("eventbridge"), Some("events"));
        assert_eq!(nearest("textract"), None);
        assert_eq!(
            find("sqs").unwrap().nearest_action("SendMessage"),
            Some("sendMessage")
        );
    }
}
