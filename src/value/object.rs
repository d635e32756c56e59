//! A shared object that keeps the order of its keys.

use super::Value;
use super::measure::{Cache, Text};
use indexmap::IndexMap;
use std::sync::Arc;

/// Shared text: keys and strings.
pub type Str = Arc<str>;

pub(super) type Members = IndexMap<Str, Value, foldhash::fast::FixedState>;

/// A JSON object. Clones share the members.
#[derive(Clone, Default)]
pub struct Object(Arc<Data>);

#[derive(Clone, Default)]
struct Data {
    members: Members,
    text: Option<Text>,
    cache: Cache,
}

impl Object {
    /// An object without members.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of `key`.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.members.get(key)
    }

    /// Whether there is a member `key`.
    pub fn contains_key(&self, key: &str) -> bool {
        self.0.members.contains_key(key)
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.0.members.len()
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.0.members.is_empty()
    }

    /// The members in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&Str, &Value)> + ExactSizeIterator {
        self.0.members.iter()
    }

    /// The keys in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Str> + ExactSizeIterator {
        self.0.members.keys()
    }

    /// The values in key order.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
        self.0.members.values()
    }

    /// The member at position `index`.
    pub fn get_index(&self, index: usize) -> Option<(&Str, &Value)> {
        self.0.members.get_index(index)
    }

    /// The position of `key`.
    pub fn index_of(&self, key: &str) -> Option<usize> {
        self.0.members.get_index_of(key)
    }

    /// Sets `key`. A key that was there keeps its place; the old value is returned.
    pub fn insert(&mut self, key: impl Into<Str>, value: Value) -> Option<Value> {
        self.members_mut().insert(key.into(), value)
    }

    /// Takes `key` out; the members behind it move up.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        self.members_mut().shift_remove(key)
    }

    /// The value of `key`, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        self.members_mut().get_mut(key)
    }

    /// Whether both are the very same object in memory.
    pub fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Where it lies in memory: the same for all clones, and for no other object that lives.
    pub fn address(&self) -> usize {
        Arc::as_ptr(&self.0).cast::<()>() as usize
    }

    fn members_mut(&mut self) -> &mut Members {
        let data = Arc::make_mut(&mut self.0);
        data.text = None;
        data.cache = Cache::default();
        &mut data.members
    }

    pub(super) fn with_text(members: Members, text: Option<Text>) -> Self {
        Self(Arc::new(Data {
            members,
            text,
            cache: Cache::default(),
        }))
    }

    pub(super) fn text(&self) -> Option<&str> {
        self.0.text.as_ref().map(Text::as_str)
    }

    pub(super) fn cache(&self) -> &Cache {
        &self.0.cache
    }
}

impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        self.same(other) || self.0.members == other.0.members
    }
}

impl<K: Into<Str>> FromIterator<(K, Value)> for Object {
    fn from_iter<I: IntoIterator<Item = (K, Value)>>(members: I) -> Self {
        let members = members
            .into_iter()
            .map(|(key, value)| (key.into(), value))
            .collect();
        Self::with_text(members, None)
    }
}
