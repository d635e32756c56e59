//! Items of many objects, one object after the other: those of a manifest, or of a listing with `LOAD_AND_FLATTEN`.

use super::super::store::ObjectStore;
use super::lines::{LineEnd, Lines};
use super::listing::Listing;
use super::{Input, Items, LONGEST, Place, ReadFault, open_object};
use crate::asl::{InputType, ItemFormat};
use crate::engine::Item;
use crate::value::{Str, Value, read};
use std::io::Read;
use std::sync::Arc;

/// Objects, one after the other.
type Places = Box<dyn Iterator<Item = Result<Place, ReadFault>> + Send>;

/// The items of many objects of one format.
pub(super) struct ManyItems {
    store: Arc<dyn ObjectStore>,
    places: Places,
    format: ItemFormat,
    open: Option<Items>,
}

impl ManyItems {
    fn new(store: &Arc<dyn ObjectStore>, places: Places, format: ItemFormat) -> Self {
        Self {
            store: Arc::clone(store),
            places,
            format,
            open: None,
        }
    }

    /// The content of every object of a listing.
    pub(super) fn of_listing(
        store: &Arc<dyn ObjectStore>,
        bucket: String,
        listing: Listing,
        format: &ItemFormat,
    ) -> Self {
        let places = listing.map(move |found| {
            Ok(Place {
                bucket: bucket.clone(),
                key: found?.key,
            })
        });
        Self::new(store, Box::new(places), format.clone())
    }

    /// The rows of the data files of an S3 inventory, as its `manifest.json` lists them. They have no header row; the
    /// columns stand in the manifest's `fileSchema` (S3 user guide, "Inventory manifest").
    pub(super) fn of_inventory(
        store: &Arc<dyn ObjectStore>,
        place: &Place,
    ) -> Result<Self, ReadFault> {
        let fault = |message: &str| ReadFault::Manifest {
            place: place.clone(),
            kind: "S3 inventory",
            message: message.to_owned(),
        };
        let manifest = document(store, place)?;
        let text = |name: &str| manifest.get(name).and_then(Value::as_str);
        let format = text("fileFormat").ok_or_else(|| fault("`fileFormat` is missing"))?;
        if format != "CSV" {
            return Err(ReadFault::Unsupported(format!(
                "a Map over an S3 inventory in the format {format}"
            )));
        }
        let schema = text("fileSchema").ok_or_else(|| fault("`fileSchema` is missing"))?;
        let headers: Vec<Str> = schema.split(',').map(|name| name.trim().into()).collect();
        let files = manifest.get("files").and_then(Value::as_array);
        let files = files.ok_or_else(|| fault("`files` is missing"))?;
        let bucket = text("destinationBucket").map_or(&*place.bucket, |arn| {
            arn.rsplit_once(":::").map_or(arn, |(_, name)| name)
        });
        let mut places = Vec::with_capacity(files.len());
        for file in files.iter() {
            let key = file.get("key").and_then(Value::as_str);
            let key = key.ok_or_else(|| fault("a file without `key`"))?;
            places.push(Ok(Place {
                bucket: bucket.to_owned(),
                key: key.to_owned(),
            }));
        }
        let format = ItemFormat {
            input_type: Some(InputType::Csv),
            csv_headers: Some(headers),
            ..ItemFormat::default()
        };
        Ok(Self::new(store, Box::new(places.into_iter()), format))
    }

    /// The items of the objects that an Athena data manifest lists, an `s3://` address a line.
    pub(super) fn of_athena(
        store: &Arc<dyn ObjectStore>,
        place: Place,
        format: &ItemFormat,
    ) -> Result<Self, ReadFault> {
        let reader = store.open(&place.bucket, &place.key)?;
        let addresses = Addresses {
            lines: Lines::new(Input::new(reader, place)?, LineEnd::Any),
        };
        Ok(Self::new(store, Box::new(addresses), format.clone()))
    }
}

impl Iterator for ManyItems {
    type Item = Result<Item, ReadFault>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(item) = self.open.as_mut().and_then(Iterator::next) {
                return Some(item);
            }
            let opened = match self.places.next()? {
                Ok(place) => open_object(&self.store, place, &self.format),
                Err(fault) => Err(fault),
            };
            match opened {
                Ok(items) => self.open = Some(items),
                Err(fault) => return Some(Err(fault)),
            }
        }
    }
}

/// The lines of an Athena data manifest.
struct Addresses {
    lines: Lines,
}

impl Iterator for Addresses {
    type Item = Result<Place, ReadFault>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let address = match self.lines.next_line() {
                Err(fault) => return Some(Err(fault)),
                Ok(None) => return None,
                Ok(Some(line)) if line.trim().is_empty() => continue,
                Ok(Some(line)) => line.trim().trim_matches('"').to_owned(),
            };
            let place = address
                .strip_prefix("s3://")
                .and_then(|path| path.split_once('/'));
            return Some(match place {
                Some((bucket, key)) => Ok(Place {
                    bucket: bucket.to_owned(),
                    key: key.to_owned(),
                }),
                None => Err(ReadFault::Manifest {
                    place: self.lines.input().place().clone(),
                    kind: "Athena data",
                    message: format!("line {} is no `s3://bucket/key`", self.lines.number()),
                }),
            });
        }
    }
}

/// A small JSON document.
fn document(store: &Arc<dyn ObjectStore>, place: &Place) -> Result<Value, ReadFault> {
    let reader = store.open(&place.bucket, &place.key)?;
    let mut bytes = Vec::new();
    let read_all = reader.take(LONGEST as u64 + 1).read_to_end(&mut bytes);
    read_all.map_err(|error| ReadFault::reading(place, error))?;
    if bytes.len() > LONGEST {
        return Err(ReadFault::TooLong {
            place: place.clone(),
            offset: 0,
        });
    }
    let text = String::from_utf8(bytes).map_err(|error| ReadFault::NotUtf8 {
        place: place.clone(),
        offset: error.utf8_error().valid_up_to() as u64,
    })?;
    read(&text).map_err(|error| ReadFault::NotJson {
        place: place.clone(),
        offset: error.offset as u64,
        message: error.message,
    })
}
