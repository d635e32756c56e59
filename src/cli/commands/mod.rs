//! One file a subcommand.

pub(super) mod completions;
pub(super) mod config;
pub(super) mod diff;
pub(super) mod eval;
pub(super) mod exec;
pub(super) mod explain;
pub(super) mod history;
pub(super) mod iam;
pub(super) mod man;
pub(super) mod mocks;
#[cfg(feature = "aws")]
pub(super) mod remote;
#[cfg(not(feature = "aws"))]
#[path = "no_remote.rs"]
pub(super) mod remote;
pub(super) mod rules;
pub(super) mod test;
pub(super) mod test_state;
pub(super) mod token;
pub(super) mod validate;
