//! `stale-lambda-retry`

use crate::base::{Spanned, text};
use crate::diagnostics::{Diagnostic, Fix, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::services::{LAMBDA_THROTTLED, LAMBDA_TRANSIENT};
use crate::source::edit::insert_item;
use crate::value::Str;

/// See `stale-lambda-retry.md`.
pub(super) struct StaleLambdaRetry;

static META: Meta = Meta {
    id: "stale-lambda-retry",
    category: Category::ErrorHandling,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: true,
    page: include_str!("stale-lambda-retry.md"),
};

impl Rule for StaleLambdaRetry {
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
    if context.retrier(state, LAMBDA_THROTTLED).is_some()
        || state.retrier_of(LAMBDA_THROTTLED).is_some()
        || state.is_unresolved("Retry")
    {
        return None;
    }
    let known = |name: &&Spanned<Str>| LAMBDA_TRANSIENT.contains(&&*name.value);
    let retrier = state.retry.iter().find(|retrier| {
        retrier.max_attempts > 0 && retrier.error_equals.iter().any(|name| known(&name))
    })?;
    let first = retrier.error_equals.iter().find(known)?;
    let missing: Vec<&str> = LAMBDA_TRANSIENT
        .into_iter()
        .filter(|error| state.retrier_of(error).is_none())
        .collect();
    let message = format!(
        "`{}` retries Lambda's transient errors, and not {}",
        call.state_name(),
        text::alternatives(&missing)
    );
    let finding = META
        .finding(first.span, message)
        .at(retrier.location.clone())
        .note(format!(
            "`{LAMBDA_THROTTLED}` is the commonest of them: too many functions run at a time"
        ))
        .help(format!("add {} to `ErrorEquals`", text::list(&missing)));
    let last = retrier.error_equals.last()?;
    let edit = insert_item(context.text(), last.span, &missing);
    Some(match edit {
        Some(edit) => finding.fix(Fix {
            title: format!("add {}", text::list(&missing)),
            // Each is an error with which the call had no result: another try is what the list is for.
            safe: true,
            edits: vec![edit],
        }),
        None => finding,
    })
}
