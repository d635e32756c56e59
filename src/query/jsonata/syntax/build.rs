//! From the tree as written to the tree that is evaluated: dots become paths, brackets become predicates of a step,
//! `%` finds the step whose value it means.

use super::raw::{Raw, RawKind};
use super::token::Operator;
use crate::base::Span;
use crate::query::jsonata::ast::{
    Bind, Block, Call, Group, Key, Kind, Lambda, Node, Path, Place, Slot, Stage, Term, Transform,
    Variable,
};
use crate::query::jsonata::error::{Fallible, Open};
use crate::query::jsonata::name::Name;
use crate::query::jsonata::regex::Pattern;
use crate::query::jsonata::signature::Signature;
use crate::value::{Str, Value};
use std::sync::Arc;

#[derive(Default)]
pub(super) struct Builder {
    /// Names that tuples bind: of `@` and `#`, and a label for each `%`.
    pub(super) keys: Vec<Str>,
    /// One for each `%`.
    parents: Vec<Ancestor>,
}

/// What a `%` still needs.
struct Ancestor {
    label: Key,
    /// Steps that are left to walk up.
    level: u32,
}

impl Builder {
    /// Builds a whole expression.
    pub(super) fn root(&mut self, raw: Raw) -> Fallible<Node> {
        let mut node = self.node(raw)?;
        if matches!(node.kind, Kind::Parent(_)) || !seeking(&node).is_empty() {
            return Err(Open::new("S0217").at(node.span));
        }
        self.label(&mut node);
        Ok(node)
    }

    fn key(&mut self, name: &Str) -> Key {
        let known = self.keys.iter().position(|own| own == name);
        let at = known.unwrap_or_else(|| {
            self.keys.push(name.clone());
            self.keys.len() - 1
        });
        u32::try_from(at).unwrap_or(u32::MAX)
    }

    // Loops, not iterators, wherever it recurses: a chain of adapters takes much stack in a debug build.

    fn nodes(&mut self, list: Vec<Raw>) -> Fallible<Vec<Node>> {
        let mut nodes = Vec::with_capacity(list.len());
        for raw in list {
            nodes.push(self.node(raw)?);
        }
        Ok(nodes)
    }

    fn option(&mut self, raw: Option<Box<Raw>>) -> Fallible<Option<Node>> {
        match raw {
            Some(raw) => Ok(Some(self.node(*raw)?)),
            None => Ok(None),
        }
    }

    fn node(&mut self, raw: Raw) -> Fallible<Node> {
        let Raw {
            kind,
            span,
            keep_array,
            ..
        } = raw;
        let mut node = match kind {
            RawKind::Binary(operator, left, right) => {
                self.binary(operator, *left, *right, span, keep_array)?
            }
            RawKind::OrderBy(left, terms) => self.order_by(*left, terms, span)?,
            RawKind::GroupBy(left, pairs) => {
                let mut node = self.node(*left)?;
                if node.group.is_some() {
                    return Err(Open::new("S0210").at(span));
                }
                let pairs = self.pairs(pairs)?;
                node.group = Some(Box::new(Group { pairs, span }));
                node
            }
            RawKind::Name(name) => {
                let steps = vec![Node::new(Kind::Name(Name::new(name)), span)];
                let mut path = path(steps, span);
                if let Kind::Path(path) = &mut path.kind {
                    path.steps[0].keep_array = keep_array;
                    path.keep_singleton = keep_array;
                }
                path
            }
            RawKind::Negate(inner) => self.negate(*inner, span)?,
            RawKind::Call {
                callee,
                arguments,
                partial,
            } => self.call(*callee, arguments, partial, span)?,
            RawKind::Parent => {
                let index = self.parents.len();
                let label = self.key(&format!("!{index}").into());
                self.parents.push(Ancestor { label, level: 1 });
                Node::new(Kind::Parent(u32::try_from(index).unwrap_or(u32::MAX)), span)
            }
            other => self.plain(other, span)?,
        };
        node.keep_array |= keep_array;
        Ok(node)
    }

    fn plain(&mut self, kind: RawKind, span: Span) -> Fallible<Node> {
        let kind = match kind {
            RawKind::String(text) => Kind::Literal(Value::String(text)),
            RawKind::Number(value) | RawKind::Constant(value) => Kind::Literal(value),
            RawKind::Variable(name) if name.is_empty() => Kind::Context,
            RawKind::Variable(name) => Kind::Variable(Box::new(variable(name))),
            RawKind::Regex { pattern, flags } => Kind::Regex(Arc::new(
                Pattern::new(&pattern, &flags).map_err(|failure| failure.at(span))?,
            )),
            RawKind::Wildcard => Kind::Wildcard,
            RawKind::Descendants => Kind::Descendants,
            RawKind::Placeholder => Kind::Placeholder,
            RawKind::Array(items) => return self.collect(items, span, Kind::Array),
            RawKind::Object(pairs) => return self.object(pairs, span),
            RawKind::Condition(test, then, otherwise) => {
                return self.condition(*test, *then, otherwise, span);
            }
            RawKind::Block(list) => return self.block(list, span),
            RawKind::Transform(pattern, update, delete) => {
                self.transform(*pattern, *update, delete)?
            }
            RawKind::Lambda {
                parameters,
                signature,
                body,
            } => self.lambda(parameters, signature, *body)?,
            other => {
                let code = if matches!(other, RawKind::End) {
                    "S0207"
                } else {
                    "S0206"
                };
                return Err(Open::new(code).at(span).token(other.token()));
            }
        };
        Ok(Node::new(kind, span))
    }

    /// A node that hands on the `%`s of its parts.
    fn collect(
        &mut self,
        list: Vec<Raw>,
        span: Span,
        make: impl FnOnce(Vec<Node>) -> Kind,
    ) -> Fallible<Node> {
        let nodes = self.nodes(list)?;
        let mut node = Node::new(Kind::Placeholder, span);
        for inner in &nodes {
            push_seeking(&mut node, inner);
        }
        node.kind = make(nodes);
        Ok(node)
    }

    fn pairs(&mut self, list: Vec<(Raw, Raw)>) -> Fallible<Vec<(Node, Node)>> {
        let mut pairs = Vec::with_capacity(list.len());
        for (key, value) in list {
            let key = self.node(key)?;
            pairs.push((key, self.node(value)?));
        }
        Ok(pairs)
    }

    fn object(&mut self, pairs: Vec<(Raw, Raw)>, span: Span) -> Fallible<Node> {
        let pairs = self.pairs(pairs)?;
        let mut node = Node::new(Kind::Placeholder, span);
        for (key, value) in &pairs {
            push_seeking(&mut node, key);
            push_seeking(&mut node, value);
        }
        node.kind = Kind::Object(Group { pairs, span });
        Ok(node)
    }

    fn condition(
        &mut self,
        test: Raw,
        then: Raw,
        otherwise: Option<Box<Raw>>,
        span: Span,
    ) -> Fallible<Node> {
        let test = self.node(test)?;
        let then = self.node(then)?;
        let otherwise = self.option(otherwise)?;
        let mut node = Node::new(Kind::Placeholder, span);
        push_seeking(&mut node, &test);
        push_seeking(&mut node, &then);
        if let Some(otherwise) = &otherwise {
            push_seeking(&mut node, otherwise);
        }
        node.kind = Kind::Condition(Box::new((test, then, otherwise)));
        Ok(node)
    }

    fn block(&mut self, list: Vec<Raw>, span: Span) -> Fallible<Node> {
        let mut node = self.collect(list, span, |nodes| {
            Kind::Block(Block { nodes, slots: None })
        })?;
        if let Kind::Block(block) = &node.kind {
            node.cons_array = block.nodes.iter().any(|node| match &node.kind {
                Kind::Path(path) => path.steps[0].cons_array,
                _ => node.cons_array,
            });
        }
        Ok(node)
    }

    fn transform(&mut self, pattern: Raw, update: Raw, delete: Option<Box<Raw>>) -> Fallible<Kind> {
        Ok(Kind::Transform(Box::new(Transform {
            pattern: self.node(pattern)?,
            update: self.node(update)?,
            delete: self.option(delete)?,
            clone: Some(Box::new(variable("clone".into()))),
        })))
    }

    fn lambda(
        &mut self,
        parameters: Vec<Str>,
        signature: Option<Box<Signature>>,
        body: Raw,
    ) -> Fallible<Kind> {
        Ok(Kind::Lambda(Box::new(Lambda {
            slots: u16::try_from(parameters.len()).unwrap_or(u16::MAX),
            parameters,
            signature,
            body: tail_calls(self.node(body)?),
        })))
    }

    fn negate(&mut self, inner: Raw, span: Span) -> Fallible<Node> {
        let inner_is_number = matches!(inner.kind, RawKind::Number(_));
        let inner = self.node(inner)?;
        if let (true, Kind::Literal(Value::Number(number))) = (inner_is_number, &inner.kind) {
            let negative = match number.as_i64() {
                Some(int) if int != 0 => Value::from(-int),
                _ => crate::query::jsonata::text::number::value(-number.as_f64()),
            };
            return Ok(Node {
                kind: Kind::Literal(negative),
                ..inner
            });
        }
        let mut node = Node::new(Kind::Placeholder, span);
        push_seeking(&mut node, &inner);
        node.kind = Kind::Negate(Box::new(inner));
        Ok(node)
    }

    fn call(
        &mut self,
        callee: Raw,
        arguments: Vec<Raw>,
        partial: bool,
        span: Span,
    ) -> Fallible<Node> {
        let arguments = self.nodes(arguments)?;
        let mut node = Node::new(Kind::Placeholder, span);
        for argument in &arguments {
            push_seeking(&mut node, argument);
        }
        let callee = self.node(callee)?;
        let (name, bare) = match &callee.kind {
            Kind::Path(path) => match &path.steps[0].kind {
                Kind::Name(name) => (Some(name.text().clone()), true),
                Kind::Variable(variable) => (Some(variable.name.clone()), true),
                _ => (None, false),
            },
            Kind::Variable(variable) => (Some(variable.name.clone()), false),
            _ => (None, false),
        };
        let suggestion = name
            .clone()
            .filter(|_| bare)
            .map(|name| Box::new(variable(name)));
        let call = Box::new(Call {
            callee,
            arguments,
            name,
            suggestion,
        });
        node.kind = if partial {
            Kind::Partial(call)
        } else {
            Kind::Call(call)
        };
        Ok(node)
    }

    fn binary(
        &mut self,
        operator: Operator,
        left: Raw,
        right: Raw,
        span: Span,
        keep_array: bool,
    ) -> Fallible<Node> {
        match operator {
            Operator::Dot => {
                let left = self.node(left)?;
                let right = self.node(right)?;
                return self.dot(left, right);
            }
            Operator::OpenBracket => return self.predicate(left, right, span),
            Operator::At | Operator::Hash => {
                let RawKind::Variable(name) = right.kind else {
                    return Err(Open::new("S0214").at(right.span).token(operator.text()));
                };
                let key = self.key(&name);
                let node = self.node(left)?;
                return match operator {
                    Operator::At => focus(node, key, span, keep_array),
                    _ => Ok(index(node, key)),
                };
            }
            _ => {}
        }
        let mut node = Node::new(Kind::Placeholder, span);
        if operator == Operator::ColonEqual {
            let RawKind::Variable(name) = left.kind else {
                return Err(Open::new("S0212").at(left.span).token(left.kind.token()));
            };
            let value = self.node(right)?;
            push_seeking(&mut node, &value);
            let place = Place {
                up: 0,
                slot: Slot::Index(0),
            };
            node.kind = Kind::Bind(Box::new(Bind { name, place, value }));
            return Ok(node);
        }
        let left = self.node(left)?;
        let right = self.node(right)?;
        if operator == Operator::TildeGreater {
            node.keep_array = left.keep_array || right.keep_array;
            node.kind = Kind::Apply(Box::new((left, right)));
            return Ok(node);
        }
        push_seeking(&mut node, &left);
        push_seeking(&mut node, &right);
        node.kind = Kind::Binary(operator, Box::new((left, right)));
        Ok(node)
    }

    fn dot(&mut self, left: Node, mut right: Node) -> Fallible<Node> {
        let span = left.span;
        let mut node = as_path(left);
        let Kind::Path(own) = &mut node.kind else {
            return Ok(node);
        };
        match right.kind {
            // The steps alone come over; what else the right path had (a group, `[]`) belongs to it as a whole.
            Kind::Path(path) => own.steps.extend(path.steps),
            _ => {
                if !right.predicates.is_empty() {
                    let predicates = std::mem::take(&mut right.predicates);
                    right.step_mut().stages = predicates.into_iter().map(Stage::Filter).collect();
                }
                own.steps.push(right);
            }
        }
        for step in &mut own.steps {
            match &step.kind {
                Kind::Literal(Value::String(name)) => {
                    step.kind = Kind::Name(Name::new(name.clone()))
                }
                Kind::Literal(value) => {
                    return Err(Open::new("S0213")
                        .at(step.span)
                        .value("value", value.to_json()));
                }
                _ => {}
            }
        }
        own.keep_singleton |= own.steps.iter().any(|step| step.keep_array);
        let last = own.steps.len() - 1;
        for at in [0, last] {
            if matches!(own.steps[at].kind, Kind::Array(_)) {
                own.steps[at].cons_array = true;
            }
        }
        node.span = span;
        self.resolve_last(&mut node)?;
        Ok(node)
    }

    fn predicate(&mut self, left: Raw, right: Raw, span: Span) -> Fallible<Node> {
        let mut node = self.node(left)?;
        let mut predicate = self.node(right)?;
        predicate.span = span.join(predicate.span);
        let open = parents_of(&predicate);
        let is_path = matches!(node.kind, Kind::Path(_));
        let step = last_step(&mut node);
        if step.group.is_some() {
            return Err(Open::new("S0209").at(span));
        }
        for index in seeking(&predicate) {
            if self.parents[*index].level == 1 {
                self.seek(step, *index)?;
            } else {
                self.parents[*index].level -= 1;
            }
        }
        if !seeking(&predicate).is_empty() {
            step.step_mut().seeking.extend(open);
        }
        if is_path {
            step.step_mut().stages.push(Stage::Filter(predicate));
        } else {
            step.predicates.push(predicate);
        }
        Ok(node)
    }

    fn order_by(&mut self, left: Raw, terms: Vec<(bool, Raw)>, span: Span) -> Fallible<Node> {
        let left = self.node(left)?;
        let mut sort = Node::new(Kind::Placeholder, span);
        let mut built = Vec::with_capacity(terms.len());
        for (descending, raw) in terms {
            let node = self.node(raw)?;
            push_seeking(&mut sort, &node);
            built.push(Term { descending, node });
        }
        sort.kind = Kind::Sort(built);
        let mut node = as_path(left);
        if let Kind::Path(path) = &mut node.kind {
            path.steps.push(sort);
        }
        self.resolve_last(&mut node)?;
        Ok(node)
    }

    /// Finds the parents that the last step of a path looks for among the steps before it.
    fn resolve_last(&mut self, node: &mut Node) -> Fallible<()> {
        let Kind::Path(path) = &mut node.kind else {
            return Ok(());
        };
        let Some((last, before)) = path.steps.split_last_mut() else {
            return Ok(());
        };
        let mut unresolved = Vec::new();
        for parent in parents_of(last) {
            let mut left = before.len();
            while self.parents[parent].level > 0 {
                if left == 0 {
                    unresolved.push(parent);
                    break;
                }
                left -= 1;
                // Steps that only bind a variable stay where they are: the first of a run of them is the parent.
                while left > 0 && has_focus(&before[left]) && has_focus(&before[left - 1]) {
                    left -= 1;
                }
                self.seek(&mut before[left], parent)?;
            }
        }
        if !unresolved.is_empty() {
            node.step_mut().seeking.extend(unresolved);
        }
        Ok(())
    }

    /// Lets `%` number `parent` walk up over `node`.
    fn seek(&mut self, node: &mut Node, parent: usize) -> Fallible<()> {
        match &mut node.kind {
            Kind::Name(_) | Kind::Wildcard => {
                self.parents[parent].level -= 1;
                if self.parents[parent].level == 0 {
                    let label = match node.step.as_ref().and_then(|step| step.ancestor) {
                        Some(known) => known,
                        None => self.parents[parent].label,
                    };
                    self.parents[parent].label = label;
                    node.step_mut().ancestor = Some(label);
                    node.tuple = true;
                }
            }
            Kind::Parent(_) => self.parents[parent].level += 1,
            Kind::Block(block) => {
                if let Some(last) = block.nodes.last_mut() {
                    node.tuple = true;
                    self.seek(last, parent)?;
                }
            }
            Kind::Path(path) => {
                node.tuple = true;
                let mut left = path.steps.len();
                while left > 0 {
                    left -= 1;
                    self.seek(&mut path.steps[left], parent)?;
                    if self.parents[parent].level == 0 {
                        break;
                    }
                }
            }
            _ => return Err(Open::new("S0217").at(node.span)),
        }
        Ok(())
    }

    /// Replaces the numbers of `%`s by their labels, now that these are settled.
    fn label(&self, node: &mut Node) {
        super::walk::children_mut(node, &mut |child| self.label(child));
        if let Kind::Parent(index) = &mut node.kind {
            *index = self.parents[*index as usize].label;
        }
    }
}

fn variable(name: Str) -> Variable {
    Variable {
        name,
        places: Vec::new(),
        external: 0,
        builtin: None,
    }
}

fn path(steps: Vec<Node>, span: Span) -> Node {
    let path = Path {
        steps,
        keep_singleton: false,
        tuples: false,
    };
    Node::new(Kind::Path(path), span)
}

/// The node, or a path of which it is the only step.
fn as_path(mut node: Node) -> Node {
    if matches!(node.kind, Kind::Path(_)) {
        return node;
    }
    let span = node.span;
    let open = match node.kind {
        Kind::Parent(index) => vec![index as usize],
        _ => Vec::new(),
    };
    if let Some(step) = &mut node.step {
        step.seeking.clear();
    }
    let mut whole = path(vec![node], span);
    if !open.is_empty() {
        whole.step_mut().seeking = open;
    }
    whole
}

fn last_step(node: &mut Node) -> &mut Node {
    if !matches!(node.kind, Kind::Path(_)) {
        return node;
    }
    match &mut node.kind {
        Kind::Path(path) => path.steps.last_mut().expect("a path has a step"),
        _ => unreachable!("it was a path a line ago"),
    }
}

fn focus(mut node: Node, key: Key, span: Span, keep_array: bool) -> Fallible<Node> {
    let step = last_step(&mut node);
    if !step.stages().is_empty() || !step.predicates.is_empty() {
        return Err(Open::new("S0215").at(span));
    }
    if matches!(step.kind, Kind::Sort(_)) {
        return Err(Open::new("S0216").at(span));
    }
    step.keep_array |= keep_array;
    step.step_mut().focus = Some(key);
    step.tuple = true;
    Ok(node)
}

fn index(node: Node, key: Key) -> Node {
    let was_path = matches!(node.kind, Kind::Path(_));
    let mut node = as_path(node);
    let step = last_step(&mut node);
    if !was_path && !step.predicates.is_empty() {
        let predicates = std::mem::take(&mut step.predicates);
        step.step_mut().stages = predicates.into_iter().map(Stage::Filter).collect();
    }
    if step.stages().is_empty() {
        step.step_mut().index = Some(key);
    } else {
        step.step_mut().stages.push(Stage::Index(key));
    }
    step.tuple = true;
    node
}

fn has_focus(node: &Node) -> bool {
    node.step.as_ref().is_some_and(|step| step.focus.is_some())
}

fn seeking(node: &Node) -> &[usize] {
    node.step.as_ref().map_or(&[], |step| &step.seeking)
}

/// The `%`s that `node` is or holds and that still look for their parent.
fn parents_of(node: &Node) -> Vec<usize> {
    let mut open = seeking(node).to_vec();
    if let Kind::Parent(index) = node.kind {
        open.push(index as usize);
    }
    open
}

fn push_seeking(node: &mut Node, inner: &Node) {
    let open = parents_of(inner);
    if !open.is_empty() {
        node.step_mut().seeking.extend(open);
    }
}

/// Marks the calls that a lambda ends with.
fn tail_calls(mut node: Node) -> Node {
    match node.kind {
        _ if !node.predicates.is_empty() || node.group.is_some() => {}
        Kind::Call(call) => node.kind = Kind::TailCall(call),
        Kind::Condition(parts) => {
            let (test, then, otherwise) = *parts;
            let parts = (test, tail_calls(then), otherwise.map(tail_calls));
            node.kind = Kind::Condition(Box::new(parts));
        }
        Kind::Block(ref mut block) => {
            if let Some(last) = block.nodes.pop() {
                block.nodes.push(tail_calls(last));
            }
        }
        _ => {}
    }
    node
}
