//! `lambda-without-retry`

use crate::asl::{ResourceKind, State, StateKind};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

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

/// What Lambda raises now and then, and what works the next time: the developer guide's list ("Handle transient Lambda
/// service exceptions") and throttling.
const TRANSIENT: [&str; 5] = [
    "Lambda.ServiceException",
    "Lambda.AWSLambdaException",
    "Lambda.SdkClientException",
    "Lambda.ClientExecutionTimeoutException",
    "Lambda.TooManyRequestsException",
];

impl Rule for LambdaWithoutRetry {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        states.filter_map(|state| finding(context, state)).collect()
    }
}

fn finding(context: &Context<'_>, state: &State) -> Option<Diagnostic> {
    let StateKind::Task(task) = &state.kind else {
        return None;
    };
    let resource = task.resource.as_ref()?;
    let is_lambda = match &resource.value.kind {
        ResourceKind::LambdaFunction => true,
        ResourceKind::Integration(integration) => {
            !integration.sdk && &*integration.service == "lambda"
        }
        _ => false,
    };
    let retries = |state: &State| {
        TRANSIENT
            .iter()
            .any(|error| state.retry.iter().any(|retrier| retrier.matches(error)))
    };
    if !is_lambda
        || state
            .unresolved
            .iter()
            .any(|field| &*field.value == "Retry")
        || retries(state)
    {
        return None;
    }
    // A Map or Parallel around it may do the whole of it again.
    let mut owner = context.machine().flow(state.flow).owner();
    while let Some(id) = owner {
        if retries(context.state(id)) {
            return None;
        }
        owner = context.machine().flow(context.state(id).flow).owner();
    }
    let what = if state.retry.is_empty() {
        "retries nothing"
    } else {
        "retries none of Lambda's transient errors"
    };
    let finding = META
        .finding(
            resource.span,
            format!("Lambda task `{}` {what}", state.name.value),
        )
        .labelled("one call that is throttled or lost fails the state")
        .at(state.location.clone());
    let names: Vec<String> = TRANSIENT.iter().map(|name| format!("\"{name}\"")).collect();
    Some(finding.help(format!(
        "add `\"Retry\": [{{\"ErrorEquals\": [{}], \"IntervalSeconds\": 2, \"MaxAttempts\": 6, \"BackoffRate\": 2}}]`",
        names.join(", ")
    )))
}
