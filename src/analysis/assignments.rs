//! Which state sets which variable.

use crate::asl::{Assign, State, StateId, StateKind, StateMachine};
use crate::base::Span;
use crate::value::Str;

/// A variable that a state sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The state.
    pub state: StateId,
    /// Which `Assign` of it.
    pub setter: Setter,
    /// The variable's name, without `$`.
    pub name: Str,
    /// The object that is the value of `Assign`.
    pub object: Span,
    /// Whether it is written in JSONPath, so that its key may end in `.$`.
    pub jsonpath: bool,
}

/// What has an `Assign`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setter {
    /// The state itself.
    State,
    /// An entry of `Choices`.
    Rule(u32),
    /// An entry of `Catch`.
    Catcher(u32),
}

/// Every variable that a machine sets, in source order of the states.
pub fn assignments(machine: &StateMachine) -> Vec<Assignment> {
    machine.states.iter().flat_map(of_state).collect()
}

fn of_state(state: &State) -> Vec<Assignment> {
    let mut all = vec![(Setter::State, state.io.assign.as_ref())];
    if let StateKind::Choice(choice) = &state.kind {
        let rules = (0..).zip(&choice.rules);
        all.extend(rules.map(|(index, rule)| (Setter::Rule(index), rule.assign.as_ref())));
    }
    let catchers = (0..).zip(&state.catch);
    all.extend(catchers.map(|(index, one)| (Setter::Catcher(index), one.assign.as_ref())));
    let mut found = Vec::new();
    for (setter, assign) in all {
        let (names, object, jsonpath) = match assign {
            Some(Assign::JsonPath(template)) => (template.value.keys(), template.span, true),
            Some(Assign::Jsonata(template)) => (template.keys(), template.span, false),
            None => continue,
        };
        found.extend(names.into_iter().map(|name| Assignment {
            state: state.id,
            setter,
            name: name.clone(),
            object,
            jsonpath,
        }));
    }
    found
}
