//! `waits-above-limit`

use crate::analysis::{LeastWait, least_wait};
use crate::asl::{FlowId, WorkflowType};
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

/// See `waits-above-limit.md`.
pub(super) struct WaitsAboveLimit;

static META: Meta = Meta {
    id: "waits-above-limit",
    category: Category::Limits,
    severity: Severity::Error,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("waits-above-limit.md"),
};

impl Rule for WaitsAboveLimit {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        finding(context).into_iter().collect()
    }
}

/// Seconds that an Express workflow runs at most (developer guide, "Service quotas").
const EXPRESS: u64 = 300;

/// How many waits are shown.
const SHOWN: usize = 4;

fn finding(context: &Context<'_>) -> Option<Diagnostic> {
    let (limit, place, whose) = limit(context)?;
    let LeastWait { seconds, waits } = least_wait(context.machine(), context.graph())?;
    // One that is too long by itself has a rule of its own.
    if seconds < limit || waits.len() < 2 {
        return None;
    }
    let message =
        format!("every way to success waits {seconds} seconds or more, and {whose} after {limit}");
    let mut finding = META
        .finding(place, message)
        .labelled("no execution comes to a good end");
    for id in waits.iter().take(SHOWN) {
        let name = &context.state(*id).name;
        finding = finding.label(name.span, "waits on the shortest way");
    }
    Some(finding.help("raise the limit above all that is waited for, or wait less"))
}

/// The limit of the machine in seconds, where it stands, and what it does.
fn limit(context: &Context<'_>) -> Option<(u64, Span, &'static str)> {
    let machine = context.machine();
    let own = machine
        .timeout_seconds
        .as_ref()
        .filter(|limit| limit.value > 0);
    let express = context.workflow_type() == WorkflowType::Express;
    match own {
        Some(own) if !express || own.value < EXPRESS => {
            Some((own.value, own.span, "`TimeoutSeconds` stops the machine"))
        }
        _ if express => {
            let start = machine.flow(FlowId::ROOT).start_at.as_ref()?;
            Some((EXPRESS, start.span, "an Express workflow is stopped"))
        }
        _ => None,
    }
}
