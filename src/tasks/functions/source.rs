//! Where a function's code is.

use super::handler_file::{HandlerFile, Runtime};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Where a function's code is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FunctionSource {
    /// A command for the shell, started for each event: the event on its standard input, the result on its standard
    /// output.
    Command(String),
    /// A command for the shell that stays: one event a line in, one result a line out.
    Lines(String),
    /// A function in a file, run by a small program in its own language, which stays.
    Handler(HandlerFile),
    /// A URL to which the event is posted.
    Url(String),
}

/// Text that tells of no function.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SourceFault {
    /// Nothing is there.
    #[error("no command is given")]
    Empty,
    /// Only loopback's plain HTTP is spoken.
    #[error("`{0}` is no URL that starts with `http://`")]
    Url(String),
    /// The file of a handler is missing.
    #[error("there is no file `{}`", .0.display())]
    MissingFile(PathBuf),
}

impl FunctionSource {
    /// Reads `http://127.0.0.1:3001`, `lines:COMMAND`, `src/app.py:handler` or `COMMAND`.
    ///
    /// # Errors
    /// Where it is none of these.
    pub fn parse(text: &str) -> Result<Self, SourceFault> {
        Self::parse_in(text, Path::new(""))
    }

    /// As [`Self::parse`], the file of a handler being relative to `folder`.
    ///
    /// # Errors
    /// Where it is none of these.
    pub fn parse_in(text: &str, folder: &Path) -> Result<Self, SourceFault> {
        let text = text.trim();
        if text.is_empty() {
            return Err(SourceFault::Empty);
        }
        if text.starts_with("https://") {
            return Err(SourceFault::Url(text.to_owned()));
        }
        if text.starts_with("http://") {
            return Ok(Self::Url(text.to_owned()));
        }
        if let Some(command) = text.strip_prefix("lines:") {
            let command = command.trim();
            return if command.is_empty() {
                Err(SourceFault::Empty)
            } else {
                Ok(Self::Lines(command.to_owned()))
            };
        }
        let handler = handler(text).map(|handler| HandlerFile {
            file: folder.join(handler.file),
            ..handler
        });
        match handler {
            Some(handler) if handler.file.is_file() => Ok(Self::Handler(handler)),
            Some(handler) => Err(SourceFault::MissingFile(handler.file)),
            None => Ok(Self::Command(text.to_owned())),
        }
    }
}

/// `src/app.py:handler`: a file of a language that is known, and a function in it.
fn handler(text: &str) -> Option<HandlerFile> {
    let (file, function) = text.rsplit_once(':')?;
    let plain = |text: &str| !text.contains(char::is_whitespace);
    if !plain(file) || !plain(function) || function.is_empty() {
        return None;
    }
    let runtime = Runtime::of(Path::new(file))?;
    Some(HandlerFile {
        runtime,
        file: file.into(),
        function: function.to_owned(),
    })
}
