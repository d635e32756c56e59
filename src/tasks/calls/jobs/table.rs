//! Which call tells of a job, and what its answers mean.
//!
//! Operations, members and states of jobs are those of the services' APIs (botocore's models). What the Task's result is: of
//! `states` recorded; of `ecs` in LocalStack's integration; of `codebuild` and `athena` from AWS's sample projects, which
//! read `$.Build.ReportArns` and `$.QueryExecution.QueryExecutionId`; of the others the developer guide says that it is
//! the described job.

use super::super::ecs;
use crate::value::Value;

/// A job that a Task starts and waits for.
#[derive(Clone, Copy, Debug)]
pub(in crate::tasks::calls) struct Job {
    /// The integration: `glue`.
    pub(super) service: &'static str,
    /// The actions that start it.
    pub(super) starts: &'static [&'static str],
    /// The action that tells of it.
    pub(super) describe: &'static str,
    /// What that is asked.
    pub(super) takes: &'static [Taken],
    /// Where the job is in the answer, a JSON Pointer.
    pub(super) at: &'static str,
    /// Where its state is in it.
    pub(super) status: &'static str,
    /// The states in which it has ended well.
    pub(super) succeeded: &'static [&'static str],
    /// The states in which it has ended badly.
    pub(super) failed: &'static [&'static str],
    /// Whether it has ended well when the service does not know it any more.
    pub(super) ends_when_gone: bool,
    /// Says of a job that has ended whether it did well, where its state does not.
    pub(super) judges: Option<fn(&Value) -> bool>,
    /// What the Task's result is.
    pub(super) gives: Gives,
}

/// A parameter of the call that tells of a job.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    /// Its name.
    pub(super) parameter: &'static str,
    /// Where its value comes from.
    pub(super) from: Source,
    /// Whether it is a list of this one value.
    pub(super) in_list: bool,
}

/// Where a value comes from: JSON Pointers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    /// From the parameters of the Task.
    Request(&'static str),
    /// From what the start gave.
    Start(&'static str),
}

/// What the result of a Task is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Gives {
    /// The job.
    Thing,
    /// An object with the job under this key.
    Within(&'static str),
    /// All that the service says of it.
    Answer,
}

const fn taken(parameter: &'static str, from: Source) -> Taken {
    Taken {
        parameter,
        from,
        in_list: false,
    }
}

const fn listed(parameter: &'static str, from: Source) -> Taken {
    Taken {
        in_list: true,
        ..taken(parameter, from)
    }
}

const fn job(
    service: &'static str,
    starts: &'static [&'static str],
    describe: &'static str,
    takes: &'static [Taken],
) -> Job {
    Job {
        service,
        starts,
        describe,
        takes,
        at: "",
        status: "/Status",
        succeeded: &[],
        failed: &[],
        ends_when_gone: false,
        judges: None,
        gives: Gives::Thing,
    }
}

use Source::{Request, Start};

pub(super) static JOBS: [Job; 32] = [
    Job {
        succeeded: &["SUCCEEDED"],
        failed: &["FAILED", "TIMED_OUT", "ABORTED"],
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
        &[taken("TrainingJobName", Request("/TrainingJobName"))],
        "/TrainingJobStatus",
    ),
    sagemaker(
        &["createTransformJob"],
        "describeTransformJob",
        &[taken("TransformJobName", Request("/TransformJobName"))],
        "/TransformJobStatus",
    ),
    sagemaker(
        &["createProcessingJob"],
        "describeProcessingJob",
        &[taken("ProcessingJobName", Request("/ProcessingJobName"))],
        "/ProcessingJobStatus",
    ),
    sagemaker(
        &["createLabelingJob"],
        "describeLabelingJob",
        &[taken("LabelingJobName", Request("/LabelingJobName"))],
        "/LabelingJobStatus",
    ),
    sagemaker(
        &["createHyperParameterTuningJob"],
        "describeHyperParameterTuningJob",
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
        ..job(
            "bedrock",
            &["createModelCustomizationJob"],
            "getModelCustomizationJob",
            &[taken("JobIdentifier", Start("/JobArn"))],
        )
    },
];

const fn application(
    starts: &'static [&'static str],
    succeeded: &'static [&'static str],
    takes: &'static [Taken],
) -> Job {
    Job {
        at: "/Application",
        status: "/State",
        succeeded,
        failed: &["TERMINATED"],
        ..job("emr-serverless", starts, "getApplication", takes)
    }
}

const fn sagemaker(
    starts: &'static [&'static str],
    describe: &'static str,
    takes: &'static [Taken],
    status: &'static str,
) -> Job {
    Job {
        status,
        succeeded: &["Completed"],
        failed: &["Failed", "Stopped"],
        gives: Gives::Answer,
        ..job("sagemaker", starts, describe, takes)
    }
}

const CLUSTER: &[Taken] = &[taken("Name", Request("/Name"))];
const NODEGROUP: &[Taken] = &[
    taken("ClusterName", Request("/ClusterName")),
    taken("NodegroupName", Request("/NodegroupName")),
];
const FARGATE_PROFILE: &[Taken] = &[
    taken("ClusterName", Request("/ClusterName")),
    taken("FargateProfileName", Request("/FargateProfileName")),
];

const fn eks(
    starts: &'static [&'static str],
    describe: &'static str,
    takes: &'static [Taken],
    at: &'static str,
    deletes: bool,
) -> Job {
    let succeeded: &[&str] = match deletes {
        true => &[],
        false => &["ACTIVE"],
    };
    Job {
        at,
        succeeded,
        failed: &["FAILED", "CREATE_FAILED", "DELETE_FAILED", "DEGRADED"],
        ends_when_gone: deletes,
        gives: Gives::Answer,
        ..job("eks", starts, describe, takes)
    }
}
