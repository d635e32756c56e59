//! JSONata expressions that have no value.

use super::flow::DataFlow;
use super::jsonata::Miss;
use super::reads::{Written, expressions};
use super::verdict::evaluated_at;
use super::{Presence, Read};
use crate::asl::{QueryLanguage, State};

/// An expression that has no value on some way.
#[derive(Clone, Debug)]
pub struct Undefined {
    /// The expression.
    pub written: Written,
    /// The first name in it that leads nowhere, where it is for such a name.
    pub miss: Option<Miss>,
    /// A way on which it has none: the number of the arrival.
    pub way: usize,
    /// Whether it has none on any way.
    pub never: bool,
}

/// The expressions of a state that have no value on some way, and hold none of `told`, the references of which that is said
/// already.
pub fn undefined(flow: &DataFlow, state: &State, told: &[&Read]) -> Vec<Undefined> {
    if state.query_language != QueryLanguage::Jsonata || flow.is_opaque(state.id) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for written in expressions(state) {
        if told.iter().any(|read| read.span == written.expression.span) {
            continue;
        }
        let mut first = None;
        let mut times = 0;
        for (way, (arrival, stages)) in flow.visits(state.id).enumerate() {
            let evaluation = evaluated_at(&written, state, stages, arrival);
            if evaluation.value.presence == Presence::Never {
                times += 1;
                first.get_or_insert((way, evaluation.misses.into_iter().next()));
            }
        }
        if let Some((way, miss)) = first {
            found.push(Undefined {
                written,
                miss,
                way,
                never: times == flow.arrivals(state.id).len(),
            });
        }
    }
    found
}
