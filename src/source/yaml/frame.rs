//! Sequences and mappings that are still open.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::source::findings::Findings;
use crate::source::{Key, Kind, Member, Node, Tag, duplicates, rule};
use crate::value::Str;
use std::collections::HashSet;

/// A sequence or mapping that is being read.
pub(super) struct Frame {
    slot: Slot,
    flow: bool,
    tag: Option<Box<Tag>>,
    pub(super) anchor: Option<usize>,
    span: Span,
}

/// What has been read of it.
pub(super) enum Slot {
    Sequence(Vec<Node>),
    Mapping(Box<Mapping>),
}

#[derive(Default)]
pub(super) struct Mapping {
    members: Vec<Member>,
    key: Option<Pending>,
    merges: Vec<(Span, Node)>,
}

/// A key whose value has not come yet.
enum Pending {
    Key(Key),
    /// `<<`, and where.
    Merge(Span),
    /// Something that is no text.
    Bad,
}

impl Slot {
    pub(super) fn mapping() -> Self {
        Self::Mapping(Box::default())
    }
}

impl Frame {
    pub(super) fn new(
        slot: Slot,
        flow: bool,
        tag: Option<Box<Tag>>,
        anchor: Option<usize>,
        span: Span,
    ) -> Self {
        Self {
            slot,
            flow,
            tag,
            anchor,
            span,
        }
    }

    /// Whether the next value is a key.
    pub(super) fn awaits_key(&self) -> bool {
        matches!(&self.slot, Slot::Mapping(mapping) if mapping.key.is_none())
    }

    /// Sets the key whose value comes next.
    pub(super) fn set_key(&mut self, key: Key, merge: bool) {
        self.span = self.span.join(key.span);
        if let Slot::Mapping(mapping) = &mut self.slot {
            mapping.key = Some(if merge {
                Pending::Merge(key.span)
            } else {
                Pending::Key(key)
            });
        }
    }

    /// Adds a value, which stands at `place`.
    pub(super) fn place(&mut self, node: Node, place: Span) -> Option<Diagnostic> {
        if !place.is_empty() {
            self.span = self.span.join(place);
        }
        match &mut self.slot {
            Slot::Sequence(items) => items.push(node),
            Slot::Mapping(mapping) => match mapping.key.take() {
                Some(Pending::Key(key)) => mapping.members.push(Member { key, value: node }),
                Some(Pending::Merge(key)) => mapping.merges.push((key, node)),
                Some(Pending::Bad) => {}
                None => return mapping.set_node_as_key(&node, place),
            },
        }
        None
    }

    /// The node that it makes; `end` is where the closing event stands, nothing where there is none.
    pub(super) fn close(self, end: Option<Span>, findings: &mut Findings) -> Node {
        let span = match end {
            Some(end) if self.flow => self.span.join(end),
            _ => self.span,
        };
        let kind = match self.slot {
            Slot::Sequence(items) => Kind::Array(items),
            Slot::Mapping(mapping) => Kind::Object(mapping.close(findings)),
        };
        let mut node = Node::new(kind, span);
        node.tag = self.tag;
        node
    }
}

impl Mapping {
    /// Takes a key that came as an alias, or reports that it is no text.
    fn set_node_as_key(&mut self, node: &Node, place: Span) -> Option<Diagnostic> {
        if let Kind::String(text) = &node.kind {
            self.key = Some(Pending::Key(Key {
                text: text.value.clone(),
                span: place,
            }));
            return None;
        }
        self.key = Some(Pending::Bad);
        if node.kind == Kind::Error {
            return None;
        }
        let found = match node.kind {
            Kind::Object(_) => "a mapping",
            Kind::Array(_) => "a list",
            _ => "a value that is no text",
        };
        let message = format!("expected a key, found {found}");
        Some(
            Diagnostic::error(rule::SYNTAX, place, message)
                .help("keys are text; a value that begins with `{` or `[` stands in quotes"),
        )
    }

    fn close(mut self, findings: &mut Findings) -> Vec<Member> {
        match self.key.take() {
            Some(Pending::Key(key)) => {
                let value = Node::new(Kind::Error, Span::at(key.span.end as usize));
                self.members.push(Member { key, value });
            }
            Some(Pending::Merge(_) | Pending::Bad) | None => {}
        }
        duplicates::check(&self.members, findings);
        if self.merges.is_empty() {
            return self.members;
        }
        let mut known: HashSet<Str> = self
            .members
            .iter()
            .map(|member| member.key.text.clone())
            .collect();
        for (key, source) in self.merges {
            let mut mappings = match source.kind {
                Kind::Array(items) => items,
                _ => vec![source],
            };
            for mapping in &mut mappings {
                match std::mem::replace(&mut mapping.kind, Kind::Null) {
                    Kind::Object(members) => self.members.extend(
                        members
                            .into_iter()
                            .filter(|member| known.insert(member.key.text.clone())),
                    ),
                    Kind::Error => {}
                    _ => findings.push(
                        Diagnostic::error(
                            rule::SYNTAX,
                            key,
                            "a merge key `<<` takes a mapping, or a list of mappings",
                        )
                        .help("quote it if `<<` is a key of its own"),
                    ),
                }
            }
        }
        self.members
    }
}
