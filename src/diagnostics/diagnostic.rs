//! One finding.

use super::Fix;
use crate::base::Span;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; never counts for the exit code.
    Note,
    /// A judgement: it deploys, and is likely wrong.
    Warning,
    /// AWS refuses it, or it is certain to fail.
    Error,
}

impl Severity {
    /// The word for it: `note`, `warning`, `error`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What AWS says of the same fault when it is asked to create the state machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AwsFinding {
    /// The code, as in `SCHEMA_VALIDATION_FAILED`.
    pub code: &'static str,
    /// AWS's own words.
    pub message: String,
    /// Where, as AWS writes it: `/States/C/Choices[0]/Next`. Nothing where AWS gives none.
    pub location: Option<String>,
}

/// A marked place with a word on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is there; may be empty.
    pub text: String,
}

/// A finding about a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule that found it, in kebab case: `unreachable-state`.
    pub rule: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// One line, lower case, present tense, names in backticks.
    pub message: String,
    /// Where it is; the first label is the place itself, others explain.
    pub labels: Vec<Label>,
    /// What to do, one sentence a line.
    pub help: Vec<String>,
    /// Background: what AWS does, which way the data takes.
    pub notes: Vec<String>,
    /// Where in the definition, as AWS writes it; empty for the definition itself or where there is none.
    pub location: String,
    /// What AWS says, where AWS refuses.
    pub aws: Option<AwsFinding>,
    /// Ready edits.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// A finding of `rule` at `span`.
    pub fn new(
        rule: &'static str,
        severity: Severity,
        span: Span,
        message: impl Into<String>,
    ) -> Self {
        Self {
            rule,
            severity,
            message: message.into(),
            labels: vec![Label {
                span,
                text: String::new(),
            }],
            help: Vec::new(),
            notes: Vec::new(),
            location: String::new(),
            aws: None,
            fixes: Vec::new(),
        }
    }

    /// An error of `rule` at `span`.
    pub fn error(rule: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(rule, Severity::Error, span, message)
    }

    /// A warning of `rule` at `span`.
    pub fn warning(rule: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(rule, Severity::Warning, span, message)
    }

    /// The place itself.
    pub fn span(&self) -> Span {
        self.labels
            .first()
            .map(|label| label.span)
            .unwrap_or_default()
    }

    /// Puts words on the place itself.
    #[must_use]
    pub fn labelled(mut self, text: impl Into<String>) -> Self {
        if let Some(label) = self.labels.first_mut() {
            label.text = text.into();
        }
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Adds what to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Adds background.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Says where in the definition it is, as AWS writes locations.
    #[must_use]
    pub fn at(mut self, location: impl Into<String>) -> Self {
        self.location = location.into();
        self
    }

    /// Adds what AWS says of it, at the location of the diagnostic (none where that is empty).
    #[must_use]
    pub fn aws(mut self, code: &'static str, message: impl Into<String>) -> Self {
        self.aws = Some(AwsFinding {
            code,
            message: message.into(),
            location: Some(self.location.clone()).filter(|location| !location.is_empty()),
        });
        self
    }

    /// Adds a ready edit.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }
}
