//! The loops of a graph.

use super::graph::{Edge, Graph};
use crate::asl::{StateId, StateMachine};

/// The loops of a machine: largest sets of states each of which leads to every other, or to itself.
#[derive(Clone, Debug)]
pub struct Loops {
    of: Vec<Option<usize>>,
    members: Vec<Vec<StateId>>,
}

impl Loops {
    /// The loops over the edges that `follow` lets pass.
    pub fn new(machine: &StateMachine, graph: &Graph, follow: impl Fn(&Edge) -> bool) -> Self {
        let mut search = Search {
            graph,
            follow: &follow,
            index: vec![None; machine.states.len()],
            lowest: vec![0; machine.states.len()],
            open: vec![false; machine.states.len()],
            stack: Vec::new(),
            counter: 0,
            found: Self {
                of: vec![None; machine.states.len()],
                members: Vec::new(),
            },
        };
        for state in &machine.states {
            if search.index[state.id.0 as usize].is_none() {
                search.visit(state.id);
            }
        }
        search.found
    }

    /// All of them, the states of each in source order.
    pub fn all(&self) -> &[Vec<StateId>] {
        &self.members
    }

    /// The states of the loop that a state is in, itself among them.
    pub fn of(&self, state: StateId) -> Option<&[StateId]> {
        self.of[state.0 as usize].map(|number| &*self.members[number])
    }

    /// Whether both are in one loop.
    pub fn has_both(&self, one: StateId, other: StateId) -> bool {
        let number = self.of[one.0 as usize];
        number.is_some() && number == self.of[other.0 as usize]
    }
}

/// Tarjan's search, with a stack of its own so that a long machine cannot exhaust the thread's.
struct Search<'g, F> {
    graph: &'g Graph,
    follow: &'g F,
    index: Vec<Option<u32>>,
    lowest: Vec<u32>,
    open: Vec<bool>,
    stack: Vec<StateId>,
    counter: u32,
    found: Loops,
}

impl<F: Fn(&Edge) -> bool> Search<'_, F> {
    fn visit(&mut self, start: StateId) {
        let mut calls = vec![(start, 0)];
        self.begin(start);
        while let Some((state, next)) = calls.last_mut() {
            let (at, edge) = (*state, self.graph.out(*state).get(*next));
            *next += 1;
            match edge {
                Some(edge) if !(self.follow)(edge) => {}
                Some(edge) => match self.index[edge.to.0 as usize] {
                    None => {
                        self.begin(edge.to);
                        calls.push((edge.to, 0));
                    }
                    Some(index) if self.open[edge.to.0 as usize] => self.lower(at, index),
                    Some(_) => {}
                },
                None => {
                    calls.pop();
                    self.end(at);
                    if let Some((caller, _)) = calls.last() {
                        self.lower(*caller, self.lowest[at.0 as usize]);
                    }
                }
            }
        }
    }

    fn begin(&mut self, state: StateId) {
        let at = state.0 as usize;
        self.index[at] = Some(self.counter);
        self.lowest[at] = self.counter;
        self.open[at] = true;
        self.counter += 1;
        self.stack.push(state);
    }

    fn lower(&mut self, state: StateId, index: u32) {
        let lowest = &mut self.lowest[state.0 as usize];
        *lowest = index.min(*lowest);
    }

    /// All edges of a state are followed: where none led further back, what stands on the stack from it on is a component.
    fn end(&mut self, state: StateId) {
        if self.index[state.0 as usize] != Some(self.lowest[state.0 as usize]) {
            return;
        }
        let from = self.stack.iter().rposition(|one| *one == state);
        let mut members = self.stack.split_off(from.unwrap_or(0));
        for member in &members {
            self.open[member.0 as usize] = false;
        }
        let to_itself = |edge: &Edge| edge.to == state && (self.follow)(edge);
        if members.len() > 1 || self.graph.out(state).iter().any(to_itself) {
            members.sort_unstable();
            for member in &members {
                self.found.of[member.0 as usize] = Some(self.found.members.len());
            }
            self.found.members.push(members);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asl::{Definition, WorkflowType};
    use crate::source::{Bindings, SourceFile};

    fn loops(edges: &[(&str, &str)]) -> Vec<Vec<String>> {
        let states: Vec<String> = edges
            .iter()
            .map(|(from, to)| match *to {
                "" => format!(r#""{from}":{{"Type":"Succeed"}}"#),
                to => format!(
                    r#""{from}":{{"Type":"Choice","Choices":[{}],"Default":"{}"}}"#,
                    to.split(' ')
                        .map(|to| format!(r#"{{"Variable":"$.x","IsPresent":true,"Next":"{to}"}}"#))
                        .collect::<Vec<_>>()
                        .join(","),
                    to.split(' ').next().unwrap_or_default()
                ),
            })
            .collect();
        let text = format!(
            r#"{{"StartAt":"{}","States":{{{}}}}}"#,
            edges[0].0,
            states.join(",")
        );
        let file = SourceFile::new("m.asl.json", text);
        let machine = Definition::load(file, &Bindings::default(), WorkflowType::Standard)
            .machine
            .unwrap();
        let found = Loops::new(&machine, &Graph::new(&machine), |_| true);
        let names = |states: &Vec<StateId>| {
            states
                .iter()
                .map(|state| machine.state(*state).name.value.to_string())
                .collect()
        };
        found.all().iter().map(names).collect()
    }

    #[test]
    fn loops_are_the_strong_components_with_an_edge() {
        assert!(loops(&[("A", "B C"), ("B", "C"), ("C", "")]).is_empty());
        assert_eq!(loops(&[("A", "A B"), ("B", "")]), [["A"]]);
        let mut two = loops(&[
            ("A", "B"),
            ("B", "C A"),
            ("C", "D E"),
            ("D", "C"),
            ("E", "F"),
            ("F", ""),
        ]);
        two.sort();
        assert_eq!(two, [["A", "B"], ["C", "D"]]);
        assert_eq!(
            loops(&[
                ("A", "B"),
                ("B", "C"),
                ("C", "A D"),
                ("D", "B E"),
                ("E", "")
            ]),
            [["A", "B", "C", "D"]]
        );
    }
}
