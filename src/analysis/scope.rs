//! What an expression can see, as shapes.

use super::path::{Lookup, look_up};
use super::shape::{Field, Fields};
use super::{Found, Kinds, Presence, Shape, Size};
use crate::asl::State;
use crate::query::jsonpath::{Path, Root};
use crate::value::{Str, string_size};
use std::sync::{Arc, OnceLock};

/// Variables in scope, by name without `$`. Clones share.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variables {
    known: Arc<Fields>,
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
        for (name, field) in merged.iter_mut() {
            match other.get(name) {
                Some(right) => {
                    field.shape = merge(&field.shape, &right.shape);
                    field.always &= right.always;
                }
                None => field.always = false,
            }
        }
        for (name, field) in other.known.iter().filter(|_| !self.open) {
            if !merged.contains_key(name) {
                let perhaps = Field {
                    shape: field.shape.clone(),
                    always: false,
                };
                merged.insert(name.clone(), perhaps);
            }
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
    pub context: &'a ContextObject,
    /// What `$name` finds.
    pub variables: &'a Variables,
}

impl Scope<'_> {
    /// Looks a path up where it starts.
    pub fn look_up(&self, path: &Path) -> Lookup {
        match path.root() {
            Root::Input => look_up(self.input, path),
            Root::Context => look_up(self.context.shape(), path),
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

/// The context objects of a machine. They grow with AWS's releases, so nothing is claimed of what is not named here.
#[derive(Clone, Debug)]
pub struct ContextObjects(Arc<Common>);

/// What is the same in all states.
#[derive(Debug)]
struct Common {
    /// All but what differs.
    whole: Shape,
    /// What is told of every state.
    state: Shape,
}

/// The context object in a state, put together when it is first looked into: few states do. Clones share it.
#[derive(Clone, Debug)]
pub struct ContextObject(Arc<Lazy>);

#[derive(Debug)]
struct Lazy {
    made: OnceLock<Shape>,
    /// Nothing where nothing is known.
    parts: Option<Parts>,
}

#[derive(Debug)]
struct Parts {
    common: Arc<Common>,
    /// The state's name.
    name: Str,
    /// What the iteration is over, where there is one.
    item: Option<Shape>,
}

impl ContextObjects {
    /// Those of an execution with this input.
    pub fn new(input: &Shape) -> Self {
        let timestamp = text(24, 24);
        let execution = open([
            ("Id", text(40, 230)),
            ("Input", input.clone()),
            ("Name", text(1, 80)),
            ("RoleArn", text(20, 2_048)),
            ("StartTime", timestamp.clone()),
            ("RedriveCount", Shape::number()),
        ]);
        let machine = open([("Id", text(40, 150)), ("Name", text(1, 80))]);
        // AWS: a task token has at most 2,048 characters.
        let task = open([("Token", text(1, 2_048))]);
        let state = open([
            ("EnteredTime", timestamp),
            ("Name", text(1, 80)),
            ("RetryCount", Shape::number()),
        ]);
        Self(Arc::new(Common {
            whole: open([
                ("Execution", execution),
                ("State", state.clone()),
                ("StateMachine", machine),
                ("Task", task),
            ]),
            state,
        }))
    }

    /// The context object in a state, in an iteration over `item` where there is one.
    pub fn of(&self, state: &State, item: Option<&Shape>) -> ContextObject {
        ContextObject::of(Some(Parts {
            common: Arc::clone(&self.0),
            name: state.name.value.clone(),
            item: item.cloned(),
        }))
    }
}

impl ContextObject {
    /// One of which nothing is known.
    pub(super) fn unknown() -> Self {
        Self::of(None)
    }

    fn of(parts: Option<Parts>) -> Self {
        Self(Arc::new(Lazy {
            made: OnceLock::new(),
            parts,
        }))
    }

    /// What it looks like.
    pub fn shape(&self) -> &Shape {
        let Lazy { made, parts } = &*self.0;
        made.get_or_init(|| match parts {
            Some(parts) => parts.put_together(),
            None => Shape::unknown(None),
        })
    }
}

impl Parts {
    fn put_together(&self) -> Shape {
        let name = Shape::string(Size::exact(string_size(&self.name)));
        let state = self.common.state.with_member("Name", name);
        let context = self.common.whole.with_member("State", state);
        let Some(item) = &self.item else {
            return context;
        };
        // An S3 URI holds a bucket of up to 63 characters and a key of up to 1,024 bytes.
        let item = open([
            ("Index", Shape::number()),
            ("Value", item.clone()),
            ("Source", text(8, 1_100)),
        ]);
        context.with_member("Map", open([("Item", item)]))
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
