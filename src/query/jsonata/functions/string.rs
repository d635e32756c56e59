//! Functions on strings.

use super::Arguments;
use crate::query::jsonata::eval::{Evaluator, Outcome};
use crate::query::jsonata::text::stringify;
use crate::query::jsonata::val::Val;

pub(super) fn string<'a>(
    evaluator: &Evaluator<'a>,
    mut arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let value = arguments.take(0);
    if value.is_undefined() || value.text().is_some() {
        return Ok(value);
    }
    let mut text = String::new();
    stringify::string(&value, arguments.get(1).boolean() == Some(true), &mut text)?;
    made(evaluator, text)
}

/// A string that was made: counted for the memory limit.
fn made<'a>(evaluator: &Evaluator<'a>, text: String) -> Outcome<'a> {
    evaluator.meter.allocate(text.len())?;
    Ok(Val::string(text))
}

pub(super) fn length<'a>(_: &Evaluator<'a>, arguments: Arguments<'a>, _: &Val<'a>) -> Outcome<'a> {
    let length = arguments.text(0).map(|text| text.chars().count() as f64);
    Ok(length.map_or(Val::Undefined, Val::Num))
}

pub(super) fn lowercase<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    match arguments.text(0) {
        Some(text) => made(evaluator, text.to_lowercase()),
        None => Ok(Val::Undefined),
    }
}

pub(super) fn uppercase<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    match arguments.text(0) {
        Some(text) => made(evaluator, text.to_uppercase()),
        None => Ok(Val::Undefined),
    }
}

pub(super) fn trim<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let Some(text) = arguments.text(0) else {
        return Ok(Val::Undefined);
    };
    let words = text
        .split([' ', '\t', '\n', '\r'])
        .filter(|word| !word.is_empty());
    made(evaluator, words.collect::<Vec<_>>().join(" "))
}

pub(super) fn join<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let Some(items) = arguments.get(0).items() else {
        return Ok(Val::Undefined);
    };
    let separator = arguments.text(1).map_or("", |text| text);
    evaluator.meter.tick(items.len())?;
    let mut joined = String::new();
    for (at, item) in items.enumerate() {
        if at > 0 {
            joined.push_str(separator);
        }
        if let Some(text) = item.text() {
            joined.push_str(text);
        }
        if joined.len() as u64 > evaluator.bindings.limits.bytes {
            break;
        }
    }
    made(evaluator, joined)
}

/// Characters `start..end` of `text`, counted as `Array.prototype.slice` does: from the end where negative.
fn slice(text: &str, start: f64, end: Option<f64>) -> String {
    let length = || text.chars().count() as f64;
    let place = |at: f64| {
        let at = at.trunc();
        (if at < 0.0 {
            (length() + at).max(0.0)
        } else {
            at
        }) as usize
    };
    let start = place(start);
    match end.map(place) {
        Some(end) => text
            .chars()
            .skip(start)
            .take(end.saturating_sub(start))
            .collect(),
        None => text.chars().skip(start).collect(),
    }
}

pub(super) fn substring<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let Some(text) = arguments.text(0) else {
        return Ok(Val::Undefined);
    };
    let mut start = arguments.number(1).unwrap_or(0.0);
    let count = text.chars().count() as f64;
    if count + start < 0.0 {
        start = 0.0;
    }
    let part = match arguments.number(2) {
        Some(length) if length <= 0.0 => String::new(),
        Some(length) => {
            let from = if start >= 0.0 { start } else { count + start };
            slice(text, start, Some(from + length))
        }
        None => slice(text, start, None),
    };
    made(evaluator, part)
}

pub(super) fn substring_before<'a>(
    _: &Evaluator<'a>,
    mut arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let part = match (arguments.text(0), arguments.text(1)) {
        (Some(text), Some(mark)) => text
            .split_once(&**mark)
            .map(|(before, _)| Val::string(before)),
        _ => None,
    };
    Ok(part.unwrap_or_else(|| arguments.take(0)))
}

pub(super) fn substring_after<'a>(
    _: &Evaluator<'a>,
    mut arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let part = match (arguments.text(0), arguments.text(1)) {
        (Some(text), Some(mark)) => text
            .split_once(&**mark)
            .map(|(_, after)| Val::string(after)),
        _ => None,
    };
    Ok(part.unwrap_or_else(|| arguments.take(0)))
}

pub(super) fn pad<'a>(
    evaluator: &Evaluator<'a>,
    mut arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let (Some(text), Some(width)) = (arguments.text(0), arguments.number(1)) else {
        return Ok(arguments.take(0));
    };
    let filler = arguments
        .text(2)
        .filter(|filler| !filler.is_empty())
        .map_or(" ", |filler| filler);
    // A width with a fraction is cut, as by JSONata from 2.1.0 on; 2.0.6 itself crashes.
    let wanted = width.abs().trunc();
    let missing = wanted - text.chars().count() as f64;
    if missing <= 0.0 {
        return Ok(arguments.take(0));
    }
    if missing > evaluator.bindings.limits.bytes as f64 {
        evaluator.meter.allocate(usize::MAX)?;
    }
    evaluator.meter.tick(missing as usize / 16)?;
    let padding: String = filler.chars().cycle().take(missing as usize).collect();
    let padded = if width > 0.0 {
        format!("{text}{padding}")
    } else {
        format!("{padding}{text}")
    };
    made(evaluator, padded)
}
