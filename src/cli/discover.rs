//! Which files a path stands for.

use super::error::CliError;
use crate::source::Notation;
use ignore::WalkBuilder;
use memchr::memmem;
use std::fs::{self, File};
use std::io::Read;
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

/// The files that `path` stands for. Of a folder all files that `.gitignore` and its like do not leave out and that are
/// JSON, YAML or Terraform by their name, or JSON by their first character, in order.
pub(super) fn files(path: &str) -> Result<Found, CliError> {
    if path == "-" {
        return Ok(Found::File(path.to_owned()));
    }
    let facts = fs::metadata(path).map_err(|error| CliError::unreadable(path, &error))?;
    if !facts.is_dir() {
        return Ok(Found::File(path.to_owned()));
    }
    Ok(Found::Folder(walk(path, |file| {
        Notation::of(&file.to_string_lossy()).is_some() || is_json(file)
    })?))
}

/// Whether a file begins as an object of JSON does, or a comment before it.
fn is_json(path: &Path) -> bool {
    let mut start = [0; 64];
    let read = File::open(path).and_then(|mut file| file.read(&mut start));
    let Ok(length) = read else { return false };
    let text = start[..length].trim_ascii_start();
    text.starts_with(b"{") || text.starts_with(b"//") && memmem::find(text, b"\n{").is_some()
}

/// Words of which a file that defines a state machine has at least one.
const WORDS: [&[u8]; 6] = [
    b"StartAt",
    b"StateMachine",
    b"stateMachine",
    b"aws_sfn_state_machine",
    b"step-functions",
    b"\"States\"",
];

/// Whether a file of a folder is worth reading: cheaply, by its bytes. UTF-16, which is refused with a word, is.
pub(super) fn may_define(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xfe")
        || bytes.starts_with(b"\xfe\xff")
        || WORDS.iter().any(|word| memmem::find(bytes, word).is_some())
        || memmem::find(bytes, b"\nStates:").is_some()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_can_define_a_machine_is_read() {
        let worth = [
            "{\"StartAt\": \"A\"}",
            "Type: AWS::Serverless::StateMachine",
            "stepFunctions:\n  stateMachines: {}",
            "resource \"aws_sfn_state_machine\" \"m\" {}",
            "Comment: x\nStates:\n  A: {Type: Pass}",
            "\u{feff}{\"States\": {}}",
        ];
        for text in worth {
            assert!(may_define(text.as_bytes()), "{text}");
        }
        assert!(may_define(b"\xff\xfe{\0"));
        for text in ["{\"name\": \"a package\"}", "on: push", "United States: 50"] {
            assert!(!may_define(text.as_bytes()), "{text}");
        }
    }
}
