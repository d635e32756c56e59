//! Functions that take regular expressions: `$match`, `$contains`, `$replace`, `$split`.
//!
//! In place of a regular expression stands any function that gives `{match, start, end, groups, next}`. The common
//! case, a literal pattern, skips these objects.

use super::Arguments;
use crate::query::jsonata::error::{Fallible, Open};
use crate::query::jsonata::eval::{Evaluator, Func, NextMatch, Outcome, truth};
use crate::query::jsonata::regex::{Found, Pattern};
use crate::query::jsonata::val::{Members, Val};
use crate::value::Str;
use std::rc::Rc;

/// One match, whoever found it.
struct Match<'a> {
    /// Bytes of the text: where it starts.
    start: usize,
    /// Where the search goes on.
    end: usize,
    text: Val<'a>,
    groups: Val<'a>,
    /// The object that a replacement function gets, where the matcher made one.
    object: Option<Val<'a>>,
    next: Next<'a>,
}

enum Next<'a> {
    Pattern(&'a Pattern, usize),
    Function(Option<Func<'a>>),
}

struct Matcher<'e, 'a> {
    evaluator: &'e Evaluator<'a>,
    text: Str,
    context: &'e Val<'a>,
}

impl<'a> Matcher<'_, 'a> {
    fn first(&self, matcher: &Func<'a>) -> Fallible<Option<Match<'a>>> {
        if let Func::Regex(pattern) = matcher {
            let found = self.evaluator.search(pattern, &self.text, 0)?;
            return Ok(found.map(|found| self.of_pattern(pattern, found)));
        }
        let result =
            self.evaluator
                .apply(matcher, vec![Val::string(self.text.clone())], self.context)?;
        self.of_object(result)
    }

    fn next(&self, after: &Match<'a>) -> Fallible<Option<Match<'a>>> {
        self.evaluator.meter.tick(1)?;
        match &after.next {
            Next::Pattern(pattern, from) => {
                let found = next_found(self.evaluator, pattern, &self.text, *from)?;
                Ok(found.map(|found| self.of_pattern(pattern, found)))
            }
            Next::Function(Some(function)) => {
                let result = self.evaluator.apply(function, Vec::new(), self.context)?;
                self.of_object(result)
            }
            Next::Function(None) => Ok(None),
        }
    }

    fn of_pattern(&self, pattern: &'a Pattern, found: Found) -> Match<'a> {
        Match {
            start: found.start,
            end: found.end,
            text: Val::string(&self.text[found.start..found.end]),
            groups: groups(&self.text, &found),
            object: None,
            next: Next::Pattern(pattern, found.end),
        }
    }

    fn of_object(&self, object: Val<'a>) -> Fallible<Option<Match<'a>>> {
        if object.is_undefined() {
            return Ok(None);
        }
        let member = |name| object.member(name).unwrap_or(Val::Undefined);
        let (start, end, groups, next) = (
            member("start"),
            member("end"),
            member("groups"),
            member("next"),
        );
        let fits = start.number().is_some()
            || end.number().is_some()
            || groups.is_array()
            || next.function().is_some();
        if truth(&object).unwrap_or(true) && !fits {
            return Err(Open::new("T1010"));
        }
        let start = byte_at(&self.text, start.number().unwrap_or(0.0));
        let end = byte_at(&self.text, end.number().unwrap_or(0.0)).max(start);
        Ok(Some(Match {
            start,
            end,
            text: member("match"),
            groups,
            next: Next::Function(next.function().cloned()),
            object: Some(object),
        }))
    }
}

/// The match after one that ended at byte `from`.
///
/// # Errors
/// D1004 where it is empty.
fn next_found(
    evaluator: &Evaluator<'_>,
    pattern: &Pattern,
    text: &str,
    from: usize,
) -> Fallible<Option<Found>> {
    if from >= text.len() {
        return Ok(None);
    }
    match evaluator.search(pattern, text, from)? {
        Some(found) if found.start == found.end => {
            let source = crate::value::Value::from(pattern.source()).to_json();
            Err(Open::new("D1004").value("value", source))
        }
        found => Ok(found),
    }
}

fn groups<'a>(text: &str, found: &Found) -> Val<'a> {
    let groups = found.groups.iter().map(|group| match group {
        Some((start, end)) => Val::string(&text[*start..*end]),
        None => Val::Undefined,
    });
    Val::array(groups.collect())
}

/// UTF-16 units before byte `at`.
fn units(text: &str, at: usize) -> f64 {
    let before = &text[..at];
    if before.is_ascii() {
        at as f64
    } else {
        before.encode_utf16().count() as f64
    }
}

/// The byte at `units` UTF-16 units, at most the length.
fn byte_at(text: &str, units: f64) -> usize {
    let mut left = units;
    for (at, character) in text.char_indices() {
        if left < 1.0 {
            return at;
        }
        left -= character.len_utf16() as f64;
    }
    text.len()
}

impl<'a> Evaluator<'a> {
    /// Searches, and counts the steps of the search.
    fn search(&self, pattern: &Pattern, text: &str, from: usize) -> Fallible<Option<Found>> {
        pattern.find(text, from, self.meter.steps_left(), |steps| {
            self.meter
                .tick(usize::try_from(steps / 16).unwrap_or(usize::MAX))
        })
    }

    /// Calls a regular expression as a function: `(text, from)`.
    pub(in crate::query::jsonata) fn match_from(
        &self,
        pattern: &'a Pattern,
        arguments: &[Val<'a>],
    ) -> Outcome<'a> {
        let Some(text) = arguments.first().and_then(Val::text) else {
            return Ok(Val::Undefined);
        };
        let from = arguments.get(1).and_then(Val::number).unwrap_or(0.0);
        let found = self.search(pattern, text, byte_at(text, from))?;
        Ok(found.map_or(Val::Undefined, |found| match_object(pattern, text, &found)))
    }

    /// Calls the `next` of a match.
    pub(in crate::query::jsonata) fn next_match(&self, next: &NextMatch<'a>) -> Outcome<'a> {
        let found = next_found(self, next.pattern, &next.text, next.from)?;
        Ok(found.map_or(Val::Undefined, |found| {
            match_object(next.pattern, &next.text, &found)
        }))
    }
}

fn match_object<'a>(pattern: &'a Pattern, text: &Str, found: &Found) -> Val<'a> {
    let next = NextMatch {
        pattern,
        text: text.clone(),
        from: found.end,
    };
    let mut object = Members::default();
    object.insert("match".into(), Val::string(&text[found.start..found.end]));
    object.insert("start".into(), Val::Num(units(text, found.start)));
    object.insert("end".into(), Val::Num(units(text, found.end)));
    object.insert("groups".into(), groups(text, found));
    object.insert("next".into(), Val::Func(Func::NextMatch(Rc::new(next))));
    Val::Object(Rc::new(object))
}

/// The limit that argument `at` gives.
///
/// # Errors
/// `code` where it is negative.
fn limit(arguments: &Arguments<'_>, at: usize, code: &'static str) -> Fallible<f64> {
    match arguments.number(at) {
        Some(limit) if limit < 0.0 => Err(Open::new(code)),
        limit => Ok(limit.unwrap_or(f64::INFINITY)),
    }
}

pub(super) fn contains<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    context: &Val<'a>,
) -> Outcome<'a> {
    let Some(text) = arguments.text(0) else {
        return Ok(Val::Undefined);
    };
    if let Some(part) = arguments.text(1) {
        return Ok(Val::Bool(text.contains(&**part)));
    }
    // Nothing to look for gives nothing, as by JSONata from 2.2.2 on; 2.0.6 itself crashes.
    let Val::Func(function) = arguments.get(1) else {
        return Ok(Val::Undefined);
    };
    let matcher = Matcher {
        evaluator,
        text: text.clone(),
        context,
    };
    Ok(Val::Bool(matcher.first(function)?.is_some()))
}

pub(super) fn find<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    context: &Val<'a>,
) -> Outcome<'a> {
    let Some(text) = arguments.text(0).cloned() else {
        return Ok(Val::Undefined);
    };
    let limit = limit(&arguments, 2, "D3040")?;
    let function = arguments.function(1)?;
    let matcher = Matcher {
        evaluator,
        text: text.clone(),
        context,
    };
    let mut results = Vec::new();
    let mut found = if limit > 0.0 {
        matcher.first(&function)?
    } else {
        None
    };
    while let Some(one) = found {
        if results.len() as f64 >= limit {
            break;
        }
        let mut object = Members::default();
        object.insert("match".into(), one.text.clone());
        object.insert("index".into(), Val::Num(units(&text, one.start)));
        object.insert("groups".into(), one.groups.clone());
        results.push(Val::Object(Rc::new(object)));
        evaluator.meter.allocate_items(results.len().min(1))?;
        found = matcher.next(&one)?;
    }
    Ok(Val::sequence(results))
}

pub(super) fn split<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    context: &Val<'a>,
) -> Outcome<'a> {
    let Some(text) = arguments.text(0).cloned() else {
        return Ok(Val::Undefined);
    };
    let limit = limit(&arguments, 2, "D3020")?;
    let mut parts: Vec<Val<'a>> = Vec::new();
    if let Some(separator) = arguments.text(1) {
        let limit = limit.trunc().min(u32::MAX.into()) as usize;
        if separator.is_empty() {
            parts.extend(
                text.chars()
                    .take(limit)
                    .map(|letter| Val::string(letter.to_string())),
            );
        } else {
            parts.extend(text.split(&**separator).take(limit).map(Val::string));
        }
    } else if limit > 0.0 {
        let function = arguments.function(1)?;
        let matcher = Matcher {
            evaluator,
            text: text.clone(),
            context,
        };
        let mut start = 0;
        let mut found = matcher.first(&function)?;
        while let Some(one) = found {
            if parts.len() as f64 >= limit {
                break;
            }
            parts.push(Val::string(text.get(start..one.start).unwrap_or_default()));
            start = one.end;
            found = matcher.next(&one)?;
        }
        if (parts.len() as f64) < limit {
            parts.push(Val::string(text.get(start..).unwrap_or_default()));
        }
    }
    evaluator.meter.tick(parts.len())?;
    evaluator.meter.allocate_items(parts.len())?;
    Ok(Val::plain_array(parts))
}

pub(super) fn replace<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    context: &Val<'a>,
) -> Outcome<'a> {
    let Some(text) = arguments.text(0).cloned() else {
        return Ok(Val::Undefined);
    };
    if arguments.text(1).is_some_and(|pattern| pattern.is_empty()) {
        return Err(Open::new("D3010"));
    }
    let limit = limit(&arguments, 3, "D3011")?;
    let mut result = String::new();
    let mut position = 0;
    let mut count = 0.0;
    if let Some(pattern) = arguments.text(1) {
        let replacement = arguments.text(2).map_or("", |text| text);
        while count < limit {
            let Some(offset) = text[position..].find(&**pattern) else {
                break;
            };
            result.push_str(&text[position..position + offset]);
            result.push_str(replacement);
            position += offset + pattern.len();
            count += 1.0;
            evaluator.meter.allocate(replacement.len())?;
        }
    } else if limit > 0.0 {
        let function = arguments.function(1)?;
        let matcher = Matcher {
            evaluator,
            text: text.clone(),
            context,
        };
        let mut found = matcher.first(&function)?;
        while let Some(one) = found {
            if count >= limit {
                break;
            }
            result.push_str(text.get(position..one.start).unwrap_or_default());
            let before = result.len();
            match arguments.get(2) {
                Val::Func(function) => {
                    let object = one.object.clone().unwrap_or_else(|| as_object(&text, &one));
                    let replaced = evaluator.apply(function, vec![object], context)?;
                    match replaced.text() {
                        Some(text) => result.push_str(text),
                        None => return Err(Open::new("D3012").value("value", replaced.shown())),
                    }
                }
                other => match other.text() {
                    Some(template) => substitute(template, &one, &mut result),
                    None => return Err(Open::new("D3012")),
                },
            }
            evaluator.meter.allocate(result.len() - before)?;
            let length = one.text.text().map_or(0, |text| text.len());
            position = one.start + length;
            count += 1.0;
            found = matcher.next(&one)?;
        }
    }
    result.push_str(text.get(position..).unwrap_or_default());
    evaluator.meter.allocate(result.len())?;
    Ok(Val::string(result))
}

fn as_object<'a>(text: &Str, one: &Match<'a>) -> Val<'a> {
    let mut object = Members::default();
    object.insert("match".into(), one.text.clone());
    object.insert("start".into(), Val::Num(units(text, one.start)));
    object.insert("end".into(), Val::Num(units(text, one.end)));
    object.insert("groups".into(), one.groups.clone());
    if let Next::Pattern(pattern, from) = one.next {
        let next = NextMatch {
            pattern,
            text: text.clone(),
            from,
        };
        object.insert("next".into(), Val::Func(Func::NextMatch(Rc::new(next))));
    }
    Val::Object(Rc::new(object))
}

/// Fills `$0`, `$1`, … and `$$` of a replacement text. As many digits count as the number of groups has.
fn substitute(template: &str, one: &Match<'_>, out: &mut String) {
    let groups = one.groups.length().unwrap_or(0);
    let most_digits = if groups == 0 {
        1
    } else {
        groups.ilog10() as usize + 1
    };
    let mut rest = template;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('$') {
            out.push('$');
            rest = after;
            continue;
        }
        if let Some(after) = rest.strip_prefix('0') {
            if let Some(text) = one.text.text() {
                out.push_str(text);
            }
            rest = after;
            continue;
        }
        let digits = rest
            .bytes()
            .take(most_digits)
            .take_while(u8::is_ascii_digit)
            .count();
        let number = |length: usize| rest[..length].parse::<usize>().ok();
        let mut index = number(digits);
        if most_digits > 1 && digits > 1 && index.is_some_and(|index| index > groups) {
            index = number(digits - 1);
        }
        let Some(index) = index else {
            out.push('$');
            continue;
        };
        let group = index.checked_sub(1).and_then(|at| one.groups.item(at));
        if let Some(text) = group.as_ref().and_then(Val::text) {
            out.push_str(text);
        }
        rest = &rest[index.to_string().len().min(digits)..];
    }
    out.push_str(rest);
}
