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
    /// Whether it keeps the meaning of the definition, so that it may be applied unseen.
    pub safe: bool,
    /// The edits, none overlapping another.
    pub edits: Vec<Edit>,
}
