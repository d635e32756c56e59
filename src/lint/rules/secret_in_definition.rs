//! `secret-in-definition`

use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::services::{secret, secret_under};
use crate::source::{Kind, Node};

/// See `secret-in-definition.md`.
pub(super) struct SecretInDefinition;

static META: Meta = Meta {
    id: "secret-in-definition",
    category: Category::Security,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("secret-in-definition.md"),
};

impl Rule for SecretInDefinition {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let Some(definition) = context.node(context.machine().span) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        walk(definition, "", &mut found);
        found
    }
}

// Recursion is bounded: the readers of source text allow a fixed depth.
fn walk(node: &Node, key: &str, found: &mut Vec<Diagnostic>) {
    match &node.kind {
        Kind::String(text) => {
            if let Some(what) = secret(&text.value).or_else(|| secret_under(key, &text.value)) {
                found.push(finding(node, what));
            }
        }
        Kind::Array(items) => items.iter().for_each(|item| walk(item, key, found)),
        Kind::Object(members) => {
            for member in members {
                walk(&member.value, &member.key.text, found);
            }
        }
        _ => {}
    }
}

/// The secret itself is not told.
fn finding(node: &Node, what: &str) -> Diagnostic {
    META.finding(node.span, format!("the definition holds {what}"))
        .note("definitions are read with `states:DescribeStateMachine`, lie in repositories and templates, and come in the history of each execution")
        .help("keep it in Secrets Manager: read it in the function that needs it, or use a connection of EventBridge for `http:invoke`")
        .help("make a new one: this one has been seen")
}
