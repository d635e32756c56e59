//! Which state leads to which.

use crate::asl::{FlowId, State, StateId, StateKind, StateMachine, Target, Transition};
use std::collections::VecDeque;
use std::fmt;

/// A way out of a state that leads to another of the same flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// Where it starts.
    pub from: StateId,
    /// Where it leads.
    pub to: StateId,
    /// Which way out it is.
    pub exit: Exit,
}

/// A way out of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exit {
    /// `Next`
    Next,
    /// `Next` of an entry of `Choices`.
    Rule(u32),
    /// `Default`
    Default,
    /// `Next` of an entry of `Catch`.
    Catch(u32),
}

impl fmt::Display for Exit {
    /// As AWS's locations name it: `Next`, `Choices[1]`, `Default`, `Catch[0]`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Next => formatter.write_str("Next"),
            Self::Rule(index) => write!(formatter, "Choices[{index}]"),
            Self::Default => formatter.write_str("Default"),
            Self::Catch(index) => write!(formatter, "Catch[{index}]"),
        }
    }
}

impl Exit {
    /// Whether it is taken only after an error.
    pub fn is_catch(self) -> bool {
        matches!(self, Self::Catch(_))
    }
}

/// The transitions of a machine, those of `Catch` included.
#[derive(Clone, Debug)]
pub struct Graph {
    out: Vec<Vec<Edge>>,
}

impl Graph {
    /// Takes the transitions that lead somewhere.
    pub fn new(machine: &StateMachine) -> Self {
        let out = machine.states.iter().map(|state| {
            let mut edges = Vec::new();
            let mut add = |target: Option<&Target>, exit| {
                if let Some(to) = target.and_then(|target| target.state) {
                    edges.push(Edge {
                        from: state.id,
                        to,
                        exit,
                    });
                }
            };
            if let StateKind::Choice(choice) = &state.kind {
                for (index, rule) in (0..).zip(&choice.rules) {
                    add(rule.next.as_ref(), Exit::Rule(index));
                }
                add(choice.default.as_ref(), Exit::Default);
            }
            if let Transition::Next(target) = &state.transition {
                add(Some(target), Exit::Next);
            }
            for (index, catcher) in (0..).zip(&state.catch) {
                add(catcher.next.as_ref(), Exit::Catch(index));
            }
            edges
        });
        Self { out: out.collect() }
    }

    /// The ways out of a state.
    pub fn out(&self, state: StateId) -> &[Edge] {
        &self.out[state.0 as usize]
    }

    /// The states of the same flow that can come after `start`, itself only where a way leads back, over edges that
    /// `follow` lets pass.
    pub fn after(&self, start: StateId, follow: impl Fn(&Edge) -> bool) -> Vec<StateId> {
        let mut seen = vec![false; self.out.len()];
        let mut queue = VecDeque::from([start]);
        let mut found = Vec::new();
        while let Some(state) = queue.pop_front() {
            for edge in self.out(state).iter().filter(|edge| follow(edge)) {
                if !std::mem::replace(&mut seen[edge.to.0 as usize], true) {
                    found.push(edge.to);
                    queue.push_back(edge.to);
                }
            }
        }
        found
    }

    /// For each state whether one of `ends` can come after it, or is it.
    pub fn leads_to(&self, ends: impl IntoIterator<Item = StateId>) -> Vec<bool> {
        let mut before: Vec<Vec<StateId>> = vec![Vec::new(); self.out.len()];
        for edge in self.out.iter().flatten() {
            before[edge.to.0 as usize].push(edge.from);
        }
        let mut leads = vec![false; self.out.len()];
        let mut queue: Vec<StateId> = ends.into_iter().collect();
        while let Some(state) = queue.pop() {
            if !std::mem::replace(&mut leads[state.0 as usize], true) {
                queue.extend(&before[state.0 as usize]);
            }
        }
        leads
    }

    /// Whether each state of a flow can be reached from its start; nothing where a way is not known.
    pub fn reached(&self, machine: &StateMachine, flow: FlowId) -> Option<Vec<bool>> {
        let start = machine.flow(flow).start?;
        let known = |state: &StateId| is_known(machine.state(*state));
        if !machine.flow(flow).states.iter().all(known) {
            return None;
        }
        let mut reached = vec![false; self.out.len()];
        reached[start.0 as usize] = true;
        for state in self.after(start, |_| true) {
            reached[state.0 as usize] = true;
        }
        Some(reached)
    }

    /// The states of a flow that can be reached when nothing fails, in the order in which they are found.
    pub fn on_the_main_way(&self, machine: &StateMachine, flow: FlowId) -> Vec<StateId> {
        let Some(start) = machine.flow(flow).start else {
            return Vec::new();
        };
        let mut states = vec![start];
        let after = self.after(start, |edge| !edge.exit.is_catch());
        states.extend(after.into_iter().filter(|state| *state != start));
        states
    }
}

/// Whether it is known where a state leads: no target is missing, and none is a placeholder.
fn is_known(state: &State) -> bool {
    let fields = ["Next", "End", "Choices", "Default", "Catch"];
    let targets = state.targets();
    let caught = state.catch.iter().map(|catcher| catcher.next.as_ref());
    let rules = match &state.kind {
        StateKind::Choice(choice) => &choice.rules[..],
        _ => &[],
    };
    targets.iter().all(|target| target.state.is_some())
        && caught
            .chain(rules.iter().map(|rule| rule.next.as_ref()))
            .all(|target| target.is_some_and(|target| target.state.is_some()))
        && !state
            .unresolved
            .iter()
            .any(|field| fields.contains(&&*field.value))
        && (!matches!(state.transition, Transition::None) || has_no_transition(state))
}

fn has_no_transition(state: &State) -> bool {
    matches!(
        state.kind,
        StateKind::Choice(_) | StateKind::Succeed | StateKind::Fail(_)
    )
}
