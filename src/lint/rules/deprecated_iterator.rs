//! `deprecated-iterator`

use crate::asl::StateKind;
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Fix, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::source::edit;

/// See `deprecated-iterator.md`.
pub(super) struct DeprecatedIterator;

static META: Meta = Meta {
    id: "deprecated-iterator",
    category: Category::Structure,
    severity: Severity::Note,
    pedantic: true,
    since: "0.1.0",
    fixable: true,
    page: include_str!("deprecated-iterator.md"),
};

impl Rule for DeprecatedIterator {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for state in &context.machine().states {
            let StateKind::Map(map) = &state.kind else {
                continue;
            };
            let older = [
                (map.iterator, "Iterator", "ItemProcessor"),
                (map.parameters, "Parameters", "ItemSelector"),
            ];
            for (key, old, new) in older {
                let Some(key) = key else { continue };
                let message = format!(
                    "`{old}` of Map `{}` is the older name of `{new}`",
                    state.name.value
                );
                let finding = META
                    .finding(key, message)
                    .at(state.location.clone())
                    .help(format!("write `{new}`"));
                found.push(match fix(context, state.span, key, new) {
                    Some(fix) => finding.fix(fix),
                    None => finding,
                });
            }
        }
        found
    }
}

fn fix(context: &Context<'_>, state: Span, key: Span, new: &str) -> Option<Fix> {
    // The key of a merged mapping stands elsewhere, and may serve other states too.
    let own = state.start <= key.start && key.end <= state.end;
    let edit = edit::replace_text(context.text(), key, new).filter(|_| own)?;
    Some(Fix::safe(format!("write `{new}`"), vec![edit]))
}
