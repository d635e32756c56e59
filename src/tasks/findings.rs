//! What is found in a mock file while it is read.

use super::MockError;
use crate::base::{Span, text};
use crate::diagnostics::Diagnostic;
use crate::source::Node;

pub(super) use crate::source::FormatFindings as Findings;

/// Nothing found yet in a mock file.
pub(super) fn none() -> Findings {
    Findings::new(MockError::RULE)
}

/// An error about the mock file.
pub(super) fn error(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(MockError::RULE, span, message)
}

/// `a string`, `an object`.
pub(super) fn article(node: &Node) -> String {
    text::article(node.kind_name())
}
