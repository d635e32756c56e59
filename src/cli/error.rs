//! Faults of usage, input and files.

use crate::source::FileError;
use std::fmt;
use std::io;

/// A fault that ends the program with [`super::exit::Exit::Usage`].
#[derive(Debug)]
pub(super) struct CliError {
    message: String,
    help: Vec<String>,
    /// A finished report, which stands instead of the message.
    report: Option<String>,
}

impl CliError {
    /// A fault: one line, lower case.
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: Vec::new(),
            report: None,
        }
    }

    /// A fault that has been rendered as a diagnostic.
    pub(super) fn rendered(report: String) -> Self {
        Self {
            message: String::new(),
            help: Vec::new(),
            report: Some(report),
        }
    }

    /// Says what to do.
    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// What is wrong, without what to do.
    pub(super) fn message(&self) -> &str {
        &self.message
    }

    /// A file that cannot be read.
    pub(super) fn unreadable(path: &str, error: &io::Error) -> Self {
        let fault = Self::new(format!("cannot read `{path}`: {}", plain(error)));
        match error.kind() {
            io::ErrorKind::NotFound => fault.help("check the path; `-` reads standard input"),
            _ => fault,
        }
    }

    /// A file that cannot be written.
    pub(super) fn unwritable(path: &str, error: &io::Error) -> Self {
        Self::new(format!("cannot write `{path}`: {}", plain(error)))
    }

    /// A file whose bytes are no source text.
    pub(super) fn no_text(path: &str, error: &FileError) -> Self {
        Self::new(format!("cannot read `{path}`: {error}")).help(error.help())
    }
}

/// What the system says, without its number.
pub(super) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let end = text.find(" (os error").unwrap_or(text.len());
    text[..end].to_lowercase()
}

impl fmt::Display for CliError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(report) = &self.report {
            return formatter.write_str(report);
        }
        writeln!(formatter, "error: {}", self.message)?;
        for help in &self.help {
            writeln!(formatter, "  help: {help}")?;
        }
        Ok(())
    }
}
