//! `callback-without-timeout`

use crate::asl::{Pattern, ResourceKind, StateKind};
use crate::diagnostics::{Diagnostic, Fix, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::source::edit::NewValue;

/// See `callback-without-timeout.md`.
pub(super) struct CallbackWithoutTimeout;

static META: Meta = Meta {
    id: "callback-without-timeout",
    category: Category::Integrations,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: true,
    page: include_str!("callback-without-timeout.md"),
};

/// The `TimeoutSeconds` that the fix writes: a day.
const TIMEOUT: &str = "86400";

impl Rule for CallbackWithoutTimeout {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let machine = context.machine();
        if machine.timeout_seconds.is_some() {
            return Vec::new();
        }
        let tasks = machine.states.iter().filter_map(|state| match &state.kind {
            StateKind::Task(task) if task.timeout.is_none() && task.heartbeat.is_none() => {
                Some((state, task))
            }
            _ => None,
        });
        let waiting = tasks.filter_map(|(state, task)| {
            let resource = task.resource.as_ref()?;
            let for_what = match &resource.value.kind {
                ResourceKind::Integration(integration) if integration.pattern == Pattern::WaitForTaskToken => {
                    "for its task token to come back"
                }
                ResourceKind::Activity => "for a worker of the activity",
                _ => return None,
            };
            let unresolved = |field: &str| {
                state.unresolved.iter().any(|name| &*name.value == field)
            };
            if unresolved("TimeoutSeconds") || unresolved("HeartbeatSeconds") {
                return None;
            }
            let name = &state.name.value;
            let message = format!("`{name}` waits {for_what} and has neither `TimeoutSeconds` nor `HeartbeatSeconds`");
            let mut finding = META
                .finding(resource.span, message)
                .labelled("waits for up to a year")
                .at(state.location.clone())
                .note("a callback that is lost leaves no error: the execution just stays open")
                .help("set `TimeoutSeconds` to the longest wait that makes sense, and `HeartbeatSeconds` where the other side can send heartbeats")
                .help("and give it a `Catch` for `States.Timeout`");
            let value = NewValue::Json(TIMEOUT);
            if let Some(edit) = context.insert_member(state, "TimeoutSeconds", value) {
                let title = format!("add `\"TimeoutSeconds\": {TIMEOUT}`");
                finding = finding.fix(Fix::unsafe_(title, vec![edit]));
            }
            Some(finding)
        });
        waiting.collect()
    }
}
