//! What is found in a scenario file while it is read.

use crate::base::{Span, text};
use crate::diagnostics::Diagnostic;
use crate::source::{FormatFindings, Node};
use crate::value::Str;

/// The rule under which every finding about a scenario file stands.
pub(super) const RULE: &str = "scenario-file";

/// Collects diagnostics of the rule `scenario-file`.
#[derive(Debug)]
pub(super) struct Findings {
    /// What is found.
    pub(super) format: FormatFindings,
    /// Places of words such as `off` and `No` of which it is clear here whether they are texts or truth values.
    words: Vec<Span>,
}

impl Findings {
    pub(super) fn new() -> Self {
        Self {
            format: FormatFindings::new(RULE),
            words: Vec::new(),
        }
    }

    /// A text. `off` and `No` without quotes are texts here.
    pub(super) fn word(&mut self, node: &Node, what: &str) -> Option<Str> {
        match node.yaml_word {
            Some(word) if node.tag.is_none() => {
                self.words.push(node.span);
                Some(word.text().into())
            }
            _ => self.format.text(node, what).cloned(),
        }
    }

    /// A truth value, `yes` and `off` among them.
    pub(super) fn truth(&mut self, node: &Node, what: &str) -> Option<bool> {
        if node.yaml_word.is_some() {
            self.words.push(node.span);
        }
        self.format.truth(node, what)
    }

    /// One of some words, in any case.
    pub(super) fn choice<T: Copy>(
        &mut self,
        node: &Node,
        what: &str,
        choices: &[(&str, T)],
    ) -> Option<T> {
        let word = self.word(node, what)?;
        let found = choices
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(&word));
        if found.is_none() {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            self.format.error(
                node.span,
                format!("{what} is {}, not `{word}`", text::alternatives(&names)),
            );
            if let Some(near) = text::nearest(&word, names) {
                self.format.help(format!("did you mean `{near}`?"));
            }
        }
        found.map(|(_, choice)| *choice)
    }

    /// Everything found, behind what the reader of the text had found.
    pub(super) fn into_list(self, mut read: Vec<Diagnostic>) -> Vec<Diagnostic> {
        read.retain(|found| {
            found.rule != crate::source::rule::YAML_BOOLEAN || !self.words.contains(&found.span())
        });
        read.extend(self.format.into_list());
        read
    }
}
