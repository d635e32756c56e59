//! `callback-timeout-uncaught`

use crate::asl::Pattern;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};

/// See `callback-timeout-uncaught.md`.
pub(super) struct CallbackTimeoutUncaught;

static META: Meta = Meta {
    id: "callback-timeout-uncaught",
    category: Category::Integrations,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("callback-timeout-uncaught.md"),
};

impl Rule for CallbackTimeoutUncaught {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let calls = context.calls();
        calls
            .filter(|call| call.pattern == Pattern::WaitForTaskToken)
            .filter_map(|call| finding(context, call))
            .collect()
    }
}

fn finding(context: &Context<'_>, call: &Call<'_>) -> Option<Diagnostic> {
    let state = call.state;
    let limit = call
        .task
        .heartbeat
        .as_ref()
        .or(call.task.timeout.as_ref())?;
    let caught = context.catcher(state, "States.Timeout").is_some();
    // Without any catcher there is no handling of failures that forgets this one.
    let catcher = state.catch.first()?;
    if caught || state.is_unresolved("Catch") {
        return None;
    }
    let names = catcher
        .error_equals
        .first()
        .map_or(catcher.span, |name| name.span);
    let message = format!(
        "`{}` waits for a callback, and no `Catch` takes `States.Timeout`",
        call.state_name()
    );
    let finding = META
        .finding(names, message)
        .labelled("takes other errors only")
        .label(
            limit.span,
            "an answer that does not come ends in `States.Timeout`",
        )
        .at(state.location.clone())
        .help("add `States.Timeout` to a catcher, or give it one of its own");
    Some(finding)
}
