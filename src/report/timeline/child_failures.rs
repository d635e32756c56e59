//! Child executions of distributed Maps that ran elsewhere and failed: their events are in histories of their own.

use super::line::with_cause;
use crate::base::text::{count, thousands};
use crate::report::text::tame;
use std::collections::HashMap;

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

/// Those that are known, by the ARN of the Map Run.
#[derive(Debug, Default)]
pub(super) struct ChildFailures(HashMap<String, OfMapRun>);

#[derive(Debug, Default)]
struct OfMapRun {
    known: Vec<ChildFailure>,
    all: u64,
}

impl ChildFailures {
    /// Takes some in; `all` is how many there are.
    pub(super) fn add(
        &mut self,
        map_run: &str,
        more: impl IntoIterator<Item = ChildFailure>,
        all: u64,
    ) {
        let of_map_run = self.0.entry(map_run.to_owned()).or_default();
        of_map_run.known.extend(more);
        of_map_run.all = all.max(of_map_run.known.len() as u64);
    }

    /// Name and error of each of a Map Run that is known, then how many more there are.
    pub(super) fn told(&self, map_run: &str) -> impl Iterator<Item = (String, String)> {
        let of_map_run = self.0.get(map_run);
        let known = of_map_run.into_iter().flat_map(|of| &of.known);
        let more = of_map_run.map_or(0, |of| of.all.saturating_sub(of.known.len() as u64));
        let more = (more > 0).then(|| (format!("{} more", thousands(more)), String::new()));
        let known = known.map(|failure| {
            let error = with_cause(&failure.error, &failure.cause);
            (tame(&failure.name), tame(&error))
        });
        known.chain(more)
    }

    /// `2 failed children`; nothing where there is none.
    pub(super) fn summary(&self) -> Option<String> {
        let all: u64 = self.0.values().map(|of| of.all).sum();
        let all = usize::try_from(all).unwrap_or(usize::MAX);
        (all > 0).then(|| match count(all, "failed child") {
            one if all == 1 => one,
            _ => format!("{} failed children", thousands(all as u64)),
        })
    }
}
