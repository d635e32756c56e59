//! `sfnrun explain`

use crate::base::text;
use crate::cli::args::Explain;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::terminal::Terminal;
use crate::config::CONFIG_GUIDE;
use crate::lint::{error_pages, find_error, registry};
use crate::scenario::SCENARIOS_GUIDE;
use crate::tasks::{MOCKS_GUIDE, OBJECTS_GUIDE};

/// Pages on the files that people write beside their definitions.
const GUIDES: [(&str, &str); 4] = [
    ("config", CONFIG_GUIDE),
    ("mocks", MOCKS_GUIDE),
    ("objects", OBJECTS_GUIDE),
    ("scenarios", SCENARIOS_GUIDE),
];

/// Prints the page of a rule, of an error name, or of a kind of file.
pub(crate) fn run(arguments: &Explain, terminal: &Terminal) -> Result<Exit, CliError> {
    let name = arguments.name.trim();
    let rule = registry::find(&name.to_lowercase()).map(|meta| meta.page);
    let guide = GUIDES.iter().find(|(of, _)| *of == name.to_lowercase());
    let page = rule
        .or_else(|| find_error(name).map(|error| error.page))
        .or(guide.map(|(_, page)| *page));
    let Some(page) = page else {
        return Err(unknown(name));
    };
    terminal.result(page)?;
    Ok(Exit::Success)
}

fn unknown(name: &str) -> CliError {
    let rules = registry::all().iter().map(|meta| meta.id);
    let errors = error_pages().iter().map(|error| error.name);
    let guides = GUIDES.iter().map(|(of, _)| *of);
    let error = CliError::new(format!(
        "`{name}` is neither a rule, nor an error name of the States Language, nor a kind of file"
    ));
    match text::nearest(name, rules.chain(errors).chain(guides)) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help("`sfnrun rules` lists the rules"),
    }
}
