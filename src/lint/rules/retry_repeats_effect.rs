//! `retry-repeats-effect`

use crate::asl::{Pattern, Retrier};
use crate::base::Spanned;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::services::{counts_on, repeated_effect};
use crate::value::Str;

/// See `retry-repeats-effect.md`.
pub(super) struct RetryRepeatsEffect;

static META: Meta = Meta {
    id: "retry-repeats-effect",
    category: Category::ErrorHandling,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("retry-repeats-effect.md"),
};

impl Rule for RetryRepeatsEffect {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let calls = context.calls();
        calls
            .filter(|call| call.pattern == Pattern::RequestResponse)
            .filter_map(|call| finding(context, call))
            .collect()
    }
}

fn finding(context: &Context<'_>, call: &Call<'_>) -> Option<Diagnostic> {
    let (retrier, name) = call
        .state
        .retry
        .iter()
        .find_map(|retrier| Some((retrier, ambiguous(retrier)?)))?;
    let (again, help) = what_happens(context, call)?;
    let message = format!(
        "`{}` retries after `{}`, and the second call {again}",
        call.state_name(),
        name.value
    );
    let finding = META
        .finding(name.span, message)
        .labelled("the first call may have had its effect")
        .label(
            call.resource,
            format!("`{}` does not know a call that it has had", call.name),
        )
        .at(retrier.location.clone());
    Some(finding.help(help))
}

/// An error of a retrier after which nobody knows whether the call had its effect.
fn ambiguous(retrier: &Retrier) -> Option<&Spanned<Str>> {
    if retrier.max_attempts == 0 {
        return None;
    }
    let mut names = retrier.error_equals.iter();
    names.find(|name| {
        matches!(
            &*name.value,
            "States.ALL" | "States.TaskFailed" | "States.Timeout"
        ) || name.value.ends_with(".SdkClientException")
    })
}

/// What the second call does, and what to do about it.
fn what_happens(context: &Context<'_>, call: &Call<'_>) -> Option<(&'static str, String)> {
    if call.is(&["dynamodb:updateItem", "aws-sdk:dynamodb:updateItem"]) {
        let update = context.text_parameter(call, &["UpdateExpression"])?;
        let part = counts_on(&update)?;
        return context.lacks(call, &["ConditionExpression"]).then(|| {
            let help = format!(
                "give it a `ConditionExpression` that fails the second time, or set the value without `{part}`"
            );
            ("counts on once more", help)
        });
    }
    let effect = repeated_effect(&call.name)?;
    match effect.key {
        None => Some((
            effect.again,
            "retry only what says that the call was turned away, such as throttling".to_owned(),
        )),
        Some(key) => context.lacks(call, &[key]).then(|| {
            let help = format!(
                "give it a `{key}` that is the same on every try, made of the input or of `$$.Execution.Name`"
            );
            (effect.again, help)
        }),
    }
}
