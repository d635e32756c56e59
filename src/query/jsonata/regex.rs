//! Regular expressions with the meaning they have in JavaScript.

use super::error::{Fallible, Open};
use crate::value::Value;

/// A compiled pattern.
#[derive(Debug)]
pub(super) struct Pattern {
    regex: regress::Regex,
    source: String,
}

/// Where a pattern matched: byte offsets.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) start: usize,
    pub(super) end: usize,
    /// One for each pair of parentheses; `None` where it took no part.
    pub(super) groups: Vec<Option<(usize, usize)>>,
}

impl Pattern {
    /// Compiles `pattern` with the flags `i` and `m`.
    ///
    /// # Errors
    /// S0303, a code of our own: the reference lets JavaScript's error through.
    pub(super) fn new(pattern: &str, flags: &str) -> Fallible<Self> {
        let regex = regress::Regex::with_flags(pattern, flags).map_err(|error| {
            Open::new("S0303").value("value", Value::from(error.to_string()).to_json())
        })?;
        Ok(Self {
            regex,
            source: pattern.to_owned(),
        })
    }

    pub(super) fn source(&self) -> &str {
        &self.source
    }

    /// The first match at or after byte `from`, which is a boundary of a character.
    pub(super) fn find(&self, text: &str, from: usize) -> Option<Found> {
        let found = self.regex.find_from(text, from).next()?;
        let groups = found
            .captures
            .iter()
            .map(|group| group.clone().map(|range| (range.start, range.end)));
        Some(Found {
            start: found.start(),
            end: found.end(),
            groups: groups.collect(),
        })
    }
}
