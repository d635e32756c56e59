//! `express-map-waits`

use crate::asl::{ExecutionType, Pattern, ProcessorMode, ResourceKind, State, StateKind};
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

/// See `express-map-waits.md`.
pub(super) struct ExpressMapWaits;

static META: Meta = Meta {
    id: "express-map-waits",
    category: Category::Limits,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("express-map-waits.md"),
};

impl Rule for ExpressMapWaits {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        let maps = states.filter_map(|state| match &state.kind {
            StateKind::Map(map)
                if map.mode == ProcessorMode::Distributed(ExecutionType::Express) =>
            {
                Some((state, map.processor?))
            }
            _ => None,
        });
        maps.flat_map(|(map, flow)| {
            let inside = context.states_within(flow);
            inside
                .into_iter()
                .filter_map(move |state| finding(map, state))
                .collect::<Vec<_>>()
        })
        .collect()
    }
}

fn finding(map: &State, state: &State) -> Option<Diagnostic> {
    let (span, what) = waits(state)?;
    let message = format!(
        "`{}` {what}, which the Express child executions of `{}` cannot",
        state.name.value, map.name.value
    );
    let finding = META
        .finding(span, message)
        .label(map.name.span, "runs its items as Express workflows")
        .at(state.location.clone())
        .help("set `\"ExecutionType\": \"STANDARD\"`, or call it without waiting");
    Some(finding)
}

fn waits(state: &State) -> Option<(Span, &'static str)> {
    let StateKind::Task(task) = &state.kind else {
        return None;
    };
    let resource = task.resource.as_ref()?;
    let what = match &resource.value.kind {
        ResourceKind::Activity => "waits for a worker of an activity",
        ResourceKind::Integration(integration) => match integration.pattern {
            Pattern::WaitForTaskToken => "waits for a callback",
            Pattern::Sync | Pattern::Sync2 => "waits for the end of a job",
            Pattern::RequestResponse => return None,
        },
        _ => return None,
    };
    Some((resource.span, what))
}
