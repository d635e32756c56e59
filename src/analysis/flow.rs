//! The data flow of a machine: what can come to each state, and on which way.
//!
//! Shapes are followed from the execution's input along all transitions, those of `Catch` included, into branches and
//! item processors and out of them again, until nothing new comes. Each state keeps a few ways apart; where there are
//! more, like ones are merged. Loops end because what keeps growing loses its bounds, and for good after a fixed number of
//! arrivals, so the work is at most that number times the number of transitions.

use super::choice::{self, Outcome};
use super::graph::{Exit, Graph};
use super::maps;
use super::samples::Samples;
use super::scope::{ContextObjects, Scope, Variables};
use super::stages::{self, Incoming, Results, Stages};
use super::way::Way;
use super::{Origin, Shape};
use crate::asl::{
    Choice, Comparison, Condition, FlowId, ProcessorMode, State, StateId, StateKind, StateMachine,
};
use crate::base::Span;
use foldhash::{HashSet, HashSetExt};
use std::cell::OnceCell;
use std::collections::VecDeque;

/// Ways that a state keeps apart.
const WAYS: usize = 8;
/// Arrivals after which what grows is taken to grow for ever.
const PATIENCE: u32 = 24;
/// Arrivals after which nothing is claimed any more.
const END: u32 = 64;

/// What comes to a state on one way, or on several alike.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The data.
    pub incoming: Incoming,
    /// The way that it took; where several are merged, the first.
    pub way: Way,
}

/// The data flow of a machine.
#[derive(Clone, Debug)]
pub struct DataFlow {
    arrivals: Vec<Vec<Arrival>>,
    /// What becomes of each arrival.
    stages: Vec<Vec<Stages>>,
    outputs: Vec<Option<Shape>>,
    execution_input: Shape,
    opaque: Vec<bool>,
}

impl DataFlow {
    /// Follows the data. `faults` are the places of errors: of a state that has one, nothing is claimed.
    pub fn new(machine: &StateMachine, graph: &Graph, samples: &Samples, faults: &[Span]) -> Self {
        let execution_input = samples.execution_input();
        let opaque = opaque(machine, faults);
        let mut engine = Engine {
            machine,
            graph,
            opaque: &opaque,
            arrivals: vec![Vec::new(); machine.states.len()],
            stages: vec![Vec::new(); machine.states.len()],
            calls: vec![OnceCell::new(); machine.states.len()],
            counts: vec![0; machine.states.len()],
            outputs: vec![None; machine.flows.len()],
            output_counts: vec![0; machine.flows.len()],
            queue: VecDeque::new(),
            pending: vec![Vec::new(); machine.states.len()],
            queued: vec![false; machine.states.len()],
            contexts: ContextObjects::new(&execution_input),
            samples,
        };
        engine.run(&execution_input);
        Self {
            arrivals: engine.arrivals,
            stages: engine.stages,
            outputs: engine.outputs,
            execution_input,
            opaque,
        }
    }

    /// Whether the fields of a state are not all known, so that nothing can be said of what it does.
    pub fn is_opaque(&self, state: StateId) -> bool {
        self.opaque[state.0 as usize]
    }

    /// What can come to a state, way by way. Nothing comes to a state that cannot be reached.
    pub fn arrivals(&self, state: StateId) -> &[Arrival] {
        &self.arrivals[state.0 as usize]
    }

    /// The output of a flow; nothing where it cannot end well.
    pub fn output(&self, flow: FlowId) -> Option<&Shape> {
        self.outputs[flow.0 as usize].as_ref()
    }

    /// What the execution starts with.
    pub fn execution_input(&self) -> &Shape {
        &self.execution_input
    }

    /// What can come to a state, way by way, and what becomes of it there.
    pub fn visits(&self, state: StateId) -> impl Iterator<Item = (&Arrival, &Stages)> + Clone {
        self.arrivals(state).iter().zip(self.stages(state))
    }

    /// What becomes in a state of what comes to it: of each of its [`DataFlow::arrivals`].
    pub fn stages(&self, state: StateId) -> &[Stages] {
        &self.stages[state.0 as usize]
    }
}

impl DataFlow {
    /// The ways out of a Choice that some data takes which can come to it; nothing where that is not known.
    pub fn exits(&self, state: &State, choice: &Choice) -> Option<HashSet<Exit>> {
        if self.is_opaque(state.id) || self.arrivals(state.id).is_empty() {
            return None;
        }
        let mut exits = HashSet::new();
        for (arrival, stages) in self.visits(state.id) {
            exits.extend(taken(choice, stages, &arrival.incoming.variables));
        }
        Some(exits)
    }

    /// A comparison of a condition of a Choice with a value of a kind that its operator does not compare, and that value.
    pub fn of_other_kind<'c>(
        &self,
        state: &State,
        condition: &'c Condition,
    ) -> Option<(&'c Comparison, Shape)> {
        self.visits(state.id).find_map(|(arrival, stages)| {
            let scope = Scope {
                input: &stages.input,
                context: &stages.context,
                variables: &arrival.incoming.variables,
            };
            choice::of_other_kind(condition, &scope)
        })
    }

    /// What goes on by an exit of a Choice.
    pub(super) fn leaving(
        &self,
        state: &State,
        exit: Exit,
        arrival: &Arrival,
        stages: &Stages,
    ) -> Shape {
        match &stages.output {
            Some(output) if !self.is_opaque(state.id) => {
                stages::leave(state, exit, &arrival.incoming, stages, output).input
            }
            _ => Shape::unknown(None),
        }
    }
}

struct Known<'a> {
    outputs: &'a [Option<Shape>],
    samples: &'a Samples,
    calls: &'a [OnceCell<Shape>],
}

impl Results for Known<'_> {
    fn sample(&self, state: &State) -> Option<Shape> {
        self.samples.result(state)
    }

    fn flow(&self, flow: FlowId) -> Option<Shape> {
        self.outputs[flow.0 as usize].clone()
    }

    fn call(&self, state: StateId, make: &dyn Fn() -> Shape) -> Shape {
        self.calls[state.0 as usize].get_or_init(make).clone()
    }
}

struct Engine<'a> {
    machine: &'a StateMachine,
    graph: &'a Graph,
    opaque: &'a [bool],
    arrivals: Vec<Vec<Arrival>>,
    /// What became of each of them when it was last followed.
    stages: Vec<Vec<Stages>>,
    /// What the call of each Task gives back, as its API describes it.
    calls: Vec<OnceCell<Shape>>,
    counts: Vec<u32>,
    outputs: Vec<Option<Shape>>,
    output_counts: Vec<u32>,
    queue: VecDeque<StateId>,
    /// Of each state the arrivals that are to be followed on.
    pending: Vec<Vec<usize>>,
    queued: Vec<bool>,
    contexts: ContextObjects,
    samples: &'a Samples,
}

impl Engine<'_> {
    fn run(&mut self, execution_input: &Shape) {
        let arrival = Arrival {
            incoming: Incoming {
                input: execution_input.clone(),
                variables: Variables::default(),
                item: None,
            },
            way: Way::default(),
        };
        if let Some(start) = self.machine.root().start {
            self.arrive(start, arrival);
        }
        while let Some(id) = self.queue.pop_front() {
            self.queued[id.0 as usize] = false;
            for number in std::mem::take(&mut self.pending[id.0 as usize]) {
                // Arrivals are merged, never taken away, but for the last time.
                if let Some(arrival) = self.arrivals[id.0 as usize].get(number).cloned() {
                    let stages = self.pass(self.machine.state(id), &arrival);
                    let known = &mut self.stages[id.0 as usize];
                    match known.get_mut(number) {
                        Some(known) => *known = stages,
                        // Each is followed for the first time in the order in which they came.
                        None => known.push(stages),
                    }
                }
            }
        }
    }

    /// Has an arrival followed on from its state.
    fn enqueue(&mut self, state: StateId, arrival: usize) {
        let pending = &mut self.pending[state.0 as usize];
        if !pending.contains(&arrival) {
            pending.push(arrival);
        }
        if !std::mem::replace(&mut self.queued[state.0 as usize], true) {
            self.queue.push_back(state);
        }
    }

    /// Takes what comes to a state, unless it is known already.
    fn arrive(&mut self, state: StateId, arrival: Arrival) {
        let at = state.0 as usize;
        let known = &mut self.arrivals[at];
        let same = |one: &Arrival| {
            let (one, new) = (&one.incoming, &arrival.incoming);
            one.input == new.input && one.variables == new.variables && one.item == new.item
        };
        if known.iter().any(same) {
            return;
        }
        let count = &mut self.counts[at];
        *count += 1;
        if *count > END {
            let top = Arrival {
                incoming: Incoming::unknown(),
                way: arrival.way,
            };
            if *count > END + 1 {
                return;
            }
            *known = vec![top];
            self.stages[at].clear();
            self.enqueue(state, 0);
        } else if known.len() < WAYS {
            known.push(arrival);
            let number = known.len() - 1;
            self.enqueue(state, number);
        } else {
            let kind = (
                arrival.incoming.input.is_closed(),
                arrival.incoming.input.origin(),
            );
            let like = known.iter().position(|one| {
                let input = &one.incoming.input;
                (input.is_closed(), input.origin()) == kind
            });
            let like = like.or_else(|| {
                known
                    .iter()
                    .position(|one| one.incoming.input.is_closed() == kind.0)
            });
            let place = like.unwrap_or(WAYS - 1);
            let merged = merge(&known[place].incoming, &arrival.incoming, *count > PATIENCE);
            if merged.input == known[place].incoming.input
                && merged.variables == known[place].incoming.variables
                && merged.item == known[place].incoming.item
            {
                return;
            }
            known[place].incoming = merged;
            self.enqueue(state, place);
        }
    }

    /// Follows one arrival through its state to the next ones.
    fn pass(&mut self, state: &State, arrival: &Arrival) -> Stages {
        let known = Known {
            outputs: &self.outputs,
            samples: self.samples,
            calls: &self.calls,
        };
        let opaque = self.opaque[state.id.0 as usize];
        let stages = if opaque {
            Stages::unknown(state)
        } else {
            stages::follow(
                self.machine,
                state,
                &arrival.incoming,
                &self.contexts,
                &known,
            )
        };
        self.go_inwards(state, arrival, &stages);
        for (index, catcher) in (0..).zip(&state.catch) {
            if let Some(target) = catcher.next.as_ref().and_then(|target| target.state) {
                let incoming = if opaque {
                    Incoming::unknown()
                } else {
                    stages::caught(state, index, catcher, &arrival.incoming, &stages.context)
                };
                let way = arrival.way.out_of(state.id, Exit::Catch(index));
                self.arrive(target, Arrival { incoming, way });
            }
        }
        let Some(output) = &stages.output else {
            return stages;
        };
        let taken = match &state.kind {
            StateKind::Choice(choice) => Some(taken(choice, &stages, &arrival.incoming.variables)),
            _ => None,
        };
        let graph = self.graph;
        let mut leads_on = false;
        for edge in graph.out(state.id) {
            leads_on |= !edge.exit.is_catch();
            let is_taken = match &taken {
                Some(taken) => taken.contains(&edge.exit),
                None => edge.exit == Exit::Next,
            };
            if is_taken {
                let way = arrival.way.out_of(state.id, edge.exit);
                let incoming = if opaque {
                    Incoming::unknown()
                } else {
                    stages::leave(state, edge.exit, &arrival.incoming, &stages, output)
                };
                self.arrive(edge.to, Arrival { incoming, way });
            }
        }
        if !leads_on && !matches!(state.kind, StateKind::Choice(_)) {
            self.end(state.flow, output);
        }
        stages
    }

    /// Into branches and item processors.
    fn go_inwards(&mut self, state: &State, arrival: &Arrival, stages: &Stages) {
        let way = arrival.way.inwards(state.id);
        let machine = self.machine;
        let iteration = match &state.kind {
            StateKind::Map(_) if self.opaque[state.id.0 as usize] => {
                Some((Shape::unknown(None), Shape::unknown(None)))
            }
            StateKind::Map(map) => Some(maps::iteration(state, map, stages, &self.contexts)),
            _ => None,
        };
        // Child executions see no variables of their parent (developer guide, "Passing data between states with variables").
        let variables = match &state.kind {
            StateKind::Map(map) if map.mode != ProcessorMode::Inline => Variables::default(),
            _ if self.opaque[state.id.0 as usize] => Variables::unknown(),
            _ => arrival.incoming.variables.clone(),
        };
        let mut enter = |flow: FlowId, input: Shape, item: Option<Shape>| {
            if let Some(start) = machine.flow(flow).start {
                let incoming = Incoming {
                    input,
                    variables: variables.clone(),
                    item,
                };
                self.arrive(
                    start,
                    Arrival {
                        incoming,
                        way: way.clone(),
                    },
                );
            }
        };
        match &state.kind {
            StateKind::Parallel(parallel) => {
                for branch in &parallel.branches {
                    enter(
                        *branch,
                        stages.request.clone(),
                        arrival.incoming.item.clone(),
                    );
                }
            }
            StateKind::Map(map) => {
                if let (Some(flow), Some((item, input))) = (map.processor, iteration) {
                    enter(flow, input, Some(item));
                }
            }
            _ => {}
        }
    }

    /// A flow can end with this output.
    fn end(&mut self, flow: FlowId, output: &Shape) {
        let at = flow.0 as usize;
        let joined = match &self.outputs[at] {
            None => output.clone(),
            Some(known) => {
                self.output_counts[at] += 1;
                match self.output_counts[at] {
                    END.. => Shape::unknown(None),
                    PATIENCE.. => known.widen(output),
                    _ => known.join(output),
                }
            }
        };
        if self.outputs[at].as_ref() == Some(&joined) {
            return;
        }
        self.outputs[at] = Some(joined);
        if let Some(owner) = self.machine.flow(flow).owner() {
            for number in 0..self.arrivals[owner.0 as usize].len() {
                self.enqueue(owner, number);
            }
        }
    }
}

/// States of which a field is not known: its value is a placeholder, or an error was reported of it.
fn opaque(machine: &StateMachine, faults: &[Span]) -> Vec<bool> {
    let mut opaque: Vec<bool> = machine
        .states
        .iter()
        .map(|state| {
            state
                .unresolved
                .iter()
                .any(|field| DATA_FIELDS.contains(&&*field.value))
        })
        .collect();
    for state in innermost(machine, faults) {
        opaque[state.0 as usize] = true;
    }
    opaque
}

/// The innermost state around each place that a state is around.
fn innermost(machine: &StateMachine, places: &[Span]) -> Vec<StateId> {
    let mut places = places.to_vec();
    places.sort_unstable();
    let mut states: Vec<&State> = machine.states.iter().collect();
    states.sort_by_key(|state| (state.span.start, std::cmp::Reverse(state.span.end)));
    let mut states = states.into_iter().peekable();
    // The states that have begun, each inside of the one before.
    let mut open: Vec<&State> = Vec::new();
    let mut found = Vec::new();
    for place in places {
        while let Some(state) = states.next_if(|state| state.span.start <= place.start) {
            open.retain(|outer| outer.span.end >= state.span.end);
            open.push(state);
        }
        let around = open.iter().rev().find(|state| place.end <= state.span.end);
        found.extend(around.map(|state| state.id));
    }
    found
}

/// The fields that decide on data.
const DATA_FIELDS: [&str; 18] = [
    "InputPath",
    "Parameters",
    "Arguments",
    "Result",
    "ResultSelector",
    "ResultPath",
    "OutputPath",
    "Output",
    "Assign",
    "Items",
    "ItemsPath",
    "ItemSelector",
    "ItemReader",
    "ItemBatcher",
    "ResultWriter",
    "Branches",
    "Catch",
    "Choices",
];

fn merge(old: &Incoming, new: &Incoming, widen: bool) -> Incoming {
    let merge: fn(&Shape, &Shape) -> Shape = if widen { Shape::widen } else { Shape::join };
    Incoming {
        input: merge(&old.input, &new.input),
        variables: old.variables.merge(&new.variables, merge),
        item: match (&old.item, &new.item) {
            (Some(old), Some(new)) => Some(merge(old, new)),
            _ => None,
        },
    }
}

/// The exits of a Choice that data of this shape can take.
fn taken(choice: &Choice, stages: &Stages, variables: &Variables) -> HashSet<Exit> {
    let scope = Scope {
        input: &stages.input,
        context: &stages.context,
        variables,
    };
    let mut exits = HashSet::new();
    for (index, rule) in (0..).zip(&choice.rules) {
        let outcome = rule.condition.as_ref().map_or(Outcome::Open, |condition| {
            choice::outcome(condition, &scope)
        });
        if outcome != Outcome::False {
            exits.insert(Exit::Rule(index));
        }
        if outcome == Outcome::True {
            return exits;
        }
    }
    exits.insert(Exit::Default);
    exits
}

impl Samples {
    fn execution_input(&self) -> Shape {
        match self.input() {
            Some(input) => Shape::sample(input, Some(Origin::ExecutionInput)),
            None => Shape::unknown(Some(Origin::ExecutionInput)),
        }
    }

    fn result(&self, state: &State) -> Option<Shape> {
        self.results(state.id)
            .iter()
            .map(|result| Shape::sample(result, Some(Origin::Result(state.id))))
            .reduce(|left, right| left.join(&right))
    }
}
