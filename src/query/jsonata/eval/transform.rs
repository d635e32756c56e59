//! `| pattern | update, delete |`: a copy of the input in which what the pattern finds is changed.

use super::frame::Frame;
use super::func::{Func, Transformer};
use super::{Evaluator, Outcome};
use crate::query::jsonata::ast::{Node, Transform};
use crate::query::jsonata::error::{Fallible, Open};
use crate::query::jsonata::val::Val;
use crate::value::{Object, Value};
use foldhash::fast::FixedState;
use std::collections::HashMap;
use std::rc::Rc;

/// Objects that changed, by the address of the one they replace. The replaced one is kept, so that its address stays
/// its own.
type Changes = HashMap<usize, (Object, Object), FixedState>;

impl<'a> Evaluator<'a> {
    pub(super) fn transformer(
        &self,
        node: &'a Node,
        transform: &'a Transform,
        frame: &Rc<Frame<'a>>,
    ) -> Func<'a> {
        Func::Transform(Rc::new(Transformer {
            transform,
            frame: frame.clone(),
            span: node.span,
        }))
    }

    pub(super) fn transform(&self, transformer: &Transformer<'a>, input: Val<'a>) -> Outcome<'a> {
        let Transformer {
            transform,
            frame,
            span,
        } = transformer;
        if input.is_undefined() {
            return Ok(Val::Undefined);
        }
        if !input.is_object() && !input.is_array() {
            return Err(Open::new("T0410").at(*span).value("index", "1"));
        }
        let copy = match transform
            .clone
            .as_ref()
            .map(|clone| self.variable(clone, frame))
        {
            Some(Val::Func(clone)) => self.apply(&clone, vec![input], &Val::Undefined)?,
            _ => return Err(Open::new("T2013").at(*span)),
        };
        let copy = self.unshared(copy.into_value())?;
        let mut changes = Changes::default();
        let matches = self.eval(&transform.pattern, &Val::Json(copy.clone()), frame)?;
        for found in matches.into_items() {
            self.meter.tick(1)?;
            let Some(Value::Object(original)) = found.json() else {
                // Only objects can be changed; what else matches is evaluated for its errors.
                self.change(transform, &found, Object::new(), frame)?;
                continue;
            };
            let own = changes
                .get(&original.address())
                .map_or(original, |(_, changed)| changed)
                .clone();
            // What the update makes of the match must not hold the match itself, or its changes would never end.
            let seen = self.unshared(replaced(&Value::Object(own.clone()), &changes))?;
            let changed = self.change(transform, &Val::Json(seen), own, frame)?;
            changes.insert(original.address(), (original.clone(), changed));
        }
        self.check_nesting(Val::Json(replaced(&copy, &changes)))
    }

    /// Evaluates the update and the deletion for the match `seen`, and gives `object` as it is then.
    fn change(
        &self,
        transform: &'a Transform,
        seen: &Val<'a>,
        mut object: Object,
        frame: &Rc<Frame<'a>>,
    ) -> Fallible<Object> {
        let update = self.eval(&transform.update, seen, frame)?;
        let mut updated = seen.clone();
        if !update.is_undefined() {
            if !update.is_object() {
                return Err(Open::new("T2011")
                    .at(transform.update.span)
                    .value("value", update.shown()));
            }
            let update = self.unshared(update.into_value())?;
            let mut context = match seen.json() {
                Some(Value::Object(context)) => Some(context.clone()),
                _ => None,
            };
            for (key, value) in update.as_object().into_iter().flat_map(Object::iter) {
                object.insert(key.clone(), value.clone());
                if let Some(context) = &mut context {
                    context.insert(key.clone(), value.clone());
                }
            }
            updated = context.map_or(updated, |context| Val::Json(Value::Object(context)));
        }
        let Some(delete) = &transform.delete else {
            return Ok(object);
        };
        let deletions = self.eval(delete, &updated, frame)?;
        if deletions.is_undefined() {
            return Ok(object);
        }
        let shown = deletions.shown();
        for name in deletions.into_items() {
            let Some(name) = name.text() else {
                return Err(Open::new("T2012").at(delete.span).value("value", shown));
            };
            object.remove(name);
        }
        Ok(object)
    }

    /// A copy in which no object stands in two places, so that each can be found by its address.
    fn unshared(&self, value: Value) -> Fallible<Value> {
        self.meter.tick(1)?;
        Ok(match value {
            Value::Array(array) => {
                let items = array
                    .iter()
                    .map(|item| self.unshared(item.clone()))
                    .collect::<Fallible<Vec<_>>>()?;
                Value::from(items)
            }
            Value::Object(object) => {
                let members = object
                    .iter()
                    .map(|(key, value)| Ok((key.clone(), self.unshared(value.clone())?)));
                let members = members.collect::<Fallible<Vec<_>>>()?;
                // Even an empty object needs an address of its own.
                Value::Object(members.into_iter().collect())
            }
            scalar => scalar,
        })
    }
}

/// The value with all changes put in.
fn replaced(value: &Value, changes: &Changes) -> Value {
    match value {
        Value::Array(array) if !changes.is_empty() => {
            array.iter().map(|item| replaced(item, changes)).collect()
        }
        Value::Object(object) if !changes.is_empty() => {
            let own = changes
                .get(&object.address())
                .map_or(object, |(_, changed)| changed);
            let members: Vec<_> = own
                .iter()
                .map(|(key, value)| (key.clone(), replaced(value, changes)))
                .collect();
            Value::Object(members.into_iter().collect())
        }
        other => other.clone(),
    }
}
