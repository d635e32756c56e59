//! Functions on arrays.

use super::Arguments;
use crate::query::jsonata::error::Open;
use crate::query::jsonata::eval::{Evaluator, Func, Outcome, compare_text, equal, merge_sort};
use crate::query::jsonata::val::Val;

pub(super) fn append<'a>(
    evaluator: &Evaluator<'a>,
    mut arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let (first, second) = (arguments.take(0), arguments.take(1));
    if first.is_undefined() {
        return Ok(second);
    }
    if second.is_undefined() {
        return Ok(first);
    }
    let mut items = first.into_items();
    items.extend(second.into_items());
    evaluator.meter.tick(items.len())?;
    evaluator.meter.allocate_items(items.len())?;
    evaluator.check_nesting(Val::plain_array(items))
}

pub(super) fn reverse<'a>(
    evaluator: &Evaluator<'a>,
    mut arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let array = arguments.take(0);
    let length = array.length().unwrap_or(0);
    if length <= 1 {
        return Ok(array);
    }
    evaluator.meter.tick(length)?;
    let mut items = array.into_items();
    items.reverse();
    Ok(Val::array(items))
}

pub(super) fn shuffle<'a>(
    evaluator: &Evaluator<'a>,
    mut arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let array = arguments.take(0);
    let length = array.length().unwrap_or(0);
    if length <= 1 {
        return Ok(array);
    }
    evaluator.meter.tick(length)?;
    let mut items = array.into_items();
    let mut random = evaluator.bindings.random.borrow_mut();
    for at in (1..items.len()).rev() {
        let other = random.between(0, i64::try_from(at + 1).unwrap_or(i64::MAX));
        items.swap(at, usize::try_from(other).unwrap_or(at));
    }
    Ok(Val::array(items))
}

pub(super) fn distinct<'a>(
    evaluator: &Evaluator<'a>,
    mut arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let array = arguments.take(0);
    if array.length().is_none_or(|length| length <= 1) {
        return Ok(array);
    }
    let sequence = array.is_sequence();
    let mut distinct: Vec<Val<'a>> = Vec::new();
    let mut texts = std::collections::HashSet::new();
    let mut numbers = std::collections::HashSet::new();
    for item in array.into_items() {
        let new = match (item.text(), item.number()) {
            (Some(text), _) => texts.insert(text.clone()),
            (None, Some(number)) if !number.is_nan() && number.abs() < 9e15 => {
                numbers.insert((number + 0.0).to_bits())
            }
            _ => {
                evaluator.meter.tick(distinct.len())?;
                !distinct.iter().any(|known| equal(known, &item))
            }
        };
        if new {
            distinct.push(item);
        }
    }
    evaluator.meter.tick(distinct.len())?;
    Ok(if sequence {
        Val::sequence(distinct)
    } else {
        Val::array(distinct)
    })
}

pub(super) fn zip<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let lengths = arguments
        .0
        .iter()
        .map(|argument| argument.length().unwrap_or(0));
    let length = lengths.min().unwrap_or(0);
    evaluator.meter.tick(length * arguments.0.len())?;
    evaluator.meter.allocate_items(length * arguments.0.len())?;
    let tuples = (0..length).map(|at| {
        let tuple = arguments
            .0
            .iter()
            .map(|array| array.item(at).unwrap_or(Val::Undefined));
        Val::plain_array(tuple.collect())
    });
    let tuples = Val::array(tuples.collect());
    evaluator.check_nesting(tuples)
}

pub(super) fn sort<'a>(
    evaluator: &Evaluator<'a>,
    mut arguments: Arguments<'a>,
    context: &Val<'a>,
) -> Outcome<'a> {
    let array = arguments.take(0);
    let length = array.length().unwrap_or(0);
    if length <= 1 {
        return Ok(array);
    }
    evaluator.meter.tick(length)?;
    let comparator = match arguments.get(1) {
        Val::Func(function) => Some(function.clone()),
        _ => None,
    };
    let mut items = array.into_items();
    let Some(comparator) = comparator else {
        if items
            .iter()
            .all(|item| item.number().is_some_and(f64::is_finite))
        {
            let key = |item: &Val<'a>| item.number().unwrap_or(f64::NAN);
            items.sort_by(|left, right| {
                key(left)
                    .partial_cmp(&key(right))
                    .unwrap_or(std::cmp::Ordering::Equal)
            });
        } else if items.iter().all(|item| item.text().is_some()) {
            items.sort_by(|left, right| match (left.text(), right.text()) {
                (Some(left), Some(right)) => compare_text(left, right),
                _ => std::cmp::Ordering::Equal,
            });
        } else {
            let infinite = items
                .iter()
                .any(|item| item.number().is_some_and(f64::is_infinite));
            return Err(Open::new(if infinite { "D1001" } else { "D3070" }));
        }
        return Ok(Val::array(items));
    };
    let sorted = merge_sort(items, &mut |left, right| {
        let after = evaluator.apply(&comparator, vec![left.clone(), right.clone()], context)?;
        Ok(is_truthy(&after))
    })?;
    Ok(Val::array(sorted))
}

/// What JavaScript itself takes for true, which the reference asks for here.
fn is_truthy(value: &Val<'_>) -> bool {
    match value {
        Val::Undefined => false,
        Val::List(_) | Val::Object(_) | Val::Tuples(_) | Val::Func(_) => true,
        _ => match (value.boolean(), value.number(), value.text()) {
            (Some(truth), ..) => truth,
            (_, Some(number), _) => number != 0.0 && !number.is_nan(),
            (.., Some(text)) => !text.is_empty(),
            _ => value.json().is_some_and(|value| !value.is_null()),
        },
    }
}

/// The arguments that a function of the user's takes of `value`, its place and the whole.
pub(super) fn callback_arguments<'a>(
    function: &Func<'a>,
    value: Val<'a>,
    place: Val<'a>,
    whole: &Val<'a>,
) -> Vec<Val<'a>> {
    match function.arity() {
        0 | 1 => vec![value],
        2 => vec![value, place],
        _ => vec![value, place, whole.clone()],
    }
}
