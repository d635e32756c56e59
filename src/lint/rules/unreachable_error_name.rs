//! `unreachable-error-name`

use crate::asl::State;
use crate::base::{Spanned, text};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::error_handling::{ErrorEntry, catchers, retriers};
use crate::lint::{Category, Context, Meta, Rule};
use crate::value::Str;
use std::collections::BTreeMap;

/// See `unreachable-error-name.md`.
pub(super) struct UnreachableErrorName;

static META: Meta = Meta {
    id: "unreachable-error-name",
    category: Category::ErrorHandling,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("unreachable-error-name.md"),
};

impl Rule for UnreachableErrorName {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        states.flat_map(findings).collect()
    }
}

fn findings(state: &State) -> Vec<Diagnostic> {
    let mut found = in_list(state, &retriers(state).collect::<Vec<_>>());
    found.extend(in_list(state, &catchers(state).collect::<Vec<_>>()));
    found
}

fn in_list(state: &State, entries: &[ErrorEntry<'_>]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut before: BTreeMap<&str, &Spanned<Str>> = BTreeMap::new();
    for entry in entries {
        let mut taken: Vec<(&Spanned<Str>, &Spanned<Str>)> = Vec::new();
        for name in entry.names {
            taken.extend(taker(&before, &name.value).map(|by| (name, by)));
            before.entry(&name.value).or_insert(name);
        }
        let Some((first, by)) = taken.first() else {
            continue;
        };
        let names: Vec<&str> = taken.iter().map(|(name, _)| &*name.value).collect();
        let (state, what) = (&state.name.value, entry.what);
        let message = if taken.len() == entry.names.len() {
            format!(
                "this {what} of `{state}` can never be reached: {} {} taken before it",
                text::list(&names),
                if names.len() == 1 { "is" } else { "are" }
            )
        } else {
            format!(
                "{} of this {what} of `{state}` {} taken before",
                text::list(&names),
                if names.len() == 1 { "is" } else { "are" }
            )
        };
        let mut finding = META
            .finding(first.span, message)
            .at(entry.location)
            .label(by.span, format!("takes `{}`", first.value));
        if &*by.value == "States.TaskFailed" {
            finding = finding.note("`States.TaskFailed` takes every error but `States.Timeout`");
        }
        found.push(finding.help(if taken.len() == entry.names.len() {
            format!("move this {what} before the one that takes its errors, or remove it")
        } else {
            "remove what is taken before, or move this entry".to_owned()
        }));
    }
    found
}

/// What leaves no error `name` to those after it. What stands after `States.ALL` AWS refuses.
fn taker<'a>(before: &BTreeMap<&str, &'a Spanned<Str>>, name: &str) -> Option<&'a Spanned<Str>> {
    let wider = match name {
        "States.Timeout" | "States.ALL" => None,
        "States.HeartbeatTimeout" => Some("States.Timeout"),
        _ => Some("States.TaskFailed"),
    };
    let same = before.get(name);
    same.or_else(|| before.get(wider?)).copied()
}
