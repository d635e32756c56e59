//! Anchors and the aliases that stand for them.

use super::{Reader, Stopped};
use crate::base::{Span, text};
use crate::diagnostics::Diagnostic;
use crate::source::yaml::MAX_DEPTH;
use crate::source::{Kind, Node, rule};
use std::collections::HashMap;

/// The values that anchors name.
#[derive(Default)]
pub(super) struct Anchors(HashMap<usize, Anchored>);

struct Anchored {
    /// A copy whose nodes are marked as out of place.
    node: Node,
    values: usize,
    depth: usize,
}

impl Reader<'_> {
    /// Remembers the value of an anchor.
    pub(super) fn define(&mut self, anchor: usize, node: &Node) -> Result<(), Stopped> {
        let (values, depth) = measure(node);
        self.count(values, node.span)?;
        let mut node = node.clone();
        mark(&mut node);
        self.anchors.0.insert(
            anchor,
            Anchored {
                node,
                values,
                depth,
            },
        );
        Ok(())
    }

    /// Puts the value of an anchor in the place of its alias.
    pub(super) fn alias(&mut self, anchor: usize, place: Span) -> Result<(), Stopped> {
        let Some(anchored) = self.anchors.0.get(&anchor) else {
            self.findings.push(
                Diagnostic::error(
                    rule::SYNTAX,
                    place,
                    "the alias stands inside the value that it stands for",
                )
                .help("a definition cannot hold itself"),
            );
            self.lossy = true;
            self.place(Node::new(Kind::Error, place), None);
            return Ok(());
        };
        let (values, depth) = (anchored.values, anchored.depth);
        if self.open.len() + depth > MAX_DEPTH {
            self.too_deep(place);
            return Err(Stopped);
        }
        self.count(values, place)?;
        let node = self
            .anchors
            .0
            .get(&anchor)
            .map(|anchored| anchored.node.clone());
        if let Some(node) = node {
            self.place(node, Some(place));
        }
        Ok(())
    }

    /// Reports an alias without an anchor before it.
    pub(super) fn unknown_alias(&mut self, name: &str, place: Span) {
        self.lossy = true;
        let shown = text::shorten(name, 40);
        self.findings.push(
            Diagnostic::error(
                rule::SYNTAX,
                place,
                format!("no anchor `&{shown}` stands before the alias `*{shown}`"),
            )
            .help("text that begins with `*` stands in quotes"),
        );
    }
}

/// Number of values, and levels of sequences and mappings.
fn measure(node: &Node) -> (usize, usize) {
    let inside = |nodes: &mut dyn Iterator<Item = &Node>| {
        let (values, depth) = nodes
            .map(measure)
            .fold((0, 0), |sum, next| (sum.0 + next.0, sum.1.max(next.1)));
        (values + 1, depth + 1)
    };
    match &node.kind {
        Kind::Array(items) => inside(&mut items.iter()),
        Kind::Object(members) => inside(&mut members.iter().map(|member| &member.value)),
        _ => (1, 0),
    }
}

fn mark(node: &mut Node) {
    node.aliased = true;
    match &mut node.kind {
        Kind::Array(items) => items.iter_mut().for_each(mark),
        Kind::Object(members) => members
            .iter_mut()
            .for_each(|member| mark(&mut member.value)),
        _ => {}
    }
}
