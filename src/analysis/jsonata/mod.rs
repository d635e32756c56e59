//! JSONata, as far as the data flow follows it: references such as `$states.input.order.id`, and what expressions give.

mod value;

pub(super) use value::{Evaluation, Given, evaluate};
pub use value::{Miss, Refused, TypeFault};

use super::scope::{ContextObject, Variables};
use super::{Origin, Shape};
use crate::base::Span;
use crate::query::jsonpath::Path;
use crate::query::template::{JsonataString, JsonataTemplate, JsonataVisitor};
use crate::value::{Str, Value};

/// A reference in an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reference {
    /// Where it starts.
    pub(super) root: JsonataRoot,
    /// The names after it, as a path from `$`.
    pub(super) path: Path,
    /// Bytes inside the expression.
    pub(super) span: Span,
    /// Whether the expression is nothing but this reference.
    pub(super) whole: bool,
}

/// Where a reference starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum JsonataRoot {
    /// `$states.input`
    Input,
    /// `$states.result`
    Result,
    /// `$states.errorOutput`
    ErrorOutput,
    /// `$states.context`
    Context,
    /// `$name`
    Variable(Str),
}

/// What an expression can see, as shapes.
#[derive(Clone, Copy)]
pub(super) struct JsonataScope<'a> {
    /// `$states.input`
    pub(super) input: &'a Shape,
    /// `$states.result`, where there is one.
    pub(super) result: Option<&'a Shape>,
    /// `$states.errorOutput`, where there is one.
    pub(super) error: Option<&'a Shape>,
    /// `$states.context`
    pub(super) context: &'a ContextObject,
    /// `$name`
    pub(super) variables: &'a Variables,
}

struct Builder<'a> {
    scope: &'a JsonataScope<'a>,
    origin: Origin,
}

impl JsonataVisitor for Builder<'_> {
    type Output = Shape;

    fn constant(&mut self, value: &Value) -> Shape {
        Shape::literal(value, Some(self.origin))
    }

    fn object(&mut self, members: Vec<(Str, Shape)>) -> Shape {
        Shape::closed(members, Some(self.origin))
    }

    fn array(&mut self, items: Vec<Shape>) -> Shape {
        Shape::tuple(items)
    }

    fn expression(&mut self, expression: &JsonataString) -> Shape {
        of_expression(expression, self.scope, self.origin)
    }
}

/// What a template gives.
pub(super) fn of_template(
    template: &JsonataTemplate,
    scope: &JsonataScope<'_>,
    origin: Origin,
) -> Shape {
    template.visit(&mut Builder { scope, origin })
}

/// What an expression gives, if it gives anything: a template's value must be there.
pub(super) fn of_expression(
    expression: &JsonataString,
    scope: &JsonataScope<'_>,
    origin: Origin,
) -> Shape {
    match evaluate(expression, scope, origin).value.shape {
        Shape::Any(any) if any.origin.is_none() => Shape::any(any.size, Some(origin)),
        known => known,
    }
}

/// The references in an expression, in the order of the text.
pub(super) fn references(expression: &JsonataString) -> Vec<Reference> {
    let Some(analysis) = expression
        .expression
        .as_ref()
        .map(|expression| expression.analysis())
    else {
        return Vec::new();
    };
    let reference = |root, names: &[Str], span: Span| {
        let plain = |name: &Str| !name.is_empty() && !name.contains(['\'', ']', '\\']);
        let names = names.iter().take_while(|name| plain(name));
        let path: String = names.map(|name| format!("['{name}']")).collect();
        Some(Reference {
            root,
            path: Path::parse(&format!("${path}")).ok()?,
            span,
            whole: span.len() == expression.text.len(),
        })
    };
    let states = analysis.states.iter().filter_map(|used| {
        let (first, names) = used.path.split_first()?;
        let root = match &**first {
            "input" => JsonataRoot::Input,
            "result" => JsonataRoot::Result,
            "errorOutput" => JsonataRoot::ErrorOutput,
            "context" => JsonataRoot::Context,
            _ => return None,
        };
        reference(root, names, used.span)
    });
    let variables = analysis
        .variables
        .iter()
        .filter(|variable| &*variable.name != "states");
    let variables = variables.filter_map(|variable| {
        reference(
            JsonataRoot::Variable(variable.name.clone()),
            &[],
            variable.span,
        )
    });
    let mut found: Vec<Reference> = states.chain(variables).collect();
    found.sort_by_key(|reference| reference.span);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(JsonataRoot, String, bool)> {
        let text = format!("{{%{text}%}}");
        let expression = JsonataString::compile(&text, Span::default(), "")
            .expect("it stands between marks")
            .expect("it is JSONata");
        let references = references(&expression).into_iter();
        references
            .map(|reference| {
                (
                    reference.root,
                    reference.path.text().to_owned(),
                    reference.whole,
                )
            })
            .collect()
    }

    #[test]
    fn finds_plain_references() {
        use JsonataRoot::{Context, Input, Result, Variable};
        assert_eq!(
            found(" $states.input.order.`item id` "),
            [(Input, "$['order']['item id']".to_owned(), true)]
        );
        assert_eq!(
            found("$sum($states.result.a[0].b) + $count($total) & '$no.this' /* $nor.this */"),
            [
                (Result, "$['a']".to_owned(), false),
                (Variable("total".into()), "$".to_owned(), false)
            ]
        );
        assert_eq!(
            found("$states.context.Task.Token"),
            [(Context, "$['Task']['Token']".to_owned(), true)]
        );
        assert_eq!(
            found("$states.input.a[0]"),
            [(Input, "$['a']".to_owned(), false)]
        );
        assert_eq!(found("( $x := 1; $x + 1 )"), []);
    }
}
