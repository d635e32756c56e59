//! An object of the definition while it is lowered, and values of any kind.

use super::Lowering;
use crate::base::Span;
use crate::source::{Kind, Member, Node};

/// An object of the definition: a state, a retrier, a rule. Its node is an object.
#[derive(Clone, Debug)]
pub(super) struct Object<'n> {
    pub(super) node: &'n Node,
    /// AWS's location of it; empty for the definition itself.
    pub(super) location: String,
    /// How messages call it: ``state `A` ``, ``` `Retry[0]` of state `A` ```.
    pub(super) name: String,
    /// What is marked where something is missing in it: the key of a state, the bracket of an item.
    pub(super) place: Span,
    /// Fields that an unknown key is most likely a slip for, so that they are not reported as missing too.
    pub(super) slips: Vec<&'static str>,
}

impl<'n> Object<'n> {
    pub(super) fn new(node: &'n Node, location: String, name: String, place: Span) -> Self {
        Self {
            node,
            location,
            name,
            place,
            slips: Vec::new(),
        }
    }

    /// The object in `field` of `self`.
    pub(super) fn inner(&self, field: &str, node: &'n Node, place: Span) -> Self {
        Self::new(
            node,
            self.at(field),
            ["`", field, "` of ", &self.name].concat(),
            place,
        )
    }

    /// Item `index` of the array in `field` of `self`.
    pub(super) fn item(&self, field: &str, index: usize, node: &'n Node) -> Self {
        let place = Span::new(node.span.start as usize, node.span.start as usize + 1);
        self.inner(&format!("{field}[{index}]"), node, place)
    }

    pub(super) fn members(&self) -> &'n [Member] {
        self.node.members().unwrap_or_default()
    }

    pub(super) fn member(&self, field: &str) -> Option<&'n Member> {
        self.node.member(field)
    }

    pub(super) fn get(&self, field: &str) -> Option<&'n Node> {
        self.node.get(field)
    }

    pub(super) fn has(&self, field: &str) -> bool {
        self.member(field).is_some()
    }

    /// AWS's location of a field.
    pub(super) fn at(&self, field: &str) -> String {
        [&self.location, "/", field].concat()
    }

    /// AWS's location of the object itself, which is `/` for the definition.
    pub(super) fn own_location(&self) -> &str {
        if self.location.is_empty() {
            "/"
        } else {
            &self.location
        }
    }
}

/// Whether a value is known only when the definition is deployed: a placeholder, CloudFormation, a text with `${…}`.
/// Nothing is said about such a value.
pub(super) fn is_open(node: &Node) -> bool {
    node.is_unknown() || node.text().is_some_and(|text| text.contains("${"))
}

/// A value in a message: `a string`, `the number 3`, `the YAML boolean NO (= false)`.
pub(super) fn describe(node: &Node) -> String {
    match &node.kind {
        Kind::Null => "null".to_owned(),
        Kind::Bool(truth) => match node.yaml_word {
            Some(word) => format!("the YAML boolean {} (= {truth})", word.text()),
            None => format!("the boolean {truth}"),
        },
        Kind::Number(number) => format!(
            "the number {}",
            crate::base::text::shorten(&number.text(), 30)
        ),
        Kind::String(_) => "a string".to_owned(),
        Kind::Array(_) => "an array".to_owned(),
        Kind::Object(_) => "an object".to_owned(),
        Kind::Placeholder(_) => "a placeholder".to_owned(),
        Kind::Error => "nothing that can be read".to_owned(),
    }
}

impl Lowering<'_> {
    /// The place of `part`, bytes inside the value `text` of a string at `span`. Where a placeholder was filled, and
    /// where escapes are counted without the file at hand, that is the whole string.
    pub(super) fn part_of(&self, span: Span, text: &str, part: Span) -> Span {
        if part.is_empty() || part.end as usize > text.len() {
            return span;
        }
        let quotes = span.len().wrapping_sub(text.len());
        if matches!(quotes, 0 | 2) {
            let start = span.start as usize + quotes / 2;
            return Span::new(start + part.start as usize, start + part.end as usize);
        }
        match (self.options.file, string_at(self.root, span)) {
            (Some(file), Some(node)) => file.span_in_string(node, part.range()),
            _ => span,
        }
    }

    /// The place of a string from byte `offset` of its value on.
    pub(super) fn tail_of(&self, node: &Node, offset: usize) -> Span {
        let text = node.text().map(|text| &**text).unwrap_or_default();
        let part = Span::new(offset.min(text.len()), text.len());
        self.part_of(node.span, text, part)
    }
}

/// The string at `span` somewhere in a tree.
fn string_at(node: &Node, span: Span) -> Option<&Node> {
    if span.start < node.span.start || node.span.end < span.end {
        return None;
    }
    match &node.kind {
        Kind::String(_) => Some(node).filter(|node| node.span == span),
        Kind::Array(items) => items.iter().find_map(|item| string_at(item, span)),
        Kind::Object(members) => members
            .iter()
            .find_map(|member| string_at(&member.value, span)),
        _ => None,
    }
}
