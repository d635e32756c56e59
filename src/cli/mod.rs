//! The command line: the only room that prints, reads files and the environment, and picks exit codes.

pub mod args;
pub mod aws_access;
#[cfg(feature = "aws")]
mod aws_client;
#[cfg(feature = "aws")]
mod aws_tasks;
#[cfg(not(feature = "aws"))]
#[path = "no_aws_tasks.rs"]
mod aws_tasks;
pub mod baseline;
mod batch;
mod by_file;
mod commands;
pub mod configuration;
mod definition;
mod discover;
mod error;
mod event_file;
mod examples;
mod exit;
mod findings;
mod history_file;
mod history_source;
mod input;
mod interrupt;
mod live_tasks;
mod log_file;
mod machine_source;
#[cfg(feature = "aws")]
mod map_runs;
mod mending;
mod mock_layers;
mod mock_source;
mod output_file;
mod recording;
mod rehearsal;
#[cfg(feature = "aws")]
mod remote_run;
mod repair;
mod replay;
pub mod rule_options;
mod scenario_files;
mod stopwatch;
mod terminal;
mod unfinished;
mod unit;
mod unused_variables;
mod waiting;
mod workers;

use args::{Arguments, Command};
use clap::Parser;
use clap::error::ErrorKind;
use error::CliError;
use exit::Exit;
use std::ffi::OsString;
use std::process::ExitCode;
use terminal::Terminal;

/// Bytes of stack for the work: values and definitions may nest deep, and only what is touched takes memory.
pub(crate) const STACK: usize = 512 * 1024 * 1024;

/// Runs the program with its arguments, its own name first.
pub fn main(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.collect();
    let work = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || run(arguments));
    let exit = match work.map(std::thread::JoinHandle::join) {
        Ok(Ok(exit)) => exit,
        // The panic has printed itself.
        Ok(Err(_)) => Exit::Internal,
        Err(error) => {
            let terminal = Terminal::detect(args::Color::Auto, false);
            terminal.report(&CliError::new(format!("no thread to work in: {error}")))
        }
    };
    exit.into()
}

fn run(arguments: Vec<OsString>) -> Exit {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error),
    };
    let terminal = Terminal::detect(arguments.global.color, arguments.global.ascii);
    let done = match arguments.command {
        Command::Validate(arguments) => commands::validate::run(&arguments, &terminal),
        Command::Test(arguments) => commands::test::run(&arguments, &terminal),
        Command::Exec(arguments) => commands::exec::run(&arguments, &terminal),
        Command::TestState(arguments) => commands::test_state::run(&arguments, &terminal),
        Command::Diff(arguments) => commands::diff::run(&arguments, &terminal),
        Command::History(arguments) => commands::history::run(&arguments, &terminal),
        Command::Eval(arguments) => commands::eval::run(&arguments, &terminal),
        Command::Mocks(arguments) => commands::mocks::run(&arguments, &terminal),
        Command::Iam(arguments) => commands::iam::run(&arguments, &terminal),
        Command::Explain(arguments) => commands::explain::run(&arguments, &terminal),
        Command::Rules(arguments) => commands::rules::run(&arguments, &terminal),
        Command::Config(arguments) => commands::config::run(&arguments, &terminal),
        Command::Token(arguments) => commands::token::run(&arguments, &terminal),
        Command::Completions(arguments) => commands::completions::run(&arguments, &terminal),
        Command::Man => commands::man::run(&terminal),
    };
    done.unwrap_or_else(|error| terminal.report(&error))
}

/// Help and version go to stdout and are no fault; anything else is.
fn usage(error: &clap::Error) -> Exit {
    // Nothing is left to do where even this cannot be printed.
    let _ = error.print();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Exit::Success,
        _ => Exit::Usage,
    }
}
