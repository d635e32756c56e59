//! `unknown-api`

use crate::asl::{Integration, ResourceKind, StateKind};
use crate::base::Spanned;
use crate::diagnostics::{Diagnostic, Edit, Fix, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::services::api;
use crate::services::is_retired;

/// See `unknown-api.md`.
pub(super) struct UnknownApi;

static META: Meta = Meta {
    id: "unknown-api",
    category: Category::Integrations,
    severity: Severity::Error,
    pedantic: false,
    since: "0.1.0",
    fixable: true,
    page: include_str!("unknown-api.md"),
};

impl Rule for UnknownApi {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for state in &context.machine().states {
            let StateKind::Task(task) = &state.kind else {
                continue;
            };
            let Some(resource) = &task.resource else {
                continue;
            };
            let ResourceKind::Integration(integration) = &resource.value.kind else {
                continue;
            };
            if !integration.sdk || integration.to_string().contains("${") {
                continue;
            }
            let Some(unknown) = unknown(integration) else {
                continue;
            };
            let name = &state.name.value;
            let mut finding = META
                .finding(resource.span, format!("`{name}` {}", unknown.message))
                .at(format!("{}/Resource", state.location))
                .aws(
                    "SCHEMA_VALIDATION_FAILED",
                    format!(
                        "The resource provided {} is not recognized. The value is not a valid resource ARN, or the \
                         resource is not available in this region.",
                        resource.value.text
                    ),
                );
            finding.help.extend(unknown.help);
            if let Some(meant) = unknown.meant
                && let Some(edit) = replaced(context.text(), resource, integration, &meant)
            {
                finding = finding.fix(Fix {
                    title: format!("call `aws-sdk:{meant}`"),
                    safe: unknown.certain,
                    edits: vec![edit],
                });
            }
            found.push(finding);
        }
        found
    }
}

struct Unknown {
    message: String,
    help: Option<String>,
    /// `service:action`
    meant: Option<String>,
    /// Whether nothing else can be meant.
    certain: bool,
}

fn unknown(integration: &Integration) -> Option<Unknown> {
    let (service, action) = (&*integration.service, &*integration.action);
    let Some(api) = api::service(service) else {
        if is_retired(service) {
            return Some(Unknown {
                message: format!("calls `aws-sdk:{service}`, a service that AWS has shut down"),
                help: None,
                meant: None,
                certain: false,
            });
        }
        let meant = api::nearest_service(service);
        return Some(Unknown {
            message: format!("calls `aws-sdk:{service}`, which is no AWS service by that name"),
            help: meant.map(|near| {
                format!("did you mean `aws-sdk:{near}`? Step Functions has the names of the AWS SDK for Java")
            }),
            meant: meant
                .filter(|near| api::service(near).is_some_and(|near| near.operation(action).is_some()))
                .map(|near| format!("{near}:{action}")),
            certain: meant.is_some_and(|near| {
                near.eq_ignore_ascii_case(service) || api::service_by_cli_name(service) == Some(near)
            }),
        });
    };
    if api.operation(action).is_some() {
        return None;
    }
    let by_capitals = api
        .operations
        .iter()
        .map(api::Operation::action)
        .find(|known| known.eq_ignore_ascii_case(action));
    let certain = by_capitals.is_some();
    let meant = by_capitals.or_else(|| api.nearest_action(action));
    Some(Unknown {
        message: format!(
            "calls `aws-sdk:{service}:{action}`, and {} has no such action",
            api.id
        ),
        help: meant
            .as_ref()
            .map(|near| format!("did you mean `aws-sdk:{service}:{near}`?")),
        meant: meant.map(|near| format!("{service}:{near}")),
        certain,
    })
}

/// The edit that puts `meant` in the place of service and action.
fn replaced(
    source: &str,
    resource: &Spanned<crate::asl::Resource>,
    integration: &Integration,
    meant: &str,
) -> Option<Edit> {
    let old = format!("{}:{}", integration.service, integration.action);
    let written = source.get(resource.span.range())?;
    let at = written.rfind(&old)?;
    let start = resource.span.start as usize + at;
    Some(Edit {
        span: crate::base::Span::new(start, start + old.len()),
        text: meant.to_owned(),
    })
}
