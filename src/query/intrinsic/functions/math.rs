//! `States.MathRandom` and `States.MathAdd`.

use super::super::java;
use super::cut;
use crate::base::Random;
use crate::value::Value;
use std::cell::RefCell;

/// With a seed it is `java.util.Random` (see the recorded draws beside [`java::Random`]); without one, the run's own
/// source.
pub(super) fn random(
    start: &Value,
    end: &Value,
    seed: Option<&Value>,
    source: &RefCell<Random>,
) -> Option<Value> {
    let (start, end) = (cut(start)?, cut(end)?);
    if start >= end {
        return None;
    }
    let drawn = match seed {
        Some(seed) => i64::from(java::Random::new(whole(seed)?).between(start, end)),
        None => source
            .borrow_mut()
            .between(i64::from(start), i64::from(end)),
    };
    Some(Value::from(drawn))
}

/// A seed without its fraction. How AWS treats a fraction in it is not known.
fn whole(seed: &Value) -> Option<i64> {
    let number = seed.as_number()?;
    Some(number.as_i64().unwrap_or(number.as_f64() as i64))
}

/// Each operand is rounded by itself, halves upwards (`math_operations.math_add+10`, `+16`, `+19`); operands and sum must
/// fit an int (AWS's documentation; tiny-asl-machine: States.MathAdd-009 to -016).
pub(super) fn add(left: &Value, right: &Value) -> Option<Value> {
    let sum = rounded(left)?.checked_add(rounded(right)?)?;
    Some(Value::from(i64::from(sum)))
}

fn rounded(value: &Value) -> Option<i32> {
    let number = value.as_number()?;
    if let Some(int) = number.as_i64() {
        return i32::try_from(int).ok();
    }
    let float = number.as_f64();
    let down = float.floor();
    let rounded = if float - down >= 0.5 {
        down + 1.0
    } else {
        down
    };
    (f64::from(i32::MIN)..=f64::from(i32::MAX))
        .contains(&rounded)
        .then_some(rounded as i32)
}
