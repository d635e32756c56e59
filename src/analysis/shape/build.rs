//! Making shapes: of literals, examples, and parts.

use super::{Any, ArrayShape, Field, Fields, Items, Kinds, ObjectShape, Scalar, Shape, Weight};
use crate::analysis::{Origin, Size};
use crate::value::{Str, Value, string_size};
use std::sync::Arc;

const MAX_DEPTH: u32 = 12;
const MAX_NODES: u32 = 2_000;
const MAX_TUPLE: usize = 16;
/// Literal texts longer than this are remembered by their size only.
const MAX_LITERAL: u64 = 200;

impl Shape {
    /// Anything, of unknown size.
    pub fn unknown(origin: Option<Origin>) -> Self {
        Self::any(Size::UNKNOWN, origin)
    }

    /// Anything, of such a size.
    pub fn any(size: Size, origin: Option<Origin>) -> Self {
        Self::Any(Any { size, origin })
    }

    /// A scalar of such kinds.
    pub fn scalar(kinds: Kinds, size: Size) -> Self {
        Self::Scalar(Scalar {
            kinds,
            literal: None,
            size,
        })
    }

    /// A string whose JSON text has such a size, quotes included.
    pub fn string(size: Size) -> Self {
        Self::scalar(Kinds::STRING, size)
    }

    /// A number; the longest that AWS prints have some 24 characters.
    pub fn number() -> Self {
        Self::scalar(Kinds::NUMBER, Size::between(1, 24))
    }

    /// `true` or `false`.
    pub fn boolean() -> Self {
        Self::scalar(Kinds::BOOLEAN, Size::between(4, 5))
    }

    /// An array of so many items (at least, at most) that look alike.
    pub fn array(item: Option<Self>, least: u64, most: Option<u64>) -> Self {
        let Some(item) = item else {
            return Self::sized_array(Items::Alike(None), 0, Some(0), Size::exact(2));
        };
        let commas = Size::ZERO.plus(Size {
            low: least.saturating_sub(1),
            high: most.unwrap_or(least).saturating_sub(1),
            bounded: most.is_some(),
        });
        let size = item
            .size()
            .times(least, most)
            .plus(commas)
            .plus(Size::exact(2));
        Self::sized_array(Items::Alike(Some(item)), least, most, size)
    }

    /// An array of these items.
    pub fn tuple(items: Vec<Self>) -> Self {
        let count = items.len() as u64;
        let commas = Size::exact(2 + count.saturating_sub(1));
        let size = items.iter().fold(commas, |sum, item| sum.plus(item.size()));
        if items.len() <= MAX_TUPLE {
            return Self::sized_array(Items::Tuple(items), count, Some(count), size);
        }
        let item = items.into_iter().reduce(|left, right| left.join(&right));
        Self::sized_array(Items::Alike(item), count, Some(count), size)
    }

    pub(super) fn sized_array(mut items: Items, least: u64, most: Option<u64>, size: Size) -> Self {
        let mut weight = Weight::default();
        let all: &mut [Self] = match &mut items {
            Items::Tuple(items) => items,
            Items::Alike(item) => item.as_mut_slice(),
        };
        for item in all {
            item.limit(MAX_DEPTH - 1, MAX_NODES / 2);
            weight.add(item.weight());
        }
        if weight.nodes > MAX_NODES {
            return Self::any(size, None);
        }
        weight.depth += 1;
        Self::Array(Arc::new(ArrayShape {
            items,
            least,
            most,
            size,
            weight,
        }))
    }

    /// An object that has these members always, and no others.
    pub fn closed<K: Into<Str>>(
        fields: impl IntoIterator<Item = (K, Self)>,
        origin: Option<Origin>,
    ) -> Self {
        let fields = fields.into_iter().map(|(name, shape)| {
            (
                name.into(),
                Field {
                    shape,
                    always: true,
                },
            )
        });
        Self::object(fields.collect(), false, Size::ZERO, origin)
    }

    /// An object.
    pub(in crate::analysis) fn object(
        mut fields: Fields,
        open: bool,
        rest: Size,
        origin: Option<Origin>,
    ) -> Self {
        let mut weight = Weight::default();
        for (_, field) in fields.iter_mut() {
            field.shape.limit(MAX_DEPTH - 1, MAX_NODES / 2);
            weight.add(field.shape.weight());
        }
        let size = object_size(&fields, rest);
        if weight.nodes > MAX_NODES {
            return Self::any(size, origin);
        }
        weight.depth += 1;
        Self::Object(Arc::new(ObjectShape {
            fields,
            open,
            rest,
            origin,
            size,
            weight,
        }))
    }

    /// An object with these members, of which nothing more is known.
    pub fn open_object(
        fields: impl IntoIterator<Item = (Str, Self)>,
        origin: Option<Origin>,
    ) -> Self {
        let rest = Size {
            low: 0,
            high: 0,
            bounded: false,
        };
        let fields = fields.into_iter().map(|(name, shape)| {
            (
                name,
                Field {
                    shape,
                    always: true,
                },
            )
        });
        Self::object(fields.collect(), true, rest, origin)
    }

    /// Just this value of the definition. What a placeholder stands for is not known.
    pub fn literal(value: &Value, origin: Option<Origin>) -> Self {
        Self::read(value, false, origin)
    }

    /// A value like this one, which is an example: an object may have other members.
    pub fn sample(value: &Value, origin: Option<Origin>) -> Self {
        Self::read(value, true, origin)
    }

    fn read(value: &Value, open: bool, origin: Option<Origin>) -> Self {
        let size = Size::of(value);
        match value {
            unfilled if !open && is_unfilled(unfilled) => Self::unknown(origin),
            Value::Object(members) => {
                let read = |(name, value): (&Str, &Value)| {
                    let shape = Self::read(value, open, origin);
                    (
                        name.clone(),
                        Field {
                            shape,
                            always: true,
                        },
                    )
                };
                let fields: Fields = members.iter().map(read).collect();
                // White space of the source text counts, too.
                let blanks = size
                    .low
                    .saturating_sub(object_size(&fields, Size::ZERO).low);
                Self::object(fields, open, Size::exact(blanks), origin)
            }
            Value::Array(items) => {
                let count = items.len() as u64;
                let shapes = items.iter().map(|item| Self::read(item, open, origin));
                let items = if items.len() <= MAX_TUPLE {
                    Items::Tuple(shapes.collect())
                } else {
                    Items::Alike(shapes.reduce(|left, right| left.join(&right)))
                };
                Self::sized_array(items, count, Some(count), size)
            }
            scalar => Self::Scalar(Scalar {
                kinds: match scalar {
                    Value::Null => Kinds::NULL,
                    Value::Bool(_) => Kinds::BOOLEAN,
                    Value::Number(_) => Kinds::NUMBER,
                    _ => Kinds::STRING,
                },
                // Of an example only the kind is known.
                literal: (!open && size.low <= MAX_LITERAL).then(|| scalar.clone()),
                size,
            }),
        }
    }
}

impl ObjectShape {
    /// This object with a member set, where that is simple.
    pub(super) fn with(&self, name: &str, field: &Field) -> Option<Shape> {
        match self.fields.contains_key(name) {
            false => self.with_another(name, field),
            true => self.with_other(name, field),
        }
    }

    /// This object with one member more: its size is worked out from the new one alone, so that a machine of which every
    /// state adds its result costs no more for each than it must. Nothing where it is not that simple.
    fn with_another(&self, name: &str, field: &Field) -> Option<Shape> {
        let simple = self.fields.first().is_some_and(|first| first.always);
        if !simple {
            return None;
        }
        let mut field = field.clone();
        field.shape.limit(MAX_DEPTH - 1, MAX_NODES / 2);
        let mut weight = self.weight;
        weight.depth -= 1;
        weight.add(field.shape.weight());
        let name = Str::from(name);
        // Behind another member, its comma counts.
        let size = self.size.plus(field_size(&name, &field));
        if weight.nodes > MAX_NODES {
            return Some(Shape::any(size, self.origin));
        }
        weight.depth += 1;
        let mut fields = self.fields.clone();
        // It stays as it is: what came later would be room for nothing.
        fields.reserve_one();
        fields.insert(name, field);
        Some(Shape::Object(Arc::new(Self {
            fields,
            size,
            weight,
            ..*self
        })))
    }

    /// This object with another value for a member, its size worked out from the two values alone. Nothing where it is not
    /// that simple.
    fn with_other(&self, name: &str, field: &Field) -> Option<Shape> {
        let old = self.fields.get(name).filter(|old| old.always)?;
        let mut field = field.clone();
        field.shape.limit(MAX_DEPTH - 1, MAX_NODES / 2);
        let (gone, come) = (old.shape.weight(), field.shape.weight());
        let nodes = (self.weight.nodes - gone.nodes).checked_add(come.nodes)?;
        // What was deepest must not be gone.
        if come.depth < gone.depth || nodes > MAX_NODES {
            return None;
        }
        let size = self
            .size
            .without(old.shape.size())?
            .plus(field.shape.size());
        let mut fields = self.fields.clone();
        fields.insert(name, field);
        Some(Shape::Object(Arc::new(Self {
            fields,
            size,
            weight: Weight {
                depth: self.weight.depth.max(come.depth + 1),
                nodes,
            },
            ..*self
        })))
    }
}

/// Whether a value of the definition is known only when it is deployed: text with a `${placeholder}`, a function of
/// CloudFormation.
fn is_unfilled(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains("${"),
        Value::Object(members) => {
            members.len() == 1
                && members
                    .keys()
                    .all(|key| &**key == "Ref" || key.starts_with("Fn::"))
        }
        _ => false,
    }
}

/// A member's part of the JSON text: key, colon, value, comma.
pub(super) fn field_size(name: &Str, field: &Field) -> Size {
    let key = string_size(name) + 2;
    let size = field.shape.size().plus(Size::exact(key));
    if field.always {
        size
    } else {
        size.or_nothing()
    }
}

fn object_size(fields: &Fields, rest: Size) -> Size {
    let mut size = rest.plus(Size::exact(2));
    let mut surely = 0;
    for (name, field) in fields.iter() {
        size = size.plus(field_size(name, field));
        surely += u64::from(field.always);
    }
    // The last member has no comma behind it.
    Size {
        low: size.low - u64::from(surely > 0),
        high: size.high - u64::from(!fields.is_empty()),
        ..size
    }
}
