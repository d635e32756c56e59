//! Keys that stand twice in one mapping.

use super::findings::Findings;
use super::{Kind, Member, Node, Tree, edit, rule};
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Fix};
use std::collections::HashMap;

/// Below this number of members, comparing each with each is quicker than hashing.
const FEW: usize = 12;

/// Reports keys that stand twice among `members`. The notation's readers keep all of them in the tree.
pub(super) fn check(members: &[Member], findings: &mut Findings) {
    if members.len() <= FEW {
        for (at, member) in members.iter().enumerate() {
            let before = members[..at]
                .iter()
                .rev()
                .find(|before| before.key.text == member.key.text);
            if let Some(before) = before {
                findings.push(finding(&member.key.text, before.key.span, member.key.span));
            }
        }
        return;
    }
    let mut seen: HashMap<&str, Span, foldhash::fast::RandomState> =
        HashMap::with_capacity_and_hasher(members.len(), Default::default());
    for member in members {
        if let Some(before) = seen.insert(&member.key.text, member.key.span) {
            findings.push(finding(&member.key.text, before, member.key.span));
        }
    }
}

fn finding(key: &str, before: Span, again: Span) -> Diagnostic {
    let shown = crate::base::text::shorten(key, 60);
    Diagnostic::error(
        rule::DUPLICATE_KEY,
        again,
        format!("the key `{shown}` stands twice in one object"),
    )
    .labelled("again here: most readers take this one and drop the other silently")
    .label(before, "first here")
    .help("rename one of them, or remove it")
}

/// Adds to what was reported the edit that removes the first of the two. Where both say the same that is certain.
pub(super) fn mend(text: &str, tree: &mut Tree) {
    let mut wanted: HashMap<Span, usize> = HashMap::new();
    for (at, diagnostic) in tree.diagnostics.iter().enumerate() {
        if diagnostic.rule == rule::DUPLICATE_KEY
            && let Some(first) = diagnostic.labels.get(1)
        {
            wanted.insert(first.span, at);
        }
    }
    if let (false, Some(root)) = (wanted.is_empty(), &tree.root) {
        let mut fixes = Vec::new();
        collect(text, root, &wanted, &mut fixes);
        for (at, fix) in fixes {
            tree.diagnostics[at].fixes.push(fix);
        }
    }
}

/// As deep as the tree, whose readers bound its depth.
fn collect(text: &str, node: &Node, wanted: &HashMap<Span, usize>, fixes: &mut Vec<(usize, Fix)>) {
    match &node.kind {
        Kind::Array(items) => items
            .iter()
            .for_each(|item| collect(text, item, wanted, fixes)),
        Kind::Object(members) => {
            for (at, member) in members.iter().enumerate() {
                collect(text, &member.value, wanted, fixes);
                let Some(number) = wanted.get(&member.key.span) else {
                    continue;
                };
                let mut later = members[at + 1..].iter();
                let again = later.find(|later| later.key.text == member.key.text);
                let same =
                    again.is_some_and(|again| again.value.to_value() == member.value.to_value());
                if let Some(edit) = edit::remove_member(text, node, member) {
                    let title = "remove the first of the two".to_owned();
                    let edits = vec![edit];
                    fixes.push((
                        *number,
                        Fix {
                            title,
                            safe: same,
                            edits,
                        },
                    ));
                }
            }
        }
        _ => {}
    }
}
