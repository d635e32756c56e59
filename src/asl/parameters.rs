//! The parameters of a call, as far as they are written out.

use crate::source::Node;

/// The parameters of a call as they stand in the source.
#[derive(Clone, Copy, Debug)]
pub struct Parameters<'a> {
    node: Option<&'a Node>,
}

/// What is known of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument<'a> {
    /// It is not given.
    Absent,
    /// It is computed when the machine runs.
    Computed,
    /// It is written out, perhaps with placeholders that are filled at deployment.
    Text(&'a str),
}

impl<'a> Argument<'a> {
    /// What is written out.
    pub fn text(self) -> Option<&'a str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl<'a> Parameters<'a> {
    /// The `Parameters` or `Arguments` that stand in the source; nothing where none do.
    pub fn new(node: Option<&'a Node>) -> Self {
        Self { node }
    }

    /// A text by its name, or by the way to it: `["Input", "S3Uri"]`.
    pub fn at(self, way: &[&str]) -> Argument<'a> {
        let Some(mut node) = self.node else {
            return Argument::Absent;
        };
        for name in way {
            if let Some(members) = node.members() {
                let computed = members
                    .iter()
                    .any(|member| member.key.text.strip_suffix(".$") == Some(*name));
                if computed {
                    return Argument::Computed;
                }
            }
            let Some(found) = node.get(name) else {
                return match node.members() {
                    Some(_) if !node.is_unknown() => Argument::Absent,
                    _ => Argument::Computed,
                };
            };
            node = found;
        }
        match node.text() {
            Some(text) if !text.trim_start().starts_with("{%") => Argument::Text(text),
            _ => Argument::Computed,
        }
    }

    /// Whether nothing is known of them before the machine runs: they are what an expression gives, or the state's input.
    pub fn are_computed(self) -> bool {
        self.node.is_none_or(|node| node.members().is_none())
    }

    /// A text by its name.
    pub fn get(self, name: &str) -> Argument<'a> {
        self.at(&[name])
    }

    /// The items of a list.
    pub fn items(self, name: &str) -> Option<Vec<Self>> {
        let items = self.node?.get(name)?.items()?;
        Some(items.iter().map(|item| Self::new(Some(item))).collect())
    }

    /// Every text in it whose name ends with `ending`, with and without a known value.
    pub fn ending_with(self, ending: &str) -> Vec<(&'a str, Argument<'a>)> {
        let mut found = Vec::new();
        let mut nodes: Vec<&Node> = self.node.into_iter().collect();
        while let Some(node) = nodes.pop() {
            for member in node.members().unwrap_or_default() {
                let key = &*member.key.text;
                let name = key.strip_suffix(".$").unwrap_or(key);
                if name.ends_with(ending) {
                    found.push((name, Self::new(Some(node)).get(name)));
                }
                nodes.push(&member.value);
            }
            nodes.extend(node.items().unwrap_or_default());
        }
        found
    }
}
