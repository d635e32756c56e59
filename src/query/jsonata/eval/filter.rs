//! Predicates: `[…]`.

use super::frame::Frame;
use super::operators::truth;
use super::{Evaluator, Outcome};
use crate::query::jsonata::ast::{Kind, Node};
use crate::query::jsonata::error::{Fallible, Open};
use crate::query::jsonata::val::Val;
use crate::value::Value;
use std::rc::Rc;

impl<'a> Evaluator<'a> {
    /// The items of `input` that `predicate` lets through. `tuple_frames` says that the predicate was resolved with a
    /// frame for the bindings of a tuple.
    pub(super) fn filter(
        &self,
        predicate: &'a Node,
        input: Val<'a>,
        frame: &Rc<Frame<'a>>,
        tuple_frames: bool,
    ) -> Outcome<'a> {
        if let Val::Tuples(tuples) = &input {
            let count = tuples.len();
            let mut kept = Vec::new();
            for (at, tuple) in tuples.iter().enumerate() {
                let own = self.tuple_frame(frame, tuple);
                for _ in 0..self.lets_through(predicate, &tuple.at, &own, at, count)? {
                    kept.push(tuple.clone());
                }
            }
            return Ok(Val::Tuples(Rc::new(kept)));
        }
        if let Kind::Literal(Value::Number(number)) = &predicate.kind {
            return Ok(by_index(input, number.as_f64()));
        }
        let own;
        let frame = if tuple_frames {
            own = Frame::of_tuple(frame, Vec::new());
            &own
        } else {
            frame
        };
        let mut kept = Vec::new();
        match input.items() {
            None => {
                for _ in 0..self.lets_through(predicate, &input, frame, 0, 1)? {
                    kept.push(input.clone());
                }
            }
            Some(items) => {
                let count = items.len();
                for (at, item) in items.enumerate() {
                    match self.lets_through(predicate, &item, frame, at, count)? {
                        0 => {}
                        1 => kept.push(item),
                        times => kept.extend(std::iter::repeat_n(item, times)),
                    }
                }
            }
        }
        self.meter.allocate_items(kept.len())?;
        Ok(Val::sequence(kept))
    }

    /// How often item number `at` of `count` comes through: numbers pick items, anything else is a truth.
    fn lets_through(
        &self,
        predicate: &'a Node,
        item: &Val<'a>,
        frame: &Rc<Frame<'a>>,
        at: usize,
        count: usize,
    ) -> Fallible<usize> {
        let result = self.eval(predicate, item, frame)?;
        if let Some(number) = finite(&result)? {
            return Ok(usize::from(picks(number, at, count)));
        }
        if let Some(numbers) = all_numbers(&result)? {
            self.meter.tick(numbers.len())?;
            return Ok(numbers
                .into_iter()
                .filter(|number| picks(*number, at, count))
                .count());
        }
        Ok(usize::from(truth(&result)?))
    }
}

fn picks(number: f64, at: usize, count: usize) -> bool {
    let index = number.floor();
    let index = if index < 0.0 {
        index + count as f64
    } else {
        index
    };
    index == at as f64
}

fn by_index(input: Val<'_>, number: f64) -> Val<'_> {
    let Some(count) = input.length() else {
        return match (picks(number, 0, 1), input) {
            (true, Val::Undefined) | (false, _) => Val::sequence(Vec::new()),
            (true, value) => Val::sequence(vec![value]),
        };
    };
    let index = number.floor();
    let index = if index < 0.0 {
        index + count as f64
    } else {
        index
    };
    let item = if index >= 0.0 && index < count as f64 {
        input.item(index as usize)
    } else {
        None
    };
    match item {
        None | Some(Val::Undefined) => Val::sequence(Vec::new()),
        Some(array) if array.is_array() => array,
        Some(item) => Val::sequence(vec![item]),
    }
}

/// The number, where it is one.
///
/// # Errors
/// D1001 where it is infinite.
pub(super) fn finite(value: &Val<'_>) -> Fallible<Option<f64>> {
    match value.number() {
        Some(number) if number.is_infinite() => Err(Open::new("D1001").value("value", "null")),
        Some(number) if number.is_nan() => Ok(None),
        number => Ok(number),
    }
}

/// The numbers of an array that holds nothing else.
fn all_numbers(value: &Val<'_>) -> Fallible<Option<Vec<f64>>> {
    let Some(items) = value.items() else {
        return Ok(None);
    };
    let mut numbers = Vec::new();
    for item in items {
        match finite(&item)? {
            Some(number) => numbers.push(number),
            None => return Ok(None),
        }
    }
    Ok(Some(numbers))
}
