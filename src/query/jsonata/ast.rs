//! The tree that is evaluated.

use super::functions::Builtin;
use super::name::Name;
use super::regex::Pattern;
use super::signature::Signature;
use super::syntax::Operator;
use crate::base::Span;
use crate::value::{Str, Value};
use std::sync::Arc;

/// A node.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// The token that JSONata points at when something is wrong here.
    pub(super) span: Span,
    /// `[]` stood behind it: a sequence of one stays an array.
    pub(super) keep_array: bool,
    /// An array that a path does not take apart.
    pub(super) cons_array: bool,
    /// The values carry bindings of `@`, `#` or `%`.
    pub(super) tuple: bool,
    /// Predicates that are applied before the value is handed on.
    pub(super) predicates: Vec<Self>,
    /// `{…}` behind it.
    pub(super) group: Option<Box<Group>>,
    /// What only steps of paths have.
    pub(super) step: Option<Box<Step>>,
}

/// What only steps of paths have.
#[derive(Debug, Default)]
pub(super) struct Step {
    pub(super) stages: Vec<Stage>,
    /// `@$name`
    pub(super) focus: Option<Key>,
    /// `#$name`
    pub(super) index: Option<Key>,
    /// The parent that a `%` further on looks for.
    pub(super) ancestor: Option<Key>,
    /// While the tree is built: the `%`s inside that still look for their parent.
    pub(super) seeking: Vec<usize>,
}

/// A name under which a tuple holds a value: a number for each name of `@`, `#` and for each `%`.
pub(super) type Key = u32;

/// What happens to the values of a step.
#[derive(Debug)]
pub(super) enum Stage {
    Filter(Node),
    Index(Key),
}

/// Keys and values of an object constructor or a group-by.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) pairs: Vec<(Node, Node)>,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) enum Kind {
    Path(Path),
    /// A path of one plain name.
    Field(Name),
    /// A name as a step.
    Name(Name),
    Literal(Value),
    /// A constant that took `.1` levels of evaluation before it was folded.
    Folded(Value, u32),
    Wildcard,
    Descendants,
    /// `%`: the label is looked up in the tuples around.
    Parent(Key),
    /// `$`
    Context,
    Variable(Box<Variable>),
    Negate(Box<Node>),
    Binary(Operator, Box<(Node, Node)>),
    /// A chain of `&`.
    Concat(Vec<Node>),
    Array(Vec<Node>),
    Object(Group),
    Condition(Box<(Node, Node, Option<Node>)>),
    Block(Block),
    Bind(Box<Bind>),
    Regex(Arc<Pattern>),
    Call(Box<Call>),
    /// A call in the last position of a lambda: made by the caller, so that the stack does not grow.
    TailCall(Box<Call>),
    Partial(Box<Call>),
    /// `?` in a partial application.
    Placeholder,
    Apply(Box<(Node, Node)>),
    Lambda(Box<Lambda>),
    Transform(Box<Transform>),
    Sort(Vec<Term>),
}

#[derive(Debug)]
pub(super) struct Path {
    pub(super) steps: Vec<Node>,
    /// A sequence of one stays an array.
    pub(super) keep_singleton: bool,
    /// Some step carries bindings.
    pub(super) tuples: bool,
}

#[derive(Debug)]
pub(super) struct Variable {
    pub(super) name: Str,
    /// Where it may be bound, from the inside out.
    pub(super) places: Vec<Place>,
    /// The index among [`Program::externals`].
    pub(super) external: u32,
    /// The built-in function of that name.
    pub(super) builtin: Option<Builtin>,
}

/// A place in a frame, `up` frames out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) up: u16,
    pub(super) slot: Slot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Index(u16),
    /// In the bindings of a tuple.
    Key(Key),
}

#[derive(Debug)]
pub(super) struct Block {
    pub(super) nodes: Vec<Node>,
    /// Slots of its frame; none where nothing is bound in it.
    pub(super) slots: Option<u16>,
}

#[derive(Debug)]
pub(super) struct Bind {
    pub(super) name: Str,
    pub(super) place: Place,
    pub(super) value: Node,
}

#[derive(Debug)]
pub(super) struct Call {
    pub(super) callee: Node,
    pub(super) arguments: Vec<Node>,
    /// What messages call the function.
    pub(super) name: Option<Str>,
    /// Where the callee is a bare name: the function that `$name` would be, to suggest it.
    pub(super) suggestion: Option<Box<Variable>>,
}

#[derive(Debug)]
pub(super) struct Lambda {
    pub(super) parameters: Vec<Str>,
    pub(super) signature: Option<Box<Signature>>,
    pub(super) body: Node,
    /// Slots of the frame: parameters first.
    pub(super) slots: u16,
}

#[derive(Debug)]
pub(super) struct Transform {
    pub(super) pattern: Node,
    pub(super) update: Node,
    pub(super) delete: Option<Node>,
    /// What `$clone` is here.
    pub(super) clone: Option<Box<Variable>>,
}

#[derive(Debug)]
pub(super) struct Term {
    pub(super) descending: bool,
    pub(super) node: Node,
}

/// A compiled expression.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) root: Node,
    /// Slots of the outermost frame.
    pub(super) slots: u16,
    /// Names that are looked up outside of the expression.
    pub(super) externals: Vec<Str>,
}

impl Node {
    pub(super) fn new(kind: Kind, span: Span) -> Self {
        Self {
            kind,
            span,
            keep_array: false,
            cons_array: false,
            tuple: false,
            predicates: Vec::new(),
            group: None,
            step: None,
        }
    }

    pub(super) fn step_mut(&mut self) -> &mut Step {
        self.step.get_or_insert_default()
    }

    pub(super) fn stages(&self) -> &[Stage] {
        self.step.as_ref().map_or(&[], |step| &step.stages)
    }

    /// Neither predicates nor stages nor bindings nor a group.
    pub(super) fn is_plain(&self) -> bool {
        !self.keep_array
            && !self.cons_array
            && !self.tuple
            && self.predicates.is_empty()
            && self.group.is_none()
            && self.step.is_none()
    }
}
