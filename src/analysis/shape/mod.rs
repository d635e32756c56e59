//! What a value can look like: what is known of it before anything has run.

mod build;
mod edit;
mod fields;
mod join;
mod lookup;
#[cfg(test)]
mod tests;

use super::{Origin, Size};
use crate::value::Value;
use std::sync::Arc;

pub(super) use fields::Fields;

/// What is known of a value.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Anything.
    Any(Any),
    /// A string, number, boolean or null.
    Scalar(Scalar),
    /// An array.
    Array(Arc<ArrayShape>),
    /// An object.
    Object(Arc<ObjectShape>),
}

/// A value of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Any {
    /// Its bytes.
    pub size: Size,
    /// What made it.
    pub origin: Option<Origin>,
}

/// A value without parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Scalar {
    /// What it can be.
    pub kinds: Kinds,
    /// Its value, where there is but one.
    pub literal: Option<Value>,
    /// Its bytes.
    pub size: Size,
}

/// Some of null, boolean, number and string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u8);

/// An array.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayShape {
    items: Items,
    least: u64,
    most: Option<u64>,
    size: Size,
    weight: Weight,
}

/// The items of an array.
#[derive(Clone, Debug, PartialEq)]
enum Items {
    /// Each of its own shape.
    Tuple(Vec<Shape>),
    /// All of one shape; without one there is no item.
    Alike(Option<Shape>),
}

/// An object.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectShape {
    fields: Fields,
    /// Whether there may be members besides `fields`.
    open: bool,
    /// Bytes of what is not in `fields`.
    rest: Size,
    origin: Option<Origin>,
    size: Size,
    weight: Weight,
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its value.
    pub shape: Shape,
    /// Whether it is always there.
    pub always: bool,
}

/// How much there is of a shape, so that none grows without end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Weight {
    depth: u32,
    nodes: u32,
}

/// Whether something is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// On every occasion.
    Always,
    /// On some.
    Sometimes,
    /// On none.
    Never,
    /// Nothing is known.
    Unknown,
}

/// A part of a value, looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Whether it is there.
    pub presence: Presence,
    /// What it looks like if it is.
    pub shape: Shape,
    /// What made the value in which it was looked for.
    pub origin: Option<Origin>,
}

impl Kinds {
    /// `null`
    pub const NULL: Self = Self(1);
    /// `true` or `false`
    pub const BOOLEAN: Self = Self(2);
    /// A number.
    pub const NUMBER: Self = Self(4);
    /// A string.
    pub const STRING: Self = Self(8);

    /// Whether all of `other` are among them.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether one of `other` is among them.
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// These and those.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Any(left), Self::Any(right)) => left == right,
            (Self::Scalar(left), Self::Scalar(right)) => left == right,
            (Self::Array(left), Self::Array(right)) => Arc::ptr_eq(left, right) || left == right,
            (Self::Object(left), Self::Object(right)) => Arc::ptr_eq(left, right) || left == right,
            _ => false,
        }
    }
}

impl Shape {
    /// Its bytes.
    pub fn size(&self) -> Size {
        match self {
            Self::Any(any) => any.size,
            Self::Scalar(scalar) => scalar.size,
            Self::Array(array) => array.size,
            Self::Object(object) => object.size,
        }
    }

    /// What made it, where that is known.
    pub fn origin(&self) -> Option<Origin> {
        match self {
            Self::Any(any) => any.origin,
            Self::Object(object) => object.origin,
            Self::Scalar(_) | Self::Array(_) => None,
        }
    }

    /// Its value, where it is a scalar that can have but one.
    pub fn literal_value(&self) -> Option<&Value> {
        match self {
            Self::Scalar(scalar) => scalar.literal.as_ref(),
            _ => None,
        }
    }

    /// What it is called in a message.
    pub fn describe(&self) -> &'static str {
        match self {
            Self::Any(_) => "a value",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
            Self::Scalar(scalar) => match scalar.kinds {
                Kinds::STRING => "a string",
                Kinds::NUMBER => "a number",
                Kinds::BOOLEAN => "a boolean",
                Kinds::NULL => "null",
                _ => "a scalar",
            },
        }
    }

    fn weight(&self) -> Weight {
        match self {
            Self::Any(_) | Self::Scalar(_) => Weight { depth: 0, nodes: 1 },
            Self::Array(array) => array.weight,
            Self::Object(object) => object.weight,
        }
    }

    /// Forgets everything but the size where it is too deep or too big.
    fn limit(&mut self, depth: u32, nodes: u32) {
        let weight = self.weight();
        if weight.depth > depth || weight.nodes > nodes {
            *self = Self::any(self.size(), self.origin());
        }
    }
}

impl Weight {
    fn add(&mut self, other: Self) {
        self.depth = self.depth.max(other.depth);
        self.nodes = self.nodes.saturating_add(other.nodes);
    }
}
