//! `error-never-raised`

use crate::asl::{Integration, Pattern, ResourceKind, State, StateKind};
use crate::base::{Spanned, text};
use crate::diagnostics::{Diagnostic, Edit, Fix, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::services::api::{self, java_exception};
use crate::services::{error_prefixes, is_mistaken_prefix};
use crate::value::Str;

/// See `error-never-raised.md`.
pub(super) struct ErrorNeverRaised;

static META: Meta = Meta {
    id: "error-never-raised",
    category: Category::ErrorHandling,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: true,
    page: include_str!("error-never-raised.md"),
};

impl Rule for ErrorNeverRaised {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for state in &context.machine().states {
            let StateKind::Task(task) = &state.kind else {
                continue;
            };
            let Some(ResourceKind::Integration(integration)) =
                task.resource.as_ref().map(|resource| &resource.value.kind)
            else {
                continue;
            };
            if error_prefixes(&integration.service, integration.sdk).is_empty() {
                continue;
            }
            let retries = state
                .retry
                .iter()
                .map(|retrier| (&retrier.error_equals, &retrier.location));
            let catches = state
                .catch
                .iter()
                .map(|catcher| (&catcher.error_equals, &catcher.location));
            for (names, location) in retries.chain(catches) {
                for name in names {
                    if let Some(fault) = fault(integration, name, names) {
                        found.push(finding(context, state, integration, name, fault, location));
                    }
                }
            }
        }
        found
    }
}

struct Fault {
    why: String,
    meant: Option<String>,
}

fn fault(integration: &Integration, name: &Spanned<Str>, all: &[Spanned<Str>]) -> Option<Fault> {
    let Integration {
        service,
        action,
        sdk,
        pattern,
    } = integration;
    let text = &*name.value;
    if text.starts_with("States.") || text.contains("${") {
        return None;
    }
    let prefixes = error_prefixes(service, *sdk);
    let prefix = *prefixes.first()?;
    let begin = || {
        format!(
            "the errors of `{}` begin with `{prefix}.`",
            integration.resource_type()
        )
    };
    let Some((given, rest)) = text.split_once('.') else {
        // A Lambda function and whoever holds a task token fail with names of their own.
        if *pattern == Pattern::WaitForTaskToken || (!sdk && &**service == "lambda") {
            return None;
        }
        return Some(Fault {
            why: begin(),
            meant: modelled(integration, text).map(|exception| format!("{prefix}.{exception}")),
        });
    };
    if prefixes.contains(&given) {
        if !sdk || rest.ends_with("Exception") {
            return None;
        }
        return Some(Fault {
            why: format!(
                "the errors of `{}` end with `Exception`",
                integration.resource_type()
            ),
            meant: Some(format!(
                "{given}.{}",
                modelled(integration, rest).unwrap_or_else(|| java_exception(rest))
            )),
        });
    }
    if is_mistaken_prefix(given, service, action, *sdk) {
        return Some(Fault {
            why: begin(),
            meant: Some(format!("{prefix}.{rest}")),
        });
    }
    let is_free = *pattern == Pattern::WaitForTaskToken || (!sdk && &**service == "lambda");
    // Names of other services often stand in a list that is used for all states: that does no harm beside names that fit.
    let nothing_fits = all.iter().all(|one| {
        one.value
            .split_once('.')
            .is_some_and(|(given, _)| given != "States" && !prefixes.contains(&given))
    });
    (nothing_fits && !is_free && is_a_services(given)).then(|| Fault {
        why: begin(),
        meant: None,
    })
}

/// Whether a prefix is that of some service, so that a name with it is no invention of the author's.
fn is_a_services(prefix: &str) -> bool {
    api::service(&prefix.to_ascii_lowercase()).is_some()
}

/// The exception that the model has for a name, by its shape, its code or its Java name.
fn modelled(integration: &Integration, name: &str) -> Option<String> {
    let service = if integration.sdk {
        &*integration.service
    } else {
        crate::services::operation_behind(&integration.service, &integration.action)?.0
    };
    let service = api::service(service)?;
    let mut errors = service.operations.iter().flat_map(|one| &one.errors);
    errors
        .find(|error| {
            error.shape == name || error.code == Some(name) || java_exception(error.shape) == name
        })
        .map(|error| java_exception(error.shape))
}

fn finding(
    context: &Context<'_>,
    state: &State,
    integration: &Integration,
    name: &Spanned<Str>,
    fault: Fault,
    location: &str,
) -> Diagnostic {
    let message = format!(
        "`{}` waits for `{}`, which `{integration}` never raises",
        state.name.value,
        text::shorten(&name.value, 80)
    );
    let mut finding = META
        .finding(name.span, message)
        .at(format!("{location}/ErrorEquals"))
        .note(fault.why);
    if let Some(meant) = fault.meant {
        finding = finding.help(format!("did you mean `{meant}`?"));
        let written = context.text().get(name.span.range()).unwrap_or_default();
        if written.trim_matches(['"', '\'']) == &*name.value {
            let start = name.span.start as usize + usize::from(written.starts_with(['"', '\'']));
            finding = finding.fix(Fix {
                title: format!("write `{meant}`"),
                // The error is caught then, which it was not before.
                safe: false,
                edits: vec![Edit {
                    span: crate::base::Span::new(start, start + name.value.len()),
                    text: meant,
                }],
            });
        }
    }
    finding
}
