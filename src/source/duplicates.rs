//! Keys that stand twice in one mapping.

use super::findings::Findings;
use super::{Member, rule};
use crate::base::Span;
use crate::diagnostics::Diagnostic;
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
