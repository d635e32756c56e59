//! `long-retry`

use crate::asl::{Retrier, State};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

/// See `long-retry.md`.
pub(super) struct LongRetry;

static META: Meta = Meta {
    id: "long-retry",
    category: Category::ErrorHandling,
    severity: Severity::Warning,
    pedantic: true,
    since: "0.1.0",
    fixable: false,
    page: include_str!("long-retry.md"),
};

impl Rule for LongRetry {
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

/// Seconds that a retrier may wait at a time without being told of.
const PATIENCE: f64 = 300.0;
/// Retries that are added up one by one; the rest wait as long as the last of them.
const COUNTED: u64 = 1_000;

fn finding(state: &State, retrier: &Retrier) -> Option<Diagnostic> {
    if retrier.max_delay_seconds.is_some() || retrier.max_attempts == 0 {
        return None;
    }
    let longest = retrier.delay_seconds(retrier.max_attempts - 1);
    if longest <= PATIENCE {
        return None;
    }
    let counted = retrier.max_attempts.min(COUNTED);
    let whole: f64 = (0..counted).map(|retry| retrier.delay_seconds(retry)).sum();
    let whole = whole + (retrier.max_attempts - counted) as f64 * longest;
    let message = format!(
        "`{}` waits up to {} for a retry, {} in all",
        state.name.value,
        duration(longest),
        duration(whole)
    );
    let finding = META
        .finding(retrier.span, message)
        .labelled(format!(
            "{} retries, each {} times as late as the one before",
            retrier.max_attempts, retrier.backoff_rate
        ))
        .at(retrier.location.clone())
        .help("set `MaxDelaySeconds`, or fewer `MaxAttempts`");
    Some(finding)
}

fn duration(seconds: f64) -> String {
    const UNITS: [(f64, &str); 4] = [
        (86_400.0 * 365.0, "years"),
        (86_400.0, "days"),
        (3_600.0, "hours"),
        (60.0, "minutes"),
    ];
    let unit = UNITS.iter().find(|(size, _)| seconds >= size * 2.0);
    let (size, name) = unit.copied().unwrap_or((1.0, "seconds"));
    format!("{:.0} {name}", seconds / size)
}
