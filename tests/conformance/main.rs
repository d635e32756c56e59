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
    let (mut trials, tally) = aws::trials();
    trials.extend(jsonata::trials());
    trials.extend(jsonpath::trials());
    trials.extend(lint::trials());
    trials.extend(pages::trials());
    let conclusion = libtest_mimic::run(&arguments, trials);
    if let Some(table) = tally.table() {
        #[expect(clippy::print_stderr, reason = "what was left out must be seen")]
        {
            eprint!("{table}");
        }
    }
    conclusion.exit_code()
}
