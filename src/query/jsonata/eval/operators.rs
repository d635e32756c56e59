//! Operators between values.

use super::filter::finite;
use super::frame::Frame;
use super::{Evaluator, Outcome};
use crate::query::jsonata::ast::Node;
use crate::query::jsonata::error::{Fallible, Open};
use crate::query::jsonata::syntax::Operator;
use crate::query::jsonata::text::stringify;
use crate::query::jsonata::val::{List, Val};
use crate::value::Value;
use std::cmp::Ordering;
use std::rc::Rc;

impl<'a> Evaluator<'a> {
    pub(super) fn binary(
        &self,
        operator: Operator,
        node: &'a Node,
        pair: &'a (Node, Node),
        input: &Val<'a>,
        frame: &Rc<Frame<'a>>,
    ) -> Outcome<'a> {
        let left = self.operand(&pair.0, input, frame)?;
        match operator {
            Operator::And => {
                let both = truth(&left)? && truth(&self.operand(&pair.1, input, frame)?)?;
                return Ok(Val::Bool(both));
            }
            Operator::Or => {
                let either = truth(&left)? || truth(&self.operand(&pair.1, input, frame)?)?;
                return Ok(Val::Bool(either));
            }
            _ => {}
        }
        let right = self.operand(&pair.1, input, frame)?;
        let result = match operator {
            Operator::Equal => Ok(Val::Bool(
                !left.is_undefined() && !right.is_undefined() && equal(&left, &right),
            )),
            Operator::NotEqual => Ok(Val::Bool(
                !left.is_undefined() && !right.is_undefined() && !equal(&left, &right),
            )),
            Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual => {
                compare(operator, &left, &right)
            }
            Operator::In => self.includes(&left, &right).map(Val::Bool),
            Operator::DotDot => self.range(&left, &right),
            _ => arithmetic(operator, &left, &right),
        };
        result.map_err(|failure| failure.at(node.span).token(operator.text()))
    }

    pub(super) fn negate(
        &self,
        node: &'a Node,
        inner: &'a Node,
        input: &Val<'a>,
        frame: &Rc<Frame<'a>>,
    ) -> Outcome<'a> {
        let value = self.eval(inner, input, frame)?;
        match finite(&value)? {
            Some(number) => Ok(Val::Num(-number)),
            None if value.is_undefined() => Ok(Val::Undefined),
            None => Err(Open::new("D1002")
                .at(node.span)
                .token("-")
                .value("value", value.shown())),
        }
    }

    /// A chain of `&`: the parts nest to the left, which counts for the depth.
    pub(super) fn concat(
        &self,
        node: &'a Node,
        parts: &'a [Node],
        input: &Val<'a>,
        frame: &Rc<Frame<'a>>,
    ) -> Outcome<'a> {
        let mut text = String::new();
        let levels = i32::try_from(parts.len().saturating_sub(2)).unwrap_or(i32::MAX);
        self.meter.sink(levels)?;
        for (at, part) in parts.iter().enumerate() {
            let value = self.eval(part, input, frame)?;
            stringify::string(&value, false, &mut text)
                .map_err(|failure| failure.at(node.span).token("&"))?;
            if at > 0 && at + 1 < parts.len() {
                self.meter.sink(-1)?;
            }
        }
        self.meter.allocate(text.len())?;
        Ok(Val::string(text))
    }

    fn includes(&self, value: &Val<'a>, array: &Val<'a>) -> Fallible<bool> {
        if value.is_undefined() || array.is_undefined() {
            return Ok(false);
        }
        match array.items() {
            None => Ok(identical(value, array)),
            Some(mut items) => {
                self.meter.tick(items.len())?;
                Ok(items.any(|item| identical(value, &item)))
            }
        }
    }

    fn range(&self, left: &Val<'a>, right: &Val<'a>) -> Outcome<'a> {
        const MOST: f64 = 1e7;
        let integer = |value: &Val<'a>, code| match value.number() {
            Some(number) if number.fract() == 0.0 => Ok(Some(number)),
            None if value.is_undefined() => Ok(None),
            _ => Err(Open::new(code).value("value", value.shown())),
        };
        let (first, last) = (integer(left, "T2003")?, integer(right, "T2004")?);
        let (Some(first), Some(last)) = (first, last) else {
            return Ok(Val::Undefined);
        };
        if first > last {
            return Ok(Val::Undefined);
        }
        let size = last - first + 1.0;
        if size > MOST {
            let shown = crate::query::jsonata::text::number::text(size);
            return Err(Open::new("D2014").value("value", shown));
        }
        self.meter.allocate_items(size as usize)?;
        self.meter.tick(size as usize)?;
        let items = (0..size as usize)
            .map(|at| Val::Num(first + at as f64))
            .collect();
        Ok(Val::List(Rc::new(List::new(items, true))))
    }
}

fn arithmetic<'a>(operator: Operator, left: &Val<'a>, right: &Val<'a>) -> Outcome<'a> {
    let number = |value: &Val<'a>, code| match finite(value)? {
        None if !value.is_undefined() => Err(Open::new(code).value("value", value.shown())),
        number => Ok(number),
    };
    let (Some(left), Some(right)) = (number(left, "T2001")?, number(right, "T2002")?) else {
        return Ok(Val::Undefined);
    };
    Ok(Val::Num(match operator {
        Operator::Plus => left + right,
        Operator::Minus => left - right,
        Operator::Star => left * right,
        Operator::Slash => left / right,
        _ => left % right,
    }))
}

fn compare<'a>(operator: Operator, left: &Val<'a>, right: &Val<'a>) -> Outcome<'a> {
    let ordering = match (left.number(), right.number()) {
        (Some(left), Some(right)) => left.partial_cmp(&right),
        (left_number, right_number) => {
            let (left_text, right_text) = (left.text(), right.text());
            let comparable = |value: &Val<'a>, number: Option<f64>, is_text: bool| {
                value.is_undefined() || number.is_some() || is_text
            };
            let left_fits = comparable(left, left_number, left_text.is_some());
            if !left_fits || !comparable(right, right_number, right_text.is_some()) {
                let wrong = if left_fits { right } else { left };
                return Err(Open::new("T2010").value("value", wrong.shown()));
            }
            if left.is_undefined() || right.is_undefined() {
                return Ok(Val::Undefined);
            }
            match (left_text, right_text) {
                (Some(left), Some(right)) => Some(compare_text(left, right)),
                _ => {
                    return Err(Open::new("T2009")
                        .value("value", left.shown())
                        .value("value2", right.shown()));
                }
            }
        }
    };
    Ok(Val::Bool(match operator {
        Operator::Less => ordering == Some(Ordering::Less),
        Operator::LessEqual => matches!(ordering, Some(Ordering::Less | Ordering::Equal)),
        Operator::Greater => ordering == Some(Ordering::Greater),
        _ => matches!(ordering, Some(Ordering::Greater | Ordering::Equal)),
    }))
}

/// Order of texts by UTF-16 units, as in JavaScript: what lies beyond U+FFFF comes before U+E000.
pub(in crate::query::jsonata) fn compare_text(left: &str, right: &str) -> Ordering {
    let mismatch = left
        .bytes()
        .zip(right.bytes())
        .find(|(left, right)| left != right);
    match mismatch {
        None => left.len().cmp(&right.len()),
        Some((left, right)) => {
            let astral = |byte: u8| byte >= 0xF0;
            let high = |byte: u8| byte >= 0xEE;
            let ordering = left.cmp(&right);
            if high(left) && high(right) && astral(left) != astral(right) {
                ordering.reverse()
            } else {
                ordering
            }
        }
    }
}

/// Equality of all that values hold.
pub(in crate::query::jsonata) fn equal<'a>(left: &Val<'a>, right: &Val<'a>) -> bool {
    if let (Some(left), Some(right)) = (left.json(), right.json()) {
        return left == right;
    }
    if let (Some(left), Some(right)) = (left.number(), right.number()) {
        return left == right;
    }
    if let (Some(left), Some(right)) = (left.boolean(), right.boolean()) {
        return left == right;
    }
    if let (Some(left), Some(right)) = (left.items(), right.items()) {
        return left.len() == right.len()
            && left.zip(right).all(|(left, right)| equal(&left, &right));
    }
    if let (Some(left), Some(right)) = (left.function(), right.function()) {
        return left.same(right);
    }
    if left.is_object() && right.is_object() {
        let (Some(left), Some(other)) = (left.members(), right.members()) else {
            return false;
        };
        return left.len() == other.len()
            && left
                .iter()
                .all(|(key, value)| right.member(key).is_some_and(|other| equal(value, &other)));
    }
    left.is_undefined() && right.is_undefined()
}

/// `===`: arrays and objects are identical only with themselves.
fn identical<'a>(left: &Val<'a>, right: &Val<'a>) -> bool {
    match (left.json(), right.json()) {
        (Some(Value::Array(left)), Some(Value::Array(right))) => left.same(right),
        (Some(Value::Object(left)), Some(Value::Object(right))) => left.same(right),
        _ => match (left, right) {
            (Val::List(left), Val::List(right)) => Rc::ptr_eq(left, right),
            (Val::Object(left), Val::Object(right)) => Rc::ptr_eq(left, right),
            _ => !left.is_array() && !right.is_array() && equal(left, right),
        },
    }
}

/// What counts as true: nothing does not.
///
/// # Errors
/// D1001 for an infinite number.
pub(in crate::query::jsonata) fn truth(value: &Val<'_>) -> Fallible<bool> {
    match value {
        Val::Bool(truth) => return Ok(*truth),
        Val::Undefined => return Ok(false),
        Val::Func(function) => return Ok(!function.is_matcher()),
        Val::Object(members) => return Ok(!members.is_empty()),
        _ => {}
    }
    match value.json() {
        Some(Value::Bool(truth)) => return Ok(*truth),
        Some(Value::Null) => return Ok(false),
        Some(Value::String(text)) => return Ok(!text.is_empty()),
        Some(Value::Object(object)) => return Ok(!object.is_empty()),
        _ => {}
    }
    if let Some(items) = value.items() {
        for item in items {
            if truth(&item)? {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    if let Val::Tuples(tuples) = value {
        return Ok(!tuples.is_empty());
    }
    Ok(finite(value)?.is_some_and(|number| number != 0.0))
}
