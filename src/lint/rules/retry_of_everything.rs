//! `retry-of-everything`

use crate::asl::{Retrier, State};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

/// See `retry-of-everything.md`.
pub(super) struct RetryOfEverything;

static META: Meta = Meta {
    id: "retry-of-everything",
    category: Category::ErrorHandling,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("retry-of-everything.md"),
};

impl Rule for RetryOfEverything {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let calls = context.calls();
        calls.filter_map(|call| finding(call.state)).collect()
    }
}

fn finding(state: &State) -> Option<Diagnostic> {
    let (index, retrier, name) = state
        .retry
        .iter()
        .enumerate()
        .find_map(|(index, retrier)| {
            let mut names = retrier.error_equals.iter();
            let name =
                names.find(|name| matches!(&*name.value, "States.ALL" | "States.TaskFailed"));
            Some((index, retrier, name?))
        })?;
    let excepted = |retrier: &Retrier| retrier.max_attempts == 0;
    if excepted(retrier) || state.retry[..index].iter().any(excepted) {
        return None;
    }
    let message = format!(
        "`{}` retries `{}`: what can never succeed as well as what passes by itself",
        state.name.value, name.value
    );
    let finding = META
        .finding(name.span, message)
        .at(retrier.location.clone())
        .note("a request that is not valid, a role that may not, a bug in the function: all are tried again as they are")
        .help("list the errors that pass by themselves, or put a retrier with `\"MaxAttempts\": 0` for those that do not before this one");
    Some(finding)
}
