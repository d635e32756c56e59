//! Ready edits of the source text.

use crate::base::Span;

/// One replacement in the source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty to insert.
    pub span: Span,
    /// What takes its place.
    pub text: String,
}

/// Edits that belong together and mend a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as an instruction: ``add `"ResultPath": "$.error"` ``.
    pub title: String,
    /// Whether it may be applied unseen: it keeps the meaning of the definition or, where AWS refuses the definition so that
    /// there is none, what was meant is certain.
    pub safe: bool,
    /// The edits, none overlapping another.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// A fix that may be applied unseen.
    pub fn safe(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self {
            title: title.into(),
            safe: true,
            edits,
        }
    }

    /// A fix that somebody has to look at.
    pub fn unsafe_(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self {
            safe: false,
            ..Self::safe(title, edits)
        }
    }
}
