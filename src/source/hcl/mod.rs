//! HCL, the language of Terraform, as far as definitions need it.
//!
//! Blocks, attributes, literals, strings, heredocs, objects, tuples, calls and plain references are read, each with its
//! place; of any other expression only the place is known. Reading never fails: Terraform is the judge of its language, so
//! what is not understood here is a note, except for text that ends inside a string, a heredoc or a block.

mod body;
mod expression;
mod scan;
mod template;
#[cfg(test)]
mod tests;

use super::findings::Findings;
use super::{Comment, Key, rule};
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Severity};
use crate::value::Number;
use std::collections::BTreeMap;
pub(super) use template::{Template, of_text, quoted_parts};

/// Levels of blocks, objects and tuples that are read; what is deeper is an expression of unknown value.
const MAX_DEPTH: usize = 128;

/// What stands at the top of a file, or in a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    pub(super) attributes: Vec<Attribute>,
    pub(super) blocks: Vec<Block>,
}

/// `name = value`.
#[derive(Clone, Debug)]
pub(super) struct Attribute {
    pub(super) name: Key,
    pub(super) value: Expression,
}

/// `kind "label" "label" { … }`.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) kind: Key,
    pub(super) labels: Vec<Key>,
    pub(super) body: Body,
    /// From its kind to behind its brace.
    pub(super) span: Span,
}

/// An expression.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    pub(super) span: Span,
    pub(super) kind: ExpressionKind,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub(super) enum ExpressionKind {
    Null,
    Bool(bool),
    Number(Number),
    /// `"…"` or a heredoc.
    Template(Template),
    Object(Vec<Item>),
    Tuple(Vec<Expression>),
    Call {
        name: String,
        arguments: Vec<Expression>,
    },
    /// `local.a.b`, `aws_lambda_function.f.arn`: its names.
    Reference(Vec<String>),
    /// Anything else.
    Other,
}

/// A member of an object.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) key: Key,
    pub(super) value: Expression,
}

impl Body {
    /// The value of the attribute `name`.
    pub(super) fn get(&self, name: &str) -> Option<&Expression> {
        self.attributes
            .iter()
            .find(|attribute| &*attribute.name.text == name)
            .map(|attribute| &attribute.value)
    }

    /// The first block of a kind.
    pub(super) fn block(&self, kind: &str) -> Option<&Block> {
        self.blocks.iter().find(|block| &*block.kind.text == kind)
    }
}

impl Block {
    /// The label at `index`, from 0.
    pub(super) fn label(&self, index: usize) -> &str {
        self.labels.get(index).map_or("", |label| &label.text)
    }
}

impl Expression {
    /// The text of a string in which nothing is filled in.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.kind {
            ExpressionKind::Template(template) if template.holes.is_empty() => {
                Some(&template.value)
            }
            _ => None,
        }
    }

    /// Whether it is the boolean `truth`.
    pub(super) fn is(&self, truth: bool) -> bool {
        matches!(self.kind, ExpressionKind::Bool(found) if found == truth)
    }

    /// The members of an object.
    pub(super) fn items(&self) -> Option<&[Item]> {
        match &self.kind {
            ExpressionKind::Object(items) => Some(items),
            _ => None,
        }
    }

    /// The value of the member `key` of an object.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        let items = self.items()?.iter();
        items
            .rev()
            .find(|item| &*item.key.text == key)
            .map(|item| &item.value)
    }
}

/// A file that was read.
pub(super) struct Read {
    pub(super) body: Body,
    /// In the order of the text.
    pub(super) comments: Vec<Comment>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Reads a file.
pub(super) fn read(text: &str) -> Read {
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        at: 0,
        depth: 0,
        unclosed: false,
        comments: BTreeMap::new(),
        findings: Findings::default(),
    };
    let body = reader.body(None);
    Read {
        body,
        comments: reader.comments.into_values().collect(),
        diagnostics: reader.findings.finish(),
    }
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    depth: usize,
    /// Whether a bracket was reported that is open at the end of the text.
    unclosed: bool,
    /// By where they begin: what is read a second time has no more of them.
    comments: BTreeMap<usize, Comment>,
    findings: Findings,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn span_from(&self, start: usize) -> Span {
        Span::new(start, self.at)
    }

    /// The character at an offset, or the end of the text.
    fn character(&self, at: usize) -> Span {
        let length = self.text[at..].chars().next().map_or(0, char::len_utf8);
        Span::new(at, at + length)
    }

    /// Says that what stands at `span` is not read.
    fn not_read(&mut self, span: Span, what: &str) {
        self.findings.push(
            Diagnostic::new(
                rule::NOT_FOLLOWED,
                Severity::Note,
                span,
                format!("{what} is not read"),
            )
            .help("`terraform validate` tells whether it is sound"),
        );
    }

    /// Reports text that ends inside something.
    fn unterminated(&mut self, span: Span, what: &str, help: &str) {
        self.findings.push(
            Diagnostic::error(rule::SYNTAX, span, format!("{what} has no end"))
                .labelled("it begins here")
                .help(help),
        );
    }

    /// A name: letters, digits, `_` and `-`.
    fn name(&mut self) -> Option<Key> {
        let start = self.at;
        let rest = &self.text[start..];
        let first = rest.chars().next()?;
        if !(first.is_alphabetic() || first == '_') {
            return None;
        }
        let length = rest
            .find(|found: char| !(found.is_alphanumeric() || found == '_' || found == '-'))
            .unwrap_or(rest.len());
        self.at += length;
        Some(Key {
            text: rest[..length].into(),
            span: self.span_from(start),
        })
    }
}
