//! What an expression can see, as shapes.

use super::path::{Lookup, look_up};
use super::shape::Field;
use super::{Found, Kinds, Shape, Size};
use crate::asl::State;
use crate::query::jsonpath::{Path, Root};
use crate::value::Str;
use indexmap::IndexMap;
use std::sync::Arc;

/// Variables in scope, by name without `$`. Clones share.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variables(Arc<IndexMap<Str, Field>>);

impl Variables {
    /// Sets a variable.
    pub fn set(&mut self, name: Str, shape: Shape) {
        Arc::make_mut(&mut self.0).insert(
            name,
            Field {
                shape,
                always: true,
            },
        );
    }

    /// What a variable holds.
    pub fn get(&self, name: &str) -> Option<&Field> {
        self.0.get(name)
    }

    /// What holds on either way, merged by `merge`.
    pub(super) fn merge(&self, other: &Self, merge: fn(&Shape, &Shape) -> Shape) -> Self {
        if Arc::ptr_eq(&self.0, &other.0) {
            return self.clone();
        }
        let mut merged = (*self.0).clone();
        for (name, field) in &mut merged {
            match other.get(name) {
                Some(right) => {
                    field.shape = merge(&field.shape, &right.shape);
                    field.always &= right.always;
                }
                None => field.always = false,
            }
        }
        for (name, field) in other.0.iter() {
            merged.entry(name.clone()).or_insert_with(|| Field {
                shape: field.shape.clone(),
                always: false,
            });
        }
        Self(Arc::new(merged))
    }
}

/// What an expression can see.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// What `$` is.
    pub input: &'a Shape,
    /// What `$$` is.
    pub context: &'a Shape,
    /// What `$name` finds.
    pub variables: &'a Variables,
}

impl Scope<'_> {
    /// Looks a path up where it starts.
    pub fn look_up(&self, path: &Path) -> Lookup {
        match path.root() {
            Root::Input => look_up(self.input, path),
            Root::Context => look_up(self.context, path),
            Root::Variable(name) => match self.variables.get(name) {
                Some(field) => look_up(&field.shape, path),
                None => Lookup {
                    found: Found {
                        presence: super::Presence::Unknown,
                        ..Found::never(None)
                    },
                    at: 0,
                    container: Shape::unknown(None),
                },
            },
        }
    }
}

/// A string of so many characters and its quotes.
fn text(least: u64, most: u64) -> Shape {
    Shape::string(Size::between(least + 2, most + 2))
}

/// The context object in a state. It grows with AWS's releases, so nothing is claimed of what is not named here.
pub fn context_object(state: &State, input: &Shape, item: Option<&Shape>) -> Shape {
    let open = |fields: Vec<(&str, Shape)>| {
        Shape::open_object(
            fields.into_iter().map(|(name, shape)| (name.into(), shape)),
            None,
        )
    };
    let timestamp = text(24, 24);
    let mut fields = vec![
        (
            "Execution",
            open(vec![
                ("Id", text(40, 230)),
                ("Input", input.clone()),
                ("Name", text(1, 80)),
                ("RoleArn", text(20, 2_048)),
                ("StartTime", timestamp.clone()),
                ("RedriveCount", Shape::number()),
            ]),
        ),
        (
            "State",
            open(vec![
                ("EnteredTime", timestamp),
                (
                    "Name",
                    Shape::string(Size::of(&state.name.value.clone().into())),
                ),
                ("RetryCount", Shape::number()),
            ]),
        ),
        (
            "StateMachine",
            open(vec![("Id", text(40, 150)), ("Name", text(1, 80))]),
        ),
        // AWS: a task token has at most 2,048 characters.
        ("Task", open(vec![("Token", text(1, 2_048))])),
    ];
    if let Some(item) = item {
        let item = open(vec![("Index", Shape::number()), ("Value", item.clone())]);
        fields.push(("Map", open(vec![("Item", item)])));
    }
    open(fields)
}

/// Null, as `States.ArrayGetItem` and an index past the end give it.
pub(super) fn null() -> Shape {
    Shape::scalar(Kinds::NULL, Size::exact(4))
}
