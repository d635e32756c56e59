//! What becomes of each path that a state reads, on each way to the state.

use super::choice::{self, Outcome};
use super::flow::{Arrival, DataFlow};
use super::path::Lookup;
use super::reads::{Need, Read, Subject, reads};
use super::scope::Scope;
use super::stages::Stages;
use super::{Kinds, Presence, Shape, look_up};
use crate::asl::{Condition, State, StateKind, StateMachine};
use crate::base::Span;
use crate::query::jsonpath::StepKind;

/// A path that a state reads, with what it finds.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The path.
    pub read: Read,
    /// What it finds on each way on which the state comes to read it: the number of the arrival, and the look-up.
    pub lookups: Vec<(usize, Lookup)>,
}

impl Verdict {
    /// The ways on which it fails for certain.
    pub fn missing(&self) -> impl Iterator<Item = (usize, &Lookup)> {
        let ways = self.lookups.iter().map(|(way, lookup)| (*way, lookup));
        ways.filter(|(_, lookup)| self.fails(lookup))
    }

    /// Whether it fails on every way.
    pub fn fails_always(&self) -> bool {
        !self.lookups.is_empty() && self.lookups.iter().all(|(_, lookup)| self.fails(lookup))
    }

    fn fails(&self, lookup: &Lookup) -> bool {
        match self.read.need {
            Need::Must => lookup.is_missing(),
            Need::MustButIndex => {
                let last = lookup.at + 1 == self.read.path.steps().len();
                let past_the_end = last
                    && matches!(lookup.container, Shape::Array(_))
                    && matches!(self.read.path.steps()[lookup.at].kind, StepKind::Index(_));
                lookup.is_missing() && !past_the_end
            }
            Need::Asked | Need::May => false,
        }
    }
}

/// What becomes of the paths of a state.
pub fn verdicts(machine: &StateMachine, flow: &DataFlow, state: &State) -> Vec<Verdict> {
    let mut verdicts: Vec<Verdict> = reads(state)
        .into_iter()
        .map(|read| Verdict {
            read,
            lookups: Vec::new(),
        })
        .collect();
    if verdicts.is_empty() || flow.is_opaque(state.id) {
        return verdicts;
    }
    for (number, arrival) in flow.arrivals(state.id).iter().enumerate() {
        let stages = flow.stages(machine, state, arrival);
        let evaluated = evaluated(state, &stages, arrival);
        for verdict in &mut verdicts {
            let read = &verdict.read;
            let skipped = evaluated
                .as_ref()
                .is_some_and(|spans| !spans.contains(&read.span));
            if skipped && matches!(state.kind, StateKind::Choice(_)) && is_of_condition(read) {
                continue;
            }
            if let Some(lookup) = find(read, state, &stages, arrival) {
                verdict.lookups.push((number, lookup));
            }
        }
    }
    verdicts
}

fn is_of_condition(read: &Read) -> bool {
    !matches!(read.field, "InputPath" | "OutputPath" | "Assign" | "Output")
}

fn find(read: &Read, state: &State, stages: &Stages, arrival: &Arrival) -> Option<Lookup> {
    let root = match &read.subject {
        Subject::Data(stage) => stages.at(*stage, state)?,
        Subject::Context => stages.context.clone(),
        Subject::Variable(name) => arrival.incoming.variables.get(name)?.shape.clone(),
    };
    let mut lookup = look_up(&root, &read.path);
    // In JSONata a name is looked for in every item of an array.
    let through_array = state.query_language == crate::asl::QueryLanguage::Jsonata
        && !matches!(lookup.container, Shape::Object(_));
    if lookup.is_missing() && (through_array || may_be_text(&lookup)) {
        lookup.found.presence = Presence::Unknown;
    }
    Some(lookup)
}

/// A null that was written to be replaced, or an error's `Cause`, is not taken as proof.
fn may_be_text(lookup: &Lookup) -> bool {
    matches!(&lookup.container, Shape::Scalar(scalar) if scalar.kinds.has(Kinds::NULL) && scalar.kinds != Kinds::NULL)
}

/// The strings of the conditions that a Choice can come to, in the order of its rules: `And` and `Or` stop as soon as
/// they know, and so does the state.
fn evaluated(state: &State, stages: &Stages, arrival: &Arrival) -> Option<Vec<Span>> {
    let StateKind::Choice(choice) = &state.kind else {
        return None;
    };
    let scope = Scope {
        input: &stages.input,
        context: &stages.context,
        variables: &arrival.incoming.variables,
    };
    let mut spans = Vec::new();
    for rule in &choice.rules {
        let Some(condition) = &rule.condition else {
            continue;
        };
        if evaluate(condition, &scope, &mut spans) == Outcome::True {
            break;
        }
    }
    Some(spans)
}

// Recursion is bounded: the readers of source text allow a fixed depth.
fn evaluate(condition: &Condition, scope: &Scope<'_>, spans: &mut Vec<Span>) -> Outcome {
    match condition {
        Condition::And(all) | Condition::Or(all) => {
            let stop = if matches!(condition, Condition::And(_)) {
                Outcome::False
            } else {
                Outcome::True
            };
            for one in all {
                if evaluate(one, scope, spans) == stop {
                    return stop;
                }
            }
            choice::outcome(condition, scope)
        }
        Condition::Not(inner) => {
            evaluate(inner, scope, spans);
            choice::outcome(condition, scope)
        }
        Condition::Comparison(comparison) => {
            spans.push(comparison.variable.span);
            spans.push(comparison.operand.span);
            choice::outcome(condition, scope)
        }
        Condition::Jsonata(jsonata) => {
            spans.push(jsonata.span);
            Outcome::Open
        }
        Condition::Literal(_) => choice::outcome(condition, scope),
    }
}
