//! The objects below a prefix, a page at a time.

use super::super::store::{ObjectInfo, StoreError};
use super::asking::{Asking, Place};
use crate::base::Timestamp;
use crate::value::{Object, Value};
use std::collections::VecDeque;

/// A listing that is being read.
#[derive(Debug)]
pub(super) struct Listing {
    asking: Asking,
    place: Place,
    parameters: Object,
    page: VecDeque<ObjectInfo>,
    /// `NextContinuationToken`, where there is a page more.
    token: Option<Value>,
}

impl Listing {
    /// Gets the first page with a call of these parameters.
    pub(super) fn start(
        asking: Asking,
        place: Place,
        parameters: Object,
    ) -> Result<Self, StoreError> {
        let mut listing = Self {
            asking,
            place,
            parameters,
            page: VecDeque::new(),
            token: None,
        };
        listing.get()?;
        Ok(listing)
    }

    fn get(&mut self) -> Result<(), StoreError> {
        let mut parameters = self.parameters.clone();
        if let Some(token) = self.token.take() {
            parameters.insert("ContinuationToken", token);
        }
        let page = self.asking.call("listObjectsV2", &self.place, parameters)?;
        let objects = page.get("Contents").and_then(Value::as_array);
        let objects = objects.into_iter().flat_map(|objects| objects.iter());
        self.page = objects.map(object).collect();
        let more = page.get("IsTruncated") == Some(&Value::Bool(true));
        self.token = page.get("NextContinuationToken").filter(|_| more).cloned();
        Ok(())
    }
}

impl Iterator for Listing {
    type Item = Result<ObjectInfo, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.page.is_empty() && self.token.is_some() {
            if let Err(error) = self.get() {
                return Some(Err(error));
            }
        }
        self.page.pop_front().map(Ok)
    }
}

/// What the listing tells of an object.
fn object(told: &Value) -> ObjectInfo {
    let text = |name: &str| told.get(name).and_then(Value::as_str).unwrap_or_default();
    let number = |name: &str| told.get(name).and_then(Value::as_i64).unwrap_or_default();
    ObjectInfo {
        key: text("Key").to_owned(),
        size: u64::try_from(number("Size")).unwrap_or_default(),
        last_modified: Timestamp(number("LastModified")),
        etag: text("ETag").trim_matches('"').to_owned(),
        storage_class: text("StorageClass").into(),
    }
}
