//! `retry-of-permanent-error`

use crate::asl::{Retrier, State};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::services::permanent_error;

/// See `retry-of-permanent-error.md`.
pub(super) struct RetryOfPermanentError;

static META: Meta = Meta {
    id: "retry-of-permanent-error",
    category: Category::ErrorHandling,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("retry-of-permanent-error.md"),
};

impl Rule for RetryOfPermanentError {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        let retriers = states.flat_map(|state| state.retry.iter().map(move |one| (state, one)));
        retriers
            .filter_map(|(state, retrier)| finding(state, retrier))
            .collect()
    }
}

fn finding(state: &State, retrier: &Retrier) -> Option<Diagnostic> {
    if retrier.max_attempts == 0 {
        return None;
    }
    let names = retrier.error_equals.iter();
    let permanent: Vec<_> = names
        .filter_map(|name| Some((name, permanent_error(&name.value)?)))
        .collect();
    let ((first, reason), others) = permanent.split_first()?;
    let message = format!(
        "`{}` retries `{}`, which comes again each time",
        state.name.value, first.value
    );
    let mut finding = META
        .finding(first.span, message)
        .labelled(*reason)
        .at(retrier.location.clone());
    for (name, reason) in others {
        finding = finding.label(name.span, *reason);
    }
    Some(finding.help("remove it from the retrier; where it can be handled, name it in `Catch`"))
}
