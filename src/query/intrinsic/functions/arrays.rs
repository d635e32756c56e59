//! `States.ArrayPartition`, `ArrayContains`, `ArrayRange`, `ArrayGetItem`, `ArrayLength`, `ArrayUnique`.

use super::super::java;
use super::cut;
use crate::query::java_text::java_text;
use crate::value::Value;

/// The most items that `States.ArrayRange` makes (AWS's documentation; tiny-asl-machine: States.ArrayRange-017 and -018).
const LONGEST_RANGE: i64 = 1_000;

pub(super) fn partition(array: &Value, size: &Value) -> Option<Value> {
    let size = usize::try_from(cut(size)?).ok().filter(|size| *size > 0)?;
    Some(
        array
            .as_array()?
            .chunks(size)
            .map(|chunk| Value::from(chunk.to_vec()))
            .collect(),
    )
}

/// AWS compares texts: `true` is found among `"true"`, 9007199254740991 among its digits in quotes, and an object only
/// where its keys stand in the same order (tiny-asl-machine: States.ArrayContains 006, 019, 021).
pub(super) fn contains(array: &Value, wanted: &Value) -> Option<Value> {
    let array = array.as_array()?;
    let wanted = java_text(wanted);
    Some(Value::from(
        array.iter().any(|item| java_text(item) == wanted),
    ))
}

pub(super) fn range(first: &Value, last: &Value, step: &Value) -> Option<Value> {
    let (first, last, step) = (
        i64::from(cut(first)?),
        i64::from(cut(last)?),
        i64::from(cut(step)?),
    );
    if step == 0 {
        return None;
    }
    let steps = (last - first) / step;
    // Against the direction of the step there is nothing (tiny-asl-machine: States.ArrayRange-008 and -009).
    let count = if (last - first).signum() == -step.signum() {
        0
    } else {
        steps + 1
    };
    (count <= LONGEST_RANGE).then(|| {
        (0..count)
            .map(|at| Value::from(first + at * step))
            .collect()
    })
}

/// Out of bounds is a failure, but an empty array gives null (tiny-asl-machine: States.ArrayGetItem-010, note on 012).
pub(super) fn item(array: &Value, index: &Value) -> Option<Value> {
    let array = array.as_array()?;
    let index = cut(index)?;
    if array.is_empty() {
        return Some(Value::Null);
    }
    array.get(usize::try_from(index).ok()?).cloned()
}

pub(super) fn length(array: &Value) -> Option<Value> {
    let length = array.as_array()?.len();
    Some(Value::from(i64::try_from(length).unwrap_or(i64::MAX)))
}

/// In the order of a Java hash set, not of first appearance: see [`java::distinct`].
pub(super) fn unique(array: &Value) -> Option<Value> {
    Some(Value::from(java::distinct(array.as_array()?)))
}
