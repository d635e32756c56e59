//! Items of `s3:listObjectsV2`.

use super::super::store::{ObjectInfo, ObjectStore, Objects, StoreError};
use super::ReadFault;
use crate::value::{Object, Value};

/// What a caller of ListObjectsV2 may send that would change what is found, and that we do not do.
const UNSUPPORTED: [&str; 3] = ["ContinuationToken", "Delimiter", "StartAfter"];

/// The objects under a prefix.
pub(super) struct Listing(Objects);

impl Listing {
    pub(super) fn open(
        store: &dyn ObjectStore,
        bucket: &str,
        prefix: &str,
    ) -> Result<Self, StoreError> {
        store.list(bucket, prefix).map(Self)
    }
}

impl Iterator for Listing {
    type Item = Result<ObjectInfo, ReadFault>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.0.next()?.map_err(ReadFault::from))
    }
}

/// Refuses parameters that we would have to ignore.
pub(super) fn refuse_unsupported(parameters: &Value) -> Result<(), ReadFault> {
    let unsupported = UNSUPPORTED
        .iter()
        .find(|name| parameters.get(name).is_some());
    match unsupported {
        Some(name) => Err(ReadFault::Unsupported(format!(
            "a Map over a listing with `{name}`"
        ))),
        None => Ok(()),
    }
}

/// An object as an item (developer guide, "ItemReader (Map)"): the `Etag` in its own quotes, seconds since 1970.
pub(super) fn item(object: &ObjectInfo) -> Value {
    let number = |number: u64| Value::from(i64::try_from(number).unwrap_or(i64::MAX));
    let members = [
        ("Etag", Value::from(format!("\"{}\"", object.etag))),
        ("Key", Value::from(object.key.as_str())),
        (
            "LastModified",
            Value::from(object.last_modified.0.div_euclid(1000)),
        ),
        ("Size", number(object.size)),
        ("StorageClass", Value::from(object.storage_class.clone())),
    ];
    Value::Object(members.into_iter().collect::<Object>())
}
