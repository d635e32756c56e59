//! `$sum`, `$count`, `$max`, `$min`, `$average`.

use super::Arguments;
use crate::query::jsonata::error::Fallible;
use crate::query::jsonata::eval::{Evaluator, Outcome};
use crate::query::jsonata::val::Val;

/// Folds the numbers of the first argument; `None` where there is no array.
fn fold(
    arguments: &Arguments<'_>,
    evaluator: &Evaluator<'_>,
    start: f64,
    step: impl Fn(f64, f64) -> f64,
) -> Fallible<Option<(f64, usize)>> {
    let Some(items) = arguments.get(0).items() else {
        return Ok(None);
    };
    let count = items.len();
    evaluator.meter.tick(count)?;
    let total = items.fold(start, |total, item| {
        step(total, item.number().unwrap_or(f64::NAN))
    });
    Ok(Some((total, count)))
}

pub(super) fn sum<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let total = fold(&arguments, evaluator, 0.0, |total, number| total + number)?;
    Ok(total.map_or(Val::Undefined, |(total, _)| Val::Num(total)))
}

pub(super) fn count<'a>(_: &Evaluator<'a>, arguments: Arguments<'a>, _: &Val<'a>) -> Outcome<'a> {
    Ok(Val::Num(arguments.get(0).length().unwrap_or(0) as f64))
}

pub(super) fn max<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let most = fold(&arguments, evaluator, f64::NEG_INFINITY, f64::max)?;
    Ok(not_of_none(most))
}

pub(super) fn min<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let least = fold(&arguments, evaluator, f64::INFINITY, f64::min)?;
    Ok(not_of_none(least))
}

pub(super) fn average<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let total = fold(&arguments, evaluator, 0.0, |total, number| total + number)?;
    Ok(not_of_none(
        total.map(|(total, count)| (total / count as f64, count)),
    ))
}

fn not_of_none<'a>(result: Option<(f64, usize)>) -> Val<'a> {
    match result {
        Some((number, count)) if count > 0 => Val::Num(number),
        _ => Val::Undefined,
    }
}
