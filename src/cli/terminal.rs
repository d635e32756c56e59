//! What the terminal can show, and the only place that prints.

use super::args::Color;
use super::error::CliError;
use super::exit::Exit;
use crate::report::Style;
use std::io::{self, IsTerminal, Write};

/// The terminal that the program runs in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terminal {
    /// Columns.
    pub(super) width: usize,
    /// Whether only ASCII is to be printed.
    pub(super) ascii: bool,
    /// Whether stdout takes colour.
    pub(super) stdout_color: bool,
    /// Whether stderr takes colour.
    pub(super) stderr_color: bool,
    /// Whether somebody watches stderr, so that it can be drawn over.
    pub(super) stderr_terminal: bool,
}

impl Terminal {
    /// Looks at the environment and the streams.
    pub(super) fn detect(color: Color, ascii: bool) -> Self {
        let stdout = io::stdout().is_terminal();
        let stderr = io::stderr().is_terminal();
        let colored = |terminal: bool| match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let dumb = variable("TERM").is_some_and(|term| term == "dumb");
                let refused = variable("NO_COLOR").is_some_and(|value| !value.is_empty());
                let forced = variable("CLICOLOR_FORCE")
                    .is_some_and(|value| value != "0" && !value.is_empty());
                forced && !refused || terminal && !dumb && !refused
            }
        };
        Self {
            width: width(stderr || stdout),
            ascii: ascii || !unicode_locale(),
            stdout_color: colored(stdout),
            stderr_color: colored(stderr),
            stderr_terminal: stderr,
        }
    }

    /// What text on stdout may use.
    pub(super) fn stdout_style(&self) -> Style {
        Style {
            color: self.stdout_color,
            unicode: !self.ascii,
            width: self.width,
        }
    }

    /// What text on stderr may use.
    pub(super) fn stderr_style(&self) -> Style {
        Style {
            color: self.stderr_color,
            ..self.stdout_style()
        }
    }

    /// Prints a result. A reader that has gone away ends it quietly.
    pub(super) fn result(&self, text: &str) -> Result<(), CliError> {
        write(io::stdout().lock(), text).or_else(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => Ok(()),
            _ => Err(CliError::unwritable("standard output", &error)),
        })
    }

    /// Prints a part of the story: timeline, progress, summary. Where that cannot be printed, nobody misses it.
    pub(super) fn story(&self, text: &str) {
        let _ = write(io::stderr().lock(), text);
    }

    /// Whether somebody can be asked.
    #[cfg(feature = "aws")]
    pub(super) fn can_ask(&self) -> bool {
        self.stderr_terminal && io::stdin().is_terminal()
    }

    /// Asks a question that is answered with yes or no; no is what any other answer means.
    #[cfg(feature = "aws")]
    pub(super) fn ask(&self, question: &str) -> Result<bool, CliError> {
        self.story(&format!("{question} [y/N] "));
        let mut answer = String::new();
        let mut input = io::stdin().lock();
        io::BufRead::read_line(&mut input, &mut answer)
            .map_err(|error| CliError::unreadable("standard input", &error))?;
        Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
    }

    /// Prints a fault.
    pub(super) fn report(&self, error: &CliError) -> Exit {
        self.story(&error.to_string());
        Exit::Usage
    }
}

fn write(mut stream: impl Write, text: &str) -> io::Result<()> {
    stream.write_all(text.as_bytes())?;
    stream.flush()
}

/// An environment variable.
pub(super) fn variable(name: &str) -> Option<String> {
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the room that reads the environment"
    )]
    std::env::var(name).ok()
}

fn width(terminal: bool) -> usize {
    const DEFAULT: usize = 100;
    let told = || variable("COLUMNS").and_then(|columns| columns.parse().ok());
    let seen = || terminal_size::terminal_size().map(|(columns, _)| usize::from(columns.0));
    let width = if terminal {
        seen().or_else(told)
    } else {
        told()
    };
    width
        .filter(|width| *width > 0)
        .unwrap_or(DEFAULT)
        .clamp(40, 200)
}

/// By the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set; where none is, Unicode.
fn unicode_locale() -> bool {
    ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(variable)
        .find(|locale| !locale.is_empty())
        .is_none_or(|locale| {
            let locale = locale.to_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        })
}
