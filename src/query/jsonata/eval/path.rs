//! Paths: step after step, sequences flattened in between.

use super::frame::Frame;
use super::{Evaluator, Outcome, collapse};
use crate::query::jsonata::ast::{Kind, Node, Path, Stage};
use crate::query::jsonata::error::Fallible;
use crate::query::jsonata::name::Name;
use crate::query::jsonata::val::{Items, List, Val};
use std::rc::Rc;

/// What flows from step to step.
pub(super) enum Flow<'a> {
    Empty,
    /// A sequence of this one value.
    One(Val<'a>),
    /// The items of an array, sequence or not.
    Many(Val<'a>),
}

impl<'a> Flow<'a> {
    fn length(&self) -> usize {
        match self {
            Self::Empty => 0,
            Self::One(_) => 1,
            Self::Many(list) => list.length().unwrap_or(1),
        }
    }

    pub(super) fn items(&self) -> FlowItems<'_, 'a> {
        match self {
            Self::Empty => FlowItems::One(None),
            Self::One(value) => FlowItems::One(Some(value)),
            Self::Many(list) => match list.items() {
                Some(items) => FlowItems::Many(items),
                None => FlowItems::One(Some(list)),
            },
        }
    }

    /// The array it is, made where need be.
    pub(super) fn into_array(self) -> Val<'a> {
        match self {
            Self::Empty => Val::sequence(Vec::new()),
            Self::One(value) => Val::sequence(vec![value]),
            Self::Many(list) => list,
        }
    }
}

pub(super) enum FlowItems<'v, 'a> {
    One(Option<&'v Val<'a>>),
    Many(Items<'v, 'a>),
}

impl<'a> Iterator for FlowItems<'_, 'a> {
    type Item = Val<'a>;

    fn next(&mut self) -> Option<Val<'a>> {
        match self {
            Self::One(value) => value.take().cloned(),
            Self::Many(items) => items.next(),
        }
    }
}

/// Collects what a step gives for each item, flattened by one level.
struct Collector<'a> {
    /// The only result so far: where it stays so and is an array, it is handed on as it is.
    first: Option<Val<'a>>,
    items: Vec<Val<'a>>,
}

impl<'a> Collector<'a> {
    fn new() -> Self {
        Self {
            first: None,
            items: Vec::new(),
        }
    }

    fn push(&mut self, value: Val<'a>) {
        if value.is_undefined() {
            return;
        }
        if self.items.is_empty() && self.first.is_none() {
            self.first = Some(value);
            return;
        }
        if let Some(first) = self.first.take() {
            flatten_into(first, &mut self.items);
            // A first result of no items must not be taken for none.
            self.items.reserve(1);
        }
        flatten_into(value, &mut self.items);
        if self.items.is_empty() {
            self.first = Some(Val::sequence(Vec::new()));
        }
    }

    fn finish(mut self, last: bool) -> Flow<'a> {
        if let Some(first) = self.first {
            if !first.is_array() || is_cons(&first) && first.is_sequence() {
                return Flow::One(first);
            }
            if last && !first.is_sequence() {
                return Flow::Many(first);
            }
            if is_cons(&first) {
                return Flow::One(first);
            }
            if first.length() == Some(0) {
                return Flow::Empty;
            }
            return match first {
                Val::List(list) if last && (list.keep.get() || list.outer) => {
                    Flow::Many(Val::sequence(list.items.clone()))
                }
                other => Flow::Many(other),
            };
        }
        match self.items.len() {
            0 => Flow::Empty,
            1 => self.items.pop().map_or(Flow::Empty, Flow::One),
            _ => Flow::Many(Val::sequence(self.items)),
        }
    }
}

fn is_cons(value: &Val<'_>) -> bool {
    matches!(value, Val::List(list) if list.cons)
}

fn flatten_into<'a>(value: Val<'a>, items: &mut Vec<Val<'a>>) {
    if is_cons(&value) {
        items.push(value);
        return;
    }
    match value.items() {
        Some(inner) => items.extend(inner),
        None => items.push(value),
    }
}

impl<'a> Evaluator<'a> {
    pub(super) fn path(
        &self,
        node: &'a Node,
        path: &'a Path,
        input: &Val<'a>,
        frame: &Rc<Frame<'a>>,
    ) -> Outcome<'a> {
        if path.tuples {
            return self.tuple_path(node, path, input, frame);
        }
        let mut flow = self.path_start(path, input);
        let count = path.steps.len();
        for (at, step) in path.steps.iter().enumerate() {
            flow = if at == 0 && step.cons_array {
                self.cons_step(step, flow, frame)?
            } else {
                self.step(step, flow, frame, at + 1 == count)?
            };
            if flow.length() == 0 {
                break;
            }
        }
        let result = self.path_result(node, path, flow);
        match &node.group {
            Some(group) => self.group(group, result, frame, false),
            None => Ok(result),
        }
    }

    pub(super) fn path_start(&self, path: &'a Path, input: &Val<'a>) -> Flow<'a> {
        let from_variable = matches!(path.steps[0].kind, Kind::Variable(_) | Kind::Context);
        if input.is_array() && !from_variable {
            Flow::Many(input.clone())
        } else {
            Flow::One(input.clone())
        }
    }

    /// An array constructor as the first step sees the input as a whole.
    pub(super) fn cons_step(
        &self,
        step: &'a Node,
        flow: Flow<'a>,
        frame: &Rc<Frame<'a>>,
    ) -> Fallible<Flow<'a>> {
        let value = self.eval(step, &flow.into_array(), frame)?;
        Ok(match value {
            Val::Undefined => Flow::Empty,
            array if array.is_array() => Flow::Many(array),
            other => Flow::One(other),
        })
    }

    /// The value of a path without tuples.
    pub(super) fn path_result(&self, node: &'a Node, path: &'a Path, flow: Flow<'a>) -> Val<'a> {
        if path.keep_singleton {
            return match flow.into_array() {
                Val::List(list) if list.cons && !list.sequence => kept(vec![Val::List(list)]),
                Val::List(list) if list.sequence => {
                    list.keep.set(true);
                    Val::List(list)
                }
                other => other,
            };
        }
        match flow {
            Flow::One(value) if !node.keep_array && node.group.is_none() => value,
            other => other.into_array(),
        }
    }

    pub(super) fn step(
        &self,
        step: &'a Node,
        flow: Flow<'a>,
        frame: &Rc<Frame<'a>>,
        last: bool,
    ) -> Fallible<Flow<'a>> {
        if let Kind::Sort(terms) = &step.kind {
            let sorted = self.order_by(terms, step, flow, frame)?;
            if step.stages().is_empty() {
                return Ok(sorted);
            }
            let mut result = sorted.into_array();
            for stage in step.stages() {
                if let Stage::Filter(predicate) = stage {
                    result = self.filter(predicate, result, frame, false)?;
                }
            }
            return Ok(match result {
                array if array.is_array() => Flow::Many(array),
                other => Flow::One(other),
            });
        }
        self.meter.has_room(1)?;
        let mut results = Collector::new();
        let stages = step.stages();
        if let (Kind::Name(name), true) =
            (&step.kind, step.predicates.is_empty() && !step.keep_array)
        {
            self.meter.tick(flow.length())?;
            for item in flow.items() {
                let mut result = match lookup(&item, name) {
                    Val::List(list) if list.sequence => collapse(false, list),
                    other => other,
                };
                for stage in stages {
                    if let Stage::Filter(predicate) = stage {
                        result = self.filter(predicate, result, frame, false)?;
                    }
                }
                results.push(result);
            }
        } else {
            for item in flow.items() {
                let mut result = self.eval(step, &item, frame)?;
                for stage in stages {
                    if let Stage::Filter(predicate) = stage {
                        result = self.filter(predicate, result, frame, false)?;
                    }
                }
                results.push(result);
            }
        }
        self.meter.allocate_items(results.items.len())?;
        Ok(results.finish(last))
    }

    /// `*`: the values of an object, arrays among them flattened.
    pub(super) fn wildcard(&self, input: &Val<'a>) -> Outcome<'a> {
        let inner;
        let input = match input {
            Val::List(list) if list.outer => {
                inner = list.items[0].clone();
                &inner
            }
            other => other,
        };
        let values: Vec<Val<'a>> = match (input.items(), input.members()) {
            (Some(items), _) => items.collect(),
            (None, Some(members)) => members.into_iter().map(|(_, value)| value).collect(),
            (None, None) => Vec::new(),
        };
        self.meter.tick(values.len())?;
        // An array among the values makes a plain array of the whole: the reference loses the mark of a sequence.
        let plain = values.iter().any(Val::is_array);
        let mut results = Vec::with_capacity(values.len());
        for value in values {
            flatten_all(value, &mut results);
        }
        self.meter.allocate_items(results.len())?;
        Ok(if plain {
            Val::array(results)
        } else {
            Val::sequence(results)
        })
    }

    /// `**`: the value and all values in it, without the arrays.
    pub(super) fn descendants(&self, input: &Val<'a>) -> Outcome<'a> {
        if input.is_undefined() {
            return Ok(Val::Undefined);
        }
        let mut results = Vec::new();
        self.descend(input, &mut results)?;
        self.meter.allocate_items(results.len())?;
        Ok(Val::sequence(results))
    }

    fn descend(&self, value: &Val<'a>, results: &mut Vec<Val<'a>>) -> Fallible<()> {
        if let Val::Ref(value) = value {
            descend_json(value, results);
            return self.meter.tick(results.len() / 64);
        }
        self.meter.tick(1)?;
        if let Some(items) = value.items() {
            for item in items {
                self.descend(&item, results)?;
            }
            return Ok(());
        }
        results.push(value.clone());
        for (_, member) in value.members().unwrap_or_default() {
            self.descend(&member, results)?;
        }
        Ok(())
    }
}

fn descend_json<'a>(value: &'a crate::value::Value, results: &mut Vec<Val<'a>>) {
    use crate::value::Value;
    match value {
        Value::Array(array) => array.iter().for_each(|item| descend_json(item, results)),
        Value::Object(object) => {
            results.push(Val::Ref(value));
            object
                .values()
                .for_each(|member| descend_json(member, results));
        }
        _ => results.push(Val::Ref(value)),
    }
}

fn kept(items: Vec<Val<'_>>) -> Val<'_> {
    let list = List::new(items, true);
    list.keep.set(true);
    Val::List(Rc::new(list))
}

fn flatten_all<'a>(value: Val<'a>, results: &mut Vec<Val<'a>>) {
    match value.items() {
        Some(items) => items.for_each(|item| flatten_all(item, results)),
        None => results.push(value),
    }
}

/// A path of one plain name.
pub(super) fn field<'a>(evaluator: &Evaluator<'a>, name: &Name, input: &Val<'a>) -> Outcome<'a> {
    if !input.is_array() {
        return Ok(match name.member(input) {
            None => Val::Undefined,
            Some(Val::List(list)) if list.sequence => match Collector::single(Val::List(list)) {
                Flow::One(value) => value,
                other => other.into_array(),
            },
            Some(value) => value,
        });
    }
    let mut results = Collector::new();
    let items = Flow::Many(input.clone());
    evaluator.meter.tick(items.length())?;
    for item in items.items() {
        results.push(match lookup(&item, name) {
            Val::List(list) if list.sequence => collapse(false, list),
            other => other,
        });
    }
    evaluator.meter.allocate_items(results.items.len())?;
    Ok(match results.finish(true) {
        Flow::One(value) => value,
        other => other.into_array(),
    })
}

impl<'a> Collector<'a> {
    /// What becomes of one result of the last step.
    fn single(value: Val<'a>) -> Flow<'a> {
        let mut results = Self::new();
        results.push(match value {
            Val::List(list) if list.sequence => collapse(false, list),
            other => other,
        });
        results.finish(true)
    }
}

/// The members `name` of an object, or of the objects in an array, as a sequence.
pub(in crate::query::jsonata) fn lookup<'a>(value: &Val<'a>, name: &Name) -> Val<'a> {
    if let Val::Ref(crate::value::Value::Object(object)) = value {
        return name.find(object).map_or(Val::Undefined, Val::Ref);
    }
    let Some(items) = value.items() else {
        return name.member(value).unwrap_or(Val::Undefined);
    };
    let mut found = Vec::new();
    for item in items {
        let result = lookup(&item, name);
        match result.items() {
            Some(inner) => found.extend(inner),
            None if result.is_undefined() => {}
            None => found.push(result),
        }
    }
    Val::sequence(found)
}
