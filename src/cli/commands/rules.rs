//! `sfnrun rules`

use crate::cli::args::{Rules, RulesFormat};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::terminal::Terminal;
use crate::report::{rules_json, rules_table};

/// Lists the rules.
pub(crate) fn run(arguments: &Rules, terminal: &Terminal) -> Result<Exit, CliError> {
    let text = match arguments.format {
        RulesFormat::Human => rules_table(terminal.stdout_style()),
        RulesFormat::Json => rules_json(),
    };
    terminal.result(&text)?;
    Ok(Exit::Success)
}
