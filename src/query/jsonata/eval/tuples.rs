//! Paths that bind: `@$name`, `#$name`, and the parents that `%` means.

use super::frame::Frame;
use super::path::Flow;
use super::{Evaluator, Outcome};
use crate::query::jsonata::ast::{Kind, Node, Path, Stage};
use crate::query::jsonata::error::Fallible;
use crate::query::jsonata::val::{Tuple, Val};
use std::rc::Rc;

impl<'a> Evaluator<'a> {
    pub(super) fn tuple_path(
        &self,
        node: &'a Node,
        path: &'a Path,
        input: &Val<'a>,
        frame: &Rc<Frame<'a>>,
    ) -> Outcome<'a> {
        let first = path.steps.iter().position(|step| step.tuple).unwrap_or(0);
        let mut flow = self.path_start(path, input);
        for (at, step) in path.steps[..first].iter().enumerate() {
            flow = self.plain_step(at, step, flow, frame)?;
            if matches!(flow, Flow::Empty) {
                return match &node.group {
                    Some(group) => self.group(group, Val::Tuples(Rc::new(Vec::new())), frame, true),
                    None => Ok(Val::Undefined),
                };
            }
        }
        let mut tuples = None;
        for step in &path.steps[first..] {
            tuples = Some(self.tuple_step(step, &flow, tuples, frame)?);
        }
        let tuples = tuples.unwrap_or_default();
        self.meter.allocate_items(tuples.len())?;
        if let Some(group) = &node.group {
            return self.group(group, Val::Tuples(Rc::new(tuples)), frame, true);
        }
        if node.tuple {
            return Ok(Val::Tuples(Rc::new(tuples)));
        }
        let values: Vec<Val<'a>> = tuples.into_iter().map(|tuple| tuple.at).collect();
        Ok(self.path_result(node, path, Flow::Many(Val::sequence(values))))
    }

    fn plain_step(
        &self,
        at: usize,
        step: &'a Node,
        flow: Flow<'a>,
        frame: &Rc<Frame<'a>>,
    ) -> Fallible<Flow<'a>> {
        if at == 0 && step.cons_array {
            self.cons_step(step, flow, frame)
        } else {
            self.step(step, flow, frame, false)
        }
    }

    fn tuple_step(
        &self,
        step: &'a Node,
        flow: &Flow<'a>,
        tuples: Option<Vec<Tuple<'a>>>,
        frame: &Rc<Frame<'a>>,
    ) -> Fallible<Vec<Tuple<'a>>> {
        let parts = step.step.as_deref();
        let bare = || {
            let items = flow.items();
            items.map(|at| Tuple {
                at,
                bound: Vec::new(),
            })
        };
        if let Kind::Sort(terms) = &step.kind {
            let number = tuples.is_none();
            let tuples = tuples.unwrap_or_else(|| bare().collect());
            let mut sorted = self.order_tuples(terms, step, tuples, frame)?;
            if let (true, Some(key)) = (number, parts.and_then(|parts| parts.index)) {
                for (at, tuple) in sorted.iter_mut().enumerate() {
                    tuple.set(key, Val::Num(at as f64));
                }
            }
            return self.stages(step, sorted, frame);
        }
        let tuples = tuples.unwrap_or_else(|| bare().collect());
        let mut results = Vec::new();
        for tuple in tuples {
            let own = self.tuple_frame(frame, &tuple);
            let result = self.eval(step, &tuple.at, &own)?;
            if let Val::Tuples(inner) = &result {
                for inner in inner.iter() {
                    let mut merged = tuple.clone();
                    merged.at = inner.at.clone();
                    for (key, value) in &inner.bound {
                        merged.set(*key, value.clone());
                    }
                    results.push(merged);
                }
                continue;
            }
            let values = match result.items() {
                Some(items) => items.collect(),
                None if result.is_undefined() => continue,
                None => vec![result],
            };
            self.meter.tick(values.len())?;
            for (at, value) in values.into_iter().enumerate() {
                let mut next = tuple.clone();
                match parts.and_then(|parts| parts.focus) {
                    Some(key) => next.set(key, value),
                    None => next.at = value,
                }
                if let Some(key) = parts.and_then(|parts| parts.index) {
                    next.set(key, Val::Num(at as f64));
                }
                if let Some(label) = parts.and_then(|parts| parts.ancestor) {
                    next.set(label, tuple.at.clone());
                }
                results.push(next);
            }
        }
        self.meter.allocate_items(results.len())?;
        self.stages(step, results, frame)
    }

    fn stages(
        &self,
        step: &'a Node,
        mut tuples: Vec<Tuple<'a>>,
        frame: &Rc<Frame<'a>>,
    ) -> Fallible<Vec<Tuple<'a>>> {
        for stage in step.stages() {
            match stage {
                Stage::Filter(predicate) => {
                    let all = Val::Tuples(Rc::new(tuples));
                    tuples = match self.filter(predicate, all, frame, true)? {
                        Val::Tuples(kept) => {
                            Rc::try_unwrap(kept).unwrap_or_else(|shared| (*shared).clone())
                        }
                        _ => Vec::new(),
                    };
                }
                Stage::Index(key) => {
                    for (at, tuple) in tuples.iter_mut().enumerate() {
                        tuple.set(*key, Val::Num(at as f64));
                    }
                }
            }
        }
        Ok(tuples)
    }
}
