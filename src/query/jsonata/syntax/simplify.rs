//! Shorter ways to the same value: constants are computed once, chains of `&` join at once, a path of one name is a
//! field. The number of levels that AWS would count is kept.

use super::token::Operator;
use super::walk::children_mut;
use crate::query::jsonata::ast::{Kind, Node};
use crate::query::jsonata::name::Name;
use crate::query::jsonata::text::number;
use crate::value::Value;

/// Simplifies `node` and all in it.
pub(super) fn simplify(node: &mut Node) {
    children_mut(node, &mut simplify);
    let kind = std::mem::replace(&mut node.kind, Kind::Placeholder);
    node.kind = simpler(kind, node);
}

fn simpler(kind: Kind, node: &Node) -> Kind {
    match kind {
        Kind::Path(mut path)
            if path.steps.len() == 1 && !path.keep_singleton && node.is_plain() =>
        {
            let single = &path.steps[0];
            match (&single.kind, single.is_plain()) {
                (Kind::Name(name), true) => Kind::Field(Name::new(name.text().clone())),
                _ => {
                    path.steps.shrink_to_fit();
                    Kind::Path(path)
                }
            }
        }
        Kind::Binary(Operator::Ampersand, pair) => concat(*pair),
        Kind::Binary(operator, pair) => match folded(operator, &pair.0, &pair.1) {
            Some(kind) => kind,
            None => Kind::Binary(operator, pair),
        },
        Kind::Array(nodes) if !node.cons_array => match constant_items(&nodes) {
            Some((items, height)) => Kind::Folded(Value::from(items), height + 1),
            None => Kind::Array(nodes),
        },
        other => other,
    }
}

/// The value of a constant and the levels it takes.
fn constant(node: &Node) -> Option<(&Value, u32)> {
    if !node.is_plain() {
        return None;
    }
    match &node.kind {
        Kind::Literal(value) => Some((value, 1)),
        Kind::Folded(value, height) => Some((value, *height)),
        _ => None,
    }
}

fn constant_items(nodes: &[Node]) -> Option<(Vec<Value>, u32)> {
    let mut items = Vec::with_capacity(nodes.len());
    let mut height = 0;
    for node in nodes {
        let (value, own) = constant(node)?;
        if matches!(value, Value::Array(_)) {
            return None;
        }
        items.push(value.clone());
        height = height.max(own);
    }
    Some((items, height))
}

fn folded(operator: Operator, left: &Node, right: &Node) -> Option<Kind> {
    let (left, left_height) = constant(left)?;
    let (right, right_height) = constant(right)?;
    let (left, right) = (left.as_f64()?, right.as_f64()?);
    let result = match operator {
        Operator::Plus => left + right,
        Operator::Minus => left - right,
        Operator::Star => left * right,
        Operator::Slash => left / right,
        Operator::Percent => left % right,
        _ => return None,
    };
    // What is not finite stays an operation: no JSON value can hold it.
    result
        .is_finite()
        .then(|| Kind::Folded(number::value(result), left_height.max(right_height) + 1))
}

fn concat((left, right): (Node, Node)) -> Kind {
    let mut parts = match left.kind {
        Kind::Concat(parts)
            if left.predicates.is_empty() && left.group.is_none() && !left.keep_array =>
        {
            parts
        }
        kind => vec![Node { kind, ..left }],
    };
    parts.push(right);
    Kind::Concat(parts)
}
