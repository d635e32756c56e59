//! `literal-account`

use crate::base::Span;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::source::{Kind, Node};
use std::collections::BTreeSet;

/// See `literal-account.md`.
pub(super) struct LiteralAccount;

static META: Meta = Meta {
    id: "literal-account",
    category: Category::Security,
    severity: Severity::Warning,
    pedantic: true,
    since: "0.1.0",
    fixable: false,
    page: include_str!("literal-account.md"),
};

impl Rule for LiteralAccount {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let Some(definition) = context.node(context.machine().span) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        walk(definition, "", &mut found);
        let mut seen = BTreeSet::new();
        found.retain(|(account, _)| seen.insert(account.clone()));
        found
            .into_iter()
            .map(|(account, span)| finding(&account, span))
            .collect()
    }
}

// Recursion is bounded: the readers of source text allow a fixed depth.
fn walk(node: &Node, key: &str, found: &mut Vec<(String, Span)>) {
    match &node.kind {
        Kind::String(text) if key != "Comment" => {
            found.extend(account(&text.value).map(|account| (account.to_owned(), node.span)));
        }
        Kind::Array(items) => items.iter().for_each(|item| walk(item, key, found)),
        Kind::Object(members) => members
            .iter()
            .for_each(|member| walk(&member.value, &member.key.text, found)),
        _ => {}
    }
}

/// The account in an ARN or in the address of a queue.
fn account(text: &str) -> Option<&str> {
    let is_account = |part: &&str| part.len() == 12 && part.bytes().all(|b| b.is_ascii_digit());
    if text.starts_with("arn:") {
        return text.split(':').nth(4).filter(is_account);
    }
    let path = text.strip_prefix("https://sqs.")?;
    path.split('/').nth(1).filter(is_account)
}

fn finding(account: &str, span: Span) -> Diagnostic {
    META.finding(span, format!("the definition names the account {account}"))
        .note("it runs in this account alone: not in that for tests, not in the next region")
        .help("fill it in when it is deployed: a placeholder such as `${FunctionArn}`, or the context of the execution")
}
