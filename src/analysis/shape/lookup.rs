//! Looking into shapes.

use super::{ArrayShape, Field, Fields, Found, Items, Presence, Shape};
use crate::analysis::{Origin, Size};
use crate::value::Str;

impl Shape {
    /// The member `name`.
    pub fn member(&self, name: &str) -> Found {
        match self {
            Self::Any(any) => Found::unknown(any.size, any.origin),
            Self::Scalar(_) | Self::Array(_) => Found::never(None),
            Self::Object(object) => match object.fields.get(name) {
                Some(field) => Found {
                    presence: if field.always {
                        Presence::Always
                    } else {
                        Presence::Sometimes
                    },
                    shape: field.shape.clone(),
                    origin: object.origin,
                },
                None if object.open => Found::unknown(object.rest, object.origin),
                None => Found::never(object.origin),
            },
        }
    }

    /// The item at `index`, from the end where that is negative.
    pub fn item_at(&self, index: i64) -> Found {
        let array = match self {
            Self::Any(any) => return Found::unknown(any.size, any.origin),
            Self::Array(array) => array,
            Self::Scalar(_) | Self::Object(_) => return Found::never(self.origin()),
        };
        if let Items::Tuple(items) = &array.items {
            let index = if index < 0 {
                index + items.len() as i64
            } else {
                index
            };
            let item = usize::try_from(index)
                .ok()
                .and_then(|index| items.get(index));
            return item.map_or_else(|| Found::never(None), |item| Found::always(item.clone()));
        }
        let needed = if index < 0 {
            index.unsigned_abs()
        } else {
            index.unsigned_abs() + 1
        };
        match &array.items {
            Items::Alike(Some(item)) if array.most.is_none_or(|most| needed <= most) => Found {
                presence: if needed <= array.least {
                    Presence::Always
                } else {
                    Presence::Unknown
                },
                shape: item.clone(),
                origin: None,
            },
            _ => Found::never(None),
        }
    }

    /// What all items of an array have in common; nothing where it is none or has no items.
    pub fn item(&self) -> Option<Self> {
        match self {
            Self::Array(array) => array.item(),
            _ => None,
        }
    }

    /// How many items it has, at least and at most.
    pub fn count(&self) -> (u64, Option<u64>) {
        match self {
            Self::Array(array) => (array.least, array.most),
            _ => (0, None),
        }
    }

    /// The members of an object that are known by name.
    pub fn fields(&self) -> impl Iterator<Item = (&Str, &Field)> {
        let fields = match self {
            Self::Object(object) => Some(&object.fields),
            _ => None,
        };
        fields.into_iter().flat_map(Fields::iter)
    }

    /// Whether it is an object of which all members are known.
    pub fn is_closed(&self) -> bool {
        matches!(self, Self::Object(object) if !object.open)
    }
}

impl ArrayShape {
    pub(super) fn item(&self) -> Option<Shape> {
        match &self.items {
            Items::Alike(item) => item.clone(),
            Items::Tuple(items) => {
                let (first, others) = items.split_first()?;
                Some(
                    others
                        .iter()
                        .fold(first.clone(), |sum, item| sum.join(item)),
                )
            }
        }
    }
}

impl Found {
    /// It is there.
    pub fn always(shape: Shape) -> Self {
        Self {
            presence: Presence::Always,
            shape,
            origin: None,
        }
    }

    /// It is not there.
    pub fn never(origin: Option<Origin>) -> Self {
        Self {
            presence: Presence::Never,
            shape: Shape::unknown(None),
            origin,
        }
    }

    /// A part of a value that is known by its size alone.
    fn unknown(whole: Size, origin: Option<Origin>) -> Self {
        let size = Size {
            low: 1,
            high: whole.high.max(1),
            bounded: whole.bounded,
        };
        Self {
            presence: Presence::Unknown,
            shape: Shape::any(size, origin),
            origin,
        }
    }
}
