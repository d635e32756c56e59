//! Values that a mock takes from the request: paths and intrinsic functions, as in `Parameters`.

use super::super::findings::{Findings, error};
use crate::base::{Random, Span, text};
use crate::diagnostics::Diagnostic;
use crate::engine::TaskToken;
use crate::query::intrinsic::IntrinsicErrorKind;
use crate::query::jsonpath::PathError;
use crate::query::template::{TemplateErrorKind, ValueExpression};
use crate::query::{Environment, Variables};
use crate::source::Node;
use crate::value::{Object, Value};
use std::cell::RefCell;

/// A JSONPath or an intrinsic function over the request.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    compiled: ValueExpression,
    span: Span,
}

/// What an expression in a mock can see.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    /// What `$` is: the parameters of the request.
    pub(super) parameters: &'a Value,
    /// The token of the request, which no message shows.
    pub(super) token: Option<&'a TaskToken>,
    /// What `$$` is, see [`context`].
    pub(super) context: &'a Value,
    /// Where `States.UUID` and `States.MathRandom` draw from.
    pub(super) random: &'a RefCell<Random>,
}

impl Expression {
    /// Reads an expression, or tells what is wrong with it.
    pub(super) fn read(node: &Node, what: &str, findings: &mut Findings) -> Option<Self> {
        let text = findings.text(node, what)?;
        match ValueExpression::parse(text) {
            Ok(ValueExpression::Unknown { .. }) => {
                findings.error(
                    node.span,
                    format!("{what} holds a placeholder, and nothing fills it in a mock file"),
                );
                None
            }
            Ok(compiled) => Some(Self {
                compiled,
                span: node.span,
            }),
            Err(fault) => {
                findings.error(node.span, format!("{what} cannot be read: {fault}")).help(
                    "write it as in `Parameters`: `$.Payload.jobId` or `States.Format('{}.mp3', $.id)`; `$` is the request",
                );
                None
            }
        }
    }

    /// The value for a request.
    pub(super) fn evaluate(&self, scope: &Scope<'_>) -> Result<Value, Box<Diagnostic>> {
        let variables = Variables::default();
        let environment = Environment {
            input: scope.parameters,
            context: scope.context,
            variables: &variables,
            random: scope.random,
        };
        self.compiled.evaluate("", &environment).map_err(|fault| {
            let written = self.compiled.text();
            let no_value = |path: &str, reason: &PathError| {
                error(
                    self.span,
                    format!("`{path}` has no value for this request: {reason}"),
                )
            };
            let diagnostic = match fault.kind {
                TemplateErrorKind::Path(reason) => no_value(written, &reason),
                TemplateErrorKind::Intrinsic(intrinsic) => match intrinsic.kind {
                    IntrinsicErrorKind::Path { path, error } => no_value(&path, &error),
                    IntrinsicErrorKind::Failure(_) => {
                        error(self.span, format!("`{written}` fails for this request"))
                            .note(intrinsic.cause)
                    }
                },
                TemplateErrorKind::Placeholder => error(self.span, fault.cause),
            };
            Box::new(diagnostic.note(format!(
                "the request is {}",
                shown(scope.parameters, scope.token)
            )))
        })
    }

    /// Where it stands.
    pub(super) fn span(&self) -> Span {
        self.span
    }
}

/// The parameters of a request for a message, with stars for its token.
pub(super) fn shown(parameters: &Value, token: Option<&TaskToken>) -> String {
    let mut text = parameters.to_compact_json();
    if let Some(token) = token {
        text = text.replace(&**token.reveal(), "***");
    }
    format!("`{}`", text::shorten(&text, 200))
}

/// The context object of a mock: `State.Name`, `State.RetryCount`, and in a Map `Map.Item.Index`.
pub(super) fn context(state: &str, retries: u64, index: Option<u32>) -> Value {
    let object =
        |members: Vec<(&str, Value)>| Value::Object(members.into_iter().collect::<Object>());
    let retries = i64::try_from(retries).unwrap_or(i64::MAX);
    let mut members = vec![(
        "State",
        object(vec![("Name", state.into()), ("RetryCount", retries.into())]),
    )];
    if let Some(index) = index {
        let item = object(vec![("Index", i64::from(index).into())]);
        members.push(("Map", object(vec![("Item", item)])));
    }
    object(members)
}
