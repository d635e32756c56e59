//! `model-call-without-retry`

use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::services::model_call;

/// See `model-call-without-retry.md`.
pub(super) struct ModelCallWithoutRetry;

static META: Meta = Meta {
    id: "model-call-without-retry",
    category: Category::GenerativeAi,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("model-call-without-retry.md"),
};

impl Rule for ModelCallWithoutRetry {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let calls = context.calls();
        calls.filter_map(|call| finding(context, call)).collect()
    }
}

fn finding(context: &Context<'_>, call: &Call<'_>) -> Option<Diagnostic> {
    let transient = model_call(&call.name)?.transient;
    let throttled = transient.first()?;
    let state = call.state;
    if state.is_unresolved("Retry") || context.retrier(state, throttled).is_some() {
        return None;
    }
    let name = call.state_name();
    let finding = if let Some(retrier) = state.retry.first() {
        let span = retrier
            .error_equals
            .first()
            .map_or(retrier.span, |name| name.span);
        META.finding(
            span,
            format!("`{name}` calls a model, and does not retry `{throttled}`"),
        )
        .label(
            call.resource,
            "names of errors begin with the name of the integration",
        )
    } else {
        META.finding(
            call.resource,
            format!("`{name}` calls a model and retries nothing"),
        )
    };
    let names: Vec<String> = transient.iter().map(|name| format!("\"{name}\"")).collect();
    Some(
        finding
            .at(state.location.clone())
            .note("quotas of models are small, and shared by all that run in the account: to be throttled is part of the day")
            .help(format!(
                "add `\"Retry\": [{{\"ErrorEquals\": [{}], \"IntervalSeconds\": 2, \"MaxAttempts\": 5, \"BackoffRate\": 2, \"JitterStrategy\": \"FULL\"}}]`",
                names.join(", ")
            )),
    )
}
