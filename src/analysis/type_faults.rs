//! Values of a type that an expression, or the field that it stands in, does not take.

use super::Presence;
use super::evaluated::Evaluated;
use super::jsonata::{Given, Refused, TypeFault};
use super::reads::Written;
use crate::asl::State;
use crate::base::Span;
use crate::query::jsonata::ValueKind;

/// The faults in the expressions of a state, each with its expression. One is certain where the state fails by it
/// on every way.
pub fn type_faults<'e>(state: &State, evaluated: &'e [Evaluated]) -> Vec<(&'e Written, TypeFault)> {
    let mut found = Vec::new();
    for Evaluated { written, ways } in evaluated {
        let mut faults: Vec<(TypeFault, usize)> = Vec::new();
        for evaluation in ways {
            let of_field = of_field(written, &evaluation.value);
            for fault in evaluation.faults.iter().cloned().chain(of_field) {
                let certain = usize::from(fault.certain);
                let same = |(one, _): &&mut (TypeFault, usize)| {
                    one.span == fault.span && one.refused == fault.refused
                };
                match faults.iter_mut().find(same) {
                    Some((_, times)) => *times += certain,
                    None => faults.push((fault, certain)),
                }
            }
        }
        for (mut fault, times) in faults {
            fault.certain = times == ways.len() && written.is_always_evaluated(state);
            found.push((written, fault));
        }
    }
    found
}

/// The type that a field takes, where it takes one alone (recorded: `Expected 'boolean'`, evaluate_jsonata).
fn wanted(field: &str) -> Option<ValueKind> {
    Some(match field {
        "Condition" => ValueKind::Boolean,
        "Items" => ValueKind::Array,
        "Error" | "Cause" | "Timestamp" => ValueKind::String,
        "Seconds"
        | "TimeoutSeconds"
        | "HeartbeatSeconds"
        | "MaxConcurrency"
        | "ToleratedFailureCount"
        | "ToleratedFailurePercentage" => ValueKind::Number,
        _ => return None,
    })
}

fn of_field(written: &Written, value: &Given) -> Option<TypeFault> {
    let wanted = wanted(written.field).filter(|_| written.key.is_none())?;
    let kind = value.kind().filter(|_| value.presence != Presence::Never)?;
    (kind != wanted).then(|| TypeFault {
        span: Span::new(0, written.expression.text.len()),
        found: value.shape.describe(),
        refused: Refused::Field(wanted),
        certain: value.presence == Presence::Always,
    })
}
