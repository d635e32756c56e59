//! Shapes with a part changed.

use super::build::field_size;
use super::{Field, Fields, Items, Shape};
use crate::analysis::Size;
use std::sync::Arc;

impl Shape {
    /// This object with `name` set.
    #[must_use]
    pub fn with_member(&self, name: &str, shape: Self) -> Self {
        let field = Field {
            shape,
            always: true,
        };
        match self {
            Self::Object(object) => match object.with(name, &field) {
                Some(object) => object,
                None => {
                    let mut fields = object.fields.clone();
                    fields.insert(name, field);
                    Self::object(fields, object.open, object.rest, object.origin)
                }
            },
            other => {
                let rest = Size {
                    low: 0,
                    ..other.size()
                };
                Self::object(
                    [(name, field)].into_iter().collect(),
                    true,
                    rest,
                    other.origin(),
                )
            }
        }
    }

    /// This array with the item at `index` replaced.
    #[must_use]
    pub fn with_item(&self, index: i64, shape: Self) -> Self {
        match self {
            Self::Array(array) => match (&array.items, usize::try_from(index)) {
                (Items::Tuple(items), Ok(index)) if index < items.len() => {
                    let mut items = items.clone();
                    items[index] = shape;
                    Self::tuple(items)
                }
                _ => Self::array(
                    array.item().map(|item| item.join(&shape)),
                    array.least,
                    array.most,
                ),
            },
            other => Self::any(other.size().plus(shape.size()), other.origin()),
        }
    }

    /// This array, of which the bytes are known from elsewhere.
    #[must_use]
    pub(in crate::analysis) fn bounded_by(self, size: Size) -> Self {
        match self {
            Self::Array(array) => {
                let array = Arc::unwrap_or_clone(array);
                Self::sized_array(array.items, array.least, array.most, size)
            }
            other => other,
        }
    }

    /// Both objects in one, the second's members on top: `States.JsonMerge`.
    #[must_use]
    pub fn merged_with(&self, top: &Self) -> Self {
        let size = self.size().plus(top.size());
        match (self, top) {
            (Self::Object(base), Self::Object(top)) => {
                let mut fields = base.fields.clone();
                for (name, field) in top.fields.iter() {
                    match fields.get_mut(name) {
                        Some(old) if !field.always => {
                            old.shape = old.shape.join(&field.shape);
                        }
                        _ => {
                            fields.insert(name.clone(), field.clone());
                        }
                    }
                }
                if top.open {
                    for (name, field) in fields.iter_mut() {
                        if !top.fields.contains_key(name) {
                            field.shape = Self::unknown(None);
                        }
                    }
                }
                Self::object(
                    fields,
                    base.open || top.open,
                    base.rest.plus(top.rest),
                    None,
                )
            }
            // What comes on top of an object of which nothing is known is known.
            (Self::Any(base), Self::Object(top)) => {
                let (fields, rest) = certain_fields(&top.fields, top.rest);
                Self::object(fields, true, rest.plus(perhaps(base.size)), None)
            }
            (Self::Object(base), Self::Any(top)) => {
                let (mut fields, rest) = certain_fields(&base.fields, base.rest);
                for (_, field) in fields.iter_mut() {
                    field.shape = Self::unknown(None);
                }
                Self::object(fields, true, rest.plus(perhaps(top.size)), None)
            }
            _ => Self::any(size.from(2), None),
        }
    }
}

/// The members that are always there, and the bytes of the others and of the rest.
fn certain_fields(fields: &Fields, rest: Size) -> (Fields, Size) {
    let mut rest = perhaps(rest);
    let mut certain = fields.clone();
    certain.retain(|name, field| {
        if !field.always {
            rest = rest.plus(field_size(name, field));
        }
        field.always
    });
    (certain, rest)
}

/// As much, or nothing of it.
fn perhaps(size: Size) -> Size {
    Size { low: 0, ..size }
}
