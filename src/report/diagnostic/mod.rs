//! Diagnostics as text, for people and for programs.

mod concise;
mod excerpt;
mod failure;
mod github;
mod hints;
mod human;
mod json;
mod junit;
mod not_mocked;
mod place;
mod sarif;
mod statistics;
mod summary;

pub use concise::concise;
pub use failure::{
    endless_diagnostic, failure_diagnostic, hindered_diagnostic, no_store_diagnostic,
    unfilled_diagnostic, unsupported_diagnostic,
};
pub use github::github;
pub use human::human;
pub use json::{json, json_with_estimates};
pub use junit::junit;
pub use not_mocked::not_mocked_diagnostic;
pub use sarif::sarif;
pub use statistics::{statistics, statistics_json};
pub use summary::Summary;

use crate::diagnostics::Diagnostic;

/// What was found in one file.
#[derive(Clone, Copy, Debug)]
pub struct Findings<'a> {
    /// The file's name, as it is to be shown.
    pub path: &'a str,
    /// Its text; all spans point into it.
    pub text: &'a str,
    /// What was found, in the order in which it is to be shown.
    pub diagnostics: &'a [Diagnostic],
}

#[cfg(test)]
mod machine_tests;
