//! `sfnrun completions`

use crate::cli::args::{Arguments, Completions};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::terminal::Terminal;
use clap::CommandFactory;

/// Prints the completion script of a shell.
pub(crate) fn run(arguments: &Completions, terminal: &Terminal) -> Result<Exit, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut Arguments::command(),
        "sfnrun",
        &mut script,
    );
    terminal.result(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}
