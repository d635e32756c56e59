//! An item of a Map, and where it comes from.

use crate::value::{Str, Value};

/// The source of items from the state's own data.
pub(super) const STATE_DATA: &str = "STATE_DATA";

/// Where in S3 an item comes from, as `$$.Map.Item.Source` says it: `S3://bucket` where the item is an object of a listing,
/// `S3://bucket/key` where it is in an object (developer guide, "Accessing execution data from the Context object").
pub fn s3_source(bucket: &str, key: Option<&str>) -> Str {
    match key {
        Some(key) => format!("S3://{bucket}/{key}").into(),
        None => format!("S3://{bucket}").into(),
    }
}

/// An item of a Map.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The item.
    pub value: Value,
    /// What `$$.Map.Item.Source` says: `STATE_DATA`, or what [`s3_source`] makes.
    pub source: Str,
}

impl Item {
    /// One from the state's own data.
    pub(super) fn of_state_data(value: Value) -> Self {
        Self {
            value,
            source: STATE_DATA.into(),
        }
    }
}
