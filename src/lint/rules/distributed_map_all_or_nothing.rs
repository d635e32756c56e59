//! `distributed-map-all-or-nothing`

use crate::asl::{Map, ProcessorMode, State, StateKind};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

/// See `distributed-map-all-or-nothing.md`.
pub(super) struct DistributedMapAllOrNothing;

static META: Meta = Meta {
    id: "distributed-map-all-or-nothing",
    category: Category::Limits,
    severity: Severity::Warning,
    pedantic: true,
    since: "0.1.0",
    fixable: false,
    page: include_str!("distributed-map-all-or-nothing.md"),
};

impl Rule for DistributedMapAllOrNothing {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        let maps = states.filter_map(|state| match &state.kind {
            StateKind::Map(map) if matches!(map.mode, ProcessorMode::Distributed(_)) => {
                Some((state, &**map))
            }
            _ => None,
        });
        maps.filter_map(|(state, map)| finding(state, map))
            .collect()
    }
}

fn finding(state: &State, map: &Map) -> Option<Diagnostic> {
    let fields = ["ToleratedFailureCount", "ToleratedFailurePercentage"];
    let tolerates = map.tolerated_failure_count.is_some()
        || map.tolerated_failure_percentage.is_some()
        || fields.iter().any(|field| state.is_unresolved(field));
    let writes = map.result_writer.is_some() || state.is_unresolved("ResultWriter");
    let lacks = match (tolerates, writes) {
        (true, true) => return None,
        (false, false) => "neither a tolerated failure nor a `ResultWriter`",
        (false, true) => "no tolerated failure",
        (true, false) => "no `ResultWriter`",
    };
    let mut finding = META
        .finding(
            state.name.span,
            format!("distributed Map `{}` has {lacks}", state.name.value),
        )
        .at(state.location.clone());
    if !tolerates {
        finding = finding
            .note("one item that fails stops all others")
            .help("set `ToleratedFailurePercentage` or `ToleratedFailureCount`");
    }
    if !writes {
        finding = finding
            .note("all results together have to fit into the 256 KiB of the state")
            .help("have a `ResultWriter` put them into S3");
    }
    Some(finding)
}
