//! `jsonpath-several-names`

use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::query::jsonpath::StepKind;

/// See `jsonpath-several-names.md`.
pub(super) struct JsonpathSeveralNames;

static META: Meta = Meta {
    id: "jsonpath-several-names",
    category: Category::Expressions,
    severity: Severity::Error,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("jsonpath-several-names.md"),
};

impl Rule for JsonpathSeveralNames {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (state, read) in context.paths() {
            let steps = read.path.steps();
            for (at, step) in steps.iter().enumerate() {
                let StepKind::Names(names) = &step.kind else {
                    continue;
                };
                if at + 1 == steps.len() || names.len() < 2 {
                    continue;
                }
                let message = format!(
                    "`{}` goes on behind several names, which can only stand last",
                    read.written
                );
                let finding = META
                    .finding(context.place_in(read, step.span), message)
                    .labelled("several names")
                    .at(format!("{}/{}", state.location, read.field))
                    .note(format!(
                        "AWS takes the definition, and `{}` fails with `States.Runtime`: \"Multi properties can only be used as path leafs\"",
                        state.name.value
                    ))
                    .help("read each of them with a path of its own");
                found.push(finding);
            }
        }
        found
    }
}
