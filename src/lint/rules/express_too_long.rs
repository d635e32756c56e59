//! `express-too-long`

use crate::asl::{
    ExecutionType, FlowId, Pattern, ProcessorMode, Quantity, Retrier, State, StateKind, WaitUntil,
    WorkflowType,
};
use crate::base::{Spanned, text};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};

/// See `express-too-long.md`.
pub(super) struct ExpressTooLong;

static META: Meta = Meta {
    id: "express-too-long",
    category: Category::Limits,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("express-too-long.md"),
};

impl Rule for ExpressTooLong {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (flow, whose) in express_flows(context) {
            let states = context.states_within(flow);
            for state in states {
                found.extend(finding(state, whose));
                found.extend(
                    state
                        .retry
                        .iter()
                        .filter_map(|one| retries(state, one, whose)),
                );
            }
        }
        let machine = context.machine();
        if context.workflow_type() == WorkflowType::Express
            && let Some(limit) = machine
                .timeout_seconds
                .as_ref()
                .filter(|limit| limit.value > LONGEST)
        {
            let message = format!(
                "`TimeoutSeconds` of the machine is {}, and an Express workflow runs {LONGEST} seconds at most",
                limit.value
            );
            found.push(META.finding(limit.span, message));
        }
        found
    }
}

/// Seconds that an Express workflow runs at most (developer guide, "Service quotas").
const LONGEST: u64 = 300;

/// The flows that run as Express workflows, and what to call them.
fn express_flows(context: &Context<'_>) -> Vec<(FlowId, &'static str)> {
    if context.workflow_type() == WorkflowType::Express {
        return vec![(FlowId::ROOT, "an Express workflow")];
    }
    let states = context.machine().states.iter();
    let express = states.filter_map(|state| match &state.kind {
        StateKind::Map(map) if map.mode == ProcessorMode::Distributed(ExecutionType::Express) => {
            Some((map.processor?, "an Express child execution"))
        }
        _ => None,
    });
    express.collect()
}

fn finding(state: &State, whose: &str) -> Option<Diagnostic> {
    let name = &state.name.value;
    let (span, message) = match &state.kind {
        StateKind::Wait(wait) => {
            let Some(WaitUntil::Seconds(seconds)) = &wait.until else {
                return None;
            };
            let own = literal(seconds).filter(|own| *own >= LONGEST)?;
            (
                seconds.span,
                format!("`{name}` waits {own} seconds, and {whose} runs {LONGEST} at most"),
            )
        }
        StateKind::Task(task) => {
            // What waits is refused for that.
            let call = Call::of(state).filter(|call| call.pattern == Pattern::RequestResponse);
            let limit = call.and(task.timeout.as_ref())?;
            let own = literal(limit).filter(|own| *own > LONGEST)?;
            (
                limit.span,
                format!(
                    "the time limit of `{name}` is {own} seconds, and {whose} runs {LONGEST} at most"
                ),
            )
        }
        _ => return None,
    };
    let finding = META
        .finding(span, message)
        .labelled("the whole is stopped before")
        .at(state.location.clone())
        .help("run it as a Standard workflow, or move the waiting out of it");
    Some(finding)
}

/// A retrier whose waits alone take longer than the workflow runs: with full jitter each is half as long, on average.
fn retries(state: &State, retrier: &Retrier, whose: &str) -> Option<Diagnostic> {
    let share = if retrier.full_jitter { 0.5 } else { 1.0 };
    let mut whole = 0.0;
    // More than so many waits of a second pass the limit as well.
    for retry in 0..retrier.max_attempts.min(2 * LONGEST) {
        whole += retrier.delay_seconds(retry) * share;
        if whole >= LONGEST as f64 {
            let message = format!(
                "`{}` waits {whole:.0} seconds for its first {}, and {whose} runs {LONGEST} at most",
                state.name.value,
                text::count(usize::try_from(retry + 1).unwrap_or(usize::MAX), "retry"),
            );
            let finding = META
                .finding(retrier.span, message)
                .labelled("the whole is stopped before")
                .at(retrier.location.clone())
                .help("set `MaxDelaySeconds`, fewer `MaxAttempts` or a smaller `BackoffRate`, or run it as a Standard workflow");
            return Some(finding);
        }
    }
    None
}

fn literal(quantity: &Spanned<Quantity>) -> Option<u64> {
    match &quantity.value {
        Quantity::Literal(number) => u64::try_from(number.as_i64()?).ok(),
        _ => None,
    }
}
