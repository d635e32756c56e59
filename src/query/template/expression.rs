//! A string that is a path or an intrinsic function call: what stands under a `.$` key, and in `ErrorPath` and
//! `CausePath`.

use super::error::{TemplateError, TemplateErrorKind, TemplateIssueKind};
use crate::base::Span;
use crate::query::Environment;
use crate::query::intrinsic::IntrinsicCall;
use crate::query::jsonpath::{Path, PathError, PathErrorKind, Root, StepKind};
use crate::value::{Str, Value};
use thiserror::Error;

/// A path or an intrinsic function call, compiled.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueExpression {
    /// `$.a`, `$$.Execution.Id`, `$variable`.
    Path(Path),
    /// `States.Format('{}', $.a)`.
    Intrinsic(IntrinsicCall),
    /// An expression that is known only when the definition is deployed: it holds a `${placeholder}`, or is none but a
    /// CloudFormation function.
    Unknown {
        /// What is written.
        text: Str,
        /// The paths in it that hold no placeholder, with their places in the text.
        paths: Vec<(Path, Span)>,
    },
}

/// Text that is neither path nor intrinsic function call. `CreateStateMachine` refuses a definition with it.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct ExpressionSyntaxError {
    /// What it was taken for.
    pub kind: TemplateIssueKind,
    /// What is wrong, in lower case and without the place.
    pub message: String,
    /// What to do about it, where that is clear.
    pub help: Option<String>,
    /// Byte offset inside the text.
    pub offset: usize,
}

impl ValueExpression {
    /// Compiles an expression. One that holds a `${placeholder}` is [`ValueExpression::Unknown`].
    ///
    /// # Errors
    /// Where AWS refuses the text.
    pub fn parse(text: &str) -> Result<Self, ExpressionSyntaxError> {
        let placeholders = placeholders(text);
        if !placeholders.is_empty() {
            return Ok(Self::Unknown {
                text: text.into(),
                paths: known_paths(text, &placeholders),
            });
        }
        if text.starts_with('$') {
            return Path::parse(text)
                .map(Self::Path)
                .map_err(|error| ExpressionSyntaxError {
                    kind: TemplateIssueKind::BadPath,
                    message: error.message,
                    help: None,
                    offset: error.offset,
                });
        }
        if IntrinsicCall::is_meant(text) {
            return IntrinsicCall::parse(text)
                .map(Self::Intrinsic)
                .map_err(|error| ExpressionSyntaxError {
                    kind: TemplateIssueKind::BadIntrinsic,
                    message: error.message,
                    help: error.help,
                    offset: error.offset,
                });
        }
        Err(ExpressionSyntaxError {
            kind: TemplateIssueKind::NoExpression,
            message: "this is neither a path nor an intrinsic function".to_owned(),
            help: Some("a path begins with `$`, an intrinsic function with `States.`".to_owned()),
            offset: 0,
        })
    }

    /// An expression of which nothing is known before the definition is deployed.
    pub fn unknown(text: impl Into<Str>) -> Self {
        Self::Unknown {
            text: text.into(),
            paths: Vec::new(),
        }
    }

    /// The text it was compiled from.
    pub fn text(&self) -> &str {
        match self {
            Self::Path(path) => path.text(),
            Self::Intrinsic(call) => call.text(),
            Self::Unknown { text, .. } => text,
        }
    }

    /// Every path in it, with its place in bytes inside the text.
    pub fn paths(&self) -> Vec<(&Path, Span)> {
        match self {
            Self::Path(path) => vec![(path, Span::new(0, path.text().len()))],
            Self::Intrinsic(call) => call.paths(),
            Self::Unknown { paths, .. } => paths.iter().map(|(path, span)| (path, *span)).collect(),
        }
    }

    /// The value of the expression in `field`, which AWS names in the cause: `CausePath`, or a key with its `.$`.
    ///
    /// # Errors
    /// Where a path has no value, or a function cannot work with its arguments.
    pub fn evaluate(&self, field: &str, env: &Environment<'_>) -> Result<Value, TemplateError> {
        let (kind, part, cause) = match self {
            Self::Path(path) => match path.evaluate(env) {
                Ok(value) => return Ok(value.into_owned()),
                Err(error) if beyond_the_end(path, &error, env) => return Ok(Value::Null),
                Err(error) => {
                    let cause = not_found(path, &error, field, env);
                    (
                        TemplateErrorKind::Path(error),
                        Span::new(0, path.text().len()),
                        cause,
                    )
                }
            },
            Self::Intrinsic(call) => match call.evaluate(env) {
                Ok(value) => return Ok(value),
                Err(error) => {
                    let (part, cause) = (error.span, error.cause.clone());
                    (TemplateErrorKind::Intrinsic(Box::new(error)), part, cause)
                }
            },
            Self::Unknown { text, .. } => (
                TemplateErrorKind::Placeholder,
                Span::new(0, text.len()),
                format!("The value of the field '{field}' is not known before deployment: {text}"),
            ),
        };
        Err(TemplateError {
            kind,
            field: field.into(),
            location: field.into(),
            expression: self.text().into(),
            span: Span::default(),
            part,
            cause,
        })
    }
}

/// Recorded: `scenarios/base_scenarios.invalid_jsonpath~INVALID_JSONPATH_IN_STRING_EXPR_JSONPATH`, `…_CONTEXTPATH` and
/// `~ST.INVALID_JSONPATH_IN_CAUSEPATH`. The text shows what was searched, of a context path the context object (floci's
/// notes on AWS). A path that cannot be applied at all shows Jayway's message, as it does among the arguments of an
/// intrinsic function.
fn not_found(path: &Path, error: &PathError, field: &str, env: &Environment<'_>) -> String {
    if error.kind == PathErrorKind::Invalid {
        return error.message.clone();
    }
    let searched = match path.root() {
        Root::Input => env.input,
        Root::Context => env.context.object(),
        Root::Variable(name) => env.variables.get(name).unwrap_or(env.input),
    };
    format!(
        "The JSONPath '{}' specified for the field '{field}' could not be found in the input '{}'",
        path.text(),
        searched.to_json()
    )
}

/// Whether a path fails only in that its last step is an index which the array does not have. As the whole value of a
/// field that gives null (floci's `plainReferencePastTheEndOfAnArrayResolvesToNull`, run on AWS); among the arguments of
/// an intrinsic function it is an error.
fn beyond_the_end(path: &Path, error: &PathError, env: &Environment<'_>) -> bool {
    let Some(last) = path.steps().last() else {
        return false;
    };
    error.kind == PathErrorKind::NotFound
        && path.is_definite()
        && matches!(last.kind, StepKind::Index(_))
        && Path::parse(&path.text()[..last.span.start as usize])
            .ok()
            .and_then(|array| array.evaluate(env).ok())
            .is_some_and(|array| array.as_array().is_some())
}

/// The places of `${name}` in the text.
fn placeholders(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find("${").map(|at| from + at) {
        let Some(length) = text[start..].find('}') else {
            break;
        };
        from = start + length + 1;
        if length > 2 {
            found.push(Span::new(start, from));
        }
    }
    found
}

/// The paths in a text that holds placeholders, as far as they hold none: read with each placeholder blotted out.
fn known_paths(text: &str, placeholders: &[Span]) -> Vec<(Path, Span)> {
    let mut blotted = text.to_owned();
    for placeholder in placeholders {
        blotted.replace_range(placeholder.range(), &"x".repeat(placeholder.len()));
    }
    let touches = |span: Span| {
        placeholders
            .iter()
            .any(|placeholder| placeholder.start < span.end && span.start < placeholder.end)
    };
    match IntrinsicCall::parse(&blotted) {
        Ok(call) => call
            .paths()
            .into_iter()
            .filter(|(_, span)| !touches(*span))
            .map(|(path, span)| (path.clone(), span))
            .collect(),
        Err(_) => Vec::new(),
    }
}
