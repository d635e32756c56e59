//! Walking a value along the steps of a path.

use super::message;
use super::{PathError, PathErrorKind, Step, StepKind, Steps};
use crate::value::{Array, Object, Str, Value};
use std::borrow::Cow;

/// Why a definite path ends: at step `at`, in front of `value`.
#[derive(Clone, Copy)]
pub(super) struct Miss<'v> {
    pub(super) at: usize,
    pub(super) value: &'v Value,
    pub(super) reason: Reason,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// An object without the member.
    NoMember,
    /// A name on something that is no object.
    NoObject,
    /// An array without this item.
    OutOfBounds(i64),
    /// An index on null.
    Null,
    /// An index on anything else that is no array.
    NoArray,
    /// Several names, and a step behind them.
    NamesInside,
}

impl Miss<'_> {
    pub(super) fn is_not_found(&self) -> bool {
        !matches!(self.reason, Reason::NoArray | Reason::NamesInside)
    }
}

/// One step of the way to a value.
#[derive(Clone, Copy)]
pub(super) enum Segment<'a> {
    Name(&'a str),
    Index(i64),
    /// A `$` inside the path: messages start anew.
    Root,
}

/// Values that one evaluation looks at, at most: several `..` in a row multiply without end. AWS would have refused the
/// result, which can have 262,144 bytes, long before.
const MAX_WALKS: u32 = 20_000_000;

/// What a path selects in `root`: a borrowed value, or an array of what was found.
pub(super) fn select<'v>(steps: &Steps, root: &'v Value) -> Result<Cow<'v, Value>, PathError> {
    if steps.is_definite() {
        return find(steps, root, false).map_err(|miss| message::miss(&miss, steps, root));
    }
    let mut search = Search {
        steps,
        root,
        found: Vec::new(),
        way: Vec::new(),
        budget: MAX_WALKS,
    };
    search.follow(0, root, false)?;
    Ok(Cow::Owned(Value::from(search.found)))
}

/// What a definite path leads to. With `all`, several names must all be there.
pub(super) fn find<'v>(
    steps: &Steps,
    root: &'v Value,
    all: bool,
) -> Result<Cow<'v, Value>, Miss<'v>> {
    let mut value = root;
    for (at, step) in steps.list.iter().enumerate() {
        if let StepKind::Names(names) = &step.kind {
            let miss = |reason| Miss { at, value, reason };
            let members = pick(names, value, at + 1 == steps.list.len()).map_err(miss)?;
            if all && !names.iter().all(|name| members.contains_key(name)) {
                return Err(miss(Reason::NoMember));
            }
            return Ok(Cow::Owned(Value::from(members)));
        }
        value = descend(step, value).map_err(|reason| Miss { at, value, reason })?;
    }
    Ok(Cow::Borrowed(value))
}

/// The way to the value in front of step `at` of a definite path that leads at least there.
pub(super) fn way<'v>(steps: &'v Steps, root: &'v Value, at: usize) -> Vec<Segment<'v>> {
    let mut way = Vec::new();
    let mut value = root;
    for step in &steps.list[..at] {
        way.extend(segment(step, value));
        if let Ok(next) = descend(step, value) {
            value = next;
        }
    }
    way
}

/// What a definite step adds to the way.
fn segment<'a>(step: &'a Step, value: &Value) -> Option<Segment<'a>> {
    match &step.kind {
        StepKind::Name(name) => Some(Segment::Name(name)),
        StepKind::Index(index) => Some(Segment::Index(i64::from(*index))),
        StepKind::FromEnd(offset) => Some(Segment::Index(
            value.as_array().map_or(0, |items| items.len() as i64) + i64::from(*offset),
        )),
        StepKind::Root => Some(Segment::Root),
        _ => None,
    }
}

/// Takes one definite step other than several names.
fn descend<'v>(step: &Step, value: &'v Value) -> Result<&'v Value, Reason> {
    match &step.kind {
        StepKind::Name(name) => match value {
            Value::Object(members) => members.get(name).ok_or(Reason::NoMember),
            _ => Err(Reason::NoObject),
        },
        StepKind::Index(index) => item(array(value)?, i64::from(*index)),
        StepKind::FromEnd(offset) => {
            let items = array(value)?;
            item(items, items.len() as i64 + i64::from(*offset))
        }
        _ => Ok(value),
    }
}

fn item(items: &Array, index: i64) -> Result<&Value, Reason> {
    usize::try_from(index)
        .ok()
        .and_then(|index| items.get(index))
        .ok_or(Reason::OutOfBounds(index))
}

fn array(value: &Value) -> Result<&Array, Reason> {
    match value {
        Value::Array(items) => Ok(items),
        Value::Null => Err(Reason::Null),
        _ => Err(Reason::NoArray),
    }
}

/// An object of those members of `names` that are there.
fn pick(names: &[Str], value: &Value, last: bool) -> Result<Object, Reason> {
    let Value::Object(members) = value else {
        return Err(Reason::NoObject);
    };
    if !last {
        return Err(Reason::NamesInside);
    }
    let present = names
        .iter()
        .filter_map(|name| Some((name.clone(), members.get(name)?.clone())));
    Ok(present.collect())
}

/// The items that a slice takes from `length` ones. May begin below 0, which is out of bounds.
fn slice(start: Option<i32>, end: Option<i32>, length: usize) -> std::ops::Range<i64> {
    let length = length as i64;
    let from_end = |index: i64| if index < 0 { length + index } else { index };
    match (start.map(i64::from), end.map(i64::from)) {
        (Some(start), Some(end)) if length > 0 => start..end.min(length),
        (Some(start), None) => from_end(start).max(0)..length,
        (None, Some(end)) => 0..from_end(end).min(length),
        _ => 0..0,
    }
}

/// The evaluation of an indefinite path.
struct Search<'p, 'v> {
    steps: &'p Steps,
    root: &'v Value,
    found: Vec<Value>,
    way: Vec<Segment<'p>>,
    /// Values that may still be looked at.
    budget: u32,
}

impl<'p, 'v: 'p> Search<'p, 'v> {
    /// Follows the steps from `at` on. `quiet`: nobody will read the text of a not-found error.
    fn follow(&mut self, at: usize, value: &'v Value, quiet: bool) -> Result<(), PathError> {
        let depth = self.way.len();
        let outcome = self.walk(at, value, quiet);
        self.way.truncate(depth);
        outcome
    }

    fn walk(&mut self, mut at: usize, mut value: &'v Value, quiet: bool) -> Result<(), PathError> {
        let steps = self.steps;
        self.budget = self.budget.checked_sub(1).ok_or_else(|| {
            PathError::invalid(format!("The path selects more than {MAX_WALKS} values"))
        })?;
        while let Some(step) = steps.list.get(at) {
            let last = at + 1 == steps.list.len();
            match &step.kind {
                StepKind::Names(names) => {
                    let members = match pick(names, value, last) {
                        Ok(members) => members,
                        Err(reason) => return Err(self.miss(at, value, reason, quiet)),
                    };
                    self.found.push(Value::from(members));
                    return Ok(());
                }
                StepKind::Indexes(indexes) => {
                    return self.items(
                        at,
                        value,
                        indexes.iter().map(|index| i64::from(*index)),
                        quiet,
                    );
                }
                StepKind::Slice { start, end } => {
                    let length = value.as_array().map_or(0, |items| items.len());
                    return self.items(at, value, slice(*start, *end, length), quiet);
                }
                StepKind::Wildcard => return self.all(at, value, quiet),
                StepKind::Filter(filter) => match value {
                    Value::Array(items) => {
                        for (index, item) in items.iter().enumerate() {
                            if filter.accepts(item, self.root)? {
                                self.step_into(Segment::Index(index as i64), at + 1, item, quiet)?;
                            }
                        }
                        return Ok(());
                    }
                    Value::Object(_) if filter.accepts(value, self.root)? => {}
                    Value::Object(_) => return Ok(()),
                    _ => return Err(message::no_primitives(&steps.list[at..], value)),
                },
                StepKind::Recursive => return self.everywhere(at + 1, value, quiet),
                _ => match descend(step, value) {
                    Ok(next) => {
                        self.way.extend(segment(step, value));
                        value = next;
                    }
                    Err(Reason::NoMember) if !last && steps.skips_missing(at) => return Ok(()),
                    Err(reason) => return Err(self.miss(at, value, reason, quiet)),
                },
            }
            at += 1;
        }
        self.found.push(value.clone());
        Ok(())
    }

    fn step_into(
        &mut self,
        segment: Segment<'p>,
        at: usize,
        value: &'v Value,
        quiet: bool,
    ) -> Result<(), PathError> {
        let depth = self.way.len();
        self.way.push(segment);
        let outcome = self.walk(at, value, quiet);
        self.way.truncate(depth);
        outcome
    }

    /// Follows the steps behind `at` from the items at `indexes`.
    fn items(
        &mut self,
        at: usize,
        value: &'v Value,
        indexes: impl Iterator<Item = i64>,
        quiet: bool,
    ) -> Result<(), PathError> {
        let items = array(value).map_err(|reason| self.miss(at, value, reason, quiet))?;
        for index in indexes {
            let next = item(items, index).map_err(|reason| self.miss(at, value, reason, quiet))?;
            self.step_into(Segment::Index(index), at + 1, next, quiet)?;
        }
        Ok(())
    }

    /// Follows the steps behind the wildcard at `at`. What an item of an array lacks is passed over.
    fn all(&mut self, at: usize, value: &'v Value, quiet: bool) -> Result<(), PathError> {
        match value {
            Value::Object(members) => {
                for (name, member) in members.iter() {
                    self.step_into(Segment::Name(name), at + 1, member, quiet)?;
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    match self.step_into(Segment::Index(index as i64), at + 1, item, true) {
                        Err(error) if error.kind == PathErrorKind::NotFound => {}
                        outcome => outcome?,
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Applies the steps from `at` on to `value` and to all arrays and objects in it, parents first.
    fn everywhere(&mut self, at: usize, value: &'v Value, quiet: bool) -> Result<(), PathError> {
        let base = self.way.len();
        let mut waiting = vec![(None, base, value)];
        while let Some((segment, depth, value)) = waiting.pop() {
            self.way.truncate(depth);
            self.way.extend(segment);
            if self.meets(at, value)? {
                self.apply_everywhere(at, value, quiet)?;
            }
            let depth = self.way.len();
            match value {
                Value::Array(items) => waiting.extend(
                    items
                        .iter()
                        .enumerate()
                        .rev()
                        .filter(|(_, item)| is_container(item))
                        .map(|(index, item)| (Some(Segment::Index(index as i64)), depth, item)),
                ),
                Value::Object(members) => waiting.extend(
                    members
                        .iter()
                        .rev()
                        .filter(|(_, member)| is_container(member))
                        .map(|(name, member)| (Some(Segment::Name(name)), depth, member)),
                ),
                _ => {}
            }
        }
        self.way.truncate(base);
        Ok(())
    }

    /// Whether `..` applies step `at` to this value.
    fn meets(&self, at: usize, value: &Value) -> Result<bool, PathError> {
        let Some(step) = self.steps.list.get(at) else {
            return Ok(false);
        };
        Ok(match (&step.kind, value) {
            (StepKind::Name(name), Value::Object(members)) => members.contains_key(name),
            (StepKind::Names(names), Value::Object(members)) => {
                names.iter().all(|name| members.contains_key(name))
            }
            (
                StepKind::Index(_)
                | StepKind::FromEnd(_)
                | StepKind::Indexes(_)
                | StepKind::Slice { .. },
                Value::Array(_),
            ) => true,
            (StepKind::Wildcard, Value::Array(_) | Value::Object(_)) => true,
            (StepKind::Filter(filter), Value::Array(_) | Value::Object(_)) => {
                filter.accepts(value, self.root)?
            }
            _ => false,
        })
    }

    /// In an array, Jayway forgets the step itself where another follows: `..[0].a` looks for `a` in every item.
    fn apply_everywhere(
        &mut self,
        at: usize,
        value: &'v Value,
        quiet: bool,
    ) -> Result<(), PathError> {
        match value {
            Value::Array(items) if at + 1 < self.steps.list.len() => {
                for (index, item) in items.iter().enumerate() {
                    self.step_into(Segment::Index(index as i64), at + 1, item, quiet)?;
                }
                Ok(())
            }
            _ => self.follow(at, value, quiet),
        }
    }

    fn miss(&self, at: usize, value: &Value, reason: Reason, quiet: bool) -> PathError {
        let miss = Miss { at, value, reason };
        if quiet && miss.is_not_found() {
            return PathError::not_found(String::new());
        }
        message::explain(&miss, self.steps, &self.way)
    }
}

fn is_container(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Object(_))
}
