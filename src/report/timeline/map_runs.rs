//! Distributed Maps whose child executions ran elsewhere: their events are in histories of their own.

use super::line::with_cause;
use crate::base::text::{count, thousands};
use crate::report::text::tame;
use std::collections::HashMap;

/// How many child executions a Map Run has, by what has become of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChildCounts {
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

/// A child execution that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChildFailure {
    /// Its name.
    pub name: String,
    /// The error's name, or how it ended.
    pub error: String,
    /// What is said of it.
    pub cause: String,
}

/// What is known of Map Runs, by ARN.
#[derive(Debug, Default)]
pub(super) struct MapRuns(HashMap<String, MapRun>);

#[derive(Debug, Default)]
struct MapRun {
    children: ChildCounts,
    failures: Vec<ChildFailure>,
}

impl MapRuns {
    /// Takes in how a Map Run stands, and more of the children that failed.
    pub(super) fn add(
        &mut self,
        map_run: &str,
        children: ChildCounts,
        failures: impl IntoIterator<Item = ChildFailure>,
    ) {
        let known = self.0.entry(map_run.to_owned()).or_default();
        known.children = children;
        known.failures.extend(failures);
    }

    /// How many children a Map Run has, where that is known.
    pub(super) fn children(&self, map_run: &str) -> Option<ChildCounts> {
        self.0.get(map_run).map(|known| known.children)
    }

    /// Name and error of each failed child of a Map Run that is known, then how many more there are.
    pub(super) fn failures(&self, map_run: &str) -> impl Iterator<Item = (String, String)> {
        let known = self.0.get(map_run);
        // Where none is named, their number alone says it.
        let named = known.filter(|known| !known.failures.is_empty());
        let more = named.map_or(0, MapRun::unknown_failures);
        let more = (more > 0).then(|| (format!("{} more", thousands(more)), String::new()));
        let failures = known.into_iter().flat_map(|known| &known.failures);
        let failures = failures.map(|failure| {
            let error = with_cause(&failure.error, &failure.cause);
            (tame(&failure.name), tame(&error))
        });
        failures.chain(more)
    }

    /// `2 failed children`; nothing where there is none.
    pub(super) fn summary(&self) -> Option<String> {
        let failed = |known: &MapRun| known.unknown_failures() + known.failures.len() as u64;
        let all: u64 = self.0.values().map(failed).sum();
        let all = usize::try_from(all).unwrap_or(usize::MAX);
        (all > 0).then(|| match count(all, "failed child") {
            one if all == 1 => one,
            _ => format!("{} failed children", thousands(all as u64)),
        })
    }
}

impl MapRun {
    /// Failures of which no more is known than that there are so many.
    fn unknown_failures(&self) -> u64 {
        let failed = self.children.failed;
        failed.saturating_sub(self.failures.len() as u64)
    }
}
