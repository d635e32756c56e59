//! `uncatchable-error`

use crate::asl::State;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::error_handling::{ErrorEntry, catchers, retriers};
use crate::lint::{Category, Context, Meta, Rule};

/// See `uncatchable-error.md`.
pub(super) struct UncatchableError;

static META: Meta = Meta {
    id: "uncatchable-error",
    category: Category::ErrorHandling,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("uncatchable-error.md"),
};

impl Rule for UncatchableError {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        let entries = states.flat_map(|state| {
            let entries = retriers(state).chain(catchers(state));
            entries.map(move |entry| (state, entry))
        });
        entries
            .filter_map(|(state, entry)| finding(state, entry))
            .collect()
    }
}

fn finding(state: &State, entry: ErrorEntry<'_>) -> Option<Diagnostic> {
    let mut names = entry.names.iter();
    let name = names.find(|name| &*name.value == "States.Runtime")?;
    let message = format!(
        "this {} of `{}` names `States.Runtime`, which none ever takes",
        entry.what, state.name.value
    );
    let finding = META
        .finding(name.span, message)
        .at(entry.location)
        .note("neither its name nor `States.ALL` takes it: the execution fails at once")
        .help("remove the name, and mend what raises it: a path that finds nothing, an expression that cannot be evaluated");
    Some(finding)
}
