//! Reading what the user names: files, standard input, JSON on the command line.

use super::error::{CliError, plain};
use crate::source::SourceFile;
use crate::tasks::FolderStore;
use crate::value::{Value, read};
use std::fs;
use std::io::{self, Read};

/// The bytes of a file; of standard input where `path` is `-`.
pub(super) fn bytes(path: &str) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    let done = match path {
        "-" => io::stdin().lock().read_to_end(&mut bytes).map(|_| ()),
        path => fs::read(path).map(|read| bytes = read),
    };
    done.map_err(|error| CliError::unreadable(path, &error))?;
    Ok(bytes)
}

/// A source file.
pub(super) fn source_file(path: &str) -> Result<SourceFile, CliError> {
    let name = if path == "-" { "<stdin>" } else { path };
    SourceFile::from_bytes(name, bytes(path)?).map_err(|error| CliError::no_text(path, &error))
}

/// The folder that stands for S3. `what` names the option.
pub(super) fn folder(path: &str, what: &str) -> Result<FolderStore, CliError> {
    let help = format!("{what} takes a folder with a subfolder for each bucket");
    let facts = fs::metadata(path).map_err(|error| {
        CliError::new(format!("cannot read `{path}`: {}", plain(&error))).help(&help)
    })?;
    if !facts.is_dir() {
        return Err(CliError::new(format!("`{path}` is no folder")).help(&help));
    }
    Ok(FolderStore::new(path))
}

/// A JSON value: from a file, from standard input (`-`), or as it stands on the command line. `what` names the option.
pub(super) fn json(text: &str, what: &str) -> Result<Value, CliError> {
    let written = text.trim_start().starts_with(['{', '[', '"']) || read(text).is_ok();
    if written {
        return parse(text, what);
    }
    let bytes = bytes(text).map_err(|error| {
        error.help(format!(
            "{what} takes a file, JSON as it is (`{what} '{{\"a\": 1}}'`), or `-`"
        ))
    })?;
    let name = if text == "-" { "<stdin>" } else { text };
    let content = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        CliError::new(format!("`{name}` is not UTF-8: byte {at} cannot be read"))
    })?;
    parse(&content, name)
}

fn parse(text: &str, name: &str) -> Result<Value, CliError> {
    read(text).map_err(|error| {
        let place = crate::base::LineIndex::new(text).line_column(text, error.offset);
        CliError::new(format!(
            "{name} is not JSON: line {}, column {}: {}",
            place.line, place.column, error.message
        ))
    })
}
