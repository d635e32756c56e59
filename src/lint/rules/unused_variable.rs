//! `unused-variable`

use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use foldhash::{HashSet, HashSetExt};

/// See `unused-variable.md`.
pub(super) struct UnusedVariable;

static META: Meta = Meta {
    id: "unused-variable",
    category: Category::DataFlow,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("unused-variable.md"),
};

impl Rule for UnusedVariable {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        if context.assignments().is_empty() || hides_names(context.text()) {
            return Vec::new();
        }
        // Every `$name` in the text counts as a use, whatever it stands in: what cannot be parsed yet, too.
        let used = names(context.text());
        let mut told = HashSet::new();
        let unused = context.assignments().iter().filter(|one| {
            !one.name.contains("${") && !used.contains(&*one.name) && told.insert(&one.name)
        });
        let finding = |one: &crate::analysis::Assignment| {
            let state = context.state(one.state);
            let message = format!(
                "`{}` assigns `${}`, and nothing reads it",
                state.name.value, one.name
            );
            META.finding(context.assigned_at(one), message)
                .at(format!("{}/Assign", state.location))
                .note("variables are no part of a state's output: what only an output shall show stands in `Output` or `ResultPath`")
                .help("remove it, or read it")
        };
        unused.map(finding).collect()
    }
}

/// Whether a `$` may be written otherwise: as an escape.
fn hides_names(text: &str) -> bool {
    ["\\u0024", "\\x24", "\\U00000024"]
        .iter()
        .any(|escape| text.contains(escape))
}

/// What stands behind a `$` in a text.
fn names(text: &str) -> HashSet<&str> {
    let starts = text.match_indices('$').map(|(at, _)| &text[at + 1..]);
    starts
        .map(|rest| {
            let end = rest
                .find(|c: char| !(c.is_alphanumeric() || c == '_' || !c.is_ascii()))
                .unwrap_or(rest.len());
            &rest[..end]
        })
        .filter(|name| !name.is_empty())
        .collect()
}
