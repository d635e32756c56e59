//! How far a distributed Map has come.

use super::{Remote, text};
use crate::aws::CallFault;
use crate::value::Value;

/// A Map Run as it is now (`DescribeMapRun`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapRun {
    /// `RUNNING`, `SUCCEEDED`, `FAILED`, `ABORTED`
    pub status: String,
    /// Items that were read so far.
    pub total: u64,
    /// Items that succeeded.
    pub succeeded: u64,
    /// Items that failed, timed out or were aborted.
    pub failed: u64,
    /// Items that are being worked on.
    pub running: u64,
}

impl Remote {
    /// How far a Map Run has come.
    ///
    /// # Errors
    /// See [`CallFault`].
    pub async fn map_run(&self, arn: &str) -> Result<MapRun, CallFault> {
        let answer = self
            .call("describeMapRun", [("MapRunArn", Value::string(arn))])
            .await?;
        let counts = answer.result.get("ItemCounts");
        let count = |member: &str| {
            let count = counts.and_then(|counts| counts.get(member)?.as_i64());
            count
                .and_then(|count| u64::try_from(count).ok())
                .unwrap_or_default()
        };
        Ok(MapRun {
            status: text(&answer, "Status")?,
            total: count("Total"),
            succeeded: count("Succeeded"),
            failed: count("Failed") + count("TimedOut") + count("Aborted"),
            running: count("Running"),
        })
    }
}
