//! `costly-run`

use crate::analysis::HistoryEstimate;
use crate::asl::{FlowKind, WorkflowType};
use crate::base::text;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::services::DOLLARS_A_TRANSITION;

/// See `costly-run.md`.
pub(super) struct CostlyRun;

static META: Meta = Meta {
    id: "costly-run",
    category: Category::Limits,
    severity: Severity::Note,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("costly-run.md"),
};

impl Rule for CostlyRun {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        if context.workflow_type() == WorkflowType::Express {
            return Vec::new();
        }
        let machine =
            |one: &&HistoryEstimate| context.machine().flow(one.flow).kind == FlowKind::Machine;
        let whole = context.history().iter().find(machine);
        whole
            .filter(|estimate| estimate.transitions > MANY)
            .and_then(|estimate| finding(context, estimate))
            .into_iter()
            .collect()
    }
}

/// Transitions that are worth a word: two and a half cents.
const MANY: u64 = 1_000;

fn finding(context: &Context<'_>, estimate: &HistoryEstimate) -> Option<Diagnostic> {
    let start = context.machine().flow(estimate.flow).start_at.as_ref()?;
    let price = |transitions: u64| text::dollars(transitions as f64 * DOLLARS_A_TRANSITION);
    let message = format!(
        "an execution may make some {} state transitions, which cost {}",
        text::thousands(estimate.transitions),
        price(estimate.transitions)
    );
    let finding = META
        .finding(start.span, message)
        .help("run what is done often as an Express workflow, or as Express child executions of a distributed Map: AWS bills those by requests and time");
    let all = estimate
        .transitions
        .saturating_add(estimate.transition_retries);
    Some(if estimate.transition_retries == 0 {
        finding
    } else {
        finding.note(format!(
            "with all its retries it is {} transitions, {}",
            text::thousands(all),
            price(all)
        ))
    })
}
