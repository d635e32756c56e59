//! `parameter-type`

use crate::base::text;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::request::RequestFault;
use crate::lint::{Category, Context, Meta, Rule};

/// See `parameter-type.md`.
pub(super) struct ParameterType;

static META: Meta = Meta {
    id: "parameter-type",
    category: Category::Integrations,
    severity: Severity::Error,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("parameter-type.md"),
};

impl Rule for ParameterType {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for request in context.task_requests() {
            for fault in &request.faults {
                let RequestFault::WrongType {
                    place,
                    span,
                    expected,
                    found: kind,
                } = fault
                else {
                    continue;
                };
                let message = format!(
                    "`{place}` of `{}` must be {expected} for `{}`, not {}",
                    request.state.name.value,
                    request.integration,
                    text::article(kind)
                );
                let rest = place.strip_prefix(request.field).unwrap_or(place);
                let finding = META.finding(*span, message).at(format!(
                    "{}{}",
                    request.location(),
                    rest.replace('.', "/")
                ));
                found.push(finding);
            }
        }
        found
    }
}
