//! The parsed form of an intrinsic function call, and walks over it.

use super::error::{IntrinsicError, IntrinsicErrorKind, IntrinsicFault, IntrinsicSyntaxError};
use super::function::IntrinsicFunction;
use super::functions::{self, Failure};
use super::{faults, parser};
use crate::base::Span;
use crate::query::Environment;
use crate::query::jsonpath::{Path, PathError, PathErrorKind, Root};
use crate::value::{Str, Value};

/// An intrinsic function call with all that is nested in it, as in `States.Format('{}', $.name)`.
#[derive(Clone, Debug, PartialEq)]
pub struct IntrinsicCall {
    text: Str,
    root: FunctionCall,
}

/// One function and its arguments. Spans are bytes inside the text of the whole expression.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionCall {
    /// Which function.
    pub function: IntrinsicFunction,
    /// From its name to its closing parenthesis.
    pub span: Span,
    /// Its name.
    pub name_span: Span,
    /// Its arguments.
    pub arguments: Vec<Argument>,
}

/// An argument.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// What it is.
    pub kind: ArgumentKind,
    /// Where, the quotes of a string included.
    pub span: Span,
}

/// What an argument is.
#[derive(Clone, Debug, PartialEq)]
pub enum ArgumentKind {
    /// A path into the input, the context object or a variable.
    Path(Path),
    /// A number, `true`, `false` or `null`.
    Literal(Value),
    /// A string in single quotes.
    Text {
        /// What it stands for.
        value: Str,
        /// What stands between the quotes, escapes and all, as `States.Format` reads it.
        written: Str,
    },
    /// A nested call.
    Call(FunctionCall),
}

impl IntrinsicCall {
    /// Whether text is meant as an intrinsic function call and not as a path: it begins with `States.`.
    pub fn is_meant(text: &str) -> bool {
        text.trim_start().starts_with("States.")
    }

    /// Parses a call. Blanks around it are allowed.
    ///
    /// # Errors
    /// Where AWS refuses it at creation: no call, an unknown function, an illegal escape, a bad path, nesting beyond 10
    /// levels. A wrong number of arguments is none of it: see [`IntrinsicCall::faults`].
    pub fn parse(text: &str) -> Result<Self, IntrinsicSyntaxError> {
        Ok(Self {
            text: text.into(),
            root: parser::parse(text)?,
        })
    }

    /// The text it was parsed from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The outermost function.
    pub fn root(&self) -> &FunctionCall {
        &self.root
    }

    /// Every function called in it, in the order of the text.
    pub fn calls(&self) -> Vec<&FunctionCall> {
        let mut calls = Vec::new();
        self.root.walk(&mut |call| calls.push(call));
        calls
    }

    /// Every path in it with its place in the text, in the order of the text.
    pub fn paths(&self) -> Vec<(&Path, Span)> {
        let mut paths = Vec::new();
        self.root.walk(&mut |call| {
            paths.extend(
                call.arguments
                    .iter()
                    .filter_map(|argument| match &argument.kind {
                        ArgumentKind::Path(path) => Some((path, argument.span)),
                        _ => None,
                    }),
            );
        });
        paths.sort_by_key(|(_, span)| *span);
        paths
    }

    /// What AWS accepts at creation and what fails in every run all the same, or likely surprises.
    pub fn faults(&self) -> Vec<IntrinsicFault> {
        faults::find(self)
    }

    /// The value of the call.
    ///
    /// # Errors
    /// Where a path has no value, or a function cannot work with its arguments.
    pub fn evaluate(&self, env: &Environment<'_>) -> Result<Value, IntrinsicError> {
        self.value_of(&self.root, env)
    }

    // Recursion is bounded: the parser allows ten levels.
    fn value_of(
        &self,
        call: &FunctionCall,
        env: &Environment<'_>,
    ) -> Result<Value, IntrinsicError> {
        let values = call
            .arguments
            .iter()
            .map(|argument| match &argument.kind {
                ArgumentKind::Path(path) => path
                    .evaluate(env)
                    .map(|value| value.into_owned())
                    .map_err(|error| self.path_error(path, error, argument.span, env)),
                ArgumentKind::Literal(value) => Ok(value.clone()),
                ArgumentKind::Text { value, .. } => Ok(Value::String(value.clone())),
                ArgumentKind::Call(nested) => self.value_of(nested, env),
            })
            .collect::<Result<Vec<_>, _>>()?;
        functions::apply(call.function, &call.arguments, &values, env.random).map_err(
            |Failure(words)| {
                IntrinsicError {
                    kind: IntrinsicErrorKind::Failure(call.function),
                    span: call.span,
                    // The whole expression, not the function that failed: as in the cause for paths, where it is recorded.
                    cause: format!(
                        "There was an error while evaluating the intrinsic function: {}. {words}",
                        self.text
                    ),
                }
            },
        )
    }

    /// AWS quotes the whole expression as it is written (tiny-asl-machine: States.Hash-029; floci's test
    /// `AslExecutorIntrinsicMissingArgumentTest`, whose texts are from AWS, for nested calls and for what follows). A
    /// context path loses one `$`, and it is the input that is shown even there. A path that cannot be applied shows
    /// Jayway's message instead.
    fn path_error(
        &self,
        path: &Path,
        error: PathError,
        span: Span,
        env: &Environment<'_>,
    ) -> IntrinsicError {
        let words = match error.kind {
            PathErrorKind::NotFound => {
                let written = match path.root() {
                    Root::Context => &path.text()[1..],
                    Root::Input | Root::Variable(_) => path.text(),
                };
                format!(
                    "The JsonPath argument for the field '{written}' could not be found in the input '{}'",
                    env.input.to_json()
                )
            }
            PathErrorKind::Invalid => error.message.clone(),
        };
        IntrinsicError {
            kind: IntrinsicErrorKind::Path {
                path: path.text().to_owned(),
                error,
            },
            span,
            cause: format!(
                "The function '{}' had the following error: {words}",
                self.text
            ),
        }
    }
}

impl FunctionCall {
    fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Self)) {
        visit(self);
        for argument in &self.arguments {
            if let ArgumentKind::Call(nested) = &argument.kind {
                nested.walk(visit);
            }
        }
    }
}
