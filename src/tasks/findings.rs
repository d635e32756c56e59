//! What is found in a mock file while it is read.

use super::MockError;
use crate::base::{Span, text};
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::{Key, Member, Node};
use crate::value::Str;

/// Collects diagnostics of the rule `mock-file`.
#[derive(Debug, Default)]
pub(super) struct Findings {
    list: Vec<Diagnostic>,
}

impl Findings {
    /// Adds an error, to which help may be added.
    pub(super) fn error(&mut self, span: Span, message: impl Into<String>) -> &mut Self {
        self.list.push(error(span, message));
        self
    }

    /// Adds a warning, to which help may be added.
    pub(super) fn warning(&mut self, span: Span, message: impl Into<String>) -> &mut Self {
        self.list
            .push(Diagnostic::warning(MockError::RULE, span, message));
        self
    }

    /// Adds help to the last finding.
    pub(super) fn help(&mut self, help: impl Into<String>) -> &mut Self {
        if let Some(last) = self.list.last_mut() {
            last.help.push(help.into());
        }
        self
    }

    /// Adds a finding that is ready.
    pub(super) fn add(&mut self, finding: Diagnostic) {
        self.list.push(finding);
    }

    /// Makes warnings of all errors so far.
    pub(super) fn soften(&mut self) {
        for finding in &mut self.list {
            finding.severity = finding.severity.min(Severity::Warning);
        }
    }

    /// Everything found.
    pub(super) fn into_list(self) -> Vec<Diagnostic> {
        self.list
    }

    /// The members of a mapping, or an error that says what should be one. A hole, of which the reader of the text has
    /// told already, is passed over.
    pub(super) fn members<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n [Member]> {
        if node.members().is_none() && !node.is_hole() {
            self.error(
                node.span,
                format!("{what} is a mapping, but here is {}", article(node)),
            );
        }
        node.members()
    }

    /// The items of a list, or an error.
    pub(super) fn items<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n [Node]> {
        if node.items().is_none() && !node.is_hole() {
            self.error(
                node.span,
                format!("{what} is a list, but here is {}", article(node)),
            );
        }
        node.items()
    }

    /// A text, or an error.
    pub(super) fn text<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n Str> {
        if node.text().is_none() && !node.is_hole() {
            self.error(
                node.span,
                format!("{what} is a text, but here is {}", article(node)),
            );
        }
        node.text()
    }

    /// A truth value, or an error.
    pub(super) fn truth(&mut self, node: &Node, what: &str) -> Option<bool> {
        let truth = node.to_value().as_bool().filter(|_| node.tag.is_none());
        if truth.is_none() && !node.is_hole() {
            self.error(
                node.span,
                format!("{what} is `true` or `false`, but here is {}", article(node)),
            );
        }
        truth
    }

    /// An error for a key that is none of `known`.
    pub(super) fn unknown_key(&mut self, key: &Key, owner: &str, known: &[&str]) {
        self.error(key.span, format!("{owner} has no key `{}`", key.text));
        match text::nearest(&key.text, known.iter().copied()) {
            Some(near) => self.help(format!("did you mean `{near}`?")),
            None => self.help(format!("the keys are {}", text::list(known))),
        };
    }
}

/// An error about the mock file.
pub(super) fn error(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(MockError::RULE, span, message)
}

/// `a string`, `an object`.
pub(super) fn article(node: &Node) -> String {
    let kind = node.kind_name();
    match kind {
        "null" => kind.to_owned(),
        _ if kind.starts_with(['a', 'e', 'o']) => format!("an {kind}"),
        _ => format!("a {kind}"),
    }
}
