//! Items out of objects.

mod csv;
mod fault;
mod input;
mod json;
mod json_lines;
mod lines;
mod listing;
mod many;

pub(super) use csv::CsvItems;
pub(super) use fault::ReadFault;
pub(super) use input::Input;
pub(super) use json::JsonItems;
pub(super) use json_lines::JsonLinesItems;

use super::store::ObjectStore;
use crate::asl::{InputType, ItemFormat, ManifestType};
use crate::engine::{Item, s3_source};
use crate::value::{Str, Value};
use listing::Listing;
use many::ManyItems;
use std::sync::Arc;

/// Items, one by one. Nothing is asked for after a fault.
pub(super) type Items = Box<dyn Iterator<Item = Result<Item, ReadFault>> + Send>;

/// Bytes of one item, of a line, or of a manifest. On AWS an item has to fit into the payload of 256 KiB; this is what
/// keeps a file with a single endless line out of memory.
const LONGEST: usize = 16 << 20;

/// Where an object is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) bucket: String,
    pub(super) key: String,
}

impl std::fmt::Display for Place {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "s3://{}/{}", self.bucket, self.key)
    }
}

/// The items that an `ItemReader` asks for.
pub(super) fn open(
    store: &Arc<dyn ObjectStore>,
    action: &str,
    parameters: &Value,
    format: &ItemFormat,
) -> Result<Items, ReadFault> {
    match action {
        "getObject" => {
            let place = Place {
                bucket: text(parameters, "Bucket")?,
                key: text(parameters, "Key")?,
            };
            match format.manifest_type {
                Some(ManifestType::AthenaData) => {
                    Ok(Box::new(ManyItems::of_athena(store, place, format)?))
                }
                Some(ManifestType::S3Inventory) => {
                    Ok(Box::new(ManyItems::of_inventory(store, &place)?))
                }
                None => open_object(store, place, format),
            }
        }
        "listObjectsV2" => {
            listing::refuse_unsupported(parameters)?;
            let bucket = text(parameters, "Bucket")?;
            let prefix = match parameters.get("Prefix") {
                None | Some(Value::Null) => String::new(),
                Some(_) => text(parameters, "Prefix")?,
            };
            let listing = Listing::open(&**store, &bucket, &prefix)?;
            if format.load_and_flatten {
                Ok(Box::new(ManyItems::of_listing(
                    store, bucket, listing, format,
                )))
            } else {
                let source = s3_source(&bucket, None);
                let items = listing.map(|found| Ok(listing::item(&found?)));
                Ok(from(source, items))
            }
        }
        _ => Err(ReadFault::Unsupported(format!(
            "a Map over what `{action}` gives"
        ))),
    }
}

/// The items of one object.
fn open_object(
    store: &Arc<dyn ObjectStore>,
    place: Place,
    format: &ItemFormat,
) -> Result<Items, ReadFault> {
    let input = |place: Place| {
        let reader = store.open(&place.bucket, &place.key)?;
        Input::new(reader, place)
    };
    let source = s3_source(&place.bucket, Some(&place.key));
    match format.input_type {
        Some(InputType::Json) => {
            let pointer = format.items_pointer.as_deref().unwrap_or_default();
            Ok(from(source, JsonItems::new(input(place)?, pointer)))
        }
        Some(InputType::JsonLines) => Ok(from(source, JsonLinesItems::new(input(place)?))),
        Some(InputType::Csv) => {
            let headers = format.csv_headers.clone();
            let items = CsvItems::new(input(place)?, format.csv_delimiter, headers)?;
            Ok(from(source, items))
        }
        Some(InputType::Manifest) => Ok(Box::new(ManyItems::of_inventory(store, &place)?)),
        Some(InputType::Parquet) => {
            // A missing object is told of first, as for the formats that can be read.
            store.open(&place.bucket, &place.key)?;
            Err(ReadFault::Unsupported(
                "a Map over a Parquet file".to_owned(),
            ))
        }
        None => Err(ReadFault::NoInputType),
    }
}

/// Items that all come from one source.
fn from(
    source: Str,
    items: impl Iterator<Item = Result<Value, ReadFault>> + Send + 'static,
) -> Items {
    Box::new(items.map(move |value| {
        Ok(Item {
            value: value?,
            source: source.clone(),
        })
    }))
}

/// A text among the parameters.
fn text(parameters: &Value, name: &'static str) -> Result<String, ReadFault> {
    match parameters.get(name).and_then(Value::as_str) {
        Some(text) => Ok(text.to_owned()),
        None => Err(ReadFault::Parameter(name)),
    }
}
