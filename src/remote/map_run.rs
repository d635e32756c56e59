//! How far a distributed Map has come, and which of its child executions failed.

use super::{Remote, text};
use crate::aws::{Answer, CallFault};
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
    /// Its child executions.
    pub children: Children,
}

/// How many child executions a Map Run has started, by what has become of them: as many as items, or fewer where items go in batches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Children {
    /// All of them.
    pub total: u64,
    /// Those that have not ended.
    pub running: u64,
    /// Those that succeeded.
    pub succeeded: u64,
    /// Those that failed or timed out.
    pub failed: u64,
    /// Those that were aborted.
    pub aborted: u64,
}

/// A child execution of a Map Run that failed (`ListExecutions`, `DescribeExecution`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedChild {
    /// Its ARN.
    pub arn: String,
    /// Its name.
    pub name: String,
    /// `FAILED`, `TIMED_OUT`
    pub status: String,
    /// The error's name.
    pub error: Option<String>,
    /// What is said of it.
    pub cause: Option<String>,
}

/// How a child execution ends that is looked for: AWS lists those of one status at a time.
const FAILURES: [&str; 2] = ["FAILED", "TIMED_OUT"];

impl Remote {
    /// How far a Map Run has come.
    ///
    /// # Errors
    /// See [`CallFault`].
    pub async fn map_run(&self, arn: &str) -> Result<MapRun, CallFault> {
        let answer = self
            .call("describeMapRun", [("MapRunArn", Value::string(arn))])
            .await?;
        let counted = |counts: &str, member: &str| {
            let counts = answer.result.get(counts);
            let count = counts.and_then(|counts| counts.get(member)?.as_i64());
            count
                .and_then(|count| u64::try_from(count).ok())
                .unwrap_or_default()
        };
        let count = |member| counted("ItemCounts", member);
        let children = |member| counted("ExecutionCounts", member);
        Ok(MapRun {
            status: text(&answer, "Status")?,
            total: count("Total"),
            succeeded: count("Succeeded"),
            failed: count("Failed") + count("TimedOut") + count("Aborted"),
            running: count("Running"),
            children: Children {
                total: children("Total"),
                running: children("Pending") + children("Running"),
                succeeded: children("Succeeded"),
                failed: children("Failed") + children("TimedOut"),
                aborted: children("Aborted"),
            },
        })
    }

    /// Child executions of a Map Run that failed or timed out, `most` at most, but for those that are `known`.
    ///
    /// # Errors
    /// See [`CallFault`].
    pub async fn failed_children(
        &self,
        map_run: &str,
        known: &[FailedChild],
        most: usize,
    ) -> Result<Vec<FailedChild>, CallFault> {
        let mut found: Vec<FailedChild> = Vec::new();
        for status in FAILURES {
            let mut page: Option<String> = None;
            while found.len() < most {
                let answer = self.children(map_run, status, page.as_deref()).await?;
                let listed = answer.result.get("Executions").and_then(Value::as_array);
                for child in listed.into_iter().flat_map(|listed| listed.iter()) {
                    let arn = child.get("ExecutionArn").and_then(Value::as_str);
                    let new = arn.filter(|arn| known.iter().all(|known| known.arn != *arn));
                    if let Some(arn) = new.filter(|_| found.len() < most) {
                        found.push(self.failed_child(arn).await?);
                    }
                }
                page = answer
                    .result
                    .get("NextToken")
                    .and_then(Value::as_str)
                    .map(str::to_owned);
                if page.is_none() {
                    break;
                }
            }
        }
        Ok(found)
    }

    async fn children(
        &self,
        map_run: &str,
        status: &str,
        page: Option<&str>,
    ) -> Result<Answer, CallFault> {
        let page = page.map(|page| ("NextToken", Value::string(page)));
        let parameters = [
            ("MapRunArn", Value::string(map_run)),
            ("StatusFilter", Value::string(status)),
        ];
        let parameters = parameters.into_iter().chain(page);
        self.call("listExecutions", parameters).await
    }

    /// Why an execution failed, which its entry in a list does not tell.
    async fn failed_child(&self, arn: &str) -> Result<FailedChild, CallFault> {
        let parameters = [("ExecutionArn", Value::string(arn))];
        let answer = self.call("describeExecution", parameters).await?;
        let optional = |member: &str| {
            let found = answer.result.get(member).and_then(Value::as_str);
            found.map(str::to_owned)
        };
        Ok(FailedChild {
            arn: arn.to_owned(),
            name: optional("Name").unwrap_or_default(),
            status: text(&answer, "Status")?,
            error: optional("Error"),
            cause: optional("Cause"),
        })
    }
}
