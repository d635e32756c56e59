//! What a value can look like: what is known of it before anything has run.

use super::{Origin, Size};
use crate::value::{Object, Str, Value};
use indexmap::IndexMap;
use std::sync::Arc;

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

type Fields = IndexMap<Str, Field, foldhash::fast::FixedState>;

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

const MAX_DEPTH: u32 = 12;
const MAX_NODES: u32 = 4_000;
const MAX_TUPLE: usize = 16;
/// Literal texts longer than this are remembered by their size only.
const MAX_LITERAL: u64 = 200;

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

    fn sized_array(mut items: Items, least: u64, most: Option<u64>, size: Size) -> Self {
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
    pub(super) fn object(
        mut fields: Fields,
        open: bool,
        rest: Size,
        origin: Option<Origin>,
    ) -> Self {
        let mut weight = Weight::default();
        for field in fields.values_mut() {
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
        fields.into_iter().flatten()
    }

    /// Whether it is an object of which all members are known.
    pub fn is_closed(&self) -> bool {
        matches!(self, Self::Object(object) if !object.open)
    }

    /// This object with `name` set.
    #[must_use]
    pub fn with_member(&self, name: &str, shape: Self) -> Self {
        let field = Field {
            shape,
            always: true,
        };
        match self {
            Self::Object(object) => {
                let mut fields = object.fields.clone();
                fields.insert(name.into(), field);
                Self::object(fields, object.open, object.rest, object.origin)
            }
            other => {
                let rest = Size {
                    low: 0,
                    ..other.size()
                };
                Self::object(
                    [(Str::from(name), field)].into_iter().collect(),
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
    pub(super) fn bounded_by(self, size: Size) -> Self {
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
                for (name, field) in &top.fields {
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
                    for (name, field) in &mut fields {
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
            _ => Self::any(Size { low: 2, ..size }, None),
        }
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

impl ArrayShape {
    fn item(&self) -> Option<Shape> {
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

impl ObjectShape {
    fn merge(
        &self,
        other: &Self,
        sizes: fn(Size, Size) -> Size,
        most: fn(u64, u64) -> u64,
    ) -> Shape {
        let mut fields = Fields::default();
        let (mut left_rest, mut right_rest) = (self.rest, other.rest);
        for (name, left) in &self.fields {
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
        for (name, right) in &other.fields {
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

/// A member's part of the JSON text: key, colon, value, comma.
fn field_size(name: &Str, field: &Field) -> Size {
    let key = Value::String(name.clone()).size() + 2;
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
    for (name, field) in fields {
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

impl Weight {
    fn add(&mut self, other: Self) {
        self.depth = self.depth.max(other.depth);
        self.nodes = self.nodes.saturating_add(other.nodes);
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

impl From<Object> for Shape {
    fn from(object: Object) -> Self {
        Self::literal(&Value::Object(object), None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::read;

    fn literal(json: &str) -> Shape {
        Shape::literal(&read(json).unwrap(), None)
    }

    #[test]
    fn literals_know_their_bytes_and_members() {
        for json in [
            "{}",
            "[]",
            "[1,2]",
            r#"{"a":[1,{"b":"x"}],"é":null}"#,
            r#"{ "a" : [ 1 ] }"#,
        ] {
            assert_eq!(
                literal(json).size(),
                Size::exact(json.len() as u64),
                "{json}"
            );
        }
        let shape = literal(r#"{"a":{"b":"x"}}"#);
        let inner = shape.member("a");
        assert_eq!(inner.presence, Presence::Always);
        assert_eq!(
            inner.shape.member("b").shape.literal_value(),
            Some(&Value::from("x"))
        );
        assert_eq!(inner.shape.member("c").presence, Presence::Never);
        assert_eq!(
            shape
                .member("a")
                .shape
                .member("b")
                .shape
                .member("c")
                .presence,
            Presence::Never
        );
    }

    #[test]
    fn examples_claim_nothing_of_what_they_lack() {
        let value = read(r#"{"a":1}"#).unwrap();
        let shape = Shape::sample(&value, None);
        assert_eq!(shape.member("a").presence, Presence::Always);
        assert_eq!(shape.member("b").presence, Presence::Unknown);
        assert_eq!(shape.size(), Size::exact(7));
    }

    #[test]
    fn joining_tells_always_from_sometimes() {
        let joined = literal(r#"{"a":1,"b":"x"}"#).join(&literal(r#"{"a":2}"#));
        assert_eq!(joined.member("a").presence, Presence::Always);
        assert_eq!(joined.member("a").shape.literal_value(), None);
        assert_eq!(joined.member("b").presence, Presence::Sometimes);
        assert_eq!(joined.member("c").presence, Presence::Never);
        assert_eq!(joined.size(), Size::between(7, 15));
        let open = joined.join(&Shape::open_object([], None));
        assert_eq!(open.member("b").presence, Presence::Unknown);
        assert!(!open.size().bounded);
        assert_eq!(
            literal("1").join(&literal("[]")).member("a").presence,
            Presence::Unknown
        );
    }

    #[test]
    fn arrays_know_how_many_items_they_have() {
        let pair = literal("[1,\"x\"]");
        assert_eq!(pair.item_at(1).shape.describe(), "a string");
        assert_eq!(pair.item_at(-1).shape.describe(), "a string");
        assert_eq!(pair.item_at(2).presence, Presence::Never);
        let some = Shape::array(Some(literal("10")), 2, Some(5));
        assert_eq!(some.item_at(1).presence, Presence::Always);
        assert_eq!(some.item_at(4).presence, Presence::Unknown);
        assert_eq!(some.item_at(5).presence, Presence::Never);
        assert_eq!(some.size(), Size::between(7, 16));
        assert_eq!(
            Shape::array(None, 0, None).item_at(0).presence,
            Presence::Never
        );
    }

    #[test]
    fn nothing_grows_for_ever() {
        let mut shape = literal("{}");
        for _ in 0..100 {
            let next = Shape::closed([("a", shape.clone()), ("b", shape.clone())], None);
            shape = shape.widen(&next);
        }
        let grown = Shape::closed([("a", shape.clone()), ("b", shape.clone())], None);
        assert_eq!(shape.widen(&grown), shape);
        assert!(!shape.size().bounded);
    }

    #[test]
    fn members_are_set_and_merged() {
        let base = literal(r#"{"a":1}"#);
        let set = base.with_member("b", literal("22"));
        assert_eq!(set.size(), Size::exact(r#"{"a":1,"b":22}"#.len() as u64));
        let merged = set.merged_with(&literal(r#"{"b":"x","c":3}"#));
        assert_eq!(
            merged.size(),
            Size::exact(r#"{"a":1,"b":"x","c":3}"#.len() as u64)
        );
        assert_eq!(merged.member("d").presence, Presence::Never);
        let any = Shape::unknown(None).with_member("b", literal("22"));
        assert_eq!(any.member("b").presence, Presence::Always);
        assert_eq!(any.member("a").presence, Presence::Unknown);
    }
}
