//! `missing-parameter`

use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::request::{RequestFault, TaskRequest};
use crate::lint::{Category, Context, Meta, Rule};

/// See `missing-parameter.md`.
pub(super) struct MissingParameter;

static META: Meta = Meta {
    id: "missing-parameter",
    category: Category::Integrations,
    severity: Severity::Error,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("missing-parameter.md"),
};

impl Rule for MissingParameter {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for request in context.task_requests() {
            for fault in &request.faults {
                if let RequestFault::Missing { name, place, span } = fault {
                    found.push(finding(request, name, place, *span));
                }
            }
        }
        found
    }
}

fn finding(
    request: &TaskRequest<'_>,
    name: &str,
    place: &str,
    span: crate::base::Span,
) -> Diagnostic {
    let state = &request.state.name.value;
    let (field, call) = (request.field, request.integration);
    let message =
        format!("`{state}` does not give `{name}` in `{field}{place}`, which `{call}` needs");
    let mut finding = META
        .finding(span, message)
        .labelled(format!("no `{name}` here"))
        .at(format!("{}{}", request.location(), place.replace('.', "/")));
    if !place.is_empty() {
        // What the model requires inside a structure is checked by the service, not by Step Functions.
        finding.severity = Severity::Warning;
    }
    finding.help(format!("add `{name}`"))
}
