//! The diagnostics of one reading, and their limit.

use crate::base::Span;
use crate::diagnostics::Diagnostic;

/// Diagnostics of one reading. A text that is broken all over does not fill the memory with them.
#[derive(Debug, Default)]
pub(super) struct Findings {
    list: Vec<Diagnostic>,
    /// The place of the first that was not kept.
    left_out: Option<Span>,
}

impl Findings {
    /// Diagnostics that are kept.
    const LIMIT: usize = 100;

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        if self.list.len() < Self::LIMIT {
            self.list.push(diagnostic);
        } else if self.left_out.is_none() {
            self.left_out = Some(diagnostic.span());
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

    /// Whether no more diagnostics are kept.
    pub(super) fn is_full(&self) -> bool {
        self.list.len() >= Self::LIMIT
    }

    /// The diagnostics in the order of the text, with a last one where there are more.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|diagnostic| diagnostic.span().start);
        if let Some(next) = self.left_out {
            let message = format!(
                "there are more than {} findings, and the others are not told",
                Self::LIMIT
            );
            self.list
                .push(Diagnostic::error(super::rule::SYNTAX, next, message));
        }
        self.list
    }
}
