//! `uncallable-api`

use crate::asl::{ResourceKind, StateKind};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::services::{Uncallable, api, uncallable};

/// See `uncallable-api.md`.
pub(super) struct UncallableApi;

static META: Meta = Meta {
    id: "uncallable-api",
    category: Category::Integrations,
    severity: Severity::Error,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("uncallable-api.md"),
};

impl Rule for UncallableApi {
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
            let service = api::service(&integration.service)?;
            let operation = service.operation(&integration.action)?;
            let why = uncallable(service, operation)?;
            let name = &state.name.value;
            let message = format!(
                "`{name}` calls `{integration}`, which Step Functions cannot: {}",
                match why {
                    Uncallable::Stream if operation.streams_output =>
                        "it answers with a stream of events",
                    Uncallable::Stream => "it takes a stream of events",
                    Uncallable::Signature => "the service does not take the credentials of a role",
                    Uncallable::Excluded => "the action is excluded from the AWS SDK integrations",
                }
            );
            let finding = META
                .finding(resource.span, message)
                .at(format!("{}/Resource", state.location));
            Some(match instead(service, operation) {
                Some(action) => finding.help(format!("call `aws-sdk:{}:{action}`", service.name)),
                None if why == Uncallable::Stream => finding
                    .help("call it in a Lambda function, which can read the stream to its end"),
                None => finding,
            })
        });
        found.collect()
    }
}

/// The action that does the same without a stream: `converse` for `converseStream`.
fn instead(service: &api::Service, operation: &api::Operation) -> Option<String> {
    let name = operation.name;
    let plain = name
        .strip_suffix("WithResponseStream")
        .or_else(|| name.strip_suffix("WithBidirectionalStream"))
        .or_else(|| name.strip_suffix("Stream"))?;
    Some(service.operation_named(plain)?.action())
}
