//! Functions on objects and on values of any kind.

use super::Arguments;
use crate::query::jsonata::error::{Fallible, Open};
use crate::query::jsonata::eval::{self, Evaluator, Outcome};
use crate::query::jsonata::name::Name;
use crate::query::jsonata::val::{Members, Val};
use crate::value::Str;
use indexmap::IndexSet;

pub(super) fn keys<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let mut keys = IndexSet::new();
    collect_keys(evaluator, arguments.get(0), &mut keys)?;
    Ok(Val::sequence(keys.into_iter().map(Val::string).collect()))
}

fn collect_keys(
    evaluator: &Evaluator<'_>,
    value: &Val<'_>,
    keys: &mut IndexSet<Str>,
) -> Fallible<()> {
    evaluator.meter.tick(1)?;
    if let Some(items) = value.items() {
        for item in items {
            collect_keys(evaluator, &item, keys)?;
        }
    } else {
        for (key, _) in value.members().unwrap_or_default() {
            keys.insert(key);
        }
    }
    Ok(())
}

pub(super) fn lookup<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let Some(name) = arguments.text(1) else {
        return Ok(Val::Undefined);
    };
    let value = arguments.get(0);
    evaluator.meter.tick(value.length().unwrap_or(1))?;
    Ok(eval::lookup(value, &Name::new(name.clone())))
}

pub(super) fn spread<'a>(
    evaluator: &Evaluator<'a>,
    mut arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let value = arguments.take(0);
    if value.length() == Some(0) {
        return Ok(Val::Undefined);
    }
    if value.is_array() {
        let mut results = Vec::new();
        spread_into(evaluator, value, &mut results)?;
        return evaluator.check_nesting(Val::array(results));
    }
    match value.members() {
        Some(_) => {
            let mut results = Vec::new();
            spread_into(evaluator, value, &mut results)?;
            Ok(Val::sequence(results))
        }
        None => Ok(value),
    }
}

fn spread_into<'a>(
    evaluator: &Evaluator<'a>,
    value: Val<'a>,
    results: &mut Vec<Val<'a>>,
) -> Fallible<()> {
    evaluator.meter.tick(1)?;
    if value.is_array() {
        for item in value.into_items() {
            spread_into(evaluator, item, results)?;
        }
        return Ok(());
    }
    match value.members() {
        Some(members) => {
            results.extend(members.into_iter().map(|member| Val::object(vec![member])))
        }
        None if value.is_undefined() => {}
        None => results.push(value),
    }
    Ok(())
}

pub(super) fn merge<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let Some(items) = arguments.get(0).items() else {
        return Ok(Val::Undefined);
    };
    let mut merged = Members::default();
    for item in items {
        let members = item.members().unwrap_or_default();
        evaluator.meter.tick(members.len() + 1)?;
        for (key, value) in members {
            merged.insert(key, value);
        }
    }
    evaluator.check_nesting(Val::object(merged.into_iter().collect()))
}

pub(super) fn clone<'a>(
    _: &Evaluator<'a>,
    mut arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let value = arguments.take(0);
    match value {
        Val::Undefined | Val::Ref(_) | Val::Json(_) => Ok(value),
        other => Ok(Val::Json(other.into_value())),
    }
}

pub(super) fn exists<'a>(_: &Evaluator<'a>, arguments: Arguments<'a>, _: &Val<'a>) -> Outcome<'a> {
    Ok(Val::Bool(!arguments.get(0).is_undefined()))
}

pub(super) fn boolean<'a>(_: &Evaluator<'a>, arguments: Arguments<'a>, _: &Val<'a>) -> Outcome<'a> {
    truth_of(arguments.get(0)).map(|truth| truth.map_or(Val::Undefined, Val::Bool))
}

pub(super) fn not<'a>(_: &Evaluator<'a>, arguments: Arguments<'a>, _: &Val<'a>) -> Outcome<'a> {
    truth_of(arguments.get(0)).map(|truth| truth.map_or(Val::Undefined, |truth| Val::Bool(!truth)))
}

/// What counts as true; none where the value is nothing. A function counts as false.
fn truth_of(value: &Val<'_>) -> Fallible<Option<bool>> {
    match value {
        Val::Undefined => Ok(None),
        Val::Func(_) => Ok(Some(false)),
        other => eval::truth(other).map(Some),
    }
}

pub(super) fn kind<'a>(_: &Evaluator<'a>, arguments: Arguments<'a>, _: &Val<'a>) -> Outcome<'a> {
    let value = arguments.get(0);
    let name = match value {
        Val::Undefined => return Ok(Val::Undefined),
        Val::Num(number) if number.is_infinite() => {
            return Err(Open::new("D1001").value("value", "null"));
        }
        Val::Num(number) if number.is_nan() => "object",
        Val::Num(_) => "number",
        Val::Bool(_) => "boolean",
        Val::List(_) | Val::Tuples(_) => "array",
        Val::Object(_) => "object",
        Val::Func(_) => "function",
        Val::Ref(value) => value.kind(),
        Val::Json(value) => value.kind(),
    };
    Ok(Val::string(name))
}

pub(super) fn error<'a>(_: &Evaluator<'a>, arguments: Arguments<'a>, _: &Val<'a>) -> Outcome<'a> {
    Err(Open::with_message(
        "D3137",
        message(&arguments, 0, "$error() function evaluated"),
    ))
}

pub(super) fn assert<'a>(_: &Evaluator<'a>, arguments: Arguments<'a>, _: &Val<'a>) -> Outcome<'a> {
    if arguments.get(0).boolean() == Some(true) {
        return Ok(Val::Undefined);
    }
    Err(Open::with_message(
        "D3141",
        message(&arguments, 1, "$assert() statement failed"),
    ))
}

fn message(arguments: &Arguments<'_>, at: usize, otherwise: &str) -> String {
    match arguments.text(at) {
        Some(text) if !text.is_empty() => text.to_string(),
        _ => otherwise.to_owned(),
    }
}
