//! Spans as programs name them: lines and columns from 1.

use crate::base::{LineColumn, LineIndex, Span};

/// The text that spans point into, with its lines.
pub(super) struct Place<'a> {
    text: &'a str,
    index: LineIndex,
}

impl<'a> Place<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            index: LineIndex::new(text),
        }
    }

    /// Where a span begins, and where it ends: one column behind its last character.
    pub(super) fn ends(&self, span: Span) -> (LineColumn, LineColumn) {
        let at = |offset: u32| self.index.line_column(self.text, offset as usize);
        (at(span.start), at(span.end))
    }
}
