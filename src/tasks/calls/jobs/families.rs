//! Jobs of one service that are alike: rows of the table with what they share.

use super::job::{Gives, Job, Source, Taken, job, stop, taken};
use Source::Request;

pub(super) const fn application(
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

pub(super) const fn sagemaker(
    starts: &'static [&'static str],
    describe: &'static str,
    stops: &'static str,
    takes: &'static [Taken],
    status: &'static str,
) -> Job {
    Job {
        status,
        succeeded: &["Completed"],
        failed: &["Failed", "Stopped"],
        gives: Gives::Answer,
        stop: stop(stops, takes),
        ..job("sagemaker", starts, describe, takes)
    }
}

pub(super) const CLUSTER: &[Taken] = &[taken("Name", Request("/Name"))];
pub(super) const NODEGROUP: &[Taken] = &[
    taken("ClusterName", Request("/ClusterName")),
    taken("NodegroupName", Request("/NodegroupName")),
];
pub(super) const FARGATE_PROFILE: &[Taken] = &[
    taken("ClusterName", Request("/ClusterName")),
    taken("FargateProfileName", Request("/FargateProfileName")),
];

pub(super) const fn eks(
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
