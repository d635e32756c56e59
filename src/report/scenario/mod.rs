//! Results of scenarios: for people, and as JUnit XML.

mod human;
mod junit;
#[cfg(test)]
mod tests;

pub use human::{Lines, Tally};
pub use junit::junit;

use crate::scenario::Verdict;
use crate::source::SourceFile;
use std::time::Duration;

/// What became of one scenario.
#[derive(Clone, Debug)]
pub struct CaseResult {
    /// What the scenarios of its file are called together.
    pub group: String,
    /// Its file.
    pub file: SourceFile,
    /// Its name.
    pub name: String,
    /// What became of it.
    pub verdict: Verdict,
    /// How long it really took.
    pub real: Duration,
}
