//! Scenario files: definitions run with an input and mocks, and what must come of it. `SCENARIOS.md` tells the format.
//!
//! [`load`] reads a file and everything it names into [`Case`]s; [`Case::run`] runs one and compares. Files come in
//! through [`Files`]. Who wants to see more of a run than its verdict, hands in consumers of its events.

mod bound;
mod case;
mod check;
mod compare;
mod expectations;
mod files;
mod findings;
mod layer;
mod loading;
mod model;
mod options;
mod reading;
mod record;
mod result;
#[cfg(test)]
mod tests;
mod unfinished;

/// The page on scenario files, as `sfnrun explain scenarios` shows it.
pub const SCENARIOS_GUIDE: &str = include_str!("SCENARIOS.md");

pub use crate::source::Unreadable;
pub use case::Case;
pub use files::Files;
pub use loading::{Loaded, load};
pub use result::{Broken, Mismatch, Run, Side, Verdict};
