//! `optimised-integration`

use crate::asl::{ResourceKind, StateKind};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::services::optimised_form;

/// See `optimised-integration.md`.
pub(super) struct OptimisedIntegration;

static META: Meta = Meta {
    id: "optimised-integration",
    category: Category::Integrations,
    severity: Severity::Note,
    pedantic: true,
    since: "0.1.0",
    fixable: false,
    page: include_str!("optimised-integration.md"),
};

impl Rule for OptimisedIntegration {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        let found = states.filter_map(|state| {
            let StateKind::Task(task) = &state.kind else {
                return None;
            };
            let resource = task.resource.as_ref()?;
            let ResourceKind::Integration(integration) = &resource.value.kind else {
                return None;
            };
            if !integration.sdk {
                return None;
            }
            let optimised = optimised_form(&integration.service, &integration.action)?;
            let action = optimised.action(&integration.action)?;
            let name = &state.name.value;
            let form = format!("{}:{}", optimised.name, action.name);
            let mut finding = META
                .finding(
                    resource.span,
                    format!("`{name}` calls `{integration}`, for which there is the optimised integration `{form}`"),
                )
                .at(format!("{}/Resource", state.location));
            if action.sync {
                finding = finding.note(format!("`{form}.sync` waits for the end of the job"));
            }
            Some(finding.help(
                "its results and error names differ: look at what later states read, and at `Retry` and `Catch`",
            ))
        });
        found.collect()
    }
}
