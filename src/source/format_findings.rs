//! What is found in a file of a format of our own while it is read: mock files, scenario files.

use super::{Key, Member, Node};
use crate::base::{Span, text};
use crate::diagnostics::{Diagnostic, Severity};
use crate::value::Str;

/// Collects diagnostics of one rule, in the words that all our formats share.
#[derive(Debug)]
pub struct FormatFindings {
    rule: &'static str,
    list: Vec<Diagnostic>,
}

impl FormatFindings {
    /// Nothing found yet. All findings stand under `rule`.
    pub fn new(rule: &'static str) -> Self {
        Self {
            rule,
            list: Vec::new(),
        }
    }

    /// Adds an error, to which help may be added.
    pub fn error(&mut self, span: Span, message: impl Into<String>) -> &mut Self {
        self.list.push(Diagnostic::error(self.rule, span, message));
        self
    }

    /// Adds a warning, to which help may be added.
    pub fn warning(&mut self, span: Span, message: impl Into<String>) -> &mut Self {
        self.list
            .push(Diagnostic::warning(self.rule, span, message));
        self
    }

    /// Adds help to the last finding.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        if let Some(last) = self.list.last_mut() {
            last.help.push(help.into());
        }
        self
    }

    /// Adds a finding that is ready.
    pub fn add(&mut self, finding: Diagnostic) {
        self.list.push(finding);
    }

    /// Adds a finding that is ready, unless it is there already.
    pub fn add_once(&mut self, finding: Diagnostic) {
        if !self.list.contains(&finding) {
            self.list.push(finding);
        }
    }

    /// Makes warnings of all errors so far.
    pub fn soften(&mut self) {
        for finding in &mut self.list {
            finding.severity = finding.severity.min(Severity::Warning);
        }
    }

    /// Everything found.
    pub fn into_list(self) -> Vec<Diagnostic> {
        self.list
    }

    /// The members of a mapping, or an error that says what should be one. A hole, of which the reader of the text has
    /// told already, is passed over.
    pub fn members<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n [Member]> {
        if node.members().is_none() {
            self.wrong_kind(node, what, "a mapping");
        }
        node.members()
    }

    /// The items of a list, or an error.
    pub fn items<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n [Node]> {
        if node.items().is_none() {
            self.wrong_kind(node, what, "a list");
        }
        node.items()
    }

    /// A text, or an error.
    pub fn text<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n Str> {
        if node.text().is_none() {
            self.wrong_kind(node, what, "a text");
        }
        node.text()
    }

    /// A truth value, or an error.
    pub fn truth(&mut self, node: &Node, what: &str) -> Option<bool> {
        let truth = node.to_value().as_bool().filter(|_| node.tag.is_none());
        if truth.is_none() {
            self.wrong_kind(node, what, "`true` or `false`");
        }
        truth
    }

    /// An error for a value of the wrong kind; a hole is passed over.
    pub fn wrong_kind(&mut self, node: &Node, what: &str, expected: &str) {
        if !node.is_hole() {
            let found = text::article(node.kind_name());
            self.error(
                node.span,
                format!("{what} is {expected}, but here is {found}"),
            );
        }
    }

    /// An error for a key that is none of `known`.
    pub fn unknown_key(&mut self, key: &Key, owner: &str, known: &[&str]) {
        self.error(key.span, format!("{owner} has no key `{}`", key.text));
        match text::nearest(&key.text, known.iter().copied()) {
            Some(near) => self.help(format!("did you mean `{near}`?")),
            None => self.help(format!("the keys are {}", text::list(known))),
        };
    }
}
