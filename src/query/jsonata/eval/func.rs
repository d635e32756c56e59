//! Functions as values.

use super::frame::Frame;
use crate::base::Span;
use crate::query::jsonata::ast::{Lambda, Transform};
use crate::query::jsonata::error::{Fallible, Open};
use crate::query::jsonata::functions::Builtin;
use crate::query::jsonata::limits::TOO_DEEP;
use crate::query::jsonata::regex::Pattern;
use crate::query::jsonata::val::{Members, Val};
use crate::value::Str;
use std::rc::Rc;

/// A function.
#[derive(Clone, Debug)]
pub(crate) enum Func<'a> {
    Builtin(Builtin),
    Lambda(Rc<Closure<'a>>),
    Partial(Rc<Partial<'a>>),
    /// Two functions, one after the other: `$f ~> $g`.
    Composed(Rc<Composed<'a>>),
    Regex(&'a Pattern),
    /// Gives the match after one that was found.
    NextMatch(Rc<NextMatch<'a>>),
    Transform(Rc<Transformer<'a>>),
}

#[derive(Debug)]
pub(crate) struct Closure<'a> {
    pub(crate) lambda: &'a Lambda,
    pub(crate) input: Val<'a>,
    pub(crate) frame: Rc<Frame<'a>>,
    nest: u32,
}

#[derive(Debug)]
pub(crate) struct Partial<'a> {
    pub(crate) function: Func<'a>,
    /// One for each parameter; `None` waits for an argument.
    pub(crate) arguments: Vec<Option<Val<'a>>>,
    nest: u32,
}

#[derive(Debug)]
pub(crate) struct Composed<'a> {
    pub(crate) first: Func<'a>,
    pub(crate) second: Func<'a>,
    nest: u32,
}

#[derive(Debug)]
pub(crate) struct NextMatch<'a> {
    pub(crate) pattern: &'a Pattern,
    pub(crate) text: Str,
    /// Byte at which the search goes on.
    pub(crate) from: usize,
}

#[derive(Debug)]
pub(crate) struct Transformer<'a> {
    pub(crate) transform: &'a Transform,
    pub(crate) frame: Rc<Frame<'a>>,
    pub(crate) span: Span,
}

/// Functions and values may hold one another this deep, so that to drop them takes little stack.
const MAX_NEST: u32 = 500;

fn nested(inner: u32) -> Fallible<u32> {
    if inner >= MAX_NEST {
        return Err(Open::limit(TOO_DEEP));
    }
    Ok(inner + 1)
}

impl<'a> Func<'a> {
    pub(crate) fn closure(
        lambda: &'a Lambda,
        input: &Val<'a>,
        frame: &Rc<Frame<'a>>,
    ) -> Fallible<Self> {
        let nest = match input {
            Val::Func(_) | Val::List(_) | Val::Object(_) | Val::Tuples(_) => {
                nested(nest_of(input))?
            }
            _ => 0,
        };
        Ok(Self::Lambda(Rc::new(Closure {
            lambda,
            input: input.clone(),
            frame: frame.clone(),
            nest,
        })))
    }

    pub(crate) fn partial(function: Self, arguments: Vec<Option<Val<'a>>>) -> Fallible<Self> {
        let inner = arguments.iter().flatten().map(nest_of).max().unwrap_or(0);
        let nest = nested(inner.max(function.nest()))?;
        Ok(Self::Partial(Rc::new(Partial {
            function,
            arguments,
            nest,
        })))
    }

    pub(crate) fn composed(first: Self, second: Self) -> Fallible<Self> {
        let nest = nested(first.nest().max(second.nest()))?;
        Ok(Self::Composed(Rc::new(Composed {
            first,
            second,
            nest,
        })))
    }

    /// How many arguments a higher-order function hands it: the `length` of the JavaScript function.
    pub(crate) fn arity(&self) -> usize {
        match self {
            Self::Builtin(builtin) => builtin.arity,
            Self::Lambda(closure) => closure.lambda.parameters.len(),
            Self::Partial(partial) => partial
                .arguments
                .iter()
                .filter(|argument| argument.is_none())
                .count(),
            Self::Composed(_) | Self::Transform(_) => 1,
            Self::Regex(_) => 2,
            Self::NextMatch(_) => 0,
        }
    }

    /// How many parameters it declares.
    pub(crate) fn parameters(&self) -> usize {
        match self {
            Self::Builtin(builtin) => builtin.parameters,
            other => other.arity(),
        }
    }

    /// Whether it is a plain JavaScript function in the reference, which counts as false where a truth is asked for.
    pub(crate) fn is_matcher(&self) -> bool {
        matches!(self, Self::Regex(_) | Self::NextMatch(_))
    }

    /// Whether both are one and the same.
    pub(crate) fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Builtin(left), Self::Builtin(right)) => std::ptr::eq(*left, *right),
            (Self::Lambda(left), Self::Lambda(right)) => Rc::ptr_eq(left, right),
            (Self::Partial(left), Self::Partial(right)) => Rc::ptr_eq(left, right),
            (Self::Composed(left), Self::Composed(right)) => Rc::ptr_eq(left, right),
            (Self::NextMatch(left), Self::NextMatch(right)) => Rc::ptr_eq(left, right),
            (Self::Transform(left), Self::Transform(right)) => Rc::ptr_eq(left, right),
            _ => false,
        }
    }

    fn nest(&self) -> u32 {
        match self {
            Self::Lambda(closure) => closure.nest,
            Self::Partial(partial) => partial.nest,
            Self::Composed(composed) => composed.nest,
            _ => 0,
        }
    }
}

/// Levels of lists, objects and functions in a value; JSON counts as one level, being bounded by itself.
pub(crate) fn nest_of(value: &Val<'_>) -> u32 {
    match value {
        Val::Func(function) => function.nest() + 1,
        Val::List(list) => 1 + list.items.iter().map(nest_of).max().unwrap_or(0),
        Val::Object(members) => 1 + nest_of_members(members),
        Val::Tuples(tuples) => {
            let bound = tuples
                .iter()
                .flat_map(|tuple| tuple.bound.iter().map(|(_, value)| value));
            let all = tuples.iter().map(|tuple| &tuple.at).chain(bound);
            1 + all.map(nest_of).max().unwrap_or(0)
        }
        _ => 0,
    }
}

fn nest_of_members(members: &Members<'_>) -> u32 {
    members.values().map(nest_of).max().unwrap_or(0)
}

/// Whether dropping a value may lead back to frames.
pub(crate) fn holds_functions(value: &Val<'_>) -> bool {
    matches!(
        value,
        Val::Func(_) | Val::List(_) | Val::Object(_) | Val::Tuples(_)
    )
}
