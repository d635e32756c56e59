//! `parameter-value`

use crate::diagnostics::{Diagnostic, Edit, Fix, Severity};
use crate::lint::request::RequestFault;
use crate::lint::{Category, Context, Meta, Rule};

/// See `parameter-value.md`.
pub(super) struct ParameterValue;

static META: Meta = Meta {
    id: "parameter-value",
    category: Category::Integrations,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: true,
    page: include_str!("parameter-value.md"),
};

impl Rule for ParameterValue {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for request in context.task_requests() {
            for fault in &request.faults {
                let RequestFault::Value {
                    place,
                    span,
                    what,
                    meant,
                } = fault
                else {
                    continue;
                };
                let written = context.text().get(span.range()).unwrap_or_default();
                let message = format!(
                    "`{place}` of `{}` {what} for `{}`",
                    request.state.name.value, request.integration
                );
                let rest = place.strip_prefix(request.field).unwrap_or(place);
                let mut finding = META.finding(*span, message).at(format!(
                    "{}{}",
                    request.location(),
                    rest.replace('.', "/")
                ));
                if let Some(meant) = meant {
                    finding = finding.help(format!("did you mean `{meant}`?"));
                    if let Some(quote) = written.chars().next().filter(|c| matches!(c, '"' | '\''))
                    {
                        finding = finding.fix(Fix {
                            title: format!("write `{meant}`"),
                            safe: false,
                            edits: vec![Edit {
                                span: *span,
                                text: format!("{quote}{meant}{quote}"),
                            }],
                        });
                    }
                }
                found.push(finding);
            }
        }
        found
    }
}
