//! `sfnrun` as a library: read, check and run Amazon States Language.
//!
//! `ARCHITECTURE.md` beside this file says what lives where and who may use whom.

pub mod analysis;
pub mod asl;
#[cfg(feature = "aws")]
pub mod aws;
pub mod base;
pub mod callback;
pub mod cli;
pub mod config;
pub mod diagnostics;
pub mod engine;
pub mod history;
pub mod iam;
pub mod lint;
pub mod query;
#[cfg(feature = "aws")]
pub mod remote;
pub mod report;
pub mod run;
pub mod scenario;
pub mod services;
pub mod source;
pub mod tasks;
pub mod test_state;
pub mod value;
