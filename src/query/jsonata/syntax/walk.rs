//! Visiting the parts of a node.

use crate::query::jsonata::ast::{Kind, Node, Stage};

/// Calls `visit` for each node that stands directly in `node`.
pub(crate) fn children_mut(node: &mut Node, visit: &mut dyn FnMut(&mut Node)) {
    match &mut node.kind {
        Kind::Path(path) => path.steps.iter_mut().for_each(&mut *visit),
        Kind::Negate(inner) => visit(inner),
        Kind::Binary(_, pair) | Kind::Apply(pair) => {
            visit(&mut pair.0);
            visit(&mut pair.1);
        }
        Kind::Concat(nodes) | Kind::Array(nodes) => nodes.iter_mut().for_each(&mut *visit),
        Kind::Object(group) => {
            for (key, value) in &mut group.pairs {
                visit(key);
                visit(value);
            }
        }
        Kind::Condition(parts) => {
            visit(&mut parts.0);
            visit(&mut parts.1);
            parts.2.iter_mut().for_each(&mut *visit);
        }
        Kind::Block(block) => block.nodes.iter_mut().for_each(&mut *visit),
        Kind::Bind(bind) => visit(&mut bind.value),
        Kind::Call(call) | Kind::TailCall(call) | Kind::Partial(call) => {
            visit(&mut call.callee);
            call.arguments.iter_mut().for_each(&mut *visit);
        }
        Kind::Lambda(lambda) => visit(&mut lambda.body),
        Kind::Transform(transform) => {
            visit(&mut transform.pattern);
            visit(&mut transform.update);
            transform.delete.iter_mut().for_each(&mut *visit);
        }
        Kind::Sort(terms) => terms.iter_mut().for_each(|term| visit(&mut term.node)),
        Kind::Field(_)
        | Kind::Name(_)
        | Kind::Literal(_)
        | Kind::Folded(..)
        | Kind::Wildcard
        | Kind::Descendants
        | Kind::Parent(_)
        | Kind::Context
        | Kind::Variable(_)
        | Kind::Regex(_)
        | Kind::Placeholder => {}
    }
    node.predicates.iter_mut().for_each(&mut *visit);
    if let Some(step) = &mut node.step {
        for stage in &mut step.stages {
            if let Stage::Filter(node) = stage {
                visit(node);
            }
        }
    }
    if let Some(group) = &mut node.group {
        for (key, value) in &mut group.pairs {
            visit(key);
            visit(value);
        }
    }
}
