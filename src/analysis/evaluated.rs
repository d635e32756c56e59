//! What the JSONata expressions of a state give, way by way.

use super::flow::DataFlow;
use super::jsonata::Evaluation;
use super::reads::{Reading, Written};
use super::verdict::evaluated_at;
use crate::asl::{QueryLanguage, State};

/// An expression of a state, and what it gives for each of the state's arrivals.
#[derive(Clone, Debug)]
pub struct Evaluated {
    pub(super) written: Written,
    pub(super) ways: Vec<Evaluation>,
}

/// The expressions of a state; none where it speaks JSONPath, or where not all of its fields are known.
pub fn evaluated(flow: &DataFlow, state: &State, reading: &Reading) -> Vec<Evaluated> {
    if state.query_language != QueryLanguage::Jsonata || flow.is_opaque(state.id) {
        return Vec::new();
    }
    let ways = |written| {
        let visits = flow.visits(state.id);
        let ways = visits.map(|(arrival, stages)| evaluated_at(written, state, stages, arrival));
        ways.collect()
    };
    let all = reading.expressions.iter();
    all.map(|written| Evaluated {
        written: written.clone(),
        ways: ways(written),
    })
    .collect()
}
