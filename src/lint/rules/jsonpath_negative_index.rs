//! `jsonpath-negative-index`

use crate::diagnostics::{Diagnostic, Fix, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::query::jsonpath::StepKind;

/// See `jsonpath-negative-index.md`.
pub(super) struct JsonpathNegativeIndex;

static META: Meta = Meta {
    id: "jsonpath-negative-index",
    category: Category::Expressions,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: true,
    page: include_str!("jsonpath-negative-index.md"),
};

impl Rule for JsonpathNegativeIndex {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (state, read) in context.paths() {
            for step in read.path.steps() {
                let StepKind::Index(index) = step.kind else {
                    continue;
                };
                if index >= 0 {
                    continue;
                }
                let before = &read.path.text()[..step.span.start as usize];
                let message = format!(
                    "`{}` counts from the end, and an index in Step Functions cannot",
                    read.written
                );
                let mut finding = META
                    .finding(context.place_in(read, step.span), message)
                    .labelled("always out of bounds")
                    .at(format!("{}/{}", state.location, read.field))
                    .help(format!("write `{before}[(@.length{index})]` for the item"))
                    .help(format!(
                        "or `{before}[{index}:]` for a list of the last items"
                    ));
                let last = format!("[(@.length{index})]");
                if let Some(edit) = context.rewrite(read, step.span, &last) {
                    finding = finding.fix(Fix::unsafe_(format!("write `{last}`"), vec![edit]));
                }
                found.push(finding);
            }
        }
        found
    }
}
