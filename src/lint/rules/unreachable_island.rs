//! `unreachable-island`

use crate::analysis::Graph;
use crate::asl::{Flow, StateId};
use crate::base::text;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

/// See `unreachable-island.md`.
pub(super) struct UnreachableIsland;

static META: Meta = Meta {
    id: "unreachable-island",
    category: Category::Structure,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("unreachable-island.md"),
};

/// States of an island that a finding marks; the others it counts.
const SHOWN: usize = 4;

impl Rule for UnreachableIsland {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let flows = context.machine().flows.iter();
        flows.flat_map(|flow| in_flow(context, flow)).collect()
    }
}

fn in_flow(context: &Context<'_>, flow: &Flow) -> Vec<Diagnostic> {
    let graph = context.graph();
    let Some(mut known) = graph.reached(context.machine(), flow.id) else {
        return Vec::new();
    };
    // A state that nothing leads to is told of as `unreachable-state`, and with it what only such states lead to.
    let mut entered = vec![false; known.len()];
    for edge in flow.states.iter().flat_map(|state| graph.out(*state)) {
        entered[edge.to.0 as usize] |= edge.from != edge.to;
    }
    for state in &flow.states {
        if !entered[state.0 as usize] {
            for after in std::iter::once(*state).chain(graph.after(*state, |_| true)) {
                known[after.0 as usize] = true;
            }
        }
    }
    let mut findings = Vec::new();
    for state in &flow.states {
        if !known[state.0 as usize] {
            let island = island(graph, &flow.states, &known, *state);
            for member in &island {
                known[member.0 as usize] = true;
            }
            findings.push(finding(context, &island));
        }
    }
    findings
}

/// The states that hang together with `first`, in source order.
fn island(graph: &Graph, states: &[StateId], known: &[bool], first: StateId) -> Vec<StateId> {
    let mut neighbours: std::collections::HashMap<StateId, Vec<StateId>> = Default::default();
    for edge in states.iter().flat_map(|state| graph.out(*state)) {
        if !known[edge.from.0 as usize] && !known[edge.to.0 as usize] {
            neighbours.entry(edge.from).or_default().push(edge.to);
            neighbours.entry(edge.to).or_default().push(edge.from);
        }
    }
    let mut found = vec![first];
    let mut queue = vec![first];
    let mut seen = std::collections::HashSet::from([first]);
    while let Some(state) = queue.pop() {
        for next in neighbours.get(&state).into_iter().flatten() {
            if seen.insert(*next) {
                found.push(*next);
                queue.push(*next);
            }
        }
    }
    found.sort_unstable();
    found
}

fn finding(context: &Context<'_>, island: &[StateId]) -> Diagnostic {
    let first = context.state(island[0]);
    let name = |id: &StateId| format!("`{}`", context.name(*id));
    let names: Vec<String> = island.iter().take(SHOWN).map(name).collect();
    let message = format!(
        "no way from the start leads to {}: {} only to one another",
        text::list(&names),
        if island.len() > SHOWN {
            format!("these and {} more lead", island.len() - SHOWN)
        } else {
            "they lead".to_owned()
        }
    );
    let mut finding = META
        .finding(first.name.span, message)
        .at(first.location.clone());
    for other in island.iter().skip(1).take(SHOWN - 1) {
        finding = finding.label(context.state(*other).name.span, "nor to this one");
    }
    finding.help("lead to one of them from a state that is reached, or remove them")
}
