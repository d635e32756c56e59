//! `sfnrun explain`

use crate::base::text;
use crate::cli::args::Explain;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::terminal::Terminal;
use crate::config::CONFIG_GUIDE;
use crate::lint::{Refusal, error_pages, find_error, find_refusal, refusals, registry};
use crate::report::{bare_error_page, named_error_page, service_error_page};
use crate::scenario::SCENARIOS_GUIDE;
use crate::services::{bare_errors, named_error, named_errors, near_service_error, service_errors};
use crate::tasks::{MOCKS_GUIDE, OBJECTS_GUIDE};
use std::borrow::Cow;

/// Pages on the files that people write beside their definitions.
const GUIDES: [(&str, &str); 4] = [
    ("config", CONFIG_GUIDE),
    ("mocks", MOCKS_GUIDE),
    ("objects", OBJECTS_GUIDE),
    ("scenarios", SCENARIOS_GUIDE),
];

/// Prints the page of a rule, of an error name, of a code of AWS, or of a kind of file.
pub(crate) fn run(arguments: &Explain, terminal: &Terminal) -> Result<Exit, CliError> {
    let name = arguments.name.trim();
    let rule = registry::find(&name.to_lowercase()).map(|meta| meta.page);
    let guide = GUIDES.iter().find(|(of, _)| *of == name.to_lowercase());
    let page = rule
        .or_else(|| find_error(name).map(|error| error.page))
        .or(guide.map(|(_, page)| *page));
    let made = || {
        let refusal = find_refusal(name).map(Refusal::page);
        let errors = service_errors(name);
        refusal
            .or_else(|| named_error(name).map(named_error_page))
            .or_else(|| (!errors.is_empty()).then(|| service_error_page(&errors)))
            .or_else(|| {
                let errors = bare_errors(name);
                (!errors.is_empty()).then(|| bare_error_page(name, &errors))
            })
    };
    let page = page.map(Cow::Borrowed).or_else(|| made().map(Cow::Owned));
    let Some(page) = page else {
        return Err(unknown(name));
    };
    terminal.result(&page)?;
    Ok(Exit::Success)
}

fn unknown(name: &str) -> CliError {
    let rules = registry::all().iter().map(|meta| meta.id);
    let errors = error_pages().iter().map(|error| error.name);
    let codes = refusals().iter().map(|refusal| refusal.code);
    let guides = GUIDES.iter().map(|(of, _)| *of);
    let error = CliError::new(format!(
        "`{name}` is neither a rule, nor an error name of the States Language or of a service, nor a code of AWS, nor a kind of file"
    ));
    let named = named_errors().iter().map(|error| error.name);
    let known = rules.chain(errors).chain(codes).chain(guides).chain(named);
    let near = text::nearest(name, known).map(str::to_owned);
    match near.or_else(|| near_service_error(name)) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help("`sfnrun rules` lists the rules"),
    }
}
