//! Names to places: which frame and slot a variable lives in, which built-in a name is.
//!
//! Frames are what blocks, lambdas and tuples open at run time. A block that binds nothing opens none.

use super::walk::children_mut;
use crate::query::jsonata::ast::{Kind, Node, Place, Program, Slot, Stage, Variable};
use crate::query::jsonata::functions;
use crate::value::Str;

/// Resolves all names in `root`.
pub(super) fn resolve(mut root: Node, keys: Vec<Str>) -> Program {
    let mut resolver = Resolver {
        scopes: Vec::new(),
        keys,
        externals: Vec::new(),
    };
    let mut names = Vec::new();
    bound_names(&mut root, &mut names);
    let slots = names.len();
    resolver.scopes.push(Scope::Slots {
        names,
        parameters: 0,
    });
    resolver.node(&mut root);
    Program {
        root,
        slots: small(slots),
        externals: resolver.externals,
    }
}

enum Scope {
    /// Names by slot; the first `parameters` of them are always bound.
    Slots {
        names: Vec<Str>,
        parameters: usize,
    },
    Tuple,
}

struct Resolver {
    scopes: Vec<Scope>,
    keys: Vec<Str>,
    externals: Vec<Str>,
}

fn small(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

impl Resolver {
    fn node(&mut self, node: &mut Node) {
        let tuples = may_be_tuples(node);
        match &mut node.kind {
            Kind::Path(path) => {
                let first = path.steps.iter().position(|step| step.tuple);
                path.tuples = first.is_some();
                let first = first.unwrap_or(path.steps.len());
                for step in &mut path.steps[..first] {
                    self.step(step);
                }
                if first < path.steps.len() {
                    self.scopes.push(Scope::Tuple);
                    for step in &mut path.steps[first..] {
                        self.step(step);
                    }
                    self.group(node);
                    self.scopes.pop();
                } else {
                    self.group(node);
                }
                return;
            }
            Kind::Block(block) => {
                let mut names = Vec::new();
                for inner in &mut block.nodes {
                    bound_names(inner, &mut names);
                }
                if names.is_empty() {
                    block.nodes.iter_mut().for_each(|inner| self.node(inner));
                } else {
                    block.slots = Some(small(names.len()));
                    self.scopes.push(Scope::Slots {
                        names,
                        parameters: 0,
                    });
                    block.nodes.iter_mut().for_each(|inner| self.node(inner));
                    self.scopes.pop();
                }
            }
            Kind::Lambda(lambda) => {
                let mut names = lambda.parameters.clone();
                let parameters = names.len();
                bound_names(&mut lambda.body, &mut names);
                lambda.slots = small(names.len());
                if names.is_empty() {
                    self.node(&mut lambda.body);
                } else {
                    self.scopes.push(Scope::Slots { names, parameters });
                    self.node(&mut lambda.body);
                    self.scopes.pop();
                }
            }
            Kind::Bind(bind) => {
                self.node(&mut bind.value);
                bind.place = self.binding_place(&bind.name);
            }
            Kind::Variable(variable) => self.variable(variable),
            Kind::Call(call) | Kind::TailCall(call) | Kind::Partial(call) => {
                self.node(&mut call.callee);
                call.arguments
                    .iter_mut()
                    .for_each(|argument| self.node(argument));
                if let Some(suggestion) = &mut call.suggestion {
                    self.variable(suggestion);
                }
            }
            Kind::Transform(transform) => {
                self.node(&mut transform.pattern);
                self.node(&mut transform.update);
                transform
                    .delete
                    .iter_mut()
                    .for_each(|delete| self.node(delete));
                if let Some(clone) = &mut transform.clone {
                    self.variable(clone);
                }
            }
            _ => self.plain(node),
        }
        if tuples {
            self.scopes.push(Scope::Tuple);
        }
        node.predicates
            .iter_mut()
            .for_each(|predicate| self.node(predicate));
        self.group(node);
        if tuples {
            self.scopes.pop();
        }
    }

    /// A step: its own node, then its stages.
    fn step(&mut self, step: &mut Node) {
        self.node(step);
        if let Some(parts) = &mut step.step {
            for stage in &mut parts.stages {
                if let Stage::Filter(node) = stage {
                    self.node(node);
                }
            }
        }
    }

    fn group(&mut self, node: &mut Node) {
        if let Some(group) = &mut node.group {
            for (key, value) in &mut group.pairs {
                self.node(key);
                self.node(value);
            }
        }
    }

    /// Nodes that open no frame: only what their kind holds, since the rest follows.
    fn plain(&mut self, node: &mut Node) {
        let predicates = std::mem::take(&mut node.predicates);
        let group = node.group.take();
        let step = node.step.take();
        children_mut(node, &mut |child| self.node(child));
        node.predicates = predicates;
        node.group = group;
        node.step = step;
    }

    fn variable(&mut self, variable: &mut Variable) {
        variable.builtin = functions::find(&variable.name);
        for (up, scope) in self.scopes.iter().rev().enumerate() {
            let up = small(up);
            match scope {
                Scope::Slots { names, parameters } => {
                    if let Some(slot) = names.iter().rposition(|name| *name == variable.name) {
                        variable.places.push(Place {
                            up,
                            slot: Slot::Index(small(slot)),
                        });
                        if slot < *parameters {
                            break;
                        }
                    }
                }
                Scope::Tuple => {
                    if let Some(key) = self.keys.iter().position(|key| *key == variable.name) {
                        variable.places.push(Place {
                            up,
                            slot: Slot::Key(u32::try_from(key).unwrap_or(u32::MAX)),
                        });
                    }
                }
            }
        }
        let known = self
            .externals
            .iter()
            .position(|name| *name == variable.name);
        let external = known.unwrap_or_else(|| {
            self.externals.push(variable.name.clone());
            self.externals.len() - 1
        });
        variable.external = u32::try_from(external).unwrap_or(u32::MAX);
    }

    fn binding_place(&mut self, name: &Str) -> Place {
        let slot = match self.scopes.last() {
            Some(Scope::Slots { names, .. }) => Slot::Index(small(
                names.iter().rposition(|own| own == name).unwrap_or(0),
            )),
            _ => {
                let known = self.keys.iter().position(|key| key == name);
                let key = known.unwrap_or_else(|| {
                    self.keys.push(name.clone());
                    self.keys.len() - 1
                });
                Slot::Key(u32::try_from(key).unwrap_or(u32::MAX))
            }
        };
        Place { up: 0, slot }
    }
}

/// Whether evaluation of `node` may give tuples: a path, or a block ending in one, that a `%` reaches into.
pub(crate) fn may_be_tuples(node: &Node) -> bool {
    match &node.kind {
        Kind::Path(_) => node.tuple,
        Kind::Block(block) => node.tuple && block.nodes.last().is_some_and(may_be_tuples),
        _ => false,
    }
}

/// Names that `node` binds in the frame in which it is evaluated.
fn bound_names(node: &mut Node, names: &mut Vec<Str>) {
    match &mut node.kind {
        Kind::Block(_) | Kind::Lambda(_) => {
            if !may_be_tuples(node) {
                own_extras(node, names);
            }
            return;
        }
        Kind::Path(path) => {
            let first = path.steps.iter().position(|step| step.tuple);
            let plain = first.unwrap_or(path.steps.len());
            path.steps[..plain]
                .iter_mut()
                .for_each(|step| bound_names(step, names));
            if first.is_none() {
                own_extras(node, names);
            }
            return;
        }
        Kind::Bind(bind) if !names.contains(&bind.name) => {
            names.push(bind.name.clone());
        }
        _ => {}
    }
    children_mut(node, &mut |child| bound_names(child, names));
}

/// What predicates, stages and the group of a node bind, without its kind.
fn own_extras(node: &mut Node, names: &mut Vec<Str>) {
    let kind = std::mem::replace(&mut node.kind, Kind::Placeholder);
    children_mut(node, &mut |child| bound_names(child, names));
    node.kind = kind;
}
