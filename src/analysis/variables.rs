//! Which state refers to which variables.

use super::reads::{Subject, reading};
use crate::asl::StateMachine;
use crate::value::Str;
use std::collections::{BTreeMap, BTreeSet};

/// `variableReferences` of DescribeStateMachine: by state, the variables that it refers to; states that refer to none are
/// left out. AWS gives both in an order that is not known (recorded: api/sfn_api_variable_references), here it is that of
/// the alphabet.
pub fn variable_references(machine: &StateMachine) -> BTreeMap<Str, BTreeSet<Str>> {
    let mut references: BTreeMap<Str, BTreeSet<Str>> = BTreeMap::new();
    for state in &machine.states {
        for read in reading(state).paths {
            if let Subject::Variable(name) = read.subject {
                let of_state = references.entry(state.name.value.clone());
                of_state.or_default().insert(name);
            }
        }
    }
    references
}
