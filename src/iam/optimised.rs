//! What optimised integrations need (developer guide, "How Step Functions generates IAM policies for integrated services").

use super::permission::{Permission, Resource};
use super::scope::Scope;
use super::target;
use crate::asl::{Argument, Integration, Parameters, Pattern};

/// One call.
pub(super) struct Call<'a> {
    pub(super) scope: &'a Scope,
    pub(super) integration: &'a Integration,
    pub(super) parameters: Parameters<'a>,
}

/// The permissions for one call of an optimised integration.
pub(super) fn permissions(call: &Call<'_>) -> Vec<Permission> {
    let mut needed = request(call);
    if matches!(call.integration.pattern, Pattern::Sync | Pattern::Sync2) {
        needed.extend(job(call));
    }
    needed
}

impl<'a> Call<'a> {
    fn get(&self, name: &str) -> Argument<'a> {
        self.parameters.get(name)
    }

    fn is(&self, service: &str, action: &str) -> bool {
        &*self.integration.service == service && &*self.integration.action == action
    }

    fn named(&self, parameter: &str, service: &str, kind: &str) -> Resource {
        target::named(self.get(parameter), |name| {
            self.scope.arn(service, &format!("{kind}/{name}"))
        })
    }

    /// A rule of EventBridge by which Step Functions learns of the end of a job.
    fn rule(&self, name: &str) -> Vec<Permission> {
        let rule = Resource::Arn(self.scope.arn("events", &format!("rule/{name}")));
        ["events:DescribeRule", "events:PutRule", "events:PutTargets"]
            .into_iter()
            .map(|action| Permission::new(action, rule.clone()))
            .collect()
    }

    /// `iam:PassRole` on the roles that a call gives to a service.
    fn passes_roles(&self, to: &'static str) -> Vec<Permission> {
        let given = self.parameters.ending_with("RoleArn");
        given
            .into_iter()
            .map(|(_, role)| {
                let role = target::named(role, |name| {
                    format!(
                        "arn:{}:iam::{}:role/{name}",
                        self.scope.partition, self.scope.account
                    )
                });
                Permission::new("iam:PassRole", role).when(
                    "StringEquals",
                    "iam:PassedToService",
                    to,
                )
            })
            .collect()
    }
}

fn all(actions: &[&str], resource: &Resource) -> Vec<Permission> {
    actions
        .iter()
        .map(|action| Permission::new(*action, resource.clone()))
        .collect()
}

/// What the call itself needs.
fn request(call: &Call<'_>) -> Vec<Permission> {
    let scope = call.scope;
    let Integration {
        service, action, ..
    } = call.integration;
    let one = |name: &str, resource| vec![Permission::new(name, resource)];
    let api = |prefix: &str| format!("{prefix}:{}", crate::services::api::capitalise(action));
    match &**service {
        "lambda" => one(
            "lambda:InvokeFunction",
            target::function(scope, call.parameters),
        ),
        "dynamodb" => one(&api("dynamodb"), target::table(scope, call.parameters)),
        "sns" => {
            let topic = match call.get("TopicArn") {
                Argument::Absent if call.get("PhoneNumber") != Argument::Absent => Resource::All,
                Argument::Absent => target::named(call.get("TargetArn"), str::to_owned),
                topic => target::named(topic, str::to_owned),
            };
            one("sns:Publish", topic)
        }
        "sqs" => one(
            "sqs:SendMessage",
            target::queue(scope, call.get("QueueUrl")),
        ),
        "events" => event_buses(scope, call.parameters)
            .into_iter()
            .map(|bus| Permission::new("events:PutEvents", bus))
            .collect(),
        "states" => one(
            "states:StartExecution",
            target::machine(call.get("StateMachineArn")),
        ),
        "batch" => {
            let definition = call.named("JobDefinition", "batch", "job-definition");
            let queue = call.named("JobQueue", "batch", "job-queue");
            let mut needed = one("batch:SubmitJob", definition);
            needed.extend(one("batch:SubmitJob", queue));
            needed
        }
        "ecs" => {
            let task = call.named("TaskDefinition", "ecs", "task-definition");
            let task = match task {
                // Without a revision the newest is run.
                Resource::Arn(arn) if !arn.starts_with("${") && arn.matches(':').count() < 6 => {
                    Resource::Arn(format!("{arn}:*"))
                }
                task => task,
            };
            let mut needed = one("ecs:RunTask", task);
            needed.push(
                Permission::new("iam:PassRole", Resource::Unknown)
                    .when(
                        "StringEquals",
                        "iam:PassedToService",
                        "ecs-tasks.amazonaws.com",
                    )
                    .note("name the task role and the execution role of the task definition here"),
            );
            needed
        }
        "glue" => one("glue:StartJobRun", call.named("JobName", "glue", "job")),
        "sagemaker" => sagemaker(call),
        "codebuild" => one(
            &api("codebuild"),
            call.named("ProjectName", "codebuild", "project"),
        ),
        "athena" => athena(call),
        "eks" => eks(call),
        "elasticmapreduce" => emr(call),
        "emr-containers" => {
            let mut needed = match &**action {
                "createVirtualCluster" => {
                    let role = format!(
                        "arn:{}:iam::{}:role/aws-service-role/emr-containers.amazonaws.com/AWSServiceRoleForAmazonEMRContainers",
                        scope.partition, scope.account
                    );
                    let mut needed = one("emr-containers:CreateVirtualCluster", Resource::All);
                    needed.push(
                        Permission::new("iam:CreateServiceLinkedRole", Resource::Arn(role)).when(
                            "StringLike",
                            "iam:AWSServiceName",
                            "emr-containers.amazonaws.com",
                        ),
                    );
                    needed
                }
                "deleteVirtualCluster" => {
                    let cluster = call.named("Id", "emr-containers", "/virtualclusters");
                    one("emr-containers:DeleteVirtualCluster", cluster)
                }
                _ => {
                    let cluster =
                        call.named("VirtualClusterId", "emr-containers", "/virtualclusters");
                    one(&api("emr-containers"), cluster)
                }
            };
            if let (Argument::Text(role), "startJobRun") = (call.get("ExecutionRoleArn"), &**action)
            {
                for permission in &mut needed {
                    *permission = permission.clone().when(
                        "StringEquals",
                        "emr-containers:ExecutionRoleArn",
                        role,
                    );
                }
            }
            needed
        }
        "emr-serverless" => {
            let application = match &**action {
                "createApplication" => Resource::All,
                _ => call.named("ApplicationId", "emr-serverless", "/applications"),
            };
            let mut needed = one(&api("emr-serverless"), application);
            needed.extend(call.passes_roles("emr-serverless.amazonaws.com"));
            needed
        }
        "databrew" => one(
            "databrew:StartJobRun",
            call.named("Name", "databrew", "job"),
        ),
        "mediaconvert" => {
            let mut needed = one(
                "mediaconvert:CreateJob",
                call.named("Queue", "mediaconvert", "queues"),
            );
            let role = target::named(call.get("Role"), str::to_owned);
            needed.push(Permission::new("iam:PassRole", role).when(
                "StringLike",
                "iam:PassedToService",
                "mediaconvert.amazonaws.com",
            ));
            needed
        }
        "bedrock" => bedrock(call),
        "apigateway" => apigateway(call),
        "http" => http(call),
        _ => one(&api(service), Resource::All),
    }
}

/// What waiting for the end of a job needs.
fn job(call: &Call<'_>) -> Vec<Permission> {
    let Integration {
        service, action, ..
    } = call.integration;
    let (actions, resource, rule): (&[&str], Resource, Option<&str>) = match (&**service, &**action)
    {
        ("states", _) => (
            &["states:DescribeExecution", "states:StopExecution"],
            target::executions(&target::machine(call.get("StateMachineArn"))),
            Some("StepFunctionsGetEventsForStepFunctionsExecutionRule"),
        ),
        ("batch", _) => (
            &["batch:DescribeJobs", "batch:TerminateJob"],
            Resource::All,
            Some("StepFunctionsGetEventsForBatchJobsRule"),
        ),
        ("ecs", _) => (
            &["ecs:DescribeTasks", "ecs:StopTask"],
            Resource::All,
            Some("StepFunctionsGetEventsForECSTaskRule"),
        ),
        ("glue", _) => (
            &["glue:BatchStopJobRun", "glue:GetJobRun", "glue:GetJobRuns"],
            call.named("JobName", "glue", "job"),
            None,
        ),
        ("codebuild", "startBuild") => (
            &["codebuild:BatchGetBuilds", "codebuild:StopBuild"],
            call.named("ProjectName", "codebuild", "project"),
            Some("StepFunctionsGetEventForCodeBuildStartBuildRule"),
        ),
        ("codebuild", _) => (
            &["codebuild:BatchGetBuildBatches", "codebuild:StopBuildBatch"],
            call.named("ProjectName", "codebuild", "project"),
            Some("StepFunctionsGetEventForCodeBuildStartBuildBatchRule"),
        ),
        ("sagemaker", "createTrainingJob") => (
            &["sagemaker:DescribeTrainingJob", "sagemaker:StopTrainingJob"],
            call.named("TrainingJobName", "sagemaker", "training-job"),
            Some("StepFunctionsGetEventsForSageMakerTrainingJobsRule"),
        ),
        ("sagemaker", "createTransformJob") => (
            &[
                "sagemaker:DescribeTransformJob",
                "sagemaker:StopTransformJob",
            ],
            call.named("TransformJobName", "sagemaker", "transform-job"),
            Some("StepFunctionsGetEventsForSageMakerTransformJobsRule"),
        ),
        ("sagemaker", "createProcessingJob") => (
            &[
                "sagemaker:DescribeProcessingJob",
                "sagemaker:StopProcessingJob",
            ],
            call.named("ProcessingJobName", "sagemaker", "processing-job"),
            Some("StepFunctionsGetEventsForSageMakerProcessingJobsRule"),
        ),
        ("sagemaker", "createLabelingJob") => (
            &["sagemaker:DescribeLabelingJob", "sagemaker:StopLabelingJob"],
            call.named("LabelingJobName", "sagemaker", "labeling-job"),
            Some("StepFunctionsGetEventsForSageMakerLabelingJobsRule"),
        ),
        ("sagemaker", _) => (
            &[
                "sagemaker:DescribeHyperParameterTuningJob",
                "sagemaker:StopHyperParameterTuningJob",
            ],
            call.named(
                "HyperParameterTuningJobName",
                "sagemaker",
                "hyper-parameter-tuning-job",
            ),
            Some("StepFunctionsGetEventsForSageMakerTuningJobsRule"),
        ),
        ("athena", _) => (
            &["athena:GetQueryExecution", "athena:StopQueryExecution"],
            workgroup(call),
            None,
        ),
        ("eks", "createCluster") => (
            &["eks:DescribeCluster", "eks:DeleteCluster"],
            Resource::Unknown,
            None,
        ),
        ("eks", "deleteCluster") => (
            &["eks:DescribeCluster"],
            call.named("Name", "eks", "cluster"),
            None,
        ),
        ("eks", "createFargateProfile") => (
            &["eks:DeleteFargateProfile", "eks:DescribeFargateProfile"],
            Resource::Unknown,
            None,
        ),
        ("eks", "deleteFargateProfile") => {
            (&["eks:DescribeFargateProfile"], Resource::Unknown, None)
        }
        ("eks", "createNodegroup") => (
            &["eks:DeleteNodegroup", "eks:DescribeNodegroup"],
            Resource::Unknown,
            None,
        ),
        ("eks", "deleteNodegroup") => (&["eks:DescribeNodegroup"], Resource::Unknown, None),
        ("elasticmapreduce", "createCluster") => (
            &[
                "elasticmapreduce:DescribeCluster",
                "elasticmapreduce:TerminateJobFlows",
            ],
            Resource::Arn(call.scope.arn("elasticmapreduce", "cluster/*")),
            Some("StepFunctionsGetEventForEMRRunJobFlowRule"),
        ),
        ("elasticmapreduce", "addStep") => (
            &[
                "elasticmapreduce:CancelSteps",
                "elasticmapreduce:DescribeStep",
            ],
            call.named("ClusterId", "elasticmapreduce", "cluster"),
            Some("StepFunctionsGetEventForEMRAddJobFlowStepsRule"),
        ),
        ("elasticmapreduce", _) => (
            &["elasticmapreduce:DescribeCluster"],
            call.named("ClusterId", "elasticmapreduce", "cluster"),
            Some("StepFunctionsGetEventForEMRTerminateJobFlowsRule"),
        ),
        ("emr-containers", "deleteVirtualCluster") => (
            &["emr-containers:DescribeVirtualCluster"],
            call.named("Id", "emr-containers", "/virtualclusters"),
            None,
        ),
        ("emr-containers", _) => (
            &[
                "emr-containers:CancelJobRun",
                "emr-containers:DescribeJobRun",
            ],
            Resource::Unknown,
            None,
        ),
        ("emr-serverless", "startJobRun") => (
            &["emr-serverless:CancelJobRun", "emr-serverless:GetJobRun"],
            Resource::Unknown,
            Some("StepFunctionsGetEventsForEMRServerlessJobRule"),
        ),
        ("emr-serverless", "cancelJobRun") => (
            &["emr-serverless:GetJobRun"],
            Resource::Unknown,
            Some("StepFunctionsGetEventsForEMRServerlessJobRule"),
        ),
        ("emr-serverless", _) => (
            &[
                "emr-serverless:DeleteApplication",
                "emr-serverless:GetApplication",
            ],
            call.named("ApplicationId", "emr-serverless", "/applications"),
            Some("StepFunctionsGetEventsForEMRServerlessApplicationRule"),
        ),
        ("databrew", _) => (
            &["databrew:ListJobRuns", "databrew:StopJobRun"],
            call.named("Name", "databrew", "job"),
            None,
        ),
        ("mediaconvert", _) => (
            &["mediaconvert:CancelJob", "mediaconvert:GetJob"],
            Resource::Arn(call.scope.arn("mediaconvert", "jobs/*")),
            Some("StepFunctionsGetEventsForMediaConvertJobRule"),
        ),
        ("bedrock", _) => (
            &[
                "bedrock:GetModelCustomizationJob",
                "bedrock:StopModelCustomizationJob",
            ],
            Resource::Arn(call.scope.arn("bedrock", "model-customization-job/*")),
            None,
        ),
        _ => return Vec::new(),
    };
    let mut needed = all(actions, &resource);
    if let Some(rule) = rule {
        needed.extend(call.rule(rule));
    }
    needed
}

/// The buses that events are put on; `default` where an entry names none.
pub(super) fn event_buses(scope: &Scope, parameters: Parameters<'_>) -> Vec<Resource> {
    let Some(entries) = parameters.items("Entries") else {
        return vec![Resource::Unknown];
    };
    let arn = |name: &str| scope.arn("events", &format!("event-bus/{name}"));
    let buses = entries
        .into_iter()
        .map(|entry| match entry.get("EventBusName") {
            Argument::Absent => Resource::Arn(arn("default")),
            bus => target::named(bus, arn),
        });
    buses.collect()
}

fn sagemaker(call: &Call<'_>) -> Vec<Permission> {
    let action = &*call.integration.action;
    let (parameter, kind) = match action {
        "createEndpoint" | "updateEndpoint" => ("EndpointName", "endpoint"),
        "createEndpointConfig" => ("EndpointConfigName", "endpoint-config"),
        "createModel" => ("ModelName", "model"),
        "createHyperParameterTuningJob" => {
            ("HyperParameterTuningJobName", "hyper-parameter-tuning-job")
        }
        "createLabelingJob" => ("LabelingJobName", "labeling-job"),
        "createProcessingJob" => ("ProcessingJobName", "processing-job"),
        "createTransformJob" => ("TransformJobName", "transform-job"),
        _ => ("TrainingJobName", "training-job"),
    };
    let resource = call.named(parameter, "sagemaker", kind);
    let name = crate::services::api::capitalise(action);
    let mut needed = vec![Permission::new(
        format!("sagemaker:{name}"),
        resource.clone(),
    )];
    if action.ends_with("Job") {
        // Step Functions tags the jobs that it starts.
        needed.extend(all(&["sagemaker:AddTags"], &resource));
        needed.extend(all(&["sagemaker:ListTags"], &Resource::All));
    }
    needed.extend(call.passes_roles("sagemaker.amazonaws.com"));
    needed
}

fn workgroup(call: &Call<'_>) -> Resource {
    match call.get("WorkGroup") {
        Argument::Absent if &*call.integration.action == "startQueryExecution" => {
            Resource::Arn(call.scope.arn("athena", "workgroup/primary"))
        }
        Argument::Absent => Resource::Unknown,
        _ => call.named("WorkGroup", "athena", "workgroup"),
    }
}

fn athena(call: &Call<'_>) -> Vec<Permission> {
    let action = &*call.integration.action;
    let name = crate::services::api::capitalise(action);
    let mut needed = vec![Permission::new(format!("athena:{name}"), workgroup(call))];
    let output = target::object_at(
        call.scope,
        call.parameters
            .at(&["ResultConfiguration", "OutputLocation"]),
    );
    let output = match output {
        Resource::Arn(arn) => Resource::Arn(format!("{}*", arn.trim_end_matches('*'))),
        other => other,
    };
    match action {
        "startQueryExecution" => {
            needed.extend(all(
                &["athena:GetDataCatalog"],
                &Resource::Arn(call.scope.arn("athena", "datacatalog/*")),
            ));
            needed.extend(all(
                &[
                    "s3:AbortMultipartUpload",
                    "s3:GetObject",
                    "s3:ListMultipartUploadParts",
                    "s3:PutObject",
                ],
                &output,
            ));
            for permission in all(
                &[
                    "s3:GetBucketLocation",
                    "s3:ListBucket",
                    "s3:ListBucketMultipartUploads",
                ],
                &Resource::Unknown,
            ) {
                needed.push(
                    permission.note("name the buckets of the tables and of the results here"),
                );
            }
            for permission in all(
                &[
                    "glue:GetDatabase",
                    "glue:GetDatabases",
                    "glue:GetPartition",
                    "glue:GetPartitions",
                    "glue:GetTable",
                    "glue:GetTables",
                ],
                &Resource::Unknown,
            ) {
                needed.push(permission.note("what the query does to tables is not known: add `glue:CreateTable` and the like as it needs them"));
            }
            needed.extend(all(&["lakeformation:GetDataAccess"], &Resource::All));
        }
        "getQueryResults" => needed.push(
            Permission::new("s3:GetObject", Resource::Unknown)
                .note("name the place of the query's results here"),
        ),
        _ => {}
    }
    needed
}

fn eks(call: &Call<'_>) -> Vec<Permission> {
    let action = &*call.integration.action;
    if matches!(action, "call" | "runJob") {
        // The cluster's own access entries decide, not the policy of the role.
        return Vec::new();
    }
    let cluster = match action {
        "createCluster" => Resource::All,
        "deleteCluster" => call.named("Name", "eks", "cluster"),
        _ => call.named("ClusterName", "eks", "cluster"),
    };
    let name = crate::services::api::capitalise(action);
    let mut needed = vec![Permission::new(format!("eks:{name}"), cluster)];
    needed.extend(call.passes_roles("eks.amazonaws.com"));
    needed
}

fn emr(call: &Call<'_>) -> Vec<Permission> {
    let cluster = call.named("ClusterId", "elasticmapreduce", "cluster");
    let actions: &[&str] = match &*call.integration.action {
        "createCluster" => {
            let mut needed = all(&["elasticmapreduce:RunJobFlow"], &Resource::All);
            for name in ["ServiceRole", "JobFlowRole", "AutoScalingRole"] {
                if call.get(name) != Argument::Absent {
                    let role = target::named(call.get(name), |role| {
                        format!(
                            "arn:{}:iam::{}:role/{role}",
                            call.scope.partition, call.scope.account
                        )
                    });
                    needed.push(Permission::new("iam:PassRole", role));
                }
            }
            return needed;
        }
        "addStep" => &["elasticmapreduce:AddJobFlowSteps"],
        "cancelStep" => &["elasticmapreduce:CancelSteps"],
        "terminateCluster" => &["elasticmapreduce:TerminateJobFlows"],
        "setClusterTerminationProtection" => &["elasticmapreduce:SetTerminationProtection"],
        "modifyInstanceFleetByName" => &[
            "elasticmapreduce:ListInstanceFleets",
            "elasticmapreduce:ModifyInstanceFleet",
        ],
        _ => &[
            "elasticmapreduce:ListInstanceGroups",
            "elasticmapreduce:ModifyInstanceGroups",
        ],
    };
    all(actions, &cluster)
}

fn bedrock(call: &Call<'_>) -> Vec<Permission> {
    if call.is("bedrock", "createModelCustomizationJob") {
        let mut needed = all(&["bedrock:CreateModelCustomizationJob"], &Resource::All);
        needed.extend(call.passes_roles("bedrock.amazonaws.com"));
        return needed;
    }
    let mut needed: Vec<Permission> = target::models(call.scope, call.get("ModelId"))
        .into_iter()
        .map(|model| Permission::new("bedrock:InvokeModel", model))
        .collect();
    for (place, action) in [("Input", "s3:GetObject"), ("Output", "s3:PutObject")] {
        let uri = call.parameters.at(&[place, "S3Uri"]);
        if uri != Argument::Absent {
            needed.push(Permission::new(action, target::object_at(call.scope, uri)));
        }
    }
    if call.get("GuardrailIdentifier") != Argument::Absent {
        let guardrail = call.named("GuardrailIdentifier", "bedrock", "guardrail");
        needed.push(Permission::new("bedrock:ApplyGuardrail", guardrail));
    }
    needed
}

/// A REST API is called with the role's rights where it authorises by IAM.
fn apigateway(call: &Call<'_>) -> Vec<Permission> {
    match call.get("AuthType") {
        Argument::Absent | Argument::Text("NO_AUTH") => return Vec::new(),
        _ => {}
    }
    let api = match call.get("ApiEndpoint") {
        Argument::Text(host) => host.split('.').next().unwrap_or("*"),
        _ => return all(&["execute-api:Invoke"], &Resource::Unknown),
    };
    let part = |name: &str| {
        call.get(name)
            .text()
            .unwrap_or("*")
            .trim_matches('/')
            .to_owned()
    };
    let (stage, method, path) = (part("Stage"), part("Method"), part("Path"));
    let arn = call
        .scope
        .arn("execute-api", &format!("{api}/{stage}/{method}/{path}"));
    all(&["execute-api:Invoke"], &Resource::Arn(arn))
}

fn http(call: &Call<'_>) -> Vec<Permission> {
    let machine = Resource::Arn(
        call.scope
            .arn("states", &format!("stateMachine:{}", call.scope.machine)),
    );
    let mut invoke = Permission::new("states:InvokeHTTPEndpoint", machine);
    if let Argument::Text(method) = call.get("Method") {
        invoke = invoke.when("StringEquals", "states:HTTPMethod", method);
    }
    if let Argument::Text(endpoint) = call.get("ApiEndpoint") {
        invoke = invoke.when("StringEquals", "states:HTTPEndpoint", endpoint);
    }
    let connection = match call.parameters.at(&["Authentication", "ConnectionArn"]) {
        Argument::Absent => call.parameters.at(&["InvocationConfig", "ConnectionArn"]),
        connection => connection,
    };
    let mut needed = vec![invoke];
    if connection != Argument::Absent {
        let connection = target::named(connection, str::to_owned);
        needed.push(Permission::new(
            "events:RetrieveConnectionCredentials",
            connection,
        ));
        let secret = call
            .scope
            .arn("secretsmanager", "secret:events!connection/*");
        needed.extend(all(
            &[
                "secretsmanager:DescribeSecret",
                "secretsmanager:GetSecretValue",
            ],
            &Resource::Arn(secret),
        ));
    }
    needed
}
