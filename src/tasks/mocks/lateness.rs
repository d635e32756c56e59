//! Callbacks that come when nobody waits for them any more.

use super::super::MockError;
use super::super::handler::TimedOutcome;
use crate::base::{Span, duration_text};
use crate::diagnostics::{Diagnostic, Severity};
use crate::engine::{TaskOutcome, TaskRequest};

/// Why a callback comes too late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Late {
    /// `TimeoutSeconds` is up.
    Timeout,
    /// There was no sign of life within `HeartbeatSeconds`.
    Heartbeat,
    /// The task was answered before.
    Answered,
}

/// A note on the first callback of a script that comes too late for the request, if there is one.
pub(super) fn note(
    script: &[TimedOutcome],
    request: &TaskRequest,
    span: Span,
) -> Option<Diagnostic> {
    let limit = |seconds: Option<u64>| {
        let milliseconds = seconds.map(|seconds| seconds.saturating_mul(1_000));
        milliseconds.map_or(i64::MAX, |milliseconds| {
            i64::try_from(milliseconds).unwrap_or(i64::MAX)
        })
    };
    let (timeout, heartbeat) = (limit(request.timeout), limit(request.heartbeat));
    let mut last_sign = 0_i64;
    let mut answered = None;
    for timed in script
        .iter()
        .filter(|timed| !matches!(timed.outcome, TaskOutcome::Submitted(_)))
    {
        let next_sign = last_sign.saturating_add(heartbeat);
        // At the very same time the limit goes first: its timer was set before the task began.
        let (late, over) = match answered {
            Some(at) => (Late::Answered, at),
            None if timed.after >= timeout.min(next_sign) && timeout <= next_sign => {
                (Late::Timeout, timeout)
            }
            None if timed.after >= next_sign => (Late::Heartbeat, next_sign),
            None => {
                last_sign = timed.after;
                answered = timed.is_final().then_some(timed.after);
                continue;
            }
        };
        return Some(tell(timed.after, late, over, &request.state_name, span));
    }
    None
}

fn tell(after: i64, late: Late, over: i64, state: &str, span: Span) -> Diagnostic {
    let (after, over) = (duration_text(after), duration_text(over));
    let reason = match late {
        Late::Timeout => format!("`TimeoutSeconds` is up after {over}"),
        Late::Heartbeat => format!("`HeartbeatSeconds` is up after {over}"),
        Late::Answered => format!("it was answered after {over}"),
    };
    let message =
        format!("the callback of `{state}` after {after} comes too late and is ignored: {reason}");
    Diagnostic::new(MockError::RULE, Severity::Note, span, message)
        .note("AWS refuses it: `TaskTimedOut`")
}
