//! Walking a template from the leaves up, to build something in its likeness.

use super::jsonata::JsonataString;
use super::payload::{Part, PayloadTemplate, TemplateExpression};
use crate::value::{Str, Value};

/// Builds something in a template's likeness: its shape, a form of it to show.
pub trait TemplateVisitor {
    /// What is built of each part.
    type Output;

    /// Of a part in which nothing is computed.
    fn constant(&mut self, value: &Value) -> Self::Output;

    /// Of an object, keys without their `.$`.
    fn object(&mut self, members: Vec<(Str, Self::Output)>) -> Self::Output;

    /// Of an array.
    fn array(&mut self, items: Vec<Self::Output>) -> Self::Output;

    /// Of the value of a `.$` key.
    fn computed(&mut self, expression: TemplateExpression<'_>) -> Self::Output;
}

/// Builds something in the likeness of a tree with JSONata expressions.
pub trait JsonataVisitor {
    /// What is built of each part.
    type Output;

    /// Of a part without expressions.
    fn constant(&mut self, value: &Value) -> Self::Output;

    /// Of an object.
    fn object(&mut self, members: Vec<(Str, Self::Output)>) -> Self::Output;

    /// Of an array.
    fn array(&mut self, items: Vec<Self::Output>) -> Self::Output;

    /// Of an expression.
    fn expression(&mut self, expression: &JsonataString) -> Self::Output;
}

impl PayloadTemplate {
    /// Walks the template, innermost parts first.
    pub fn visit<V: TemplateVisitor>(&self, visitor: &mut V) -> V::Output {
        self.root.visit(visitor)
    }
}

// Recursion is bounded: the readers of source text allow a fixed depth.
impl Part {
    fn visit<V: TemplateVisitor>(&self, visitor: &mut V) -> V::Output {
        match self {
            Self::Constant(value) => visitor.constant(value),
            Self::Object(members) => {
                let members = members
                    .iter()
                    .map(|(key, part)| (key.clone(), part.visit(visitor)));
                let members = members.collect();
                visitor.object(members)
            }
            Self::Array(items) => {
                let items = items.iter().map(|part| part.visit(visitor)).collect();
                visitor.array(items)
            }
            Self::Computed(computed) => visitor.computed(computed.as_expression()),
        }
    }
}
