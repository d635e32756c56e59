//! Functions that take functions.

use super::Arguments;
use super::array::callback_arguments;
use crate::query::jsonata::error::Open;
use crate::query::jsonata::eval::{Evaluator, Outcome, truth};
use crate::query::jsonata::val::Val;

pub(super) fn map<'a>(
    evaluator: &Evaluator<'a>,
    mut arguments: Arguments<'a>,
    context: &Val<'a>,
) -> Outcome<'a> {
    let function = arguments.function(1)?;
    let array = arguments.take(0);
    let Some(items) = array.items() else {
        return Ok(Val::Undefined);
    };
    let mut results = Vec::with_capacity(items.len());
    for (at, item) in items.enumerate() {
        let arguments = callback_arguments(&function, item, Val::Num(at as f64), &array);
        match evaluator.apply(&function, arguments, context)? {
            Val::Undefined => {}
            result => results.push(result),
        }
    }
    evaluator.meter.allocate_items(results.len())?;
    evaluator.check_nesting(Val::sequence(results))
}

pub(super) fn filter<'a>(
    evaluator: &Evaluator<'a>,
    mut arguments: Arguments<'a>,
    context: &Val<'a>,
) -> Outcome<'a> {
    let function = arguments.function(1)?;
    let array = arguments.take(0);
    let Some(items) = array.items() else {
        return Ok(Val::Undefined);
    };
    let mut results = Vec::new();
    for (at, item) in items.enumerate() {
        let arguments = callback_arguments(&function, item.clone(), Val::Num(at as f64), &array);
        if truth(&evaluator.apply(&function, arguments, context)?)? {
            results.push(item);
        }
    }
    evaluator.meter.allocate_items(results.len())?;
    Ok(Val::sequence(results))
}

pub(super) fn single<'a>(
    evaluator: &Evaluator<'a>,
    mut arguments: Arguments<'a>,
    context: &Val<'a>,
) -> Outcome<'a> {
    let array = arguments.take(0);
    let Some(items) = array.items() else {
        return Ok(Val::Undefined);
    };
    let mut found = None;
    for (at, item) in items.enumerate() {
        let matches = match arguments.get(1) {
            Val::Func(function) => {
                let arguments =
                    callback_arguments(function, item.clone(), Val::Num(at as f64), &array);
                truth(&evaluator.apply(function, arguments, context)?)?
            }
            _ => true,
        };
        if matches && found.replace(item).is_some() {
            return Err(Open::new("D3138"));
        }
    }
    found.ok_or_else(|| Open::new("D3139"))
}

pub(super) fn reduce<'a>(
    evaluator: &Evaluator<'a>,
    mut arguments: Arguments<'a>,
    context: &Val<'a>,
) -> Outcome<'a> {
    let array = arguments.take(0);
    if array.is_undefined() {
        return Ok(Val::Undefined);
    }
    let function = arguments.function(1)?;
    let arity = function.arity();
    if arity < 2 {
        return Err(Open::new("D3050"));
    }
    let Some(mut items) = array.items() else {
        return Ok(Val::Undefined);
    };
    let mut result = arguments.take(2);
    let mut at = 0;
    if result.is_undefined()
        && let Some(first) = items.next()
    {
        result = first;
        at = 1;
    }
    for item in items {
        let mut given = vec![result, item];
        if arity >= 3 {
            given.push(Val::Num(at as f64));
        }
        if arity >= 4 {
            given.push(array.clone());
        }
        result = evaluator.apply(&function, given, context)?;
        at += 1;
    }
    Ok(result)
}

pub(super) fn each<'a>(
    evaluator: &Evaluator<'a>,
    mut arguments: Arguments<'a>,
    context: &Val<'a>,
) -> Outcome<'a> {
    let function = arguments.function(1)?;
    let object = arguments.take(0);
    let mut results = Vec::new();
    for (key, value) in object.members().unwrap_or_default() {
        let arguments = callback_arguments(&function, value, Val::string(key), &object);
        match evaluator.apply(&function, arguments, context)? {
            Val::Undefined => {}
            result => results.push(result),
        }
    }
    evaluator.check_nesting(Val::sequence(results))
}

pub(super) fn sift<'a>(
    evaluator: &Evaluator<'a>,
    mut arguments: Arguments<'a>,
    context: &Val<'a>,
) -> Outcome<'a> {
    let object = arguments.take(0);
    let Some(members) = object.members() else {
        return Ok(Val::Undefined);
    };
    let function = arguments.function(1)?;
    let mut kept = Vec::new();
    for (key, value) in members {
        let arguments =
            callback_arguments(&function, value.clone(), Val::string(key.clone()), &object);
        if truth(&evaluator.apply(&function, arguments, context)?)? {
            kept.push((key, value));
        }
    }
    Ok(if kept.is_empty() {
        Val::Undefined
    } else {
        Val::object(kept)
    })
}
