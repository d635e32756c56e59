//! Dates, times, and integers by picture.

use super::Arguments;
use crate::query::jsonata::error::{Fallible, Open};
use crate::query::jsonata::eval::{Evaluator, Outcome};
use crate::query::jsonata::text::{datetime_format, datetime_parse, integer_picture, iso};
use crate::query::jsonata::val::Val;
use crate::value::Value;

pub(super) fn now<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    formatted(&arguments, evaluator.bindings.now.0 as f64, 0)
}

pub(super) fn millis<'a>(evaluator: &Evaluator<'a>, _: Arguments<'a>, _: &Val<'a>) -> Outcome<'a> {
    Ok(Val::Num(evaluator.bindings.now.0 as f64))
}

pub(super) fn from_millis<'a>(
    _: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    match arguments.number(0) {
        Some(millis) => formatted(&arguments, millis, 1),
        None => Ok(Val::Undefined),
    }
}

/// Formats `millis` with the picture and the time zone in arguments `at` and `at + 1`.
fn formatted<'a>(arguments: &Arguments<'a>, millis: f64, at: usize) -> Outcome<'a> {
    let picture = arguments.text(at).map(|text| &**text);
    let zone = arguments.text(at + 1).map(|text| &**text);
    datetime_format::format(millis, picture, zone).map(Val::string)
}

pub(super) fn to_millis<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let Some(text) = arguments.text(0) else {
        return Ok(Val::Undefined);
    };
    let millis = match arguments.text(1) {
        Some(picture) => datetime_parse::parse(text, picture, evaluator.bindings.now.0)?,
        None => Some(iso_millis(text)?),
    };
    Ok(millis.map_or(Val::Undefined, Val::Num))
}

fn iso_millis(text: &str) -> Fallible<f64> {
    iso::parse(text).ok_or_else(|| Open::new("D3110").value("value", Value::from(text).to_json()))
}

pub(super) fn format_integer<'a>(
    _: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let (Some(number), Some(picture)) = (arguments.number(0), arguments.text(1)) else {
        return Ok(Val::Undefined);
    };
    let picture = integer_picture::Picture::parse(picture)?;
    picture.format(number.floor()).map(Val::string)
}

pub(super) fn parse_integer<'a>(
    _: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let (Some(text), Some(picture)) = (arguments.text(0), arguments.text(1)) else {
        return Ok(Val::Undefined);
    };
    let picture = integer_picture::Picture::parse(picture)?;
    picture.read(text).map(Val::Num)
}
