//! The intrinsic functions of CloudFormation, with their YAML tags: what they give, where it is known before the
//! deployment, and else a placeholder.

use super::inline;
use crate::base::Span;
use crate::source::cutting::Cutting;
use crate::source::string_map::Part;
use crate::source::{
    Key, Kind, Member, Node, Placeholder, SourceFile, StringStyle, Text, Tree, placeholders,
};
use crate::value::Str;
use indexmap::IndexSet;
use std::ops::Range;

/// A call of a function: `!Sub x`, `{"Fn::Sub": x}`.
pub(super) struct Call<'n> {
    /// Without `Fn::`: `Sub`, `Ref`.
    pub(super) name: &'n str,
    /// What it is called with. It has the function's tag where it is called by one.
    pub(super) argument: &'n Node,
    /// Where the whole call stands.
    pub(super) span: Span,
}

impl<'n> Call<'n> {
    /// The call that a node is.
    pub(super) fn of(node: &'n Node) -> Option<Self> {
        if let Some(tag) = &node.tag {
            return Some(Self {
                name: tag.name.strip_prefix('!')?,
                argument: node,
                span: node.span.join(tag.span),
            });
        }
        let [only] = node.members()? else {
            return None;
        };
        let name = match &*only.key.text {
            "Ref" => "Ref",
            name => name.strip_prefix("Fn::")?,
        };
        Some(Self {
            name,
            argument: &only.value,
            span: node.span,
        })
    }

    /// What a placeholder for the call is named.
    fn placeholder(&self) -> String {
        let words: Vec<&str> = match &self.argument.kind {
            Kind::String(text) => vec![&text.value],
            Kind::Array(items) => items
                .iter()
                .map_while(|item| item.text().map(|text| &**text))
                .collect(),
            _ => Vec::new(),
        };
        let name = match self.name {
            "Ref" | "GetAtt" => words.join("."),
            name => format!("{name}.{}", words.join(".")),
        };
        crate::source::placeholder::name_of(&name)
    }

    /// The text and variables of `Fn::Sub`.
    pub(super) fn sub(&self) -> Option<(&'n Node, &'n [Member])> {
        match &self.argument.kind {
            Kind::String(_) => Some((self.argument, &[])),
            Kind::Array(items) => {
                let [text, variables] = &items[..] else {
                    return None;
                };
                text.text()?;
                Some((text, variables.members()?))
            }
            _ => None,
        }
    }

    /// The separator and items of `Fn::Join`.
    fn join(&self) -> Option<(&'n str, &'n [Node])> {
        let [separator, items] = self.argument.items()? else {
            return None;
        };
        // A tag on the list makes it something else than a list.
        let items = items.items().filter(|_| items.tag.is_none())?;
        Some((separator.text()?, items))
    }
}

/// The text of a string, whatever its tag.
fn string(node: &Node) -> Option<&Str> {
    match &node.kind {
        Kind::String(text) => Some(&text.value),
        _ => None,
    }
}

/// Puts the text that a value stands for at the end of a cutting. Names that CloudFormation fills go into `implied`.
pub(super) fn cut(
    node: &Node,
    file: &SourceFile,
    cutting: &mut Cutting,
    implied: &mut IndexSet<String>,
) {
    let Some(call) = Call::of(node) else {
        match &node.kind {
            Kind::String(text) => {
                let parts = file.parts_of_string(node);
                cutting.copy(&text.value, parts, inline::writing(node, file));
            }
            _ => cutting.stand_in(&node.to_value().to_compact_json(), node.span),
        }
        return;
    };
    match (call.name, call.sub(), call.join()) {
        ("Sub", Some((text, _)), _) => {
            cut_sub(text, file, cutting);
            implied.extend(names(text));
        }
        ("Join", _, Some((separator, items))) => {
            for (number, item) in items.iter().enumerate() {
                if number > 0 && !separator.is_empty() {
                    cutting.stand_in(separator, call.span);
                }
                cut(item, file, cutting, implied);
            }
        }
        _ => {
            let name = call.placeholder();
            cutting.stand_in(&format!("${{{name}}}"), call.span);
            implied.insert(name);
        }
    }
}

/// The text of `Fn::Sub`, in which `${!name}` is `${name}`.
fn cut_sub(node: &Node, file: &SourceFile, cutting: &mut Cutting) {
    let Some(text) = string(node) else { return };
    let parts = file.parts_of_string(node);
    let (mut value, mut kept) = (String::new(), Vec::new());
    let mut keep = |range: Range<usize>| {
        let made = value.len();
        kept.extend(within(&parts, range.clone()).into_iter().map(|part| Part {
            value: part.value.start + made..part.value.end + made,
            source: part.source,
        }));
        value.push_str(&text[range]);
    };
    let mut from = 0;
    for (at, _) in text.match_indices("${!") {
        keep(from..at + 2);
        from = at + 3;
    }
    keep(from..text.len());
    cutting.copy(&value, kept, inline::writing(node, file));
}

/// The parts of a part of a value, counted from its beginning.
fn within(parts: &[Part], range: Range<usize>) -> Vec<Part> {
    let mut found = Vec::new();
    let first = parts.partition_point(|part| part.value.end <= range.start);
    for part in &parts[first..] {
        if part.value.start >= range.end {
            break;
        }
        let value = part.value.start.max(range.start)..part.value.end.min(range.end);
        let source = if part.is_copy() {
            let shift = value.start - part.value.start;
            part.source.start + shift..part.source.start + shift + value.len()
        } else {
            part.source.clone()
        };
        found.push(Part {
            value: value.start - range.start..value.end - range.start,
            source,
        });
    }
    found
}

/// The names in a value that `Fn::Sub` leaves as they are: `name` of `${!name}`. As deep as the tree, whose readers bound it.
pub(super) fn escaped_names(node: &Node) -> Vec<String> {
    match &node.kind {
        Kind::Array(items) => items.iter().flat_map(escaped_names).collect(),
        Kind::Object(members) => {
            let values = members.iter().map(|member| &member.value);
            values.flat_map(escaped_names).collect()
        }
        Kind::String(text) => {
            let escapes = text.value.split("${!").skip(1);
            escapes
                .filter_map(|rest| Some(rest.split_once('}')?.0.to_owned()))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The names that a text of `Fn::Sub` asks for.
fn names(text: &Node) -> impl Iterator<Item = String> {
    let tree = Tree {
        root: Some(Node {
            tag: None,
            ..text.clone()
        }),
        ..Tree::default()
    };
    placeholders(&tree)
        .into_iter()
        .map(|Placeholder { name, .. }| name)
}

/// Fields that say how the states of a definition hang together.
const STRUCTURE: [&str; 14] = [
    "Branches",
    "Catch",
    "Choices",
    "Default",
    "End",
    "ItemProcessor",
    "Iterator",
    "Next",
    "ProcessorConfig",
    "Retry",
    "StartAt",
    "States",
    "Type",
    "state",
];

/// Fields that hold data, of whatever names.
const DATA: [&str; 8] = [
    "Arguments",
    "Assign",
    "Comment",
    "ItemSelector",
    "Output",
    "Parameters",
    "Result",
    "ResultSelector",
];

/// The calls of `Fn::If` in a definition on which its structure depends: which states there are, where they lead.
pub(super) fn structural_choices(definition: &Node) -> Vec<Span> {
    let mut found = Vec::new();
    let mut open = vec![(definition, "")];
    while let Some((node, key)) = open.pop() {
        if let Some(call) = Call::of(node) {
            if call.name == "If" && STRUCTURE.contains(&key) {
                found.push(call.span);
            }
            continue;
        }
        match &node.kind {
            Kind::Array(items) => open.extend(items.iter().map(|item| (item, key))),
            Kind::Object(members) => {
                let inner = members
                    .iter()
                    .filter(|member| !DATA.contains(&&*member.key.text));
                open.extend(inner.map(|member| match key {
                    // The names of states are the user's.
                    "States" => (&member.value, "state"),
                    _ => (&member.value, &*member.key.text),
                }));
            }
            _ => {}
        }
    }
    found.sort();
    found
}

/// A value with each call in it carried out. Names that CloudFormation fills go into `implied`.
pub(super) fn resolve(node: &Node, implied: &mut IndexSet<String>) -> Node {
    if let Some(call) = Call::of(node) {
        return resolve_call(&call, node, implied);
    }
    let kind = match &node.kind {
        Kind::Array(items) => {
            Kind::Array(items.iter().map(|item| resolve(item, implied)).collect())
        }
        Kind::Object(members) => Kind::Object(
            members
                .iter()
                .map(|member| Member {
                    key: Key {
                        text: member.key.text.clone(),
                        span: member.key.span,
                    },
                    value: resolve(&member.value, implied),
                })
                .collect(),
        ),
        kind => kind.clone(),
    };
    Node {
        kind,
        span: node.span,
        tag: node.tag.clone(),
        aliased: node.aliased,
        yaml_word: node.yaml_word,
    }
}

fn resolve_call(call: &Call<'_>, node: &Node, implied: &mut IndexSet<String>) -> Node {
    let made = match (call.name, call.sub(), call.join()) {
        ("Sub", Some((text, _)), _) => {
            implied.extend(names(text));
            let escaped = string(text).is_some_and(|text| text.contains("${!"));
            let kind = match &text.kind {
                Kind::String(text) if escaped => joined(text.value.replace("${!", "${")),
                kind => kind.clone(),
            };
            Node::new(kind, text.span)
        }
        ("Join", _, Some((separator, items))) => {
            let mut text = String::new();
            for (number, item) in items.iter().enumerate() {
                if number > 0 {
                    text.push_str(separator);
                }
                match resolve(item, implied).to_value().as_str() {
                    Some(part) => text.push_str(part),
                    None => text.push_str(&item.to_value().to_compact_json()),
                }
            }
            Node::new(joined(text), call.span)
        }
        _ => {
            let name = call.placeholder();
            implied.insert(name.clone());
            Node::new(Kind::Placeholder(name.into()), call.span)
        }
    };
    Node {
        aliased: node.aliased,
        ..made
    }
}

fn joined(text: String) -> Kind {
    Kind::String(Text {
        value: text.into(),
        style: StringStyle::Plain,
        filled: true,
    })
}
