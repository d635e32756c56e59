//! `JSON.stringify` as `$string` uses it.

use super::number;
use crate::query::jsonata::error::{Fallible, Open};
use crate::query::jsonata::val::Val;
use crate::value::Value;

/// Appends what `$string` gives.
///
/// # Errors
/// D3001 for a number that is not finite, D1001 where one is inside.
pub(crate) fn string(value: &Val<'_>, pretty: bool, out: &mut String) -> Fallible<()> {
    match value {
        Val::Func(_) | Val::Undefined => Ok(()),
        Val::Num(number) if !number.is_finite() => Err(Open::new("D3001")),
        _ => match value.text() {
            Some(text) => {
                out.push_str(text);
                Ok(())
            }
            None => {
                let inner = match value {
                    Val::List(list) if list.outer => list.items.first().unwrap_or(value),
                    _ => value,
                };
                write(inner, pretty.then_some(0), out)
            }
        },
    }
}

fn write(value: &Val<'_>, level: Option<usize>, out: &mut String) -> Fallible<()> {
    match value {
        Val::Undefined => out.push_str("null"),
        Val::Func(_) => out.push_str("\"\""),
        Val::Num(number) => write_number(*number, out)?,
        Val::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
        Val::Ref(json) => write_json(json, level, out)?,
        Val::Json(json) => write_json(json, level, out)?,
        Val::List(list) => {
            write_items(
                list.items.iter(),
                level,
                out,
                ('[', ']'),
                |item, level, out| write(item, level, out),
            )?;
        }
        Val::Tuples(tuples) => {
            write_items(
                tuples.iter(),
                level,
                out,
                ('[', ']'),
                |tuple, level, out| write(&tuple.at, level, out),
            )?;
        }
        Val::Object(members) => {
            write_items(
                members.iter(),
                level,
                out,
                ('{', '}'),
                |(key, value), level, out| {
                    write_key(key, level, out);
                    write(value, level, out)
                },
            )?;
        }
    }
    Ok(())
}

fn write_json(value: &Value, level: Option<usize>, out: &mut String) -> Fallible<()> {
    match value {
        Value::Number(number) => write_number(number.as_f64(), out),
        Value::Array(array) => write_items(array.iter(), level, out, ('[', ']'), write_json),
        Value::Object(object) => write_items(
            object.iter(),
            level,
            out,
            ('{', '}'),
            |(key, value), level, out| {
                write_key(key, level, out);
                write_json(value, level, out)
            },
        ),
        scalar => {
            scalar.write_json(out);
            Ok(())
        }
    }
}

fn write_key(key: &str, level: Option<usize>, out: &mut String) {
    Value::from(key).write_json(out);
    out.push_str(if level.is_some() { ": " } else { ":" });
}

fn write_items<I: ExactSizeIterator>(
    items: I,
    level: Option<usize>,
    out: &mut String,
    (open, close): (char, char),
    write: impl Fn(I::Item, Option<usize>, &mut String) -> Fallible<()>,
) -> Fallible<()> {
    out.push(open);
    let inner = level.map(|level| level + 1);
    let some = items.len() > 0;
    for (at, item) in items.enumerate() {
        if at > 0 {
            out.push(',');
        }
        new_line(inner, out);
        write(item, inner, out)?;
    }
    if some {
        new_line(level, out);
    }
    out.push(close);
    Ok(())
}

fn new_line(level: Option<usize>, out: &mut String) {
    if let Some(level) = level {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", level));
    }
}

fn write_number(number: f64, out: &mut String) -> Fallible<()> {
    if number.is_infinite() {
        return Err(Open::new("D1001").value("value", "null"));
    }
    if number.is_nan() {
        out.push_str("null");
        return Ok(());
    }
    out.push_str(&number::text(number::to_fifteen_digits(number)));
    Ok(())
}
