//! Values while an expression is evaluated.
//!
//! What comes from outside is borrowed, what is plain JSON is held as [`Value`], and only what JSON lacks has a shape of
//! its own: nothing, sequences (arrays that vanish when they hold one item), functions, numbers that are not finite.

use super::ast::Key;
use super::eval::Func;
use super::text::number;
use crate::value::{Object, Str, Value};
use indexmap::IndexMap;
use std::cell::Cell;
use std::rc::Rc;

/// A value, or nothing.
#[derive(Clone, Debug)]
pub(super) enum Val<'a> {
    Undefined,
    /// JSON from outside or from the expression.
    Ref(&'a Value),
    /// JSON that was made on the way.
    Json(Value),
    /// A number that was computed.
    Num(f64),
    Bool(bool),
    /// An array that is a sequence, or holds what JSON does not.
    List(Rc<List<'a>>),
    /// An object that holds what JSON does not.
    Object(Rc<Members<'a>>),
    Func(Func<'a>),
    /// The values of a path together with what `@`, `#` and `%` bind.
    Tuples(Rc<Vec<Tuple<'a>>>),
}

/// Members of an object that JSON cannot hold.
pub(super) type Members<'a> = IndexMap<Str, Val<'a>, foldhash::fast::FixedState>;

/// An array.
#[derive(Debug)]
pub(super) struct List<'a> {
    pub(super) items: Vec<Val<'a>>,
    /// What a path gives: flattened into other sequences, a single item stands for itself.
    pub(super) sequence: bool,
    /// A sequence that stays an array even with one item.
    pub(super) keep: Cell<bool>,
    /// An array constructor in a path: not flattened.
    pub(super) cons: bool,
    /// The input, an array, wrapped so that it counts as one item.
    pub(super) outer: bool,
}

/// A value and what was bound on the way to it.
#[derive(Clone, Debug)]
pub(super) struct Tuple<'a> {
    pub(super) at: Val<'a>,
    pub(super) bound: Vec<(Key, Val<'a>)>,
}

impl<'a> Tuple<'a> {
    pub(super) fn set(&mut self, key: Key, value: Val<'a>) {
        match self.bound.iter_mut().find(|(own, _)| *own == key) {
            Some((_, old)) => *old = value,
            None => self.bound.push((key, value)),
        }
    }
}

impl<'a> List<'a> {
    pub(super) fn new(items: Vec<Val<'a>>, sequence: bool) -> Self {
        Self {
            items,
            sequence,
            keep: Cell::new(false),
            cons: false,
            outer: false,
        }
    }
}

/// The items of an array of either kind.
#[derive(Clone)]
pub(super) enum Items<'v, 'a> {
    Borrowed(std::slice::Iter<'a, Value>),
    Made(std::slice::Iter<'v, Value>),
    List(std::slice::Iter<'v, Val<'a>>),
}

impl<'a> Iterator for Items<'_, 'a> {
    type Item = Val<'a>;

    fn next(&mut self) -> Option<Val<'a>> {
        match self {
            Self::Borrowed(items) => items.next().map(Val::Ref),
            Self::Made(items) => items.next().map(|value| Val::Json(value.clone())),
            Self::List(items) => items.next().cloned(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = match self {
            Self::Borrowed(items) => items.len(),
            Self::Made(items) => items.len(),
            Self::List(items) => items.len(),
        };
        (length, Some(length))
    }
}

impl ExactSizeIterator for Items<'_, '_> {}

impl<'a> Val<'a> {
    pub(super) fn string(text: impl Into<Str>) -> Self {
        Self::Json(Value::String(text.into()))
    }

    /// An array that is no sequence.
    pub(super) fn array(items: Vec<Self>) -> Self {
        Self::List(Rc::new(List::new(items, false)))
    }

    /// A sequence, as it is.
    pub(super) fn sequence(items: Vec<Self>) -> Self {
        Self::List(Rc::new(List::new(items, true)))
    }

    /// The JSON value, where it is held as one.
    pub(super) fn json(&self) -> Option<&Value> {
        match self {
            Self::Ref(value) => Some(value),
            Self::Json(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn is_undefined(&self) -> bool {
        matches!(self, Self::Undefined)
    }

    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Num(number) => Some(*number),
            _ => self.json().and_then(Value::as_f64),
        }
    }

    pub(super) fn text(&self) -> Option<&Str> {
        match self.json() {
            Some(Value::String(text)) => Some(text),
            _ => None,
        }
    }

    pub(super) fn boolean(&self) -> Option<bool> {
        match self {
            Self::Bool(truth) => Some(*truth),
            _ => self.json().and_then(Value::as_bool),
        }
    }

    pub(super) fn is_array(&self) -> bool {
        match self {
            Self::List(_) | Self::Tuples(_) => true,
            _ => matches!(self.json(), Some(Value::Array(_))),
        }
    }

    pub(super) fn is_sequence(&self) -> bool {
        matches!(self, Self::List(list) if list.sequence)
    }

    /// A JSON object, of either kind.
    pub(super) fn is_object(&self) -> bool {
        matches!(self, Self::Object(_)) || matches!(self.json(), Some(Value::Object(_)))
    }

    pub(super) fn function(&self) -> Option<&Func<'a>> {
        match self {
            Self::Func(function) => Some(function),
            _ => None,
        }
    }

    /// The items, where it is an array.
    pub(super) fn items(&self) -> Option<Items<'_, 'a>> {
        match self {
            Self::Ref(Value::Array(array)) => Some(Items::Borrowed(array.iter())),
            Self::Json(Value::Array(array)) => Some(Items::Made(array.iter())),
            Self::List(list) => Some(Items::List(list.items.iter())),
            _ => None,
        }
    }

    /// Number of items, where it is an array.
    pub(super) fn length(&self) -> Option<usize> {
        match self {
            Self::List(list) => Some(list.items.len()),
            Self::Tuples(tuples) => Some(tuples.len()),
            _ => match self.json() {
                Some(Value::Array(array)) => Some(array.len()),
                _ => None,
            },
        }
    }

    /// The item at `index`, where it is an array with such an item.
    pub(super) fn item(&self, index: usize) -> Option<Self> {
        match self {
            Self::Ref(Value::Array(array)) => array.get(index).map(Val::Ref),
            Self::Json(Value::Array(array)) => {
                array.get(index).map(|value| Self::Json(value.clone()))
            }
            Self::List(list) => list.items.get(index).cloned(),
            _ => None,
        }
    }

    /// The items of an array, or the value itself as the only one.
    pub(super) fn into_items(self) -> Vec<Self> {
        match self {
            Self::List(list) => match Rc::try_unwrap(list) {
                Ok(list) => list.items,
                Err(shared) => shared.items.clone(),
            },
            other => match other.items() {
                Some(items) => items.collect(),
                None => vec![other],
            },
        }
    }

    /// Keys and values, where it is an object.
    pub(super) fn members(&self) -> Option<Vec<(Str, Self)>> {
        match self {
            Self::Ref(Value::Object(object)) => Some(
                object
                    .iter()
                    .map(|(key, value)| (key.clone(), Val::Ref(value)))
                    .collect(),
            ),
            Self::Json(Value::Object(object)) => {
                let members = object
                    .iter()
                    .map(|(key, value)| (key.clone(), Self::Json(value.clone())));
                Some(members.collect())
            }
            Self::Object(members) => Some(
                members
                    .iter()
                    .map(|(key, value)| (key.clone(), value.clone()))
                    .collect(),
            ),
            _ => None,
        }
    }

    /// The member `key` of an object.
    pub(super) fn member(&self, key: &str) -> Option<Self> {
        match self {
            Self::Ref(Value::Object(object)) => object.get(key).map(Val::Ref),
            Self::Json(Value::Object(object)) => object.get(key).cloned().map(Self::Json),
            Self::Object(members) => members.get(key).cloned(),
            _ => None,
        }
    }

    /// An object of these members: JSON where all values are.
    pub(super) fn object(members: Vec<(Str, Self)>) -> Self {
        if members.iter().all(|(_, value)| value.is_flat_json()) {
            let members = members
                .into_iter()
                .filter_map(|(key, value)| Some((key, value.into_flat_json()?)));
            return Self::Json(Value::Object(
                members.collect::<Vec<_>>().into_iter().collect::<Object>(),
            ));
        }
        Self::Object(Rc::new(members.into_iter().collect()))
    }

    /// An array, no sequence, of these items: JSON where all items are.
    pub(super) fn plain_array(items: Vec<Self>) -> Self {
        if items.iter().all(Self::is_flat_json) {
            let items: Vec<Value> = items.into_iter().filter_map(Self::into_flat_json).collect();
            return Self::Json(Value::from(items));
        }
        Self::array(items)
    }

    fn is_flat_json(&self) -> bool {
        match self {
            Self::Ref(_) | Self::Json(_) | Self::Bool(_) => true,
            Self::Num(number) => number.is_finite(),
            _ => false,
        }
    }

    fn into_flat_json(self) -> Option<Value> {
        match self {
            Self::Ref(value) => Some(value.clone()),
            Self::Json(value) => Some(value),
            Self::Num(number) => Some(number::value(number)),
            Self::Bool(truth) => Some(Value::Bool(truth)),
            _ => None,
        }
    }

    /// The JSON that the outside sees. What JSON lacks: functions become empty strings, as jsonata-js's `$string`
    /// prints them; numbers that are not finite become strings, as measured on AWS (`[1/0]` gives `["Infinity"]`).
    pub(super) fn into_value(self) -> Value {
        match self {
            Self::Undefined => Value::Null,
            Self::Ref(value) => value.clone(),
            Self::Json(value) => value,
            Self::Num(number) if number.is_finite() => number::value(number),
            Self::Num(number) => Value::from(number::text(number)),
            Self::Bool(truth) => Value::Bool(truth),
            Self::List(list) => {
                let items = match Rc::try_unwrap(list) {
                    Ok(list) => list.items,
                    Err(shared) => shared.items.clone(),
                };
                items.into_iter().map(Self::into_value).collect()
            }
            Self::Object(members) => {
                let members = match Rc::try_unwrap(members) {
                    Ok(members) => members,
                    Err(shared) => (*shared).clone(),
                };
                let members: Vec<_> = members
                    .into_iter()
                    .map(|(key, value)| (key, value.into_value()))
                    .collect();
                Value::Object(members.into_iter().collect())
            }
            Self::Func(_) => Value::from(""),
            Self::Tuples(tuples) => tuples
                .iter()
                .map(|tuple| tuple.at.clone().into_value())
                .collect(),
        }
    }

    /// JSON text for messages.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Undefined => "undefined".to_owned(),
            Self::Func(_) => "{}".to_owned(),
            _ => match self.json() {
                Some(value) => value.to_compact_json(),
                None => self.clone().into_value().to_compact_json(),
            },
        }
    }
}

impl From<Value> for Val<'_> {
    fn from(value: Value) -> Self {
        Self::Json(value)
    }
}
