//! `sfnrun rules`

use crate::cli::args::{ResultFormat, Rules};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::terminal::Terminal;
use crate::report::{rules_json, rules_table};

/// Lists the rules.
pub(crate) fn run(arguments: &Rules, terminal: &Terminal) -> Result<Exit, CliError> {
    let text = match arguments.format {
        ResultFormat::Human => rules_table(terminal.stdout_style()),
        ResultFormat::Json => rules_json(),
    };
    terminal.result(&text)?;
    Ok(Exit::Success)
}
