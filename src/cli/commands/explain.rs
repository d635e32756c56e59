//! `sfnrun explain`

use crate::base::text;
use crate::cli::args::Explain;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::terminal::Terminal;
use crate::lint::{error_pages, find_error, registry};

/// Prints the page of a rule or of an error name.
pub(crate) fn run(arguments: &Explain, terminal: &Terminal) -> Result<Exit, CliError> {
    let name = arguments.name.trim();
    let rule = registry::find(&name.to_lowercase()).map(|meta| meta.page);
    let page = rule.or_else(|| find_error(name).map(|error| error.page));
    let Some(page) = page else {
        return Err(unknown(name));
    };
    terminal.result(page)?;
    Ok(Exit::Success)
}

fn unknown(name: &str) -> CliError {
    let rules = registry::all().iter().map(|meta| meta.id);
    let errors = error_pages().iter().map(|error| error.name);
    let error = CliError::new(format!(
        "`{name}` is neither a rule nor an error name of the States Language"
    ));
    match text::nearest(name, rules.chain(errors)) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help("`sfnrun rules` lists the rules"),
    }
}
