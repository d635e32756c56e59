//! `task-without-error-handling`

use crate::asl::StateKind;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

/// See `task-without-error-handling.md`.
pub(super) struct TaskWithoutErrorHandling;

static META: Meta = Meta {
    id: "task-without-error-handling",
    category: Category::ErrorHandling,
    severity: Severity::Warning,
    pedantic: true,
    since: "0.1.0",
    fixable: false,
    page: include_str!("task-without-error-handling.md"),
};

impl Rule for TaskWithoutErrorHandling {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        let tasks = states.filter(|state| matches!(state.kind, StateKind::Task(_)));
        tasks
            .filter(|state| {
                let around = context.around(state.id);
                let mut all = std::iter::once(*state).chain(around);
                !all.any(|state| !state.retry.is_empty() || !state.catch.is_empty() || state.is_unresolved("Retry") || state.is_unresolved("Catch"))
            })
            .map(|state| {
                let message = format!("Task `{}` has neither `Retry` nor `Catch`", state.name.value);
                META.finding(state.name.span, message)
                    .labelled("the first error ends the execution")
                    .at(state.location.clone())
                    .help("retry what passes by itself, and catch the rest where something is to be told or undone")
            })
            .collect()
    }
}
