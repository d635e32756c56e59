//! `history-over-limit`

use crate::analysis::{HISTORY_LIMIT, HistoryEstimate};
use crate::asl::{FlowKind, WorkflowType};
use crate::base::text;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

/// See `history-over-limit.md`.
pub(super) struct HistoryOverLimit;

static META: Meta = Meta {
    id: "history-over-limit",
    category: Category::Limits,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("history-over-limit.md"),
};

impl Rule for HistoryOverLimit {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let estimates = context.history().iter();
        estimates
            .filter(|estimate| has_history(context, estimate))
            .filter(|estimate| estimate.events.saturating_add(estimate.retries) > HISTORY_LIMIT)
            .filter_map(|estimate| finding(context, estimate))
            .collect()
    }
}

/// Express executions write none that AWS would count.
fn has_history(context: &Context<'_>, estimate: &HistoryEstimate) -> bool {
    let own = context.machine().flow(estimate.flow).owner().is_none();
    !own || context.workflow_type() == WorkflowType::Standard
}

fn finding(context: &Context<'_>, estimate: &HistoryEstimate) -> Option<Diagnostic> {
    let share = estimate.most?;
    let state = context.state(share.state);
    let name = &state.name.value;
    let flow = context.machine().flow(estimate.flow);
    let who = match flow.kind {
        FlowKind::ItemProcessor { owner } => {
            format!("a child execution of `{}`", context.name(owner))
        }
        FlowKind::Machine | FlowKind::Branch { .. } => "an execution".to_owned(),
    };
    let all = estimate.events.saturating_add(estimate.retries);
    let message = if estimate.events > HISTORY_LIMIT {
        format!(
            "{who} may write some {} events to its history, and AWS fails it after {}",
            text::thousands(estimate.events),
            text::thousands(HISTORY_LIMIT)
        )
    } else {
        format!(
            "with all its retries {who} may write some {} events to its history, and AWS fails it after {}",
            text::thousands(all),
            text::thousands(HISTORY_LIMIT)
        )
    };
    let events = text::thousands(share.events);
    let (label, help) = match (share.is_loop, share.times) {
        (true, times) => (
            format!("the loop writes {events} of them in {} rounds", text::thousands(times)),
            "let each execution go some hundred rounds, and start the next one with where it stopped".to_owned(),
        ),
        (false, 1) => (
            format!("`{name}` writes {events} of them"),
            "move a part of the work into a workflow of its own, and start it with `states:startExecution.sync:2`".to_owned(),
        ),
        (false, times) => (
            format!("`{name}` writes {events} of them: {} times what it holds", text::thousands(times)),
            format!("make `{name}` a distributed Map: its iterations have histories of their own"),
        ),
    };
    Some(
        META.finding(state.name.span, message)
            .labelled(label)
            .at(state.location.clone())
            .help(help),
    )
}
