//! Objects of HCL as trees of values, with a placeholder for each value that only Terraform knows.

use super::scope::Scope;
use crate::source::embedded::{Inline, Substitutions};
use crate::source::hcl::{Expression, ExpressionKind, Template};
use crate::source::{Kind, Member, Node, StringStyle, Text, Tree, placeholder};
use crate::value::Str;
use indexmap::IndexMap;

/// Functions that give a text or number, so that a placeholder says all.
const OF_ONE_VALUE: [&str; 28] = [
    "abs",
    "base64encode",
    "basename",
    "ceil",
    "coalesce",
    "dirname",
    "element",
    "file",
    "floor",
    "format",
    "join",
    "jsonencode",
    "length",
    "lookup",
    "lower",
    "max",
    "md5",
    "min",
    "parseint",
    "regex",
    "replace",
    "sha256",
    "substr",
    "templatefile",
    "title",
    "trimspace",
    "upper",
    "yamlencode",
];

/// The definition that an expression gives as an object; nothing where it gives none.
pub(super) fn object(
    expression: &Expression,
    substitutions: &mut Substitutions,
    scope: &mut Scope<'_>,
) -> Option<Inline> {
    let root = node(expression, substitutions, scope);
    root.members()?;
    Some(Inline {
        file: scope.file.clone(),
        tree: Tree {
            root: Some(root),
            ..Tree::default()
        },
    })
}

fn node(expression: &Expression, substitutions: &mut Substitutions, scope: &mut Scope<'_>) -> Node {
    match scope.nested(|scope| made(expression, substitutions, scope)) {
        Some(node) => node,
        None => {
            not_followed(expression, "what is so deep or so much", scope);
            Node::new(unknown(expression, scope), expression.span)
        }
    }
}

fn made(expression: &Expression, substitutions: &mut Substitutions, scope: &mut Scope<'_>) -> Node {
    let kind = match &expression.kind {
        ExpressionKind::Null => Kind::Null,
        ExpressionKind::Bool(truth) => Kind::Bool(*truth),
        ExpressionKind::Number(number) => Kind::Number(number.clone()),
        ExpressionKind::Template(template) => string(template, substitutions, scope),
        ExpressionKind::Object(items) => Kind::Object(
            items
                .iter()
                .map(|item| Member {
                    key: scope.key(&item.key),
                    value: node(&item.value, substitutions, scope),
                })
                .collect(),
        ),
        ExpressionKind::Tuple(items) => Kind::Array(
            items
                .iter()
                .map(|item| node(item, substitutions, scope))
                .collect(),
        ),
        ExpressionKind::Reference(names) => {
            return referred(expression, names, substitutions, scope);
        }
        ExpressionKind::Call { name, arguments } => {
            return call(expression, name, arguments, substitutions, scope);
        }
        ExpressionKind::Other => {
            let written = scope.file.slice(expression.span).unwrap_or_default();
            if written.contains(['{', '*']) || written.starts_with('[') {
                not_followed(expression, "this expression", scope);
            }
            unknown(expression, scope)
        }
    };
    Node::new(kind, expression.span)
}

fn string(template: &Template, substitutions: &mut Substitutions, scope: &Scope<'_>) -> Kind {
    scope.fill(template, substitutions);
    let whole = template.heredoc.is_none();
    if let (true, Some(name)) = (whole, super::whole(template)) {
        // The value itself, of whatever type.
        return Kind::Placeholder(placeholder::name_of(name).into());
    }
    Kind::String(Text {
        value: template.value.as_str().into(),
        style: StringStyle::Hcl,
        filled: template.heredoc.is_some(),
    })
}

fn referred(
    expression: &Expression,
    names: &[String],
    substitutions: &mut Substitutions,
    scope: &mut Scope<'_>,
) -> Node {
    if let Some(value) = scope.literal(expression) {
        return Node {
            span: expression.span,
            ..value
        };
    }
    match scope.referred(names) {
        Some(inner) => node(inner, substitutions, scope),
        None => {
            let name = placeholder::name_of(&names.join("."));
            Node::new(Kind::Placeholder(name.into()), expression.span)
        }
    }
}

fn call(
    expression: &Expression,
    name: &str,
    arguments: &[Expression],
    substitutions: &mut Substitutions,
    scope: &mut Scope<'_>,
) -> Node {
    let mut values = Vec::new();
    if matches!(
        name,
        "merge" | "concat" | "tostring" | "tonumber" | "tobool" | "tolist" | "toset" | "tomap"
    ) {
        for argument in arguments {
            values.push(node(argument, substitutions, scope));
        }
    }
    let kind = match (name, &values[..]) {
        ("merge", [_, ..]) => merged(&values),
        ("concat", [_, ..]) => values
            .iter()
            .map(|value| value.items().map(<[Node]>::to_vec))
            .collect::<Option<Vec<_>>>()
            .map(|lists| Kind::Array(lists.concat())),
        (_, [value]) => Some(value.kind.clone()),
        _ => None,
    };
    let kind = kind.unwrap_or_else(|| {
        if !OF_ONE_VALUE.contains(&name) {
            not_followed(expression, &format!("`{name}(…)`"), scope);
        }
        unknown(expression, scope)
    });
    Node::new(kind, expression.span)
}

/// The members of all objects, the last of each key.
fn merged(objects: &[Node]) -> Option<Kind> {
    let mut members: IndexMap<Str, Member> = IndexMap::new();
    for object in objects {
        for member in object.members()? {
            members.insert(member.key.text.clone(), member.clone());
        }
    }
    Some(Kind::Object(members.into_values().collect()))
}

fn unknown(expression: &Expression, scope: &Scope<'_>) -> Kind {
    let written = scope.file.slice(expression.span).unwrap_or_default();
    Kind::Placeholder(placeholder::name_of(written).into())
}

fn not_followed(expression: &Expression, what: &str, scope: &mut Scope<'_>) {
    scope.not_followed(
        expression.span,
        what,
        "its value is taken as unknown; only Terraform can tell",
    );
}
