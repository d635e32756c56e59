//! `jsonpath-filter-quotes`

use crate::diagnostics::{Diagnostic, Fix, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::query::jsonpath::{Comparison, Operand, StepKind};
use crate::source::edit;

/// See `jsonpath-filter-quotes.md`.
pub(super) struct JsonpathFilterQuotes;

static META: Meta = Meta {
    id: "jsonpath-filter-quotes",
    category: Category::Expressions,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: true,
    page: include_str!("jsonpath-filter-quotes.md"),
};

impl Rule for JsonpathFilterQuotes {
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
                let tests = filter.alternatives.iter().flat_map(|tests| tests.iter());
                let operands = tests.flat_map(|test| match &test.comparison {
                    Comparison::Compare { left, right, .. } => vec![left, right],
                    Comparison::Exists(_) | Comparison::Missing(_) => Vec::new(),
                });
                for operand in operands.filter(|operand| is_double_quoted(operand)) {
                    let text = operand.text().unwrap_or_default();
                    let inner = text.trim_matches('"');
                    let message = format!(
                        "this filter compares with `{text}`, double quotes and all, in `{}`",
                        read.written
                    );
                    let mut finding = META
                        .finding(context.place_in(read, operand.span), message)
                        .labelled("the quotes are part of the text")
                        .at(format!("{}/{}", state.location, read.field))
                        .note("double quotes do not quote in a path, so the filter finds nothing, and no error tells")
                        .help(format!("write `'{inner}'`"));
                    // In JSON the quotes are escaped, so that the whole string is written anew.
                    let path = read.written.replace(text, &format!("'{inner}'"));
                    let whole = read.part.start == 0 && !inner.contains('\'');
                    let edit = edit::replace_text(context.text(), read.span, &path)
                        .filter(|_| whole && context.is_whole(read));
                    if let Some(edit) = edit {
                        let title = format!("write `'{inner}'`");
                        finding = finding.fix(Fix::unsafe_(title, vec![edit]));
                    }
                    found.push(finding);
                }
            }
        }
        found
    }
}

fn is_double_quoted(operand: &Operand) -> bool {
    let text = operand.text().filter(|_| !operand.is_quoted());
    text.is_some_and(|text| text.len() > 1 && text.starts_with('"') && text.ends_with('"'))
}
