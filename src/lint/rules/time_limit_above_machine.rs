//! `time-limit-above-machine`

use crate::asl::{Quantity, State, StateKind, WaitUntil};
use crate::base::{Span, Spanned};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

/// See `time-limit-above-machine.md`.
pub(super) struct TimeLimitAboveMachine;

static META: Meta = Meta {
    id: "time-limit-above-machine",
    category: Category::Limits,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("time-limit-above-machine.md"),
};

impl Rule for TimeLimitAboveMachine {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let machine = context.machine();
        let Some(limit) = &machine.timeout_seconds else {
            return Vec::new();
        };
        let states = machine.states.iter();
        states.filter_map(|state| finding(state, limit)).collect()
    }
}

fn finding(state: &State, limit: &Spanned<u64>) -> Option<Diagnostic> {
    let seconds = |quantity: &Spanned<Quantity>| match &quantity.value {
        Quantity::Literal(number) => number
            .as_i64()
            .and_then(|number| u64::try_from(number).ok()),
        _ => None,
    };
    let (span, own, waits): (Span, u64, bool) = match &state.kind {
        StateKind::Task(task) => {
            let timeout = task.timeout.as_ref()?;
            (timeout.span, seconds(timeout)?, false)
        }
        StateKind::Wait(wait) => match wait.until.as_ref()? {
            WaitUntil::Seconds(quantity) => (quantity.span, seconds(quantity)?, true),
            WaitUntil::Timestamp(_) => return None,
        },
        _ => return None,
    };
    let whole = limit.value;
    if whole == 0 || own < whole {
        return None;
    }
    let name = &state.name.value;
    let message = if waits {
        format!("`{name}` waits {own} seconds, and the machine is stopped after {whole}")
    } else {
        format!(
            "the time limit of `{name}`, {own} seconds, is not below that of the machine, {whole}"
        )
    };
    let finding = META
        .finding(span, message)
        .label(
            limit.span,
            "ends the execution with `States.Timeout`, which no `Catch` takes",
        )
        .at(state.location.clone());
    Some(finding.help(if waits {
        "make the machine's `TimeoutSeconds` longer than all that it waits for"
    } else {
        "make it shorter than the machine's `TimeoutSeconds`, so that the state fails first and its `Catch` runs"
    }))
}
