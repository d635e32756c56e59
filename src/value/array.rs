//! A shared array.

use super::Value;
use super::measure::{Cache, Text};
use std::ops::Deref;
use std::sync::Arc;

/// A JSON array. Clones share the items.
#[derive(Clone, Default)]
pub struct Array(Arc<Data>);

#[derive(Clone, Default)]
struct Data {
    items: Vec<Value>,
    text: Option<Text>,
    cache: Cache,
}

impl Array {
    /// The items, to be changed. Copies them first where they are shared, and forgets the source text.
    pub fn make_mut(&mut self) -> &mut Vec<Value> {
        let data = Arc::make_mut(&mut self.0);
        data.text = None;
        data.cache = Cache::default();
        &mut data.items
    }

    /// Whether both are the very same array in memory.
    pub fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    pub(super) fn with_text(items: Vec<Value>, text: Option<Text>) -> Self {
        Self(Arc::new(Data {
            items,
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

impl Deref for Array {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.0.items
    }
}

impl From<Vec<Value>> for Array {
    fn from(items: Vec<Value>) -> Self {
        Self::with_text(items, None)
    }
}

impl PartialEq for Array {
    fn eq(&self, other: &Self) -> bool {
        self.same(other) || self.0.items == other.0.items
    }
}
