//! The evaluator: a walk over the tree.

mod call;
mod construct;
mod filter;
mod frame;
mod func;
mod operators;
mod order;
mod path;
mod transform;
mod tuples;

pub(super) use frame::Frame;
pub(super) use func::{Func, NextMatch};
pub(super) use operators::{compare_text, equal, truth};
pub(super) use order::merge_sort;
pub(super) use path::lookup;

use super::ast::{Call, Kind, Node, Program, Variable};
use super::error::{Fallible, Open};
use super::limits::{Meter, TOO_BIG};
use super::val::{List, Val};
use super::{Bindings, syntax};
use crate::value::Value;
use func::{holds_functions, nest_of};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// What an evaluation gives.
pub(super) type Outcome<'a> = Fallible<Val<'a>>;

/// One evaluation of one expression.
pub(super) struct Evaluator<'a> {
    program: &'a Program,
    pub(super) bindings: &'a Bindings<'a>,
    pub(super) meter: Meter<'a>,
    externals: Vec<OnceCell<Option<&'a Value>>>,
    /// The call that a lambda ended with, for its caller to make.
    tail: RefCell<Option<Tail<'a>>>,
    /// Frames that hold closures, which may hold the frames: emptied at the end.
    circles: RefCell<Vec<Rc<Frame<'a>>>>,
    /// Containers that were put into containers. Nothing can nest deeper than that.
    nestings: Cell<u32>,
}

struct Tail<'a> {
    call: &'a Call,
    node: &'a Node,
    input: Val<'a>,
    frame: Rc<Frame<'a>>,
}

/// Levels that made values may nest, as deep as values from outside.
const MAX_VALUE_DEPTH: u32 = crate::value::MAX_DEPTH;

impl Drop for Evaluator<'_> {
    fn drop(&mut self) {
        for frame in self.circles.get_mut().drain(..) {
            frame.clear();
        }
    }
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(program: &'a Program, bindings: &'a Bindings<'a>) -> Self {
        Self {
            program,
            bindings,
            meter: Meter::new(bindings.limits, bindings.cancel),
            externals: vec![OnceCell::new(); program.externals.len()],
            tail: RefCell::new(None),
            circles: RefCell::new(Vec::new()),
            nestings: Cell::new(0),
        }
    }

    /// Evaluates the whole expression.
    pub(super) fn run(&self) -> Outcome<'a> {
        let input = match self.bindings.input {
            None => Val::Undefined,
            Some(array @ Value::Array(_)) => {
                let mut wrapped = List::new(vec![Val::Ref(array)], true);
                wrapped.outer = true;
                Val::List(Rc::new(wrapped))
            }
            Some(value) => Val::Ref(value),
        };
        let frame = Frame::new(None, usize::from(self.program.slots));
        self.eval(&self.program.root, &input, &frame)
    }

    /// Evaluates `node`, by a short way where it is a constant or a field.
    #[inline]
    pub(super) fn operand(
        &self,
        node: &'a Node,
        input: &Val<'a>,
        frame: &Rc<Frame<'a>>,
    ) -> Outcome<'a> {
        if node.group.is_none() && node.predicates.is_empty() {
            match (&node.kind, input) {
                (Kind::Literal(value), _) => {
                    self.meter.has_room(1)?;
                    return Ok(Val::Ref(value));
                }
                (Kind::Field(name), Val::Ref(Value::Object(object))) => {
                    self.meter.has_room(2)?;
                    match name.find(object) {
                        None => return Ok(Val::Undefined),
                        Some(value) => return Ok(Val::Ref(value)),
                    }
                }
                _ => {}
            }
        }
        self.eval(node, input, frame)
    }

    /// Evaluates `node` with `input` as its context.
    pub(super) fn eval(
        &self,
        node: &'a Node,
        input: &Val<'a>,
        frame: &Rc<Frame<'a>>,
    ) -> Outcome<'a> {
        self.meter.enter()?;
        let mut result = match &node.kind {
            Kind::Literal(value) => Val::Ref(value),
            Kind::Folded(value, height) => {
                self.meter.has_room(height - 1)?;
                Val::Ref(value)
            }
            Kind::Field(name) => {
                self.meter.has_room(1)?;
                path::field(self, name, input)?
            }
            Kind::Variable(variable) => self.variable(variable, frame),
            Kind::Context => context(input),
            Kind::Path(path) => self.path(node, path, input, frame)?,
            Kind::Binary(operator, pair) => self.binary(*operator, node, pair, input, frame)?,
            Kind::Call(call) => self.call(node, call, input, frame, None)?,
            Kind::Condition(parts) => {
                let test = self.eval(&parts.0, input, frame)?;
                if operators::truth(&test)? {
                    self.eval(&parts.1, input, frame)?
                } else if let Some(otherwise) = &parts.2 {
                    self.eval(otherwise, input, frame)?
                } else {
                    Val::Undefined
                }
            }
            Kind::TailCall(call) => {
                *self.tail.borrow_mut() = Some(Tail {
                    call,
                    node,
                    input: input.clone(),
                    frame: frame.clone(),
                });
                Val::Undefined
            }
            _ => self.rare(node, input, frame)?,
        };
        if !node.predicates.is_empty() {
            let tuples = syntax::may_be_tuples(node);
            for predicate in &node.predicates {
                result = self.filter(predicate, result, frame, tuples)?;
            }
        }
        if let Some(group) = &node.group
            && !matches!(node.kind, Kind::Path(_))
        {
            result = self.group(group, result, frame, syntax::may_be_tuples(node))?;
        }
        self.meter.leave();
        Ok(match result {
            Val::List(list) if list.sequence => collapse(node.keep_array, list),
            other => other,
        })
    }

    /// The kinds of nodes that are not met at every turn.
    fn rare(&self, node: &'a Node, input: &Val<'a>, frame: &Rc<Frame<'a>>) -> Outcome<'a> {
        match &node.kind {
            Kind::Name(name) => Ok(lookup(input, name)),
            Kind::Concat(parts) => self.concat(node, parts, input, frame),
            Kind::Array(nodes) => self.array(node, nodes, input, frame),
            Kind::Object(group) => self.object(group, input, frame),
            Kind::Block(block) => {
                let own;
                let frame = match block.slots {
                    Some(slots) => {
                        own = Frame::new(Some(frame.clone()), usize::from(slots));
                        &own
                    }
                    None => frame,
                };
                let mut result = Val::Undefined;
                for node in &block.nodes {
                    result = self.eval(node, input, frame)?;
                }
                Ok(result)
            }
            Kind::Bind(bind) => {
                let value = self.eval(&bind.value, input, frame)?;
                self.bind(frame, bind.place.slot, value.clone());
                Ok(value)
            }
            Kind::Lambda(lambda) => Ok(Val::Func(Func::closure(lambda, input, frame)?)),
            Kind::Negate(inner) => self.negate(node, inner, input, frame),
            Kind::Wildcard => self.wildcard(input),
            Kind::Descendants => self.descendants(input),
            Kind::Parent(label) => Ok(frame.ancestor(*label).unwrap_or(Val::Undefined)),
            Kind::Regex(pattern) => Ok(Val::Func(Func::Regex(pattern))),
            Kind::Partial(call) => self.partial(node, call, input, frame),
            Kind::Apply(pair) => self.apply_operator(node, pair, input, frame),
            Kind::Transform(transform) => Ok(Val::Func(self.transformer(node, transform, frame))),
            _ => Ok(Val::Undefined),
        }
    }

    /// The value of a variable or the built-in function of that name.
    fn variable(&self, variable: &'a Variable, frame: &Frame<'a>) -> Val<'a> {
        for place in &variable.places {
            if let Some(value) = frame.get(*place) {
                return value;
            }
        }
        match (self.external(variable), variable.builtin) {
            (Some(value), _) => Val::Ref(value),
            (None, Some(builtin)) => Val::Func(Func::Builtin(builtin)),
            (None, None) => Val::Undefined,
        }
    }

    fn external(&self, variable: &Variable) -> Option<&'a Value> {
        let cell = self.externals.get(variable.external as usize)?;
        *cell.get_or_init(|| match &*variable.name {
            "$" => self.bindings.input,
            name => self.bindings.variables.get(name),
        })
    }

    /// Binds a variable, and remembers the frame where the value may lead back to it.
    fn bind(&self, frame: &Rc<Frame<'a>>, slot: super::ast::Slot, value: Val<'a>) {
        if holds_functions(&value) {
            self.circles.borrow_mut().push(frame.clone());
        }
        frame.set(slot, value);
    }

    /// Says that `value`, which was just put together, holds containers.
    /// Refuses values that nest so deep that to print or to drop them would take too much stack.
    pub(super) fn check_nesting(&self, value: Val<'a>) -> Outcome<'a> {
        let nestings = self.nestings.get() + 1;
        self.nestings.set(nestings);
        if nestings >= MAX_VALUE_DEPTH / 2 && depth_of(&value) > MAX_VALUE_DEPTH {
            return Err(Open::limit(TOO_BIG));
        }
        Ok(value)
    }
}

/// Levels of arrays and objects in a made value.
fn depth_of(value: &Val<'_>) -> u32 {
    match value {
        Val::Json(value) => value.measure().depth,
        Val::List(list) => 1 + list.items.iter().map(depth_of).max().unwrap_or(0),
        Val::Object(members) => 1 + members.values().map(depth_of).max().unwrap_or(0),
        _ => nest_of(value),
    }
}

/// A sequence of none is nothing, one of one is its item, unless it is to stay an array.
fn collapse<'a>(keep_array: bool, list: Rc<List<'a>>) -> Val<'a> {
    if keep_array {
        list.keep.set(true);
    }
    match list.items.len() {
        0 => Val::Undefined,
        1 if !list.keep.get() => match Rc::try_unwrap(list) {
            Ok(mut list) => list.items.pop().unwrap_or(Val::Undefined),
            Err(shared) => shared.items[0].clone(),
        },
        _ => Val::List(list),
    }
}

/// `$`: where the input is an array that was wrapped, the array.
fn context<'a>(input: &Val<'a>) -> Val<'a> {
    match input {
        Val::List(list) if list.outer => list.items.first().cloned().unwrap_or(Val::Undefined),
        other => other.clone(),
    }
}
