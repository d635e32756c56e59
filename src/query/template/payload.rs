//! A compiled payload template.

use super::compile;
use super::error::{TemplateError, TemplateIssue};
use super::expression::ValueExpression;
use crate::base::Span;
use crate::query::Environment;
use crate::source::Node;
use crate::value::{Object, Str, Value};

/// A payload template, compiled. Clones of what is constant in it cost nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct PayloadTemplate {
    pub(super) root: Part,
}

/// A value in a template.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    /// Nothing in it is computed.
    Constant(Value),
    /// Members without `.$` first, those with it after: the order in which AWS gives them.
    Object(Vec<(Str, Self)>),
    Array(Vec<Self>),
    /// The value of a `.$` key; boxed, since most parts are constant.
    Computed(Box<Computed>),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Computed {
    pub(super) expression: ValueExpression,
    /// The key with its `.$`.
    pub(super) field: Str,
    pub(super) location: Str,
    pub(super) key_span: Span,
    pub(super) span: Span,
}

/// An expression in a template.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TemplateExpression<'a> {
    /// The expression.
    pub expression: &'a ValueExpression,
    /// Its key with the `.$`.
    pub field: &'a Str,
    /// Where in the template: `a.b[0].c.$`.
    pub location: &'a str,
    /// Where the key stands in the source.
    pub key_span: Span,
    /// Where the string stands in the source, quotes included.
    pub span: Span,
}

impl PayloadTemplate {
    /// Compiles the value of a field. Compiling never fails: what AWS refuses is in the list, and an expression of which
    /// nothing is known stands in its place.
    pub fn compile(node: &Node) -> (Self, Vec<TemplateIssue>) {
        let (root, issues) = compile::compile(node);
        (Self { root }, issues)
    }

    /// A template without anything to compute.
    pub fn constant(value: Value) -> Self {
        Self {
            root: Part::Constant(value),
        }
    }

    /// The value, if nothing in the template is computed.
    pub fn as_constant(&self) -> Option<&Value> {
        match &self.root {
            Part::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// The value of a member of a template that is an object, if nothing in it is computed.
    pub fn constant_member(&self, name: &str) -> Option<&Value> {
        match &self.root {
            Part::Constant(value) => value.get(name),
            Part::Object(members) => members.iter().find_map(|(key, part)| match part {
                Part::Constant(value) if **key == *name => Some(value),
                _ => None,
            }),
            _ => None,
        }
    }

    /// The keys of a template that is an object, without their `.$`.
    pub fn keys(&self) -> Vec<&Str> {
        match &self.root {
            Part::Object(members) => members.iter().map(|(key, _)| key).collect(),
            Part::Constant(Value::Object(members)) => members.keys().collect(),
            _ => Vec::new(),
        }
    }

    /// Every expression in it; in each object those of nested objects and arrays first.
    pub fn expressions(&self) -> Vec<TemplateExpression<'_>> {
        let mut found = Vec::new();
        self.root.collect(&mut found);
        found
    }

    /// The value of the template.
    ///
    /// # Errors
    /// Where an expression gives no value; the first one in AWS's order.
    pub fn evaluate(&self, env: &Environment<'_>) -> Result<Value, TemplateError> {
        self.root.evaluate(env)
    }
}

impl Computed {
    pub(super) fn as_expression(&self) -> TemplateExpression<'_> {
        TemplateExpression {
            expression: &self.expression,
            field: &self.field,
            location: &self.location,
            key_span: self.key_span,
            span: self.span,
        }
    }
}

// Recursion is bounded: the readers of source text allow a fixed depth.
impl Part {
    fn collect<'a>(&'a self, found: &mut Vec<TemplateExpression<'a>>) {
        match self {
            Self::Constant(_) => {}
            Self::Object(members) => members.iter().for_each(|(_, part)| part.collect(found)),
            Self::Array(items) => items.iter().for_each(|part| part.collect(found)),
            Self::Computed(computed) => found.push(computed.as_expression()),
        }
    }

    fn evaluate(&self, env: &Environment<'_>) -> Result<Value, TemplateError> {
        match self {
            Self::Constant(value) => Ok(value.clone()),
            Self::Object(members) => members
                .iter()
                .map(|(key, part)| Ok((key.clone(), part.evaluate(env)?)))
                .collect::<Result<Object, _>>()
                .map(Value::Object),
            Self::Array(items) => items
                .iter()
                .map(|part| part.evaluate(env))
                .collect::<Result<Vec<_>, _>>()
                .map(Value::from),
            Self::Computed(computed) => {
                computed
                    .expression
                    .evaluate(&computed.field, env)
                    .map_err(|error| TemplateError {
                        location: computed.location.clone(),
                        span: computed.span,
                        ..error
                    })
            }
        }
    }
}
