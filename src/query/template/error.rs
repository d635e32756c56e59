//! What can go wrong with a payload template: at creation, and with the data.

use crate::base::Span;
use crate::query::intrinsic::IntrinsicError;
use crate::query::jsonpath::PathError;
use crate::value::Str;
use thiserror::Error;

/// A fault in a payload template that AWS refuses at creation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateIssue {
    /// What kind of fault.
    pub kind: TemplateIssueKind,
    /// The key, `.$` included.
    pub key: Str,
    /// Where in the template: `a.b[0].c.$`.
    pub location: String,
    /// Where the key stands in the source.
    pub key_span: Span,
    /// Where the value stands in the source, quotes included.
    pub value_span: Span,
    /// For a bad expression: byte offset of the fault inside the string's value.
    pub offset: Option<usize>,
    /// What is wrong: one line, lower case, present tense, names in backticks.
    pub message: String,
    /// What to do about it, where that is clear.
    pub help: Option<String>,
    /// AWS's own words, where they are known.
    pub aws: Option<String>,
}

/// The kinds of [`TemplateIssue`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateIssueKind {
    /// The value under a `.$` key is no string.
    NoString,
    /// The string is meant neither as a path nor as an intrinsic function.
    NoExpression,
    /// It begins as a path and is none.
    BadPath,
    /// It begins as an intrinsic function and is none.
    BadIntrinsic,
    /// Two keys are the same once `.$` is taken off.
    Collision,
}

/// Why a template or a single expression gave no value. An execution fails with `States.Runtime` then.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{cause}")]
pub struct TemplateError {
    /// What went wrong.
    pub kind: TemplateErrorKind,
    /// The field as AWS calls it: the key with its `.$` (`value.$`), or `CausePath`.
    pub field: Str,
    /// Where in the template: `a.b[0].value.$`; the field itself outside templates.
    pub location: Str,
    /// The expression as it is written.
    pub expression: Str,
    /// Where its string stands in the source, quotes included; empty where that is not known.
    pub span: Span,
    /// The part that failed, in bytes inside the expression.
    pub part: Span,
    /// What AWS says, to stand after `An error occurred while executing the state '…' (entered at the event id #…). `.
    pub cause: String,
}

/// What went wrong in a [`TemplateError`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplateErrorKind {
    /// A path has no value.
    Path(PathError),
    /// An intrinsic function failed, or a path among its arguments has no value.
    Intrinsic(Box<IntrinsicError>),
    /// The expression holds a `${placeholder}` that nothing filled, so it cannot be evaluated.
    Placeholder,
}
