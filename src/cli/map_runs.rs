//! The distributed Maps of an execution that runs in AWS: how far they have come, and what failed in them.

use super::aws_client::call_error;
use crate::aws::CallFault;
use crate::base::text;
use crate::remote::{Children, ExecutionArn, FailedChild, Feed, MapRun, Remote};
use crate::report::timeline::{ChildCounts, ChildFailure};
use std::collections::BTreeMap;

/// Failed children of a Map Run that are told of: each is a call.
const MOST: usize = 10;

/// What is known of the distributed Maps of an execution, by the ARN of the Map Run.
#[derive(Debug, Default)]
pub(super) struct MapRuns {
    known: BTreeMap<String, Known>,
    /// What AWS did not tell of them, by Map Run and question.
    untold: BTreeMap<(String, &'static str), String>,
}

#[derive(Debug)]
struct Known {
    now: MapRun,
    failed: Vec<FailedChild>,
}

/// What has changed in a Map Run.
pub(super) struct Look {
    map_run: String,
    /// Lines that tell of it.
    pub(super) text: String,
    /// How its children stand, where AWS tells.
    children: Option<Children>,
    /// Those that failed and were not known before.
    failed: Vec<FailedChild>,
}

impl Look {
    /// Tells a timeline of it: Map Run, its children, and those that failed since the last look.
    pub(super) fn tell_to(&self, tell: impl FnOnce(&str, ChildCounts, Vec<ChildFailure>)) {
        if let Some(children) = self.children {
            let failures = self.failed.iter().map(failure);
            tell(&self.map_run, counts(children), failures.collect());
        }
    }
}

impl MapRuns {
    /// Looks at those that are not over: what has changed.
    pub(super) async fn look(&mut self, remote: &Remote, feed: &Feed) -> Vec<Look> {
        let mut looks = Vec::new();
        for arn in feed.map_runs() {
            let known = self.known.get(arn);
            if known.is_some_and(|known| known.now.status != "RUNNING") {
                continue;
            }
            let now = match remote.map_run(arn).await {
                Ok(now) if known.is_none_or(|known| known.now != now) => now,
                Ok(_) => continue,
                Err(fault) => {
                    looks.extend(self.untold(arn, "how far it has come", &fault));
                    continue;
                }
            };
            let before = known.map_or(&[][..], |known| &known.failed);
            let new = (now.children.failed > before.len() as u64)
                .then(|| MOST.saturating_sub(before.len()))
                .filter(|most| *most > 0);
            let failed = match new {
                Some(most) => remote.failed_children(arn, before, most).await,
                None => Ok(Vec::new()),
            };
            let failed = failed.unwrap_or_else(|fault| {
                looks.extend(self.untold(arn, "which children failed", &fault));
                Vec::new()
            });
            let lines = failed.iter().map(|child| line(name(arn), child));
            looks.push(Look {
                map_run: arn.to_owned(),
                text: [progress(arn, &now)].into_iter().chain(lines).collect(),
                children: Some(now.children),
                failed: failed.clone(),
            });
            match self.known.get_mut(arn) {
                Some(known) => {
                    known.now = now;
                    known.failed.extend(failed);
                }
                None => {
                    self.known.insert(arn.to_owned(), Known { now, failed });
                }
            }
        }
        looks
    }

    /// What is said, once, where AWS does not tell something of a Map Run: how far it is must not end what follows its execution.
    fn untold(&mut self, arn: &str, what: &'static str, fault: &CallFault) -> Option<Look> {
        let (name, why) = (name(arn), call_error(fault));
        let text = format!("Map Run {name}: {what} is not told: {}\n", why.message());
        let before = self.untold.insert((arn.to_owned(), what), text.clone());
        before.is_none().then(|| Look {
            map_run: arn.to_owned(),
            text,
            children: None,
            failed: Vec::new(),
        })
    }

    /// Tells a timeline of all of them: Map Run, its children, and those that failed.
    pub(super) fn tell_to(&self, mut tell: impl FnMut(&str, ChildCounts, Vec<ChildFailure>)) {
        for (arn, known) in &self.known {
            let failures = known.failed.iter().map(failure).collect();
            tell(arn, counts(known.now.children), failures);
        }
    }

    /// What AWS did not tell, and how to look at the children that failed; empty where there is neither.
    pub(super) fn remarks(&self) -> String {
        let mut told: String = self.untold.values().map(String::as_str).collect();
        for (arn, known) in &self.known {
            for child in &known.failed {
                told.push_str(&line(name(arn), child));
            }
            let more = known
                .now
                .children
                .failed
                .saturating_sub(known.failed.len() as u64);
            if more > 0 && !known.failed.is_empty() {
                let more = text::thousands(more);
                told.push_str(&format!(
                    "{}: {more} more failed: aws stepfunctions list-executions --status-filter FAILED --map-run-arn {arn}\n",
                    name(arn)
                ));
            }
        }
        told
    }
}

fn counts(children: Children) -> ChildCounts {
    ChildCounts {
        total: children.total,
        running: children.running,
        succeeded: children.succeeded,
        failed: children.failed,
        aborted: children.aborted,
    }
}

fn failure(child: &FailedChild) -> ChildFailure {
    ChildFailure {
        name: child.name.clone(),
        error: child.error.clone().unwrap_or_else(|| child.status.clone()),
        cause: child.cause.clone().unwrap_or_default(),
    }
}

/// `review/Each: child 0a1b failed with Oops: sfnrun history ARN`
fn line(map_run: &str, child: &FailedChild) -> String {
    let why = match (&child.error, &*child.status) {
        (Some(error), _) => format!("failed with {error}"),
        (None, "TIMED_OUT") => "timed out".to_owned(),
        (None, _) => "failed".to_owned(),
    };
    let keeps_history =
        ExecutionArn::parse(&child.arn).is_some_and(|execution| !execution.is_express());
    let how = match keeps_history {
        true => format!("sfnrun history {}", child.arn),
        // An Express execution keeps no history.
        false => format!(
            "aws stepfunctions describe-execution --execution-arn {}",
            child.arn
        ),
    };
    format!("{map_run}: child {} {why}: {how}\n", child.name)
}

/// `MACHINE/LABEL` of `arn:…:mapRun:MACHINE/LABEL:ID`
fn name(arn: &str) -> &str {
    arn.split(':').nth(6).unwrap_or(arn)
}

/// `Map Run review/Each: 40 of 100 done, 2 failed, 10 running`
fn progress(arn: &str, run: &MapRun) -> String {
    let name = name(arn);
    let done = run.succeeded + run.failed;
    let mut text = format!("Map Run {name}: {done} of {} done", run.total);
    if run.failed > 0 {
        text.push_str(&format!(", {} failed", run.failed));
    }
    if run.running > 0 {
        text.push_str(&format!(", {} running", run.running));
    }
    if run.status != "RUNNING" {
        text.push_str(&format!(", {}", run.status));
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_one_line() {
        let arn = "arn:aws:states:us-east-1:123456789012:mapRun:review/Each:0a1b";
        let run = |status: &str, succeeded, failed, running| MapRun {
            status: status.to_owned(),
            total: 100,
            succeeded,
            failed,
            running,
            children: Children::default(),
        };
        assert_eq!(
            progress(arn, &run("RUNNING", 38, 2, 10)),
            "Map Run review/Each: 40 of 100 done, 2 failed, 10 running\n"
        );
        assert_eq!(
            progress(arn, &run("SUCCEEDED", 100, 0, 0)),
            "Map Run review/Each: 100 of 100 done, SUCCEEDED\n"
        );
    }
}
