//! `jsonpath-slice-step`

use crate::diagnostics::{Diagnostic, Fix, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::query::jsonpath::StepKind;

/// See `jsonpath-slice-step.md`.
pub(super) struct JsonpathSliceStep;

static META: Meta = Meta {
    id: "jsonpath-slice-step",
    category: Category::Expressions,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: true,
    page: include_str!("jsonpath-slice-step.md"),
};

impl Rule for JsonpathSliceStep {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (state, read) in context.paths() {
            for step in read.path.steps() {
                let StepKind::Slice { .. } = step.kind else {
                    continue;
                };
                let text = &read.path.text()[step.span.range()];
                let (Some(last), 2) = (text.rfind(':'), text.matches(':').count()) else {
                    continue;
                };
                let given = text[last + 1..].trim_matches([']', ' ']);
                if given.is_empty() || given == "1" {
                    continue;
                }
                let message = format!(
                    "the step `{given}` of the slice in `{}` is ignored",
                    read.written
                );
                let works = format!("{}]", &text[..last]);
                let mut finding = META
                    .finding(context.place_in(read, step.span), message)
                    .labelled(format!("works as `{works}`"))
                    .at(format!("{}/{}", state.location, read.field))
                    .help("Step Functions takes every item of the range: pick every second one in JSONata or in a Lambda function");
                if let Some(edit) = context.rewrite(read, step.span, &works) {
                    finding = finding.fix(Fix::safe(format!("write `{works}`"), vec![edit]));
                }
                found.push(finding);
            }
        }
        found
    }
}
