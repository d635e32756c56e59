//! Names of members, which remember where they were found.

use super::val::Val;
use crate::value::{Object, Str, Value};
use std::ops::Deref;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The name of a member. Objects in an array mostly have their members in the same order, so that the place where a
/// name was found last is a good guess, and spares the hash.
#[derive(Debug)]
pub(super) struct Name {
    text: Str,
    place: AtomicUsize,
}

impl Name {
    pub(super) fn new(text: Str) -> Self {
        Self {
            text,
            place: AtomicUsize::new(0),
        }
    }

    pub(super) fn text(&self) -> &Str {
        &self.text
    }

    /// The member of that name.
    pub(super) fn find<'v>(&self, object: &'v Object) -> Option<&'v Value> {
        if let Some((key, value)) = object.get_index(self.place.load(Ordering::Relaxed))
            && **key == *self.text
        {
            return Some(value);
        }
        let place = object.index_of(&self.text)?;
        self.place.store(place, Ordering::Relaxed);
        object.get_index(place).map(|(_, value)| value)
    }

    /// The member of that name, where `value` is an object that has it.
    pub(super) fn member<'a>(&self, value: &Val<'a>) -> Option<Val<'a>> {
        match value {
            Val::Ref(Value::Object(object)) => self.find(object).map(Val::Ref),
            Val::Json(Value::Object(object)) => self.find(object).cloned().map(Val::Json),
            other => other.member(&self.text),
        }
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}
