//! `sync-without-timeout`

use crate::asl::Pattern;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};

/// See `sync-without-timeout.md`.
pub(super) struct SyncWithoutTimeout;

static META: Meta = Meta {
    id: "sync-without-timeout",
    category: Category::Limits,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("sync-without-timeout.md"),
};

impl Rule for SyncWithoutTimeout {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        if context.machine().timeout_seconds.is_some() {
            return Vec::new();
        }
        let calls = context.calls();
        calls.filter_map(|call| finding(call)).collect()
    }
}

fn finding(call: &Call<'_>) -> Option<Diagnostic> {
    let waits = matches!(call.pattern, Pattern::Sync | Pattern::Sync2);
    if !waits || call.task.timeout.is_some() || call.state.is_unresolved("TimeoutSeconds") {
        return None;
    }
    let message = format!(
        "`{}` waits for the end of a job and has no `TimeoutSeconds`",
        call.state_name()
    );
    let finding = META
        .finding(call.resource, message)
        .labelled("waits for up to a year")
        .at(call.state.location.clone())
        .help("set `TimeoutSeconds` to the longest run that makes sense: the job is stopped then, and the state fails with `States.Timeout`");
    Some(finding)
}
