//! What an expression can see when it is evaluated.

use crate::base::Random;
use crate::value::{Str, Value};
use indexmap::IndexMap;
use std::cell::RefCell;
use std::sync::Arc;

/// Variables in scope, by name without `$`. Clones share; a change copies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variables(Arc<IndexMap<Str, Value>>);

impl Variables {
    /// The value of a variable.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Sets a variable.
    pub fn set(&mut self, name: Str, value: Value) {
        Arc::make_mut(&mut self.0).insert(name, value);
    }

    /// Names and values, in the order in which they were first set.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Str, &Value)> {
        self.0.iter()
    }
}

impl<K: Into<Str>> FromIterator<(K, Value)> for Variables {
    fn from_iter<I: IntoIterator<Item = (K, Value)>>(variables: I) -> Self {
        let variables = variables
            .into_iter()
            .map(|(name, value)| (name.into(), value));
        Self(Arc::new(variables.collect()))
    }
}

/// The context object. A trait, so that it is put together only when an expression asks for it.
pub trait Context {
    /// The whole context object, an object value.
    fn object(&self) -> &Value;
}

impl Context for Value {
    fn object(&self) -> &Value {
        self
    }
}

/// What an expression can see.
#[derive(Clone, Copy)]
pub struct Environment<'a> {
    /// What `$` is.
    pub input: &'a Value,
    /// What `$$` is.
    pub context: &'a dyn Context,
    /// What `$name` finds.
    pub variables: &'a Variables,
    /// Where `States.UUID` and `States.MathRandom` draw from.
    pub random: &'a RefCell<Random>,
}
