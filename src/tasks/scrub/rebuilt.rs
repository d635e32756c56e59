//! Arrays and objects of which parts are others.

use crate::value::{Array, Object, Str, Value};

/// An array with other items; nothing where `change` changes none.
pub(super) fn array<'v>(
    items: &'v Array,
    change: impl FnMut(&'v Value) -> Option<Value>,
) -> Option<Value> {
    let changed: Vec<Option<Value>> = items.iter().map(change).collect();
    changed.iter().any(Option::is_some).then(|| {
        let items = items.iter().zip(changed);
        items
            .map(|(item, changed)| changed.unwrap_or_else(|| item.clone()))
            .collect()
    })
}

/// An object with other keys and values; nothing where `change` changes none. A key that comes twice then gets stars behind it, so
/// that no member is lost.
pub(super) fn object(
    members: &Object,
    mut change: impl FnMut(&Str, &Value) -> (Option<String>, Option<Value>),
) -> Option<Value> {
    let changed: Vec<(Option<String>, Option<Value>)> = members
        .iter()
        .map(|(key, value)| change(key, value))
        .collect();
    let is_same = |(key, value): &(Option<String>, Option<Value>)| key.is_none() && value.is_none();
    if changed.iter().all(is_same) {
        return None;
    }
    let mut rebuilt = Object::new();
    for ((key, value), (other_key, other)) in members.iter().zip(changed) {
        let mut key = other_key.map_or_else(|| key.clone(), Str::from);
        while rebuilt.contains_key(&key) {
            key = format!("{key}*").into();
        }
        rebuilt.insert(key, other.unwrap_or_else(|| value.clone()));
    }
    Some(rebuilt.into())
}
