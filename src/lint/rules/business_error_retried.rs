//! `business-error-retried`

use crate::asl::{Retrier, State};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::services::is_business_answer;

/// See `business-error-retried.md`.
pub(super) struct BusinessErrorRetried;

static META: Meta = Meta {
    id: "business-error-retried",
    category: Category::ErrorHandling,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("business-error-retried.md"),
};

impl Rule for BusinessErrorRetried {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        states.flat_map(findings).collect()
    }
}

fn findings(state: &State) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = state
        .retry
        .iter()
        .filter(|retrier| retrier.max_attempts > 0)
        .filter_map(|retrier| named(state, retrier))
        .collect();
    found.extend(caught_by_name(state));
    found
}

/// An answer of the business in a list of errors that pass by themselves.
fn named(state: &State, retrier: &Retrier) -> Option<Diagnostic> {
    let mut names = retrier.error_equals.iter();
    let name = names.find(|name| is_business_answer(&name.value))?;
    let message = format!(
        "`{}` retries `{}`, which is an answer and no failure",
        state.name.value, name.value
    );
    let finding = META
        .finding(name.span, message)
        .at(retrier.location.clone())
        .note("whoever decided so will decide the same a second later")
        .help("remove it from the retrier and name it in a `Catch` of its own");
    Some(finding)
}

/// An error that a catcher has a way of its own for, and that a retrier for any error retries first.
fn caught_by_name(state: &State) -> Option<Diagnostic> {
    let own = |name: &str| !name.starts_with("States.") && is_business_answer(name);
    let names = state.catch.iter().flat_map(|catcher| &catcher.error_equals);
    let mut names = names.filter(|name| own(&name.value));
    names.find_map(|name| {
        let retrier = state.retrier_of(&name.value)?;
        let taker = retrier
            .error_equals
            .iter()
            .find(|taker| matches!(&*taker.value, "States.ALL" | "States.TaskFailed"))?;
        if retrier.max_attempts == 0 {
            return None;
        }
        let message = format!(
            "`{}` retries `{}` {} before its catcher takes it",
            state.name.value,
            name.value,
            match retrier.max_attempts {
                1 => "once".to_owned(),
                many => format!("{many} times"),
            }
        );
        let finding = META
            .finding(taker.span, message)
            .labelled("takes it with all others")
            .label(name.span, "an answer and no failure")
            .at(retrier.location.clone())
            .note("`Retry` comes before `Catch`")
            .help(format!(
                "list the errors that pass by themselves, or put `{{\"ErrorEquals\": [\"{}\"], \"MaxAttempts\": 0}}` before this retrier",
                name.value
            ));
        Some(finding)
    })
}
