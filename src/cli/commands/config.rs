//! `sfnrun config`

use crate::cli::args::{Configure, ConfigureCommand};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::terminal::Terminal;
use crate::config;

/// Prints the JSON Schema of `sfnrun.toml`.
pub(crate) fn run(arguments: &Configure, terminal: &Terminal) -> Result<Exit, CliError> {
    match arguments.command {
        ConfigureCommand::Schema => terminal.result(&config::schema())?,
    }
    Ok(Exit::Success)
}
