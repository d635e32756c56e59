//! How long an execution waits at least.

use super::graph::Graph;
use crate::asl::{
    FlowId, Quantity, State, StateId, StateKind, StateMachine, Transition, WaitUntil,
};
use foldhash::{HashMap, HashMapExt};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What every way through a machine waits for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeastWait {
    /// Seconds.
    pub seconds: u64,
    /// The Wait states on the way that waits least, in its order; those of the longest branch of a Parallel among them.
    pub waits: Vec<StateId>,
}

/// The waits of the way to success that waits least: those whose `Seconds` the definition tells, others count as none. Nothing
/// where no way leads to success.
pub fn least_wait(machine: &StateMachine, graph: &Graph) -> Option<LeastWait> {
    let mut known: HashMap<FlowId, LeastWait> = HashMap::new();
    // Inner flows stand behind the outer ones.
    for flow in machine.flows.iter().rev() {
        if let Some(least) = flow
            .start
            .and_then(|start| shortest(machine, graph, start, &known))
        {
            known.insert(flow.id, least);
        }
    }
    known.remove(&FlowId::ROOT)
}

/// Goes from a state on, the shortest way first.
fn shortest(
    machine: &StateMachine,
    graph: &Graph,
    start: StateId,
    inner: &HashMap<FlowId, LeastWait>,
) -> Option<LeastWait> {
    let mut open = BinaryHeap::from([Reverse((0, start))]);
    // Of each state how soon it is reached, from where, and whether that waited to its end.
    let mut before: HashMap<StateId, (u64, Option<(StateId, bool)>)> =
        HashMap::from_iter([(start, (0, None))]);
    // The way that ends soonest, and where.
    let mut best: Option<(u64, StateId)> = None;
    while let Some(Reverse((waited, id))) = open.pop() {
        if before.get(&id).is_some_and(|(least, _)| *least < waited)
            || best.is_some_and(|(least, _)| least <= waited)
        {
            continue;
        }
        let state = machine.state(id);
        let after = waited.saturating_add(own(state, inner).seconds);
        if ends(state) && best.is_none_or(|(least, _)| after < least) {
            best = Some((after, id));
        }
        for edge in graph.out(id) {
            // A state that fails need not have waited to its end.
            let to_end = !edge.exit.is_catch();
            let there = if to_end { after } else { waited };
            let shorter = before.get(&edge.to).is_none_or(|(least, _)| there < *least);
            if shorter {
                before.insert(edge.to, (there, Some((id, to_end))));
                open.push(Reverse((there, edge.to)));
            }
        }
    }
    let (seconds, end) = best?;
    let mut way = vec![(end, true)];
    while let Some((_, Some(previous))) = before.get(&way.last()?.0) {
        way.push(*previous);
    }
    let waited = way.into_iter().rev().filter(|(_, to_end)| *to_end);
    let waits = waited.flat_map(|(id, _)| own(machine.state(id), inner).waits);
    Some(LeastWait {
        seconds,
        waits: waits.collect(),
    })
}

/// What a state itself waits for.
fn own(state: &State, inner: &HashMap<FlowId, LeastWait>) -> LeastWait {
    match &state.kind {
        StateKind::Wait(wait) => match &wait.until {
            Some(WaitUntil::Seconds(quantity)) => match &quantity.value {
                Quantity::Literal(number) => LeastWait {
                    seconds: number
                        .as_i64()
                        .and_then(|seconds| u64::try_from(seconds).ok())
                        .unwrap_or_default(),
                    waits: vec![state.id],
                },
                _ => LeastWait::default(),
            },
            _ => LeastWait::default(),
        },
        StateKind::Parallel(parallel) => {
            let branches = parallel
                .branches
                .iter()
                .filter_map(|branch| inner.get(branch));
            let longest = branches.max_by_key(|branch| branch.seconds);
            longest.cloned().unwrap_or_default()
        }
        // A Map may have no items.
        _ => LeastWait::default(),
    }
}

/// Whether a way may end well at a state, or go on where the definition does not tell.
fn ends(state: &State) -> bool {
    let fields = ["Next", "Choices", "Default", "Catch", "End"];
    if fields.iter().any(|field| state.is_unresolved(field)) {
        return true;
    }
    match (&state.kind, &state.transition) {
        (StateKind::Fail(_) | StateKind::Choice(_), _) => false,
        (_, Transition::Next(target)) => target.state.is_none(),
        (_, Transition::End(_) | Transition::None) => true,
    }
}
