//! Walking an expression in the order of its evaluation, to tell what its value can be without having the data.

use super::ast::{Bind, Block, Call, Group, Kind, Node, Path, Stage};
use super::syntax::Operator;
use super::{Expression, Function};
use crate::base::Span;
use crate::value::{Str, Value};

/// Tells what the value of each part of an expression is. Parts of which nothing can be told come as `unknown`.
pub trait ValueVisitor {
    /// What is known of a value.
    type Value: Clone;

    /// A value of which nothing is known, not even whether there is one.
    fn unknown(&mut self) -> Self::Value;

    /// A function or a regular expression.
    fn function(&mut self) -> Self::Value;

    /// A constant.
    fn literal(&mut self, value: &Value) -> Self::Value;

    /// A variable that the expression does not bind itself: `states`, `total`.
    fn variable(&mut self, name: &str, span: Span) -> Self::Value;

    /// `of.name`
    fn member(&mut self, of: Self::Value, name: &Str, span: Span) -> Self::Value;

    /// `of[2]`, from the end where `index` is negative.
    fn item(&mut self, of: Self::Value, index: i64, span: Span) -> Self::Value;

    /// `of[…]` with any other predicate.
    fn filtered(&mut self, of: Self::Value) -> Self::Value;

    /// `of[]`
    fn kept_as_array(&mut self, of: Self::Value) -> Self::Value;

    /// `{"key": value}`. A member without a value is left out; a key of which nothing is known has no name.
    fn object(&mut self, members: Vec<(Option<Str>, Self::Value)>) -> Self::Value;

    /// `[a, b]`. Items that are arrays are taken apart, but for those that are written as `[…]`: these have `true`.
    fn array(&mut self, items: Vec<(Self::Value, bool)>) -> Self::Value;

    /// An operator between two values.
    fn operation(&mut self, operation: Operation, sides: [(Self::Value, Span); 2]) -> Self::Value;

    /// `a & b & c`
    fn joined(&mut self, parts: Vec<Self::Value>) -> Self::Value;

    /// `test ? then : other`; the walk of either side stands between [`ValueVisitor::branch`] calls.
    fn condition(
        &mut self,
        test: Self::Value,
        then: Self::Value,
        other: Option<Self::Value>,
    ) -> Self::Value;

    /// What is walked from here on (`true`), or was walked up to here (`false`), is evaluated only sometimes.
    fn branch(&mut self, begins: bool);

    /// A call of a built-in function.
    fn call(&mut self, function: Function, arguments: Vec<(Self::Value, Span)>) -> Self::Value;
}

/// An operator between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `+ - * / %`
    Arithmetic,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `< <= > >=`
    Order,
    /// `in`
    In,
    /// `and`
    And,
    /// `or`
    Or,
    /// `..`
    Range,
}

impl Expression {
    /// Walks the expression.
    pub fn visit<V: ValueVisitor>(&self, visitor: &mut V) -> V::Value {
        let mut walker = Walker {
            visitor,
            bound: Vec::new(),
            branches: 0,
            outside: 0,
        };
        walker.value(&self.0.program.root)
    }
}

struct Walker<'v, V: ValueVisitor> {
    visitor: &'v mut V,
    /// Variables of the expression itself, the innermost last.
    bound: Vec<(Str, V::Value)>,
    /// Branches around what is walked.
    branches: u32,
    /// Branches around the block that is walked.
    outside: u32,
}

// Recursion is bounded: the parser allows a fixed depth.
impl<V: ValueVisitor> Walker<'_, V> {
    fn value(&mut self, node: &Node) -> V::Value {
        let mut value = self.kind(node);
        for predicate in &node.predicates {
            value = self.picked(value, predicate);
        }
        let stages = node.step.as_ref().map_or(&[][..], |step| &step.stages);
        for stage in stages {
            value = match stage {
                Stage::Filter(predicate) => self.picked(value, predicate),
                Stage::Index(_) => self.visitor.unknown(),
            };
        }
        if node.tuple || node.group.is_some() {
            return self.visitor.unknown();
        }
        if node.keep_array {
            value = self.visitor.kept_as_array(value);
        }
        value
    }

    fn kind(&mut self, node: &Node) -> V::Value {
        match &node.kind {
            Kind::Path(path) => self.path(path),
            Kind::Literal(value) | Kind::Folded(value, _) => self.visitor.literal(value),
            Kind::Variable(variable) if !variable.places.is_empty() => {
                let bound = self.bound.iter().rev();
                let value = bound
                    .into_iter()
                    .find(|(name, _)| *name == variable.name)
                    .map(|(_, value)| value.clone());
                value.unwrap_or_else(|| self.visitor.unknown())
            }
            Kind::Variable(variable) if variable.builtin.is_some() => self.visitor.function(),
            Kind::Variable(variable) => self.visitor.variable(&variable.name, node.span),
            Kind::Negate(inner) => {
                let zero = self.visitor.literal(&Value::from(0));
                let inner = (self.value(inner), inner.span);
                self.visitor
                    .operation(Operation::Arithmetic, [(zero, node.span), inner])
            }
            Kind::Binary(operator, pair) => self.binary(*operator, &pair.0, &pair.1),
            Kind::Concat(parts) => {
                let parts = parts.iter().map(|part| self.value(part)).collect();
                self.visitor.joined(parts)
            }
            Kind::Array(items) => {
                let items = items
                    .iter()
                    .map(|item| (self.value(item), is_array(item)))
                    .collect();
                self.visitor.array(items)
            }
            Kind::Object(group) => self.object(group),
            Kind::Condition(parts) => {
                let test = self.value(&parts.0);
                let then = self.within_branch(&parts.1);
                let other = parts.2.as_ref().map(|other| self.within_branch(other));
                self.visitor.condition(test, then, other)
            }
            Kind::Block(block) => self.block(block),
            Kind::Bind(bind) => self.bind(bind),
            Kind::Call(call) | Kind::TailCall(call) => self.call(call, None),
            Kind::Apply(pair) => self.apply(&pair.0, &pair.1),
            Kind::Lambda(_) | Kind::Partial(_) | Kind::Transform(_) | Kind::Regex(_) => {
                self.visitor.function()
            }
            Kind::Field(_)
            | Kind::Name(_)
            | Kind::Wildcard
            | Kind::Descendants
            | Kind::Parent(_)
            | Kind::Context
            | Kind::Placeholder
            | Kind::Sort(_) => self.visitor.unknown(),
        }
    }

    fn path(&mut self, path: &Path) -> V::Value {
        let Some((first, rest)) = path.steps.split_first() else {
            return self.visitor.unknown();
        };
        let mut value = self.value(first);
        if path.tuples {
            return self.visitor.unknown();
        }
        for step in rest {
            let Kind::Name(name) = &step.kind else {
                return self.visitor.unknown();
            };
            value = self.visitor.member(value, name.text(), step.span);
            for stage in step.stages() {
                value = match stage {
                    Stage::Filter(predicate) => self.picked(value, predicate),
                    Stage::Index(_) => self.visitor.unknown(),
                };
            }
            for predicate in &step.predicates {
                value = self.picked(value, predicate);
            }
            if step.group.is_some() || step.tuple {
                return self.visitor.unknown();
            }
        }
        if path.keep_singleton {
            value = self.visitor.kept_as_array(value);
        }
        value
    }

    fn picked(&mut self, of: V::Value, predicate: &Node) -> V::Value {
        let index = match &predicate.kind {
            Kind::Literal(value) | Kind::Folded(value, _) => value.as_i64(),
            Kind::Negate(inner) => match &inner.kind {
                Kind::Literal(value) => value.as_i64().map(|index| -index),
                _ => None,
            },
            _ => None,
        };
        match index {
            Some(index) => self.visitor.item(of, index, predicate.span),
            None => self.visitor.filtered(of),
        }
    }

    fn binary(&mut self, operator: Operator, left: &Node, right: &Node) -> V::Value {
        let operation = match operator {
            Operator::Plus
            | Operator::Minus
            | Operator::Star
            | Operator::Slash
            | Operator::Percent => Operation::Arithmetic,
            Operator::Equal => Operation::Equal,
            Operator::NotEqual => Operation::NotEqual,
            Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual => {
                Operation::Order
            }
            Operator::In => Operation::In,
            Operator::And => Operation::And,
            Operator::Or => Operation::Or,
            Operator::DotDot => Operation::Range,
            _ => return self.visitor.unknown(),
        };
        let one = (self.value(left), left.span);
        // The right side of `and` and `or` is evaluated only where the left one does not decide.
        let two = match operation {
            Operation::And | Operation::Or => self.within_branch(right),
            _ => self.value(right),
        };
        self.visitor.operation(operation, [one, (two, right.span)])
    }

    fn object(&mut self, group: &Group) -> V::Value {
        let members = group
            .pairs
            .iter()
            .map(|(key, value)| {
                let name = match &key.kind {
                    Kind::Literal(Value::String(name)) => Some(name.clone()),
                    _ => {
                        self.value(key);
                        None
                    }
                };
                (name, self.value(value))
            })
            .collect();
        self.visitor.object(members)
    }

    fn within_branch(&mut self, node: &Node) -> V::Value {
        self.visitor.branch(true);
        self.branches += 1;
        let value = self.value(node);
        self.branches -= 1;
        self.visitor.branch(false);
        value
    }

    fn block(&mut self, block: &Block) -> V::Value {
        let (known, outside) = (self.bound.len(), self.outside);
        if block.slots.is_some() {
            self.outside = self.branches;
        }
        let mut last = None;
        for node in &block.nodes {
            last = Some(self.value(node));
        }
        if block.slots.is_some() {
            self.bound.truncate(known);
            self.outside = outside;
        }
        last.unwrap_or_else(|| self.visitor.unknown())
    }

    fn bind(&mut self, bind: &Bind) -> V::Value {
        let value = self.value(&bind.value);
        // What is bound only sometimes may have its old value.
        let bound = if self.branches > self.outside {
            self.visitor.unknown()
        } else {
            value.clone()
        };
        self.bound.push((bind.name.clone(), bound));
        value
    }

    fn apply(&mut self, argument: &Node, function: &Node) -> V::Value {
        let handed = (self.value(argument), argument.span);
        match &function.kind {
            Kind::Call(call) if function.is_plain() => self.call(call, Some(handed)),
            Kind::Variable(variable) if variable.places.is_empty() && function.is_plain() => {
                match variable.builtin {
                    Some(builtin) => self.visitor.call(Function(builtin), vec![handed]),
                    None => self.visitor.unknown(),
                }
            }
            _ => self.visitor.unknown(),
        }
    }

    /// `handed` is what `~>` hands in.
    fn call(&mut self, call: &Call, handed: Option<(V::Value, Span)>) -> V::Value {
        let mut arguments: Vec<(V::Value, Span)> = handed.into_iter().collect();
        for argument in &call.arguments {
            arguments.push((self.value(argument), argument.span));
        }
        match &call.callee.kind {
            Kind::Variable(variable) if variable.places.is_empty() => match variable.builtin {
                Some(builtin) => self.visitor.call(Function(builtin), arguments),
                None => self.visitor.unknown(),
            },
            _ => self.visitor.unknown(),
        }
    }
}

fn is_array(node: &Node) -> bool {
    matches!(node.kind, Kind::Array(_) | Kind::Folded(Value::Array(_), _))
}
