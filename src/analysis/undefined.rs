//! JSONata expressions that have no value.

use super::evaluated::Evaluated;
use super::jsonata::Miss;
use super::reads::Written;
use super::{Presence, Read};

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

/// Those of the expressions of a state that have no value on some way, and hold none of `told`, the references of which that is said
/// already.
pub fn undefined(evaluated: &[Evaluated], told: &[&Read]) -> Vec<Undefined> {
    let mut found = Vec::new();
    for Evaluated { written, ways } in evaluated {
        if told.iter().any(|read| read.span == written.expression.span) {
            continue;
        }
        let mut first = None;
        let mut times = 0;
        for (way, evaluation) in ways.iter().enumerate() {
            if evaluation.value.presence == Presence::Never {
                times += 1;
                first.get_or_insert((way, evaluation.misses.first().cloned()));
            }
        }
        if let Some((way, miss)) = first {
            found.push(Undefined {
                written: written.clone(),
                miss,
                way,
                never: times == ways.len(),
            });
        }
    }
    found
}
