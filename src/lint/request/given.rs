//! A parameter as it is given.

use crate::source::{Kind, Member, Node};

/// A parameter as it is given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given<'a> {
    /// Its key, with or without `.$`, and its value.
    pub(crate) member: &'a Member,
}

impl<'a> Given<'a> {
    /// The parameter `name` in an object.
    pub(super) fn find(object: &'a Node, name: &str) -> Option<Self> {
        let members = object.members()?;
        let member = members
            .iter()
            .rev()
            .find(|member| plain_name(&member.key.text) == name)?;
        Some(Self { member })
    }

    /// Whether its value is computed or filled in later.
    pub(crate) fn is_dynamic(&self) -> bool {
        self.member.key.text.ends_with(".$") || is_dynamic(&self.member.value)
    }

    /// The text, where it is written out.
    pub(crate) fn literal(&self) -> Option<&'a str> {
        (!self.is_dynamic())
            .then(|| self.member.value.text())
            .flatten()
            .map(|text| &**text)
    }
}

/// A key without the `.$` that tells that its value is computed.
pub(super) fn plain_name(key: &str) -> &str {
    key.strip_suffix(".$").unwrap_or(key)
}

/// Whether a value is computed by JSONata or known only when the definition is deployed.
pub(super) fn is_dynamic(node: &Node) -> bool {
    if node.is_unknown() {
        return true;
    }
    match &node.kind {
        Kind::String(text) => {
            text.filled || text.value.contains("${") || text.value.trim_start().starts_with("{%")
        }
        _ => false,
    }
}
