//! Conformance suites as named cases: `cargo test --test conformance -- jsonpath`.
//!
//! The data lie in a folder beside the repository (`SFNRUN_SHARED`, default `../shared`). Without it there are no cases,
//! and a line says what was left out.

mod aws;
#[allow(dead_code, reason = "the integration tests use all of it")]
#[path = "../checked.rs"]
mod checked;
mod jsonata;
mod jsonpath;
mod lint;
mod pages;
mod shared;

use libtest_mimic::Arguments;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    trials.extend(aws::trials());
    trials.extend(jsonata::trials());
    trials.extend(jsonpath::trials());
    trials.extend(lint::trials());
    trials.extend(pages::trials());
    libtest_mimic::run(&arguments, trials).exit_code()
}
