//! What a rule is.

use super::Context;
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Severity};
use std::fmt;

/// A check of a machine. One rule a file, its page beside it.
pub trait Rule: Sync {
    /// What is known of the rule without running it.
    fn meta(&self) -> &'static Meta;

    /// Everything that the rule finds.
    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic>;
}

/// What is known of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meta {
    /// Its name, in kebab case: `catch-drops-input`.
    pub id: &'static str,
    /// What it is about.
    pub category: Category,
    /// How much a finding matters, unless the finding says otherwise.
    pub severity: Severity,
    /// Whether it belongs to the group `pedantic`: off unless it is selected. For judgements that many a sound definition
    /// does not meet; a rule that is on by default fires in less than a third of them.
    pub pedantic: bool,
    /// The version that brought it.
    pub since: &'static str,
    /// Whether its findings may come with a ready edit.
    pub fixable: bool,
    /// Its page, in Markdown.
    pub page: &'static str,
}

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// The text of the file.
    Source,
    /// Fields, transitions and values as the language has them.
    Structure,
    /// Paths, templates and functions.
    Expressions,
    /// What data can be where.
    DataFlow,
    /// `Retry`, `Catch` and what comes after.
    ErrorHandling,
    /// Quotas of AWS, and what to do not to meet them.
    Limits,
    /// Calls of other services.
    Integrations,
    /// Calls of generative models.
    GenerativeAi,
    /// Secrets, tokens, and data that leaves.
    Security,
    /// How a template deploys a machine.
    Deployment,
    /// What commands say of runs and of files beside the definition.
    Commands,
}

impl Category {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Self; 11] = [
        Self::Source,
        Self::Structure,
        Self::Expressions,
        Self::DataFlow,
        Self::ErrorHandling,
        Self::Limits,
        Self::Integrations,
        Self::GenerativeAi,
        Self::Security,
        Self::Deployment,
        Self::Commands,
    ];

    /// Its name, in kebab case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Structure => "structure",
            Self::Expressions => "expressions",
            Self::DataFlow => "data-flow",
            Self::ErrorHandling => "error-handling",
            Self::Limits => "limits",
            Self::Integrations => "integrations",
            Self::GenerativeAi => "generative-ai",
            Self::Security => "security",
            Self::Deployment => "deployment",
            Self::Commands => "commands",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl Meta {
    /// A finding with the rule's own severity.
    pub fn finding(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.id, self.severity, span, message)
    }

    /// What the rule does, in a sentence: the first of its page.
    pub fn summary(&self) -> &'static str {
        let body = self
            .page
            .split_once("## What it does")
            .map_or(self.page, |(_, body)| body);
        let body = body.trim_start();
        let end = body.find("\n\n").unwrap_or(body.len());
        let paragraph = &body[..end];
        paragraph
            .find(". ")
            .map_or(paragraph, |end| &paragraph[..=end])
            .trim_end()
    }
}
