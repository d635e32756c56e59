//! Arrays, objects and groups.

use super::frame::Frame;
use super::func::holds_functions;
use super::{Evaluator, Outcome};
use crate::query::jsonata::ast::{Group, Kind, Node};
use crate::query::jsonata::error::{Fallible, Open};
use crate::query::jsonata::val::{List, Tuple, Val};
use crate::value::{Str, Value};
use indexmap::IndexMap;
use std::rc::Rc;

impl<'a> Evaluator<'a> {
    /// `[…]`: sequences and arrays among the items are flattened, array constructors are not.
    pub(super) fn array(
        &self,
        node: &'a Node,
        nodes: &'a [Node],
        input: &Val<'a>,
        frame: &Rc<Frame<'a>>,
    ) -> Outcome<'a> {
        let mut items = Vec::with_capacity(nodes.len());
        let mut nested = false;
        for item in nodes {
            let value = self.eval(item, input, frame)?;
            if is_constructor(item) {
                nested = true;
                if !value.is_undefined() {
                    items.push(value);
                }
                continue;
            }
            match value {
                Val::Undefined => {}
                array if array.is_array() => {
                    if items.is_empty() {
                        items = array.into_items();
                    } else {
                        items.extend(array.into_items());
                    }
                }
                single => items.push(single),
            }
        }
        self.meter.allocate_items(items.len())?;
        nested = nested || items.iter().any(is_container);
        let value = if node.cons_array {
            let mut list = List::new(items, false);
            list.cons = true;
            Val::List(Rc::new(list))
        } else {
            Val::plain_array(items)
        };
        if nested {
            self.check_nesting(value)
        } else {
            Ok(value)
        }
    }

    /// `{…}` on its own.
    pub(super) fn object(
        &self,
        group: &'a Group,
        input: &Val<'a>,
        frame: &Rc<Frame<'a>>,
    ) -> Outcome<'a> {
        if input.is_array() {
            return self.group(group, input.clone(), frame, false);
        }
        let mut members: Vec<(Str, Val<'a>)> = Vec::with_capacity(group.pairs.len());
        let mut keys: Vec<Option<Str>> = Vec::with_capacity(group.pairs.len());
        for (key, _) in &group.pairs {
            let key = self.key(key, group, input, frame)?;
            if let Some(key) = &key
                && keys.iter().flatten().any(|known| known == key)
            {
                return Err(duplicate(group, key));
            }
            keys.push(key);
        }
        let mut nested = false;
        for ((_, value), key) in group.pairs.iter().zip(keys) {
            if let Some(key) = key {
                let value = self.operand(value, input, frame)?;
                nested |= is_container(&value);
                if !value.is_undefined() {
                    members.push((key, value));
                }
            }
        }
        let object = Val::object(members);
        if nested {
            self.check_nesting(object)
        } else {
            Ok(object)
        }
    }

    /// The key of a pair; none where it is nothing.
    fn key(
        &self,
        node: &'a Node,
        group: &'a Group,
        input: &Val<'a>,
        frame: &Rc<Frame<'a>>,
    ) -> Fallible<Option<Str>> {
        if let (Kind::Literal(Value::String(text)), true) = (&node.kind, node.predicates.is_empty())
        {
            self.meter.has_room(1)?;
            return Ok(Some(text.clone()));
        }
        let value = self.operand(node, input, frame)?;
        match value.text() {
            Some(text) => Ok(Some(text.clone())),
            None if value.is_undefined() => Ok(None),
            None => Err(Open::new("T1003")
                .at(group.span)
                .value("value", value.shown())),
        }
    }

    /// `…{key: value}`: the items of each key together are the context of the value.
    pub(super) fn group(
        &self,
        group: &'a Group,
        input: Val<'a>,
        frame: &Rc<Frame<'a>>,
        tuple_frames: bool,
    ) -> Outcome<'a> {
        if let Val::Tuples(tuples) = &input {
            return self.group_tuples(group, tuples, frame);
        }
        let own;
        let frame = if tuple_frames {
            own = Frame::of_tuple(frame, Vec::new());
            &own
        } else {
            frame
        };
        let mut groups: IndexMap<Str, Entry<'a>, foldhash::fast::FixedState> = IndexMap::default();
        let items = match input.items() {
            Some(items) if items.len() > 0 => items.collect(),
            Some(_) => vec![Val::Undefined],
            None => vec![input],
        };
        for item in items {
            for (at, (key, _)) in group.pairs.iter().enumerate() {
                let Some(key) = self.key(key, group, &item, frame)? else {
                    continue;
                };
                match groups.get_mut(&key) {
                    Some(entry) if entry.pair != at => return Err(duplicate(group, &key)),
                    Some(entry) => entry.data.append(item.clone()),
                    None => {
                        let data = Appended::One(item.clone());
                        groups.insert(key, Entry { pair: at, data });
                    }
                }
            }
        }
        let mut members = Vec::with_capacity(groups.len());
        let mut nested = false;
        for (key, entry) in groups {
            let context = entry.data.into_val();
            let value = self.eval(&group.pairs[entry.pair].1, &context, frame)?;
            nested |= is_container(&value);
            if !value.is_undefined() {
                members.push((key, value));
            }
        }
        self.meter.allocate_items(members.len())?;
        let object = Val::object(members);
        if nested {
            self.check_nesting(object)
        } else {
            Ok(object)
        }
    }

    fn group_tuples(
        &self,
        group: &'a Group,
        tuples: &[Tuple<'a>],
        frame: &Rc<Frame<'a>>,
    ) -> Outcome<'a> {
        let mut groups: IndexMap<Str, (usize, Vec<&Tuple<'a>>), foldhash::fast::FixedState> =
            IndexMap::default();
        for tuple in tuples {
            let own = self.tuple_frame(frame, tuple);
            for (at, (key, _)) in group.pairs.iter().enumerate() {
                let Some(key) = self.key(key, group, &tuple.at, &own)? else {
                    continue;
                };
                let entry = groups
                    .entry(key.clone())
                    .or_insert_with(|| (at, Vec::new()));
                if entry.0 != at {
                    return Err(duplicate(group, &key));
                }
                entry.1.push(tuple);
            }
        }
        let mut members = Vec::with_capacity(groups.len());
        for (key, (pair, tuples)) in groups {
            let merged = merge(&tuples);
            let own = self.tuple_frame(frame, &merged);
            let value = self.eval(&group.pairs[pair].1, &merged.at, &own)?;
            if !value.is_undefined() {
                members.push((key, value));
            }
        }
        self.check_nesting(Val::object(members))
    }

    /// A frame of what a tuple binds.
    pub(super) fn tuple_frame(&self, frame: &Rc<Frame<'a>>, tuple: &Tuple<'a>) -> Rc<Frame<'a>> {
        let own = Frame::of_tuple(frame, tuple.bound.clone());
        if tuple.bound.iter().any(|(_, value)| holds_functions(value)) {
            self.circles.borrow_mut().push(own.clone());
        }
        own
    }
}

struct Entry<'a> {
    pair: usize,
    data: Appended<'a>,
}

/// What `$append` makes of one item after another.
enum Appended<'a> {
    One(Val<'a>),
    Many(Vec<Val<'a>>),
}

impl<'a> Appended<'a> {
    fn append(&mut self, item: Val<'a>) {
        if item.is_undefined() {
            return;
        }
        if let Self::One(first) = self {
            if first.is_undefined() {
                *self = Self::One(item);
                return;
            }
            *self = Self::Many(std::mem::replace(first, Val::Undefined).into_items());
        }
        if let Self::Many(items) = self {
            match item.items() {
                Some(inner) => items.extend(inner),
                None => items.push(item),
            }
        }
    }

    fn into_val(self) -> Val<'a> {
        match self {
            Self::One(item) => item,
            Self::Many(items) => Val::array(items),
        }
    }
}

/// One tuple of many: all values of each name together.
fn merge<'a>(tuples: &[&Tuple<'a>]) -> Tuple<'a> {
    let Some((first, rest)) = tuples.split_first() else {
        return Tuple {
            at: Val::Undefined,
            bound: Vec::new(),
        };
    };
    let mut at = Appended::One(first.at.clone());
    let mut bound: Vec<_> = first
        .bound
        .iter()
        .map(|(key, value)| (*key, Appended::One(value.clone())))
        .collect();
    for tuple in rest {
        at.append(tuple.at.clone());
        for (key, value) in &tuple.bound {
            match bound.iter_mut().find(|(own, _)| own == key) {
                Some((_, data)) => data.append(value.clone()),
                None => bound.push((*key, Appended::One(value.clone()))),
            }
        }
    }
    Tuple {
        at: at.into_val(),
        bound: bound
            .into_iter()
            .map(|(key, data)| (key, data.into_val()))
            .collect(),
    }
}

fn is_constructor(node: &Node) -> bool {
    matches!(
        &node.kind,
        Kind::Array(_) | Kind::Folded(Value::Array(_), _)
    )
}

/// Whether a value that was made holds other values.
fn is_container(value: &Val<'_>) -> bool {
    match value {
        Val::Json(value) => matches!(value, Value::Array(_) | Value::Object(_)),
        Val::List(_) | Val::Object(_) => true,
        _ => false,
    }
}

fn duplicate(group: &Group, key: &Str) -> crate::query::jsonata::error::Failure {
    Open::new("D1009")
        .at(group.span)
        .value("value", Value::String(key.clone()).to_json())
}
