//! One shape or another: what holds of both.

use super::build::field_size;
use super::{Field, Fields, Items, ObjectShape, Scalar, Shape};
use crate::analysis::Size;

impl Shape {
    /// One or the other.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        self.merge(other, Size::or, |old, new| old.max(new))
    }

    /// One or the other, where the other comes of it again and again: what grows loses its bound, so that it comes to
    /// an end.
    #[must_use]
    pub fn widen(&self, other: &Self) -> Self {
        self.merge(
            other,
            Size::widened,
            |old, new| if new > old { u64::MAX } else { old },
        )
    }

    fn merge(
        &self,
        other: &Self,
        sizes: fn(Size, Size) -> Size,
        most: fn(u64, u64) -> u64,
    ) -> Self {
        if self == other {
            return self.clone();
        }
        let size = sizes(self.size(), other.size());
        match (self, other) {
            (Self::Scalar(left), Self::Scalar(right)) => Self::Scalar(Scalar {
                kinds: left.kinds.or(right.kinds),
                literal: left
                    .literal
                    .clone()
                    .filter(|_| left.literal == right.literal),
                size,
            }),
            (Self::Array(left), Self::Array(right)) => {
                let highest = match (left.most, right.most) {
                    (Some(left), Some(right)) => {
                        Some(most(left, right)).filter(|most| *most < u64::MAX)
                    }
                    _ => None,
                };
                let items = match (&left.items, &right.items) {
                    (Items::Tuple(left), Items::Tuple(right)) if left.len() == right.len() => {
                        let pairs = left.iter().zip(right);
                        Items::Tuple(
                            pairs
                                .map(|(left, right)| left.merge(right, sizes, most))
                                .collect(),
                        )
                    }
                    _ => Items::Alike(match (left.item(), right.item()) {
                        (Some(left), Some(right)) => Some(left.merge(&right, sizes, most)),
                        (left, right) => left.or(right),
                    }),
                };
                Self::sized_array(items, left.least.min(right.least), highest, size)
            }
            (Self::Object(left), Self::Object(right)) => left.merge(right, sizes, most),
            _ => Self::any(
                size,
                self.origin()
                    .filter(|origin| Some(*origin) == other.origin()),
            ),
        }
    }
}

impl ObjectShape {
    fn merge(
        &self,
        other: &Self,
        sizes: fn(Size, Size) -> Size,
        most: fn(u64, u64) -> u64,
    ) -> Shape {
        let mut fields = Fields::default();
        let (mut left_rest, mut right_rest) = (self.rest, other.rest);
        for (name, left) in self.fields.iter() {
            match other.fields.get(name) {
                Some(right) => {
                    let field = Field {
                        shape: left.shape.merge(&right.shape, sizes, most),
                        always: left.always && right.always,
                    };
                    fields.insert(name.clone(), field);
                }
                None if other.open => left_rest = left_rest.plus(field_size(name, left)),
                None => {
                    let field = Field {
                        shape: left.shape.clone(),
                        always: false,
                    };
                    fields.insert(name.clone(), field);
                }
            }
        }
        for (name, right) in other.fields.iter() {
            if self.fields.contains_key(name) {
                continue;
            }
            if self.open {
                right_rest = right_rest.plus(field_size(name, right));
                continue;
            }
            let field = Field {
                shape: right.shape.clone(),
                always: false,
            };
            fields.insert(name.clone(), field);
        }
        let origin = self.origin.filter(|origin| Some(*origin) == other.origin);
        Shape::object(
            fields,
            self.open || other.open,
            sizes(left_rest, right_rest),
            origin,
        )
    }
}
