//! `sfnrun man`

use crate::cli::args::Arguments;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::terminal::Terminal;
use clap::{Command, CommandFactory};

/// Prints the manual page, with a part for every subcommand.
pub(crate) fn run(terminal: &Terminal) -> Result<Exit, CliError> {
    let mut page = Vec::new();
    let command = Arguments::command();
    let rendered = clap_mangen::Man::new(command.clone())
        .render(&mut page)
        .and_then(|()| render_subcommands(&command, "sfnrun", &mut page));
    rendered.map_err(|error| CliError::unwritable("the manual page", &error))?;
    terminal.result(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Success)
}

fn render_subcommands(command: &Command, name: &str, page: &mut Vec<u8>) -> std::io::Result<()> {
    for subcommand in command.get_subcommands() {
        let name = format!("{name} {}", subcommand.get_name());
        let man = clap_mangen::Man::new(subcommand.clone().bin_name(name.clone()));
        page.extend_from_slice(format!(".SH {}\n", name.to_uppercase()).as_bytes());
        man.render_description_section(page)?;
        man.render_synopsis_section(page)?;
        man.render_options_section(page)?;
        render_subcommands(subcommand, &name, page)?;
    }
    Ok(())
}
