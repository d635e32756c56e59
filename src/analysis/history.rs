//! How many events an execution writes to its history, and how many state transitions it makes.

use super::flow::DataFlow;
use super::graph::{Edge, Graph};
use super::loops::Loops;
use super::maps;
use super::rounds::rounds;
use crate::asl::{
    ExecutionType, FlowId, Pattern, ProcessorMode, ResourceKind, State, StateId, StateKind,
    StateMachine,
};
use foldhash::{HashMap, HashMapExt, HashSet};

/// Most events that the history of an execution of a Standard workflow may have (AWS: "Maximum execution history size").
pub const HISTORY_LIMIT: u64 = 25_000;

/// The events of an execution, and what writes most of them.
#[derive(Clone, Debug)]
pub struct HistoryEstimate {
    /// The flow: the machine's own, or the item processor of a distributed Map, whose child executions have histories of
    /// their own.
    pub flow: FlowId,
    /// On the longest way through, where Maps have as many items and loops as many rounds as the definition tells; what it
    /// does not tell counts once.
    pub events: u64,
    /// How many more it can be when every retrier retries as often as it may.
    pub retries: u64,
    /// State transitions on the way that has most of them, counted as `events` are; those of Standard child executions are
    /// among them.
    pub transitions: u64,
    /// How many more of them it can be when every retrier retries as often as it may.
    pub transition_retries: u64,
    /// The state that writes most, and its share.
    pub most: Option<Share>,
}

/// A state's share in a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The state.
    pub state: StateId,
    /// The events of all its visits.
    pub events: u64,
    /// How often it runs what it holds: items of a Map, rounds of a loop; 1 where it is neither.
    pub times: u64,
    /// Whether it is the counting state of a loop.
    pub is_loop: bool,
}

/// Events and transitions, without retries and for retries alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    events: u64,
    retries: u64,
    transitions: u64,
    transition_retries: u64,
}

impl Count {
    fn plus(self, other: Self) -> Self {
        Self {
            events: self.events.saturating_add(other.events),
            retries: self.retries.saturating_add(other.retries),
            ..self.with_transitions(
                self.transitions.saturating_add(other.transitions),
                self.transition_retries
                    .saturating_add(other.transition_retries),
            )
        }
    }

    fn with_transitions(self, transitions: u64, transition_retries: u64) -> Self {
        Self {
            transitions,
            transition_retries,
            ..self
        }
    }

    fn times(self, times: u64) -> Self {
        Self {
            events: self.events.saturating_mul(times),
            retries: self.retries.saturating_mul(times),
            ..self.with_transitions(
                self.transitions.saturating_mul(times),
                self.transition_retries.saturating_mul(times),
            )
        }
    }

    /// The transitions alone.
    fn transitions(self) -> Self {
        Self::default().with_transitions(self.transitions, self.transition_retries)
    }
}

/// An estimate for the machine and for each distributed Map whose child executions write a history.
pub fn history(machine: &StateMachine, graph: &Graph, flow: &DataFlow) -> Vec<HistoryEstimate> {
    let mut counter = Counter {
        machine,
        graph,
        flow,
        loops: Loops::new(machine, graph, |edge| !is_retry(machine, edge)),
        flows: HashMap::new(),
    };
    // Inner flows stand behind the outer ones, so that going backwards no recursion is needed.
    for flow in machine.flows.iter().rev() {
        let counted = counter.flow(flow.id);
        counter.flows.insert(flow.id, counted);
    }
    let own = machine.flows.iter().filter(|flow| {
        flow.owner().is_none_or(|owner| {
            matches!(&machine.state(owner).kind, StateKind::Map(map) if map.mode == ProcessorMode::Distributed(ExecutionType::Standard))
        })
    });
    own.filter_map(|flow| {
        let (count, most) = counter.flows.get(&flow.id)?;
        Some(HistoryEstimate {
            flow: flow.id,
            events: count.events.saturating_add(2),
            retries: count.retries,
            transitions: count.transitions,
            transition_retries: count.transition_retries,
            most: *most,
        })
    })
    .collect()
}

/// A catcher that leads back to where its state comes from is another kind of retry, whose rounds nothing tells.
fn is_retry(machine: &StateMachine, edge: &Edge) -> bool {
    edge.exit.is_catch()
        && machine.state(edge.from).flow == machine.state(edge.to).flow
        && edge.to <= edge.from
}

struct Counter<'a> {
    machine: &'a StateMachine,
    graph: &'a Graph,
    flow: &'a DataFlow,
    loops: Loops,
    flows: HashMap<FlowId, (Count, Option<Share>)>,
}

impl Counter<'_> {
    /// The events of the longest way through a flow.
    fn flow(&self, flow: FlowId) -> (Count, Option<Share>) {
        let Some(start) = self.machine.flow(flow).start else {
            return (Count::default(), None);
        };
        let order = self.order(start);
        // From the ends back: the most that can come from each state on.
        let mut from: HashMap<StateId, (Count, Option<Share>)> = HashMap::new();
        for state in order {
            let members: Vec<StateId> = match self.loops.of(state) {
                Some(members) => members.to_vec(),
                None => vec![state],
            };
            if members.iter().any(|member| from.contains_key(member)) {
                continue;
            }
            let out = members.iter().flat_map(|member| self.graph.out(*member));
            let after: Vec<(Count, Option<Share>)> = out
                .filter(|edge| edge.to != edge.from && !self.loops.has_both(edge.from, edge.to))
                .filter_map(|edge| from.get(&edge.to).copied())
                .collect();
            let after = most(&after);
            let (own, share) = self.component(&members);
            let share = [share, after.1]
                .into_iter()
                .flatten()
                .max_by_key(|share| share.events);
            let sum = (own.plus(after.0), share);
            for member in members {
                from.insert(member, sum);
            }
        }
        from.get(&start).copied().unwrap_or_default()
    }

    /// The states that can come after `start` and itself, each after all that it leads to but for loops.
    fn order(&self, start: StateId) -> Vec<StateId> {
        let mut order = Vec::new();
        let mut seen = HashSet::from_iter([start]);
        let mut calls = vec![(start, 0)];
        while let Some((state, next)) = calls.last_mut() {
            match self.graph.out(*state).get(*next) {
                Some(edge) => {
                    *next += 1;
                    if seen.insert(edge.to) {
                        calls.push((edge.to, 0));
                    }
                }
                None => {
                    order.push(*state);
                    calls.pop();
                }
            }
        }
        order
    }

    /// The events of a state, or of all rounds of a loop.
    fn component(&self, members: &[StateId]) -> (Count, Option<Share>) {
        let counts = members
            .iter()
            .map(|member| (*member, self.state(self.machine.state(*member))));
        let counts: Vec<(StateId, (Count, u64))> = counts.collect();
        let round = counts
            .iter()
            .fold(Count::default(), |sum, (_, (count, _))| sum.plus(*count));
        let biggest = counts.iter().max_by_key(|(_, (count, _))| count.events);
        let counted = if self.loops.of(members[0]).is_some() {
            rounds(self.machine, members)
        } else {
            None
        };
        if let Some((state, times)) = counted {
            let each: HashMap<StateId, Count> = counts
                .iter()
                .map(|(id, (count, _))| (*id, *count))
                .collect();
            let all = self.round(state, &each).unwrap_or(round).times(times);
            let share = Share {
                state,
                events: all.events,
                times,
                is_loop: true,
            };
            return (all, Some(share));
        }
        let share = biggest.map(|(state, (count, times))| Share {
            state: *state,
            events: count.events,
            times: *times,
            is_loop: false,
        });
        (round, share)
    }

    /// The events of the longest way from a state of a loop back to it; nothing where there is a loop in the loop.
    fn round(&self, head: StateId, each: &HashMap<StateId, Count>) -> Option<Count> {
        let mut longest: HashMap<StateId, Count> = HashMap::new();
        let mut open = HashSet::from_iter([head]);
        let mut calls = vec![(head, 0)];
        while let Some((state, next)) = calls.last_mut() {
            match self.graph.out(*state).get(*next) {
                Some(edge) => {
                    *next += 1;
                    if edge.to == head
                        || !each.contains_key(&edge.to)
                        || longest.contains_key(&edge.to)
                    {
                        continue;
                    }
                    if !open.insert(edge.to) {
                        return None;
                    }
                    calls.push((edge.to, 0));
                }
                None => {
                    let state = *state;
                    calls.pop();
                    let after = self.graph.out(state).iter().filter(|edge| edge.to != head);
                    let after = after.filter_map(|edge| longest.get(&edge.to));
                    let after = after.max_by_key(|count| count.events).copied();
                    longest.insert(state, each.get(&state)?.plus(after.unwrap_or_default()));
                }
            }
        }
        longest.get(&head).copied()
    }

    /// The events of one visit of a state, and how often it runs what it holds.
    fn state(&self, state: &State) -> (Count, u64) {
        let plain = |events| Count {
            events,
            transitions: 1,
            ..Count::default()
        };
        // What a Map writes of each iteration is no step of its own.
        let each = |events| Count {
            events,
            ..Count::default()
        };
        let attempts: u64 = state
            .retry
            .iter()
            .map(|retrier| retrier.max_attempts)
            .fold(0, u64::saturating_add);
        // What has succeeded can still fail, at its `ResultPath`: that is written, too, and a catcher goes on from there.
        let caught = u64::from(!state.catch.is_empty());
        match &state.kind {
            // A failed attempt writes that it is scheduled, started and failed.
            StateKind::Task(task) => {
                let submits = matches!(
                    task.resource.as_ref().map(|resource| &resource.value.kind),
                    Some(ResourceKind::Integration(called)) if called.pattern != Pattern::RequestResponse
                );
                let one = Count {
                    events: 5 + u64::from(submits),
                    retries: attempts.saturating_mul(3 + u64::from(submits)),
                    transitions: 1,
                    transition_retries: attempts,
                };
                (one, 1)
            }
            StateKind::Pass(_) | StateKind::Choice(_) | StateKind::Wait(_) => (plain(2), 1),
            StateKind::Succeed => (plain(2), 1),
            StateKind::Fail(_) => (plain(1), 1),
            StateKind::Parallel(parallel) => {
                let inner = parallel
                    .branches
                    .iter()
                    .filter_map(|branch| self.flows.get(branch));
                let inner = inner.fold(Count::default(), |sum, (count, _)| sum.plus(*count));
                let all = plain(4 + caught).plus(inner);
                (again(all, attempts), 1)
            }
            StateKind::Map(map) => {
                let inner = map.processor.and_then(|flow| self.flows.get(&flow));
                let inner = inner.map_or_else(Count::default, |(count, _)| *count);
                let items = self.flow.stages(state.id).iter().map(|stages| {
                    let (least, most) = maps::items(state, map, stages).count();
                    most.unwrap_or(least)
                });
                let items = items.max().unwrap_or(0);
                match map.mode {
                    ProcessorMode::Inline => {
                        let all = plain(4 + caught).plus(each(2).plus(inner).times(items));
                        (again(all, attempts), items.max(1))
                    }
                    // Its iterations have histories of their own.
                    ProcessorMode::Distributed(ExecutionType::Standard) => {
                        let all = plain(6).plus(inner.transitions().times(items));
                        (all, 1)
                    }
                    ProcessorMode::Distributed(ExecutionType::Express) => (plain(6), 1),
                }
            }
        }
    }
}

/// The way with the most events, and with the transitions of the way with the most of those.
fn most(ways: &[(Count, Option<Share>)]) -> (Count, Option<Share>) {
    let longest = ways.iter().max_by_key(|(count, _)| count.events);
    let dearest = ways.iter().max_by_key(|(count, _)| count.transitions);
    let (Some((count, share)), Some((dearest, _))) = (longest, dearest) else {
        return Default::default();
    };
    let count = count.with_transitions(dearest.transitions, dearest.transition_retries);
    (count, *share)
}

/// A Map or a Parallel that is retried does all again.
fn again(all: Count, attempts: u64) -> Count {
    let more = |once: u64, retries: u64| retries.saturating_add(once.saturating_mul(attempts));
    Count {
        retries: more(all.events, all.retries),
        transition_retries: more(all.transitions, all.transition_retries),
        ..all
    }
}
