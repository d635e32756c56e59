//! `model-call-without-timeout`

use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::services::model_call;

/// See `model-call-without-timeout.md`.
pub(super) struct ModelCallWithoutTimeout;

static META: Meta = Meta {
    id: "model-call-without-timeout",
    category: Category::GenerativeAi,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("model-call-without-timeout.md"),
};

impl Rule for ModelCallWithoutTimeout {
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
    model_call(&call.name)?;
    let state = call.state;
    if call.task.timeout.is_some() || state.is_unresolved("TimeoutSeconds") {
        return None;
    }
    let message = format!(
        "`{}` calls a model and has no `TimeoutSeconds`",
        call.state_name()
    );
    let finding = META
        .finding(call.resource, message)
        .at(state.location.clone())
        .note("how long an answer takes depends on its length and on the load of the model: mostly seconds, now and then minutes")
        .help("set `TimeoutSeconds` to the longest answer that is of use, and retry `States.Timeout` once or catch it");
    Some(finding)
}
