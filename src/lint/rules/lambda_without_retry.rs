//! `lambda-without-retry`

use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::services::LAMBDA_TRANSIENT;

/// See `lambda-without-retry.md`.
pub(super) struct LambdaWithoutRetry;

static META: Meta = Meta {
    id: "lambda-without-retry",
    category: Category::ErrorHandling,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("lambda-without-retry.md"),
};

impl Rule for LambdaWithoutRetry {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let calls = context.calls().filter(|call| call.is(&["lambda:invoke"]));
        calls.filter_map(|call| finding(context, call)).collect()
    }
}

fn finding(context: &Context<'_>, call: &Call<'_>) -> Option<Diagnostic> {
    let state = call.state;
    // A Map or Parallel around it may do the whole of it again.
    let is_retried = LAMBDA_TRANSIENT
        .iter()
        .any(|error| context.retrier(state, error).is_some());
    if is_retried || state.is_unresolved("Retry") {
        return None;
    }
    let what = if state.retry.is_empty() {
        "retries nothing"
    } else {
        "retries none of Lambda's transient errors"
    };
    let finding = META
        .finding(
            call.resource,
            format!("Lambda task `{}` {what}", call.state_name()),
        )
        .labelled("one call that is throttled or lost fails the state")
        .at(state.location.clone());
    let names: Vec<String> = LAMBDA_TRANSIENT
        .iter()
        .map(|name| format!("\"{name}\""))
        .collect();
    Some(finding.help(format!(
        "add `\"Retry\": [{{\"ErrorEquals\": [{}], \"IntervalSeconds\": 2, \"MaxAttempts\": 6, \"BackoffRate\": 2}}]`",
        names.join(", ")
    )))
}
