//! `jsonpath-filter-index`

use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::query::jsonpath::StepKind;

/// See `jsonpath-filter-index.md`.
pub(super) struct JsonpathFilterIndex;

static META: Meta = Meta {
    id: "jsonpath-filter-index",
    category: Category::Expressions,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("jsonpath-filter-index.md"),
};

impl Rule for JsonpathFilterIndex {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (state, read) in context.paths() {
            for pair in read.path.steps().windows(2) {
                let (StepKind::Filter(_), StepKind::Index(index)) = (&pair[0].kind, &pair[1].kind)
                else {
                    continue;
                };
                let list = &read.path.text()[..pair[0].span.end as usize];
                let message = format!(
                    "`[{index}]` behind a filter is taken in each item that passes, not in the list of them: `{}`",
                    read.written
                );
                let finding = META
                    .finding(context.place_in(read, pair[1].span), message)
                    .labelled("item of an item")
                    .at(format!("{}/{}", state.location, read.field))
                    .help(format!(
                        "for hit number {index} write `States.ArrayGetItem({list}, {index})`"
                    ));
                found.push(finding);
            }
        }
        found
    }
}
