//! The jobs that Tasks wait for.
//!
//! Operations, members and states of jobs are those of the services' APIs (botocore's models). What the Task's result is: of
//! `states` recorded; of `ecs` in LocalStack's integration; of `codebuild` and `athena` from AWS's sample projects, which
//! read `$.Build.ReportArns` and `$.QueryExecution.QueryExecutionId`; of the others the developer guide says that it is
//! the described job. Which call stops a job is what the policies allow that Step Functions makes for its roles (developer
//! guide, "How Step Functions generates IAM policies for integrated services"). They allow as well to end clusters that a Task has
//! created; but of EMR and EKS the guide says that Step Functions does not do it, and nothing says it of applications.

use super::super::ecs;
use super::families::{CLUSTER, FARGATE_PROFILE, NODEGROUP, application, eks, sagemaker};
use super::job::{Gives, Job, Source, job, listed, stop, taken};
use Source::{Request, Start, Text};

/// Batch asks for a reason.
const GIVEN_UP: Source = Text("the Task that waited for the job was given up");

pub(super) static JOBS: [Job; 32] = [
    Job {
        succeeded: &["SUCCEEDED"],
        failed: &["FAILED", "TIMED_OUT", "ABORTED"],
        stop: stop(
            "stopExecution",
            &[taken("ExecutionArn", Start("/ExecutionArn"))],
        ),
        ..job(
            "states",
            &["startExecution"],
            "describeExecution",
            &[taken("ExecutionArn", Start("/ExecutionArn"))],
        )
    },
    Job {
        at: "/Tasks/0",
        status: "/LastStatus",
        succeeded: &["STOPPED"],
        judges: Some(ecs::succeeded),
        stop: stop(
            "stopTask",
            &[
                taken("Cluster", Request("/Cluster")),
                taken("Task", Start("/Tasks/0/TaskArn")),
            ],
        ),
        ..job(
            "ecs",
            &["runTask"],
            "describeTasks",
            &[
                taken("Cluster", Request("/Cluster")),
                listed("Tasks", Start("/Tasks/0/TaskArn")),
            ],
        )
    },
    Job {
        at: "/Jobs/0",
        succeeded: &["SUCCEEDED"],
        failed: &["FAILED"],
        stop: stop(
            "terminateJob",
            &[taken("JobId", Start("/JobId")), taken("Reason", GIVEN_UP)],
        ),
        ..job(
            "batch",
            &["submitJob"],
            "describeJobs",
            &[listed("Jobs", Start("/JobId"))],
        )
    },
    Job {
        at: "/JobRun",
        status: "/JobRunState",
        succeeded: &["SUCCEEDED"],
        failed: &["FAILED", "ERROR", "TIMEOUT", "STOPPED", "EXPIRED"],
        stop: stop(
            "batchStopJobRun",
            &[
                taken("JobName", Request("/JobName")),
                listed("JobRunIds", Start("/JobRunId")),
            ],
        ),
        ..job(
            "glue",
            &["startJobRun"],
            "getJobRun",
            &[
                taken("JobName", Request("/JobName")),
                taken("RunId", Start("/JobRunId")),
            ],
        )
    },
    Job {
        at: "/Builds/0",
        status: "/BuildStatus",
        succeeded: &["SUCCEEDED"],
        failed: &["FAILED", "FAULT", "TIMED_OUT", "STOPPED"],
        gives: Gives::Within("Build"),
        stop: stop("stopBuild", &[taken("Id", Start("/Build/Id"))]),
        ..job(
            "codebuild",
            &["startBuild"],
            "batchGetBuilds",
            &[listed("Ids", Start("/Build/Id"))],
        )
    },
    Job {
        at: "/BuildBatches/0",
        status: "/BuildBatchStatus",
        succeeded: &["SUCCEEDED"],
        failed: &["FAILED", "FAULT", "TIMED_OUT", "STOPPED"],
        gives: Gives::Within("BuildBatch"),
        stop: stop("stopBuildBatch", &[taken("Id", Start("/BuildBatch/Id"))]),
        ..job(
            "codebuild",
            &["startBuildBatch", "retryBuildBatch"],
            "batchGetBuildBatches",
            &[listed("Ids", Start("/BuildBatch/Id"))],
        )
    },
    Job {
        at: "/QueryExecution",
        status: "/Status/State",
        succeeded: &["SUCCEEDED"],
        failed: &["FAILED", "CANCELLED"],
        gives: Gives::Within("QueryExecution"),
        stop: stop(
            "stopQueryExecution",
            &[taken("QueryExecutionId", Start("/QueryExecutionId"))],
        ),
        ..job(
            "athena",
            &["startQueryExecution"],
            "getQueryExecution",
            &[taken("QueryExecutionId", Start("/QueryExecutionId"))],
        )
    },
    Job {
        at: "/Cluster",
        status: "/Status/State",
        succeeded: &["WAITING", "TERMINATED"],
        failed: &["TERMINATED_WITH_ERRORS"],
        gives: Gives::Within("Cluster"),
        ..job(
            "elasticmapreduce",
            &["createCluster"],
            "describeCluster",
            &[taken("ClusterId", Start("/ClusterId"))],
        )
    },
    Job {
        at: "/Cluster",
        status: "/Status/State",
        succeeded: &["TERMINATED", "TERMINATED_WITH_ERRORS"],
        gives: Gives::Within("Cluster"),
        ..job(
            "elasticmapreduce",
            &["terminateCluster"],
            "describeCluster",
            &[taken("ClusterId", Request("/ClusterId"))],
        )
    },
    Job {
        at: "/Step",
        status: "/Status/State",
        succeeded: &["COMPLETED"],
        failed: &["FAILED", "CANCELLED", "INTERRUPTED"],
        gives: Gives::Within("Step"),
        stop: stop(
            "cancelSteps",
            &[
                taken("ClusterId", Request("/ClusterId")),
                listed("StepIds", Start("/StepId")),
            ],
        ),
        ..job(
            "elasticmapreduce",
            &["addStep"],
            "describeStep",
            &[
                taken("ClusterId", Request("/ClusterId")),
                taken("StepId", Start("/StepId")),
            ],
        )
    },
    Job {
        at: "/JobRun",
        status: "/State",
        succeeded: &["COMPLETED"],
        failed: &["FAILED", "CANCELLED"],
        stop: stop(
            "cancelJobRun",
            &[
                taken("Id", Start("/Id")),
                taken("VirtualClusterId", Request("/VirtualClusterId")),
            ],
        ),
        ..job(
            "emr-containers",
            &["startJobRun"],
            "describeJobRun",
            &[
                taken("Id", Start("/Id")),
                taken("VirtualClusterId", Request("/VirtualClusterId")),
            ],
        )
    },
    Job {
        at: "/VirtualCluster",
        status: "/State",
        succeeded: &["TERMINATED"],
        failed: &["ARRESTED"],
        ends_when_gone: true,
        ..job(
            "emr-containers",
            &["deleteVirtualCluster"],
            "describeVirtualCluster",
            &[taken("Id", Request("/Id"))],
        )
    },
    Job {
        at: "/JobRun",
        status: "/State",
        succeeded: &["SUCCESS"],
        failed: &["FAILED", "CANCELLED"],
        stop: stop(
            "cancelJobRun",
            &[
                taken("ApplicationId", Request("/ApplicationId")),
                taken("JobRunId", Start("/JobRunId")),
            ],
        ),
        ..job(
            "emr-serverless",
            &["startJobRun"],
            "getJobRun",
            &[
                taken("ApplicationId", Request("/ApplicationId")),
                taken("JobRunId", Start("/JobRunId")),
            ],
        )
    },
    Job {
        at: "/JobRun",
        status: "/State",
        succeeded: &["CANCELLED"],
        failed: &["FAILED", "SUCCESS"],
        ..job(
            "emr-serverless",
            &["cancelJobRun"],
            "getJobRun",
            &[
                taken("ApplicationId", Request("/ApplicationId")),
                taken("JobRunId", Request("/JobRunId")),
            ],
        )
    },
    application(
        &["createApplication"],
        &["CREATED"],
        &[taken("ApplicationId", Start("/ApplicationId"))],
    ),
    application(
        &["startApplication"],
        &["STARTED"],
        &[taken("ApplicationId", Request("/ApplicationId"))],
    ),
    application(
        &["stopApplication"],
        &["STOPPED"],
        &[taken("ApplicationId", Request("/ApplicationId"))],
    ),
    Job {
        ends_when_gone: true,
        failed: &[],
        ..application(
            &["deleteApplication"],
            &["TERMINATED"],
            &[taken("ApplicationId", Request("/ApplicationId"))],
        )
    },
    sagemaker(
        &["createTrainingJob"],
        "describeTrainingJob",
        "stopTrainingJob",
        &[taken("TrainingJobName", Request("/TrainingJobName"))],
        "/TrainingJobStatus",
    ),
    sagemaker(
        &["createTransformJob"],
        "describeTransformJob",
        "stopTransformJob",
        &[taken("TransformJobName", Request("/TransformJobName"))],
        "/TransformJobStatus",
    ),
    sagemaker(
        &["createProcessingJob"],
        "describeProcessingJob",
        "stopProcessingJob",
        &[taken("ProcessingJobName", Request("/ProcessingJobName"))],
        "/ProcessingJobStatus",
    ),
    sagemaker(
        &["createLabelingJob"],
        "describeLabelingJob",
        "stopLabelingJob",
        &[taken("LabelingJobName", Request("/LabelingJobName"))],
        "/LabelingJobStatus",
    ),
    sagemaker(
        &["createHyperParameterTuningJob"],
        "describeHyperParameterTuningJob",
        "stopHyperParameterTuningJob",
        &[taken(
            "HyperParameterTuningJobName",
            Request("/HyperParameterTuningJobName"),
        )],
        "/HyperParameterTuningJobStatus",
    ),
    eks(
        &["createCluster"],
        "describeCluster",
        CLUSTER,
        "/Cluster",
        false,
    ),
    eks(
        &["deleteCluster"],
        "describeCluster",
        CLUSTER,
        "/Cluster",
        true,
    ),
    eks(
        &["createNodegroup"],
        "describeNodegroup",
        NODEGROUP,
        "/Nodegroup",
        false,
    ),
    eks(
        &["deleteNodegroup"],
        "describeNodegroup",
        NODEGROUP,
        "/Nodegroup",
        true,
    ),
    eks(
        &["createFargateProfile"],
        "describeFargateProfile",
        FARGATE_PROFILE,
        "/FargateProfile",
        false,
    ),
    eks(
        &["deleteFargateProfile"],
        "describeFargateProfile",
        FARGATE_PROFILE,
        "/FargateProfile",
        true,
    ),
    Job {
        status: "/State",
        succeeded: &["SUCCEEDED"],
        failed: &["FAILED", "STOPPED", "TIMEOUT"],
        gives: Gives::Answer,
        stop: stop(
            "stopJobRun",
            &[
                taken("Name", Request("/Name")),
                taken("RunId", Start("/RunId")),
            ],
        ),
        ..job(
            "databrew",
            &["startJobRun"],
            "describeJobRun",
            &[
                taken("Name", Request("/Name")),
                taken("RunId", Start("/RunId")),
            ],
        )
    },
    Job {
        at: "/Job",
        succeeded: &["COMPLETE"],
        failed: &["ERROR", "CANCELED"],
        gives: Gives::Within("Job"),
        stop: stop("cancelJob", &[taken("Id", Start("/Job/Id"))]),
        ..job(
            "mediaconvert",
            &["createJob"],
            "getJob",
            &[taken("Id", Start("/Job/Id"))],
        )
    },
    Job {
        succeeded: &["Completed"],
        failed: &["Failed", "Stopped"],
        gives: Gives::Answer,
        stop: stop(
            "stopModelCustomizationJob",
            &[taken("JobIdentifier", Start("/JobArn"))],
        ),
        ..job(
            "bedrock",
            &["createModelCustomizationJob"],
            "getModelCustomizationJob",
            &[taken("JobIdentifier", Start("/JobArn"))],
        )
    },
];
