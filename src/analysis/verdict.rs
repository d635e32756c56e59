//! What becomes of each path that a state reads, on each way to the state.

use super::choice::{self, Outcome};
use super::flow::{Arrival, DataFlow};
use super::jsonata::{Evaluation, JsonataScope, evaluate};
use super::path::Lookup;
use super::reads::{Need, Read, Reading, Subject, Written};
use super::scope::Scope;
use super::stages::{Stages, error_output};
use super::{Origin, Presence, Shape, look_up};
use crate::asl::{Condition, QueryLanguage, State, StateKind};
use crate::base::Span;
use crate::query::jsonpath::StepKind;
use foldhash::{HashMap, HashMapExt};

/// A path that a state reads, with what it finds.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The path.
    pub read: Read,
    /// What it finds on each way on which the state may come to read it: the number of the arrival, and the look-up.
    pub lookups: Vec<(usize, Lookup)>,
    /// Of a part of an expression: the ways on which the whole has no value, so that the state fails by what is missing.
    pub fatal: Vec<usize>,
    /// Of a variable that is not set for certain: the ways on which the state may come to read it, and whether it is set
    /// there sometimes or never.
    pub unset: Vec<(usize, Presence)>,
    /// How many ways there are on which the state may come to read it.
    pub ways: usize,
    /// Whether the state comes to read it for certain, on every way.
    pub certain: bool,
}

impl Verdict {
    /// The ways on which it fails for certain.
    pub fn missing(&self) -> impl Iterator<Item = (usize, &Lookup)> {
        let ways = self.lookups.iter().map(|(way, lookup)| (*way, lookup));
        ways.filter(|(way, lookup)| self.fails(*way, lookup))
    }

    /// Whether it fails on every way on which it is read.
    pub fn never_exists(&self) -> bool {
        !self.lookups.is_empty()
            && self
                .lookups
                .iter()
                .all(|(way, lookup)| self.fails(*way, lookup))
    }

    /// Whether the state fails by it on every way.
    pub fn fails_always(&self) -> bool {
        self.certain && self.never_exists()
    }

    /// Whether it is a variable that is set on none of the ways.
    pub fn is_never_set(&self) -> bool {
        let never = self
            .unset
            .iter()
            .filter(|(_, presence)| *presence == Presence::Never);
        self.ways > 0 && never.count() == self.ways
    }

    fn fails(&self, way: usize, lookup: &Lookup) -> bool {
        match self.read.need {
            Need::Must => lookup.is_missing(),
            Need::MustButIndex => {
                let last = lookup.at + 1 == self.read.path.steps().len();
                let past_the_end = last
                    && matches!(lookup.container, Shape::Array(_))
                    && matches!(self.read.path.steps()[lookup.at].kind, StepKind::Index(_));
                lookup.is_missing() && !past_the_end
            }
            Need::Asked => false,
            Need::May => lookup.is_missing() && self.fatal.contains(&way),
        }
    }
}

/// What becomes of the paths that a state reads.
pub fn verdicts(flow: &DataFlow, state: &State, reading: &Reading) -> Vec<Verdict> {
    let mut verdicts: Vec<Verdict> = reading
        .paths
        .iter()
        .map(|read| Verdict {
            read: read.clone(),
            lookups: Vec::new(),
            fatal: Vec::new(),
            unset: Vec::new(),
            ways: 0,
            certain: true,
        })
        .collect();
    if verdicts.is_empty() || flow.is_opaque(state.id) {
        return verdicts;
    }
    let written = match state.query_language {
        QueryLanguage::Jsonata => reading.expressions.as_slice(),
        QueryLanguage::JsonPath => &[],
    };
    for (number, (arrival, stages)) in flow.visits(state.id).enumerate() {
        let evaluated = evaluated(state, stages, arrival);
        for verdict in &mut verdicts {
            let read = &verdict.read;
            if let Some(evaluated) = &evaluated {
                let comes = evaluated.comes_to(read);
                verdict.certain &= comes == Some(true);
                if comes.is_none() {
                    continue;
                }
            }
            verdict.ways += 1;
            if let Subject::Variable(name) = &read.subject {
                let presence = arrival.incoming.variables.presence(name);
                if matches!(presence, Presence::Never | Presence::Sometimes) {
                    verdict.unset.push((number, presence));
                }
            }
            if let Some(lookup) = find(read, state, stages, arrival) {
                if read.need == Need::May && lookup.is_missing() {
                    let whole = written.iter().find(|one| one.expression.span == read.span);
                    let value = whole.map(|one| evaluated_at(one, state, stages, arrival).value);
                    if value.is_some_and(|value| value.presence == Presence::Never) {
                        verdict.fatal.push(number);
                    }
                }
                verdict.lookups.push((number, lookup));
            }
        }
    }
    verdicts
}

/// What an expression of a state gives on a way.
pub(super) fn evaluated_at(
    written: &Written,
    state: &State,
    stages: &Stages,
    arrival: &Arrival,
) -> Evaluation {
    let error = written.catcher.map(|catcher| error_output(state, catcher));
    let scope = JsonataScope {
        input: &stages.raw_input,
        result: stages.result.as_ref(),
        error: error.as_ref(),
        context: &stages.context,
        variables: &arrival.incoming.variables,
    };
    evaluate(&written.expression, &scope, Origin::Output(state.id))
}

fn find(read: &Read, state: &State, stages: &Stages, arrival: &Arrival) -> Option<Lookup> {
    let root = match &read.subject {
        Subject::Data(stage) => stages.at(*stage, state)?,
        Subject::Context => stages.context.shape().clone(),
        Subject::Variable(name) => arrival.incoming.variables.get(name)?.shape.clone(),
    };
    let mut lookup = look_up(&root, &read.path);
    // In JSONata a name is looked for in every item of an array.
    let through_array = state.query_language == QueryLanguage::Jsonata
        && matches!(lookup.container, Shape::Array(_));
    if lookup.is_missing() && through_array {
        lookup.found.presence = Presence::Unknown;
    }
    Some(lookup)
}

/// The conditions of a Choice and its ways out, as far as it comes to them.
struct Evaluated {
    /// Strings in conditions, and whether the Choice comes to them for certain.
    spans: HashMap<Span, bool>,
    /// Rules that can hold, and whether they do for certain.
    rules: HashMap<u32, bool>,
    /// Whether `Default` is taken for certain; nothing where it is not taken.
    default: Option<bool>,
    /// Whether it comes to what follows for certain.
    certain: bool,
}

/// What a Choice can come to, in the order of its rules: `And` and `Or` stop as soon as they know, and so does the state.
fn evaluated(state: &State, stages: &Stages, arrival: &Arrival) -> Option<Evaluated> {
    let StateKind::Choice(choice) = &state.kind else {
        return None;
    };
    let scope = Scope {
        input: &stages.input,
        context: &stages.context,
        variables: &arrival.incoming.variables,
    };
    let mut evaluated = Evaluated {
        spans: HashMap::new(),
        rules: HashMap::new(),
        default: None,
        certain: true,
    };
    for (index, rule) in (0..).zip(&choice.rules) {
        let outcome = match &rule.condition {
            Some(condition) => evaluated.come_to(condition, &scope),
            None => {
                evaluated.certain = false;
                Outcome::Open
            }
        };
        if outcome != Outcome::False {
            evaluated.rules.insert(index, evaluated.certain);
        }
        if outcome == Outcome::True {
            return Some(evaluated);
        }
    }
    evaluated.default = Some(evaluated.certain);
    Some(evaluated)
}

impl Evaluated {
    /// Whether the Choice comes to a path for certain; nothing where it does not.
    fn comes_to(&self, read: &Read) -> Option<bool> {
        match (read.field, read.rule) {
            ("InputPath" | "OutputPath", _) => Some(true),
            ("Assign" | "Output", Some(rule)) => self.rules.get(&rule).copied(),
            // Those of the state are for `Default`.
            ("Assign" | "Output", None) => self.default,
            _ => self.spans.get(&read.span).copied(),
        }
    }

    // Recursion is bounded: the readers of source text allow a fixed depth.
    fn come_to(&mut self, condition: &Condition, scope: &Scope<'_>) -> Outcome {
        let outcome = match condition {
            Condition::And(all) | Condition::Or(all) => {
                let stop = match condition {
                    Condition::And(_) => Outcome::False,
                    _ => Outcome::True,
                };
                for one in all {
                    if self.come_to(one, scope) == stop {
                        return stop;
                    }
                }
                choice::outcome(condition, scope)
            }
            Condition::Not(inner) => self.come_to(inner, scope).not(),
            Condition::Comparison(comparison) => {
                self.spans.insert(comparison.variable.span, self.certain);
                self.spans.insert(comparison.operand.span, self.certain);
                choice::outcome(condition, scope)
            }
            Condition::Jsonata(jsonata) => {
                self.spans.insert(jsonata.span, self.certain);
                choice::outcome(condition, scope)
            }
            Condition::Literal(_) => choice::outcome(condition, scope),
        };
        self.certain &= outcome != Outcome::Open;
        outcome
    }
}
