//! Of trees with JSONata.

use super::{Sought, Volatile, of_context};
use crate::base::Span;
use crate::query::jsonata::{Analysis, Function, Operation, ValueVisitor};
use crate::query::template::{JsonataString, JsonataTemplate, JsonataVisitor};
use crate::value::{Str, Value};

pub(super) fn of(template: &JsonataTemplate, sought: Sought) -> Volatile {
    template.visit(&mut Likeness { sought })
}

/// Functions that give another value in every run.
fn varies(name: &str, arguments: usize, sought: Sought) -> bool {
    match (name, sought) {
        (_, Sought::Token) => false,
        ("millis" | "now", _) => true,
        (_, Sought::Clock) => false,
        ("uuid", Sought::Anything) => true,
        // With a seed the number is always the same.
        ("random", Sought::Anything) => arguments == 0,
        _ => false,
    }
}

struct Likeness {
    sought: Sought,
}

impl JsonataVisitor for Likeness {
    type Output = Volatile;

    fn constant(&mut self, _: &Value) -> Volatile {
        Volatile::Nothing
    }

    fn object(&mut self, members: Vec<(Str, Volatile)>) -> Volatile {
        Volatile::object(members)
    }

    fn array(&mut self, items: Vec<Volatile>) -> Volatile {
        Volatile::array(items)
    }

    fn expression(&mut self, expression: &JsonataString) -> Volatile {
        match &expression.expression {
            Some(expression) if anything_varies(expression.analysis(), self.sought) => {
                let sought = self.sought;
                expression.visit(&mut Parts { sought }).end(sought)
            }
            _ => Volatile::Nothing,
        }
    }
}

/// Whether anything in an expression is another one in every run.
fn anything_varies(analysis: &Analysis, sought: Sought) -> bool {
    let mut calls = analysis.calls.iter();
    let mut uses = analysis.states.iter();
    calls.any(|call| varies(&call.name, call.arguments, sought))
        || uses.any(|states| of_states(&states.path, sought) != Volatile::Nothing)
}

/// Of what stands under `$states` under these names.
fn of_states(path: &[Str], sought: Sought) -> Volatile {
    match path.split_first() {
        None => Volatile::Whole,
        Some((first, names)) if **first == *"context" => {
            of_context(names.iter().map(|name| &**name), sought)
        }
        Some(_) => Volatile::Nothing,
    }
}

/// What is known of a value in an expression in which something varies.
#[derive(Clone)]
enum Part {
    /// What stands under `$states` under these names.
    States(Vec<Str>),
    Known(Volatile),
}

impl Part {
    fn end(self, sought: Sought) -> Volatile {
        match self {
            Self::States(path) => of_states(&path, sought),
            Self::Known(volatile) => volatile,
        }
    }

    fn made_of(parts: impl IntoIterator<Item = Self>, sought: Sought) -> Self {
        let parts = parts.into_iter().map(|part| part.end(sought));
        Self::Known(Volatile::made_of(parts))
    }
}

/// Finds out which parts of the value of an expression vary.
struct Parts {
    sought: Sought,
}

impl ValueVisitor for Parts {
    type Value = Part;

    fn unknown(&mut self) -> Part {
        Part::Known(Volatile::Whole)
    }

    fn function(&mut self) -> Part {
        Part::Known(Volatile::Nothing)
    }

    fn literal(&mut self, _: &Value) -> Part {
        Part::Known(Volatile::Nothing)
    }

    fn variable(&mut self, name: &str, _: Span) -> Part {
        match name {
            "states" => Part::States(Vec::new()),
            _ => Part::Known(Volatile::Nothing),
        }
    }

    fn member(&mut self, of: Part, name: &Str, _: Span) -> Part {
        match of {
            Part::States(mut path) => {
                path.push(name.clone());
                Part::States(path)
            }
            Part::Known(Volatile::Items(items)) => {
                Part::made_of(items.into_iter().map(Part::Known), self.sought)
            }
            Part::Known(volatile) => Part::Known(volatile.member(name).clone()),
        }
    }

    fn item(&mut self, of: Part, _: i64, _: Span) -> Part {
        Part::made_of([of], self.sought)
    }

    fn filtered(&mut self, of: Part) -> Part {
        Part::made_of([of], self.sought)
    }

    fn kept_as_array(&mut self, of: Part) -> Part {
        Part::made_of([of], self.sought)
    }

    fn object(&mut self, members: Vec<(Option<Str>, Part)>) -> Part {
        let known = members.iter().all(|(key, _)| key.is_some());
        let members = members
            .into_iter()
            .map(|(key, part)| (key.unwrap_or_default(), part.end(self.sought)));
        Part::Known(match known {
            true => Volatile::object(members),
            false => Volatile::made_of(members.map(|(_, part)| part)),
        })
    }

    fn array(&mut self, items: Vec<(Part, bool)>) -> Part {
        // Items that are arrays are taken apart: nobody knows which ends up where.
        Part::made_of(items.into_iter().map(|(part, _)| part), self.sought)
    }

    fn operation(&mut self, _: Operation, [(one, _), (other, _)]: [(Part, Span); 2]) -> Part {
        Part::made_of([one, other], self.sought)
    }

    fn joined(&mut self, parts: Vec<Part>) -> Part {
        Part::made_of(parts, self.sought)
    }

    fn condition(&mut self, test: Part, then: Part, other: Option<Part>) -> Part {
        Part::made_of([test, then].into_iter().chain(other), self.sought)
    }

    fn branch(&mut self, _: bool) {}

    fn call(&mut self, function: Function, arguments: Vec<(Part, Span)>) -> Part {
        if varies(function.name(), arguments.len(), self.sought) {
            return Part::Known(Volatile::Whole);
        }
        Part::made_of(arguments.into_iter().map(|(part, _)| part), self.sought)
    }
}
