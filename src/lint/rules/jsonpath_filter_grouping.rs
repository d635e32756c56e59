//! `jsonpath-filter-grouping`

use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::query::jsonpath::StepKind;

/// See `jsonpath-filter-grouping.md`.
pub(super) struct JsonpathFilterGrouping;

static META: Meta = Meta {
    id: "jsonpath-filter-grouping",
    category: Category::Expressions,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("jsonpath-filter-grouping.md"),
};

impl Rule for JsonpathFilterGrouping {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (state, read) in context.paths() {
            for step in read.path.steps() {
                let StepKind::Filter(filter) = &step.kind else {
                    continue;
                };
                let text = &read.path.text()[step.span.range()];
                let mixed = filter.alternatives.len() > 1
                    && filter.alternatives.iter().any(|tests| tests.len() > 1);
                if !mixed || !groups(text) {
                    continue;
                }
                let message = format!("parentheses do not group in a filter: `{}`", read.written);
                let finding = META
                    .finding(context.place_in(read, step.span), message)
                    .labelled("read without the inner parentheses: `&&` before `||`")
                    .at(format!("{}/{}", state.location, read.field))
                    .help("write the condition without parentheses: `(a || b) && c` is `a && c || b && c`");
                found.push(finding);
            }
        }
        found
    }
}

/// Whether parentheses inside those of the filter hold an `||` (around `&&` they change nothing).
fn groups(filter: &str) -> bool {
    let (mut depth, mut quoted) = (0_usize, false);
    let bytes = filter.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'\'' => quoted = !quoted,
            _ if quoted => {}
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b'|' if depth > 1 && bytes.get(at + 1) == Some(&b'|') => return true,
            _ => {}
        }
    }
    false
}
