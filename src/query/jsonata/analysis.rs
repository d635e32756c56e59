//! What can be said about an expression before it runs, for checks when a state machine is created.

use super::ast::{Call, Kind, Node, Path, Program, Stage};
use super::call_fault::{self, CallFault};
use super::functions;
use super::syntax::Operator;
use crate::base::Span;
use crate::value::Str;

/// What an expression refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// Variables that the expression does not bind itself, `$states` among them, in order of appearance.
    pub variables: Vec<Reference>,
    /// Names and `$` where the context is the input of the whole, which Step Functions does not have:
    /// `Reference to 'phone' at the top level is not supported.`
    pub top_level: Vec<Reference>,
    /// Uses of `$$`.
    pub root: Vec<Span>,
    /// Calls of functions by name.
    pub calls: Vec<FunctionCall>,
    /// Uses of `$states`, with the names that follow.
    pub states: Vec<StatesUse>,
    /// Regular expressions.
    pub patterns: Vec<Reference>,
    /// Whether values are compared by their order: `<`, `<=`, `>`, `>=`.
    pub compares_order: bool,
    /// Whether parts of arrays are taken: `[0]`, `[[-3..-1]]`, `[price > 1]`.
    pub takes_parts: bool,
}

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Without `$`.
    pub name: Str,
    /// Its place in the expression.
    pub span: Span,
}

/// A call of a function by name, where no variable of the expression has that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionCall {
    /// Without `$`.
    pub name: Str,
    /// The place of the name.
    pub span: Span,
    /// Number of arguments; what `~>` hands in counts.
    pub arguments: usize,
    /// The least and the most arguments that the built-in function takes; none where there is no such function.
    pub takes: Option<(usize, Option<usize>)>,
    /// Why it cannot go well.
    pub fault: Option<CallFault>,
}

/// `$states.input.order.id`: the names are `input`, `order`, `id`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatesUse {
    /// Plain names that follow `$states`, as far as they go.
    pub path: Vec<Str>,
    /// From `$states` to the last of them.
    pub span: Span,
}

/// Names and signatures of the built-in functions, without `$`.
pub fn built_in_functions() -> impl Iterator<Item = (&'static str, &'static str)> {
    functions::all()
        .iter()
        .map(|definition| (definition.name, definition.signature))
}

/// Looks through a compiled expression.
pub(super) fn analyse(program: &Program) -> Analysis {
    let mut walker = Walker {
        found: Analysis::default(),
    };
    walker.node(&program.root, Context::Top);
    walker.found
}

/// What the context of a node is.
#[derive(Clone, Copy, PartialEq)]
enum Context {
    /// The input of the whole.
    Top,
    /// A value that the expression itself brings in.
    Inner,
}

struct Walker {
    found: Analysis,
}

impl Walker {
    fn node(&mut self, node: &Node, context: Context) {
        self.kind(node, context, 0);
        for predicate in &node.predicates {
            self.found.takes_parts = true;
            self.node(predicate, Context::Inner);
        }
        if let Some(step) = &node.step {
            for stage in &step.stages {
                if let Stage::Filter(predicate) = stage {
                    self.found.takes_parts = true;
                    self.node(predicate, Context::Inner);
                }
            }
        }
        if let Some(group) = &node.group {
            for (key, value) in &group.pairs {
                self.node(key, Context::Inner);
                self.node(value, Context::Inner);
            }
        }
    }

    /// `handed` arguments come from `~>`.
    fn kind(&mut self, node: &Node, context: Context, handed: usize) {
        match &node.kind {
            Kind::Field(name) | Kind::Name(name) => self.top(name.text(), node.span, context),
            Kind::Context => self.top(&"$".into(), node.span, context),
            Kind::Wildcard => self.top(&"*".into(), node.span, context),
            Kind::Descendants => self.top(&"**".into(), node.span, context),
            Kind::Parent(_) => self.top(&"%".into(), node.span, context),
            Kind::Variable(variable) => {
                if variable.places.is_empty() {
                    self.variable(&variable.name, node.span, variable.builtin.is_some());
                }
            }
            Kind::Path(path) => self.path(path, context),
            Kind::Binary(operator, pair) => {
                self.found.compares_order |= matches!(
                    operator,
                    Operator::Less
                        | Operator::LessEqual
                        | Operator::Greater
                        | Operator::GreaterEqual
                );
                self.node(&pair.0, context);
                self.node(&pair.1, context);
            }
            Kind::Apply(pair) => {
                self.node(&pair.0, context);
                self.kind(&pair.1, context, 1);
            }
            Kind::Negate(inner) => self.node(inner, context),
            Kind::Concat(nodes) | Kind::Array(nodes) => {
                nodes.iter().for_each(|node| self.node(node, context))
            }
            Kind::Object(group) => {
                for (key, value) in &group.pairs {
                    self.node(key, context);
                    self.node(value, context);
                }
            }
            Kind::Condition(parts) => {
                self.node(&parts.0, context);
                self.node(&parts.1, context);
                parts.2.iter().for_each(|node| self.node(node, context));
            }
            Kind::Block(block) => block.nodes.iter().for_each(|node| self.node(node, context)),
            Kind::Bind(bind) => self.node(&bind.value, context),
            Kind::Call(call) | Kind::TailCall(call) => self.call(call, context, handed),
            Kind::Partial(call) => {
                self.node(&call.callee, context);
                call.arguments
                    .iter()
                    .for_each(|node| self.node(node, context));
            }
            Kind::Lambda(lambda) => self.node(&lambda.body, context),
            Kind::Transform(transform) => {
                self.node(&transform.pattern, Context::Inner);
                self.node(&transform.update, Context::Inner);
                transform
                    .delete
                    .iter()
                    .for_each(|node| self.node(node, Context::Inner));
            }
            Kind::Sort(terms) => terms
                .iter()
                .for_each(|term| self.node(&term.node, Context::Inner)),
            Kind::Regex(pattern) => self.found.patterns.push(Reference {
                name: pattern.source().into(),
                span: node.span,
            }),
            Kind::Literal(_) | Kind::Folded(..) | Kind::Placeholder => {}
        }
    }

    fn top(&mut self, name: &Str, span: Span, context: Context) {
        if context == Context::Top {
            self.found.top_level.push(Reference {
                name: name.clone(),
                span,
            });
        }
    }

    fn variable(&mut self, name: &Str, span: Span, built_in: bool) {
        if &**name == "$" {
            self.found.root.push(span);
            return;
        }
        if !built_in {
            self.found.variables.push(Reference {
                name: name.clone(),
                span,
            });
        }
        if &**name == "states" {
            self.found.states.push(StatesUse {
                path: Vec::new(),
                span,
            });
        }
    }

    fn path(&mut self, path: &Path, context: Context) {
        let before = self.found.states.len();
        for (at, step) in path.steps.iter().enumerate() {
            self.node(step, if at == 0 { context } else { Context::Inner });
        }
        let starts_with_states = matches!(&path.steps[0].kind, Kind::Variable(variable)
            if &*variable.name == "states" && variable.places.is_empty());
        if !starts_with_states || !path.steps[0].predicates.is_empty() {
            return;
        }
        let mut names = Vec::new();
        let mut span = path.steps[0].span;
        for step in &path.steps[1..] {
            let Kind::Name(name) = &step.kind else {
                break;
            };
            names.push(name.text().clone());
            span = span.join(step.span);
            if !step.stages().is_empty() || !step.predicates.is_empty() {
                break;
            }
        }
        if let Some(used) = self.found.states.get_mut(before) {
            used.path = names;
            used.span = span;
        }
    }

    fn call(&mut self, call: &Call, context: Context, handed: usize) {
        match &call.callee.kind {
            Kind::Variable(variable) if variable.places.is_empty() => {
                self.found.calls.push(FunctionCall {
                    name: variable.name.clone(),
                    span: call.callee.span,
                    arguments: call.arguments.len() + handed,
                    takes: variable.builtin.map(functions::Definition::arguments),
                    fault: variable.builtin.and_then(|function| {
                        call_fault::find(function, call, handed, context == Context::Top)
                    }),
                });
            }
            _ => self.node(&call.callee, context),
        }
        call.arguments
            .iter()
            .for_each(|argument| self.node(argument, context));
    }
}
