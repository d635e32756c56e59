//! The diagnostics of one reading, and their limit.

use crate::base::{Span, text};
use crate::diagnostics::{Diagnostic, Severity};

/// Diagnostics of one reading. A text that is broken all over does not fill the memory with them.
#[derive(Debug, Default)]
pub(super) struct Findings {
    list: Vec<Diagnostic>,
    left_out: usize,
    last: Span,
}

impl Findings {
    /// Diagnostics that are kept.
    const LIMIT: usize = 100;

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        if self.list.len() < Self::LIMIT {
            self.list.push(diagnostic);
        } else {
            self.left_out += 1;
            self.last = diagnostic.span();
        }
    }

    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut Diagnostic> {
        self.list.get_mut(index)
    }

    /// Where in the list the syntax finding at `span` is.
    pub(super) fn position(&self, span: Span) -> Option<usize> {
        self.list.iter().position(|diagnostic| {
            diagnostic.span() == span && diagnostic.rule != super::rule::DUPLICATE_KEY
        })
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The diagnostics in the order of the text, with a last one that counts those left out.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|diagnostic| diagnostic.span().start);
        if self.left_out > 0 {
            let message = format!(
                "{} more in this text",
                text::count(self.left_out, "finding")
            );
            self.list.push(Diagnostic::new(
                super::rule::SYNTAX,
                Severity::Error,
                self.last,
                message,
            ));
        }
        self.list
    }
}
