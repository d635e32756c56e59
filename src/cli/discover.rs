//! Which files a path stands for.

use super::error::CliError;
use crate::source::Notation;
use ignore::WalkBuilder;
use std::fs;
use std::path::Path;

/// What a path stands for.
pub(super) enum Found {
    /// The file itself, or standard input.
    File(String),
    /// The files of a folder that may hold definitions.
    Folder(Vec<String>),
}

impl Found {
    /// The files.
    pub(super) fn into_paths(self) -> Vec<String> {
        match self {
            Self::File(path) => vec![path],
            Self::Folder(paths) => paths,
        }
    }
}

/// The files that `path` stands for. Of a folder all JSON and YAML files that `.gitignore` and its like do not leave
/// out, in order.
pub(super) fn files(path: &str) -> Result<Found, CliError> {
    if path == "-" {
        return Ok(Found::File(path.to_owned()));
    }
    let facts = fs::metadata(path).map_err(|error| CliError::unreadable(path, &error))?;
    if !facts.is_dir() {
        return Ok(Found::File(path.to_owned()));
    }
    Ok(Found::Folder(walk(path, |file| {
        Notation::of(&file.to_string_lossy()).is_some()
    })?))
}

/// The files below a folder that `wanted` takes, in order.
pub(super) fn walk(folder: &str, wanted: impl Fn(&Path) -> bool) -> Result<Vec<String>, CliError> {
    let mut paths = Vec::new();
    for entry in WalkBuilder::new(folder).require_git(false).build() {
        let entry =
            entry.map_err(|error| CliError::new(format!("cannot read `{folder}`: {error}")))?;
        if entry.file_type().is_some_and(|kind| kind.is_file()) && wanted(entry.path()) {
            let path = entry.path();
            let path = if folder == "." {
                path.strip_prefix(".").unwrap_or(path)
            } else {
                path
            };
            paths.push(path.to_string_lossy().into_owned());
        }
    }
    paths.sort();
    Ok(paths)
}
