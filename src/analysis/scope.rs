//! What an expression can see, as shapes.

use super::path::{Lookup, look_up};
use super::shape::Field;
use super::{Found, Kinds, Presence, Shape, Size};
use crate::asl::State;
use crate::query::jsonpath::{Path, Root};
use crate::value::Str;
use indexmap::IndexMap;
use std::sync::Arc;

/// Variables in scope, by name without `$`. Clones share.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variables {
    known: Arc<IndexMap<Str, Field>>,
    /// Whether there may be others.
    open: bool,
}

impl Variables {
    /// Any variables.
    pub fn unknown() -> Self {
        Self {
            open: true,
            ..Self::default()
        }
    }

    /// Whether there may be variables that are not known.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Whether a variable has a value.
    pub fn presence(&self, name: &str) -> Presence {
        match self.get(name) {
            Some(Field { always: true, .. }) => Presence::Always,
            Some(_) => Presence::Sometimes,
            None if self.open => Presence::Unknown,
            None => Presence::Never,
        }
    }

    /// Sets a variable.
    pub fn set(&mut self, name: Str, shape: Shape) {
        Arc::make_mut(&mut self.known).insert(
            name,
            Field {
                shape,
                always: true,
            },
        );
    }

    /// Sets the variables that are the members of an object.
    pub(super) fn set_all(&mut self, values: &Shape) {
        // A value that is too big to be followed has lost its names.
        self.open |= !values.is_closed();
        for (name, field) in values.fields() {
            self.set(name.clone(), field.shape.clone());
        }
    }

    /// What a variable holds.
    pub fn get(&self, name: &str) -> Option<&Field> {
        self.known.get(name)
    }

    /// What holds on either way, merged by `merge`.
    pub(super) fn merge(&self, other: &Self, merge: fn(&Shape, &Shape) -> Shape) -> Self {
        if self.open == other.open && Arc::ptr_eq(&self.known, &other.known) {
            return self.clone();
        }
        let mut merged = (*self.known).clone();
        // Of one that an open side may have or not nothing is known.
        merged.retain(|name, _| other.get(name).is_some() || !other.open);
        for (name, field) in &mut merged {
            match other.get(name) {
                Some(right) => {
                    field.shape = merge(&field.shape, &right.shape);
                    field.always &= right.always;
                }
                None => field.always = false,
            }
        }
        for (name, field) in other.known.iter().filter(|_| !self.open) {
            merged.entry(name.clone()).or_insert_with(|| Field {
                shape: field.shape.clone(),
                always: false,
            });
        }
        Self {
            known: Arc::new(merged),
            open: self.open || other.open,
        }
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
                        presence: self.variables.presence(name),
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

/// The context object in each state, with what is the same in all of them made once. It grows with AWS's releases, so
/// nothing is claimed of what is not named here.
#[derive(Clone, Debug)]
pub struct ContextObjects {
    execution: Shape,
    machine: Shape,
    task: Shape,
    entered: Shape,
}

impl ContextObjects {
    /// Those of an execution with this input.
    pub fn new(input: &Shape) -> Self {
        let timestamp = text(24, 24);
        Self {
            execution: open([
                ("Id", text(40, 230)),
                ("Input", input.clone()),
                ("Name", text(1, 80)),
                ("RoleArn", text(20, 2_048)),
                ("StartTime", timestamp.clone()),
                ("RedriveCount", Shape::number()),
            ]),
            machine: open([("Id", text(40, 150)), ("Name", text(1, 80))]),
            // AWS: a task token has at most 2,048 characters.
            task: open([("Token", text(1, 2_048))]),
            entered: timestamp,
        }
    }

    /// The context object in a state, in an iteration over `item` where there is one.
    pub fn of(&self, state: &State, item: Option<&Shape>) -> Shape {
        let name = Shape::string(Size::of(&state.name.value.clone().into()));
        let state = open([
            ("EnteredTime", self.entered.clone()),
            ("Name", name),
            ("RetryCount", Shape::number()),
        ]);
        let map = item.map(|item| {
            let item = open([("Index", Shape::number()), ("Value", item.clone())]);
            ("Map", open([("Item", item)]))
        });
        let fields = [
            ("Execution", self.execution.clone()),
            ("State", state),
            ("StateMachine", self.machine.clone()),
            ("Task", self.task.clone()),
        ];
        open(fields.into_iter().chain(map))
    }
}

fn open<'n>(fields: impl IntoIterator<Item = (&'n str, Shape)>) -> Shape {
    let fields = fields.into_iter().map(|(name, shape)| (name.into(), shape));
    Shape::open_object(fields, None)
}

/// Null, as `States.ArrayGetItem` and an index past the end give it.
pub(super) fn null() -> Shape {
    Shape::scalar(Kinds::NULL, Size::exact(4))
}
