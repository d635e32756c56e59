//! What a JSONata expression gives, as a shape.

use super::JsonataScope;
use crate::analysis::shape::Field;
use crate::analysis::{Kinds, Origin, Presence, Shape, Size};
use crate::base::Span;
use crate::query::jsonata::{Function, Operation, ResultKind, ValueKind, ValueVisitor};
use crate::query::template::JsonataString;
use crate::value::{Str, Value};

/// What is known of a value in an expression.
#[derive(Clone, Debug)]
pub(in crate::analysis) struct Given {
    /// What it looks like if there is one.
    pub(in crate::analysis) shape: Shape,
    /// Whether there is one.
    pub(in crate::analysis) presence: Presence,
    /// Of an array as it is written: its items before those that are arrays are taken apart.
    items: Option<Vec<Self>>,
}

/// What an expression gives, and what cannot go well in it.
#[derive(Clone, Debug)]
pub(in crate::analysis) struct Evaluation {
    /// Its value.
    pub(in crate::analysis) value: Given,
    /// Values of a type that an operator or a function refuses.
    pub(in crate::analysis) faults: Vec<TypeFault>,
    /// Names that lead nowhere, in the order in which it comes to them.
    pub(in crate::analysis) misses: Vec<Miss>,
}

/// A name that leads nowhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Miss {
    /// The name.
    pub name: Str,
    /// Its place in the expression.
    pub span: Span,
    /// What has no such member.
    pub container: Shape,
}

/// A value of a type that an operator or a function refuses.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeFault {
    /// The value's place in the expression.
    pub span: Span,
    /// What it is: `a string`.
    pub found: &'static str,
    /// What refuses it.
    pub refused: Refused,
    /// Whether the expression comes to it for certain, and there is a value for certain.
    pub certain: bool,
}

/// What refuses a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// An operator that takes numbers.
    Arithmetic,
    /// An operator that takes numbers or strings.
    Order,
    /// A function, and which argument (from 1).
    Argument(&'static str, usize),
    /// The field that takes the value of the whole expression: it wants this type.
    Field(ValueKind),
}

/// Evaluates an expression on shapes.
pub(in crate::analysis) fn evaluate(
    expression: &JsonataString,
    scope: &JsonataScope<'_>,
    origin: Origin,
) -> Evaluation {
    let mut evaluator = Evaluator {
        scope,
        origin,
        states: None,
        branches: 0,
        faults: Vec::new(),
        misses: Vec::new(),
    };
    let value = match &expression.expression {
        Some(expression) => expression.visit(&mut evaluator),
        None => evaluator.unknown(),
    };
    Evaluation {
        value,
        faults: evaluator.faults,
        misses: evaluator.misses,
    }
}

impl Given {
    fn new(shape: Shape, presence: Presence) -> Self {
        Self {
            shape,
            presence,
            items: None,
        }
    }

    fn always(shape: Shape) -> Self {
        Self::new(shape, Presence::Always)
    }

    fn never() -> Self {
        Self::new(Shape::unknown(None), Presence::Never)
    }

    /// The same, or nothing: it is not known which.
    fn perhaps(mut self) -> Self {
        if self.presence != Presence::Never {
            self.presence = Presence::Unknown;
        }
        self
    }

    /// Whether it counts as true, where that is known.
    pub(in crate::analysis) fn truth(&self) -> Option<bool> {
        match self.presence {
            Presence::Never => Some(false),
            Presence::Always => Some(match self.shape.literal_value()? {
                Value::Bool(truth) => *truth,
                Value::Number(number) => number.as_f64() != 0.0,
                Value::String(text) => !text.is_empty(),
                Value::Null => false,
                Value::Array(_) | Value::Object(_) => return None,
            }),
            Presence::Sometimes | Presence::Unknown => None,
        }
    }

    /// Its type, where that is known.
    pub(in crate::analysis) fn kind(&self) -> Option<ValueKind> {
        match &self.shape {
            Shape::Any(_) => None,
            Shape::Array(_) => Some(ValueKind::Array),
            Shape::Object(_) => Some(ValueKind::Object),
            Shape::Scalar(scalar) => match scalar.kinds {
                Kinds::STRING => Some(ValueKind::String),
                Kinds::NUMBER => Some(ValueKind::Number),
                Kinds::BOOLEAN => Some(ValueKind::Boolean),
                Kinds::NULL => Some(ValueKind::Null),
                _ => None,
            },
        }
    }
}

/// Presence of what needs both.
fn both(one: Presence, two: Presence) -> Presence {
    match (one, two) {
        (Presence::Never, _) | (_, Presence::Never) => Presence::Never,
        (Presence::Unknown, _) | (_, Presence::Unknown) => Presence::Unknown,
        (Presence::Sometimes, _) | (_, Presence::Sometimes) => Presence::Sometimes,
        (Presence::Always, Presence::Always) => Presence::Always,
    }
}

struct Evaluator<'a> {
    scope: &'a JsonataScope<'a>,
    origin: Origin,
    /// `$states`, once it was asked for.
    states: Option<Shape>,
    branches: u32,
    faults: Vec<TypeFault>,
    misses: Vec<Miss>,
}

impl Evaluator<'_> {
    fn states(&mut self) -> Shape {
        let scope = self.scope;
        let make = || {
            let parts = [
                ("input", Some(scope.input)),
                ("result", scope.result),
                ("errorOutput", scope.error),
                ("context", Some(scope.context.shape())),
            ];
            let parts = parts
                .into_iter()
                .filter_map(|(name, shape)| Some((Str::from(name), shape?.clone())));
            Shape::open_object(parts, None)
        };
        self.states.get_or_insert_with(make).clone()
    }

    fn refuse(&mut self, given: &Given, span: Span, refused: Refused) {
        self.faults.push(TypeFault {
            span,
            found: given.shape.describe(),
            refused,
            certain: self.branches == 0 && given.presence == Presence::Always,
        });
    }

    /// Objects in one, later members on top.
    fn merged(&self, parts: &[Given]) -> Shape {
        let mut merged = Shape::closed(std::iter::empty::<(Str, Shape)>(), Some(self.origin));
        for part in parts {
            // An array is taken apart, so that there is no telling what it brings.
            let part_shape = match &part.shape {
                Shape::Object(_) => part.shape.clone(),
                other => Shape::any(other.size(), other.origin()),
            };
            merged = match part.presence {
                Presence::Never => merged,
                Presence::Always => merged.merged_with(&part_shape),
                Presence::Sometimes | Presence::Unknown => {
                    merged.join(&merged.merged_with(&part_shape))
                }
            };
        }
        merged
    }

    /// What a function gives whose signature tells the kind.
    fn of_kind(&self, function: Function, first: Presence, others: Presence) -> Given {
        let name = function.name();
        let shape = match function.result() {
            ResultKind::String => Shape::string(Size::at_least(2)),
            ResultKind::Number => Shape::number(),
            ResultKind::Boolean => Shape::boolean(),
            ResultKind::Other => return Given::new(Shape::unknown(None), Presence::Unknown),
        };
        let presence = match name {
            "count" | "now" | "millis" | "uuid" | "random" => Presence::Always,
            // Of nothing, and of an array of nothing, there is none.
            "max" | "min" | "average" => match first {
                Presence::Never => Presence::Never,
                _ => Presence::Unknown,
            },
            "hash" => Presence::Unknown,
            _ => match (first, others) {
                (Presence::Never, _) => Presence::Never,
                (Presence::Always, Presence::Always) => Presence::Always,
                _ => Presence::Unknown,
            },
        };
        Given::new(shape, presence)
    }
}

impl ValueVisitor for Evaluator<'_> {
    type Value = Given;

    fn unknown(&mut self) -> Given {
        Given::new(Shape::unknown(None), Presence::Unknown)
    }

    fn function(&mut self) -> Given {
        Given::always(Shape::unknown(None))
    }

    fn literal(&mut self, value: &Value) -> Given {
        Given::always(Shape::literal(value, None))
    }

    fn variable(&mut self, name: &str, _: Span) -> Given {
        if name == "states" {
            return Given::always(self.states());
        }
        let variables = self.scope.variables;
        match (variables.get(name), variables.presence(name)) {
            (Some(field), presence) => Given::new(field.shape.clone(), presence),
            (None, presence) => Given::new(Shape::unknown(None), presence),
        }
    }

    fn member(&mut self, of: Given, name: &Str, span: Span) -> Given {
        let found = match &of.shape {
            Shape::Array(_) => match of.shape.item().map(|item| item.member(name).presence) {
                None | Some(Presence::Never) => Given::never(),
                // One item's value, or those of several in an array.
                Some(_) => Given::new(part_of(&of.shape), both(of.presence, Presence::Unknown)),
            },
            shape => {
                let found = shape.member(name);
                Given::new(found.shape, both(of.presence, found.presence))
            }
        };
        if found.presence == Presence::Never && of.presence != Presence::Never {
            self.misses.push(Miss {
                name: name.clone(),
                span,
                container: of.shape,
            });
        }
        found
    }

    fn item(&mut self, of: Given, index: i64, _: Span) -> Given {
        match &of.shape {
            Shape::Any(_) => Given::new(part_of(&of.shape), both(of.presence, Presence::Unknown)),
            Shape::Array(_) => {
                let found = of.shape.item_at(index);
                Given::new(found.shape, both(of.presence, found.presence))
            }
            // What is no array is like an array of it.
            Shape::Scalar(_) | Shape::Object(_) if index == 0 || index == -1 => of,
            Shape::Scalar(_) | Shape::Object(_) => Given::never(),
        }
    }

    fn filtered(&mut self, of: Given) -> Given {
        match &of.shape {
            Shape::Array(_) if of.shape.item().is_none() => Given::never(),
            Shape::Any(_) | Shape::Array(_) => {
                Given::new(part_of(&of.shape), of.presence).perhaps()
            }
            Shape::Scalar(_) | Shape::Object(_) => of.perhaps(),
        }
    }

    fn kept_as_array(&mut self, of: Given) -> Given {
        match &of.shape {
            Shape::Array(_) => of,
            Shape::Any(_) => Given::new(Shape::unknown(None), of.presence),
            Shape::Scalar(_) | Shape::Object(_) => {
                Given::new(Shape::tuple(vec![of.shape]), of.presence)
            }
        }
    }

    fn object(&mut self, members: Vec<(Option<Str>, Given)>) -> Given {
        let open = members.iter().any(|(name, _)| name.is_none());
        let known = members.into_iter().filter_map(|(name, given)| {
            let field = Field {
                shape: given.shape,
                always: given.presence == Presence::Always,
            };
            (given.presence != Presence::Never).then_some((name?, field))
        });
        let rest = if open { Size::at_least(0) } else { Size::ZERO };
        Given::always(Shape::object(
            known.collect(),
            open,
            rest,
            Some(self.origin),
        ))
    }

    fn array(&mut self, items: Vec<(Given, bool)>) -> Given {
        let single = |given: &Given, written: bool| {
            written || matches!(given.shape, Shape::Scalar(_) | Shape::Object(_))
        };
        let plain = items
            .iter()
            .all(|(given, written)| given.presence == Presence::Always && single(given, *written));
        let shape = if plain {
            Shape::tuple(items.iter().map(|(given, _)| given.shape.clone()).collect())
        } else {
            let sure = items.iter().filter(|(given, written)| {
                given.presence == Presence::Always && single(given, *written)
            });
            Shape::array(Some(Shape::unknown(None)), sure.count() as u64, None)
        };
        Given {
            items: Some(items.into_iter().map(|(given, _)| given).collect()),
            ..Given::always(shape)
        }
    }

    fn operation(&mut self, operation: Operation, sides: [(Given, Span); 2]) -> Given {
        let boolean = |truth: Option<bool>| {
            Given::always(match truth {
                Some(truth) => Shape::literal(&Value::Bool(truth), None),
                None => Shape::boolean(),
            })
        };
        let presence = both(sides[0].0.presence, sides[1].0.presence);
        match operation {
            Operation::Arithmetic | Operation::Order => {
                let (refused, takes_text) = match operation {
                    Operation::Arithmetic => (Refused::Arithmetic, false),
                    _ => (Refused::Order, true),
                };
                for (given, span) in &sides {
                    let fits = match given.kind() {
                        None | Some(ValueKind::Number) => true,
                        Some(ValueKind::String) => takes_text,
                        Some(_) => false,
                    };
                    if !fits && given.presence != Presence::Never {
                        self.refuse(given, *span, refused);
                    }
                }
                let shape = if takes_text {
                    Shape::boolean()
                } else {
                    Shape::number()
                };
                Given::new(shape, presence)
            }
            Operation::Equal | Operation::NotEqual => {
                if presence == Presence::Never {
                    // What is not there equals nothing and differs from nothing.
                    return boolean(Some(false));
                }
                let values = [&sides[0].0, &sides[1].0].map(|given| given.shape.literal_value());
                let [Some(one), Some(two)] = values else {
                    return boolean(None);
                };
                let same = one == two;
                boolean(
                    (presence == Presence::Always)
                        .then_some(same == (operation == Operation::Equal)),
                )
            }
            Operation::In => boolean((presence == Presence::Never).then_some(false)),
            Operation::And => match (sides[0].0.truth(), sides[1].0.truth()) {
                (Some(false), _) | (_, Some(false)) => boolean(Some(false)),
                (Some(true), Some(true)) => boolean(Some(true)),
                _ => boolean(None),
            },
            Operation::Or => match (sides[0].0.truth(), sides[1].0.truth()) {
                (Some(true), _) | (_, Some(true)) => boolean(Some(true)),
                (Some(false), Some(false)) => boolean(Some(false)),
                _ => boolean(None),
            },
            Operation::Range => {
                Given::new(Shape::array(Some(Shape::number()), 0, None), presence).perhaps()
            }
        }
    }

    fn joined(&mut self, parts: Vec<Given>) -> Given {
        let size = parts.iter().fold(Size::exact(2), |sum, part| {
            let size = match part.presence {
                Presence::Never => Size::ZERO,
                _ => Size {
                    low: 0,
                    ..part.shape.size().escaped()
                },
            };
            sum.plus(size)
        });
        Given::always(Shape::string(size))
    }

    fn condition(&mut self, test: Given, then: Given, other: Option<Given>) -> Given {
        let other = other.unwrap_or_else(Given::never);
        match (test.truth(), then.presence, other.presence) {
            (Some(true), _, _) => then,
            (Some(false), _, _) => other,
            (None, one, two) => {
                let shape = match (one, two) {
                    (_, Presence::Never) => then.shape,
                    (Presence::Never, _) => other.shape,
                    _ => then.shape.join(&other.shape),
                };
                let presence = match (one, two) {
                    (Presence::Always, Presence::Always) => Presence::Always,
                    (Presence::Never, Presence::Never) => Presence::Never,
                    (Presence::Unknown, _) | (_, Presence::Unknown) => Presence::Unknown,
                    _ => Presence::Sometimes,
                };
                Given::new(shape, presence)
            }
        }
    }

    fn branch(&mut self, begins: bool) {
        self.branches = if begins {
            self.branches + 1
        } else {
            self.branches.saturating_sub(1)
        };
    }

    fn call(&mut self, function: Function, arguments: Vec<(Given, Span)>) -> Given {
        let name = function.name();
        let kinds: Vec<Option<ValueKind>> = arguments
            .iter()
            .map(|(given, _)| given.kind().filter(|_| given.presence != Presence::Never))
            .collect();
        // Of a wrong number of arguments `jsonata-function` tells.
        let refused = function
            .refuses(&kinds)
            .filter(|at| kinds.get(*at).is_some_and(Option::is_some) && function.has_room(*at));
        if let Some((at, (given, span))) = refused.and_then(|at| Some((at, arguments.get(at)?))) {
            self.refuse(given, *span, Refused::Argument(name, at + 1));
        }
        let first = arguments.first().map(|(given, _)| given);
        match (name, first) {
            ("exists", Some(first)) => match first.presence {
                Presence::Always => self.literal(&Value::Bool(true)),
                Presence::Never => self.literal(&Value::Bool(false)),
                Presence::Sometimes | Presence::Unknown => Given::always(Shape::boolean()),
            },
            ("not" | "boolean", Some(first)) => {
                let truth = first.truth().filter(|_| first.presence == Presence::Always);
                let shape = truth.map_or_else(Shape::boolean, |truth| {
                    Shape::literal(&Value::Bool(truth == (name == "boolean")), None)
                });
                Given::new(shape, first.presence)
            }
            ("merge", Some(first)) => match (&first.items, &first.shape) {
                (Some(items), _) => Given::always(self.merged(items)),
                (None, Shape::Object(_)) => first.clone(),
                _ => Given::new(Shape::any(Size::at_least(2), None), first.presence),
            },
            ("split", Some(first)) => Given::new(
                Shape::array(Some(Shape::string(Size::at_least(2))), 0, None),
                first.presence,
            )
            .perhaps(),
            _ => {
                let others = arguments.iter().skip(1).map(|(given, _)| given.presence);
                let others = others.fold(Presence::Always, both);
                let first = first.map_or(Presence::Always, |first| first.presence);
                self.of_kind(function, first, others)
            }
        }
    }
}

/// A part of a value of which nothing is known but that it is no bigger.
fn part_of(whole: &Shape) -> Shape {
    let size = whole.size();
    Shape::any(
        Size {
            low: 1,
            high: size.high.max(1),
            bounded: size.bounded,
        },
        whole.origin(),
    )
}
