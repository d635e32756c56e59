//! What is read though JSON does not have it, reported once a file for each kind.

use super::jackson::Complaint;
use super::{FirstFault, Reader};
use crate::base::{Span, text};
use crate::diagnostics::{Diagnostic, Edit, Fix, Severity};
use crate::source::findings::Findings;
use crate::source::rule;

/// What JSON does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extension {
    Comment,
    HashComment,
    TrailingComma,
    UnquotedKey,
    Quotes,
    Blank,
}

/// The extensions met in one text.
#[derive(Debug, Default)]
pub(super) struct Extensions([Met; 6]);

#[derive(Debug, Default)]
struct Met {
    count: usize,
    /// The first places.
    shown: Vec<Span>,
    /// What makes it JSON, all over the text.
    edits: Vec<Edit>,
}

/// Places that a diagnostic shows.
const SHOWN: usize = 4;

/// Edits that a fix holds at most.
const EDITS: usize = 10_000;

impl Reader<'_> {
    /// Notes an extension at `span`.
    pub(super) fn extension(&mut self, extension: Extension, span: Span, complaint: Complaint) {
        let met = &mut self.extensions.0[extension as usize];
        met.count += 1;
        if met.shown.len() < SHOWN {
            met.shown.push(span);
        }
        if self.first_fault.is_none() {
            self.first_fault = Some(FirstFault::extension(span, complaint));
        }
    }

    /// Adds an edit that turns an extension into JSON.
    pub(super) fn extension_edit(&mut self, extension: Extension, span: Span, text: String) {
        let met = &mut self.extensions.0[extension as usize];
        if met.edits.len() < EDITS {
            met.edits.push(Edit { span, text });
        }
    }

    /// Notes the comma at `comma`, behind which the array or object ends.
    pub(super) fn trailing_comma(&mut self, comma: usize) {
        let span = Span::new(comma, comma + 1);
        let complaint = match self.bytes[self.at] {
            b'}' => Complaint::Key(self.at),
            _ => Complaint::Value(self.at),
        };
        self.extension(Extension::TrailingComma, span, complaint);
        self.extension_edit(Extension::TrailingComma, span, String::new());
    }
}

impl Extensions {
    const ALL: [Extension; 6] = [
        Extension::Comment,
        Extension::HashComment,
        Extension::TrailingComma,
        Extension::UnquotedKey,
        Extension::Quotes,
        Extension::Blank,
    ];

    /// Whether there is something that is an error rather than a known extension.
    pub(super) fn any_foreign(&self) -> bool {
        [
            Extension::HashComment,
            Extension::UnquotedKey,
            Extension::Quotes,
        ]
        .iter()
        .any(|extension| self.0[*extension as usize].count > 0)
    }

    /// Makes a diagnostic of each kind that was met.
    pub(super) fn report(self, findings: &mut Findings) {
        for (extension, met) in Self::ALL.into_iter().zip(self.0) {
            let Some(first) = met.shown.first() else {
                continue;
            };
            let (rule, severity) = match extension {
                Extension::Comment | Extension::TrailingComma => {
                    (rule::JSON_EXTENSION, Severity::Warning)
                }
                _ => (rule::SYNTAX, Severity::Error),
            };
            let mut diagnostic =
                Diagnostic::new(rule, severity, *first, extension.message(met.count));
            for span in &met.shown[1..] {
                diagnostic = diagnostic.label(*span, "");
            }
            diagnostic = diagnostic.help(extension.help());
            if !met.edits.is_empty() && met.edits.len() == met.count {
                diagnostic = diagnostic.fix(Fix {
                    title: extension.title().to_owned(),
                    // What a comment tells is lost with it.
                    safe: !matches!(extension, Extension::Comment | Extension::HashComment),
                    edits: met.edits,
                });
            }
            findings.push(diagnostic);
        }
    }
}

impl Extension {
    fn message(self, count: usize) -> String {
        let number = text::thousands(count as u64);
        match self {
            Self::Comment if count == 1 => "JSON has no comments, and here is one".to_owned(),
            Self::Comment => format!("JSON has no comments, and here are {number}"),
            Self::HashComment if count == 1 => "`#` begins no comment in JSON".to_owned(),
            Self::HashComment => format!("`#` begins no comment in JSON, and here are {number}"),
            Self::TrailingComma if count == 1 => {
                "a `,` stands behind the last member or item".to_owned()
            }
            Self::TrailingComma => {
                format!("in {number} places a `,` stands behind the last member or item")
            }
            Self::UnquotedKey if count == 1 => "a key stands without double quotes".to_owned(),
            Self::UnquotedKey => format!("{number} keys stand without double quotes"),
            Self::Quotes if count == 1 => "a string stands in quotes other than `\"`".to_owned(),
            Self::Quotes => format!("{number} strings stand in quotes other than `\"`"),
            Self::Blank if count == 1 => {
                "a character looks like a blank and is none in JSON".to_owned()
            }
            Self::Blank => {
                format!("{number} characters look like blanks and are none in JSON")
            }
        }
    }

    fn help(self) -> &'static str {
        match self {
            Self::Comment | Self::HashComment => {
                "AWS refuses comments: put the text into a `Comment` field, or strip them before you deploy"
            }
            Self::TrailingComma => "AWS refuses it: remove the comma",
            Self::UnquotedKey => "JSON takes keys in double quotes: `\"StartAt\": …`",
            Self::Quotes => "JSON takes strings in double quotes: `\"…\"`",
            Self::Blank => {
                "type it anew: blanks copied from a web page may be no-break spaces (U+00A0)"
            }
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Comment | Self::HashComment => "remove the comments",
            Self::TrailingComma => "remove the trailing commas",
            Self::UnquotedKey => "put the keys in double quotes",
            Self::Quotes => "put the strings in double quotes",
            Self::Blank => "replace them by blanks",
        }
    }
}
