//! The objects that distributed Maps read and write: what stands for S3, and the formats of items and results.
//!
//! [`ItemStreams`] is the [`ItemStore`](super::ItemStore) over an [`ObjectStore`]. Everything streams: an object is
//! never in memory as a whole, neither one that is read nor one that is written. `OBJECTS.md` tells users of it.

mod apart;
mod folder;
mod memory;
mod overlay;
#[cfg(test)]
mod properties;
mod reading;
mod result_entry;
mod results;
#[cfg(feature = "aws")]
mod s3;
mod steps;
mod store;
mod streams;
#[cfg(test)]
mod tests;

/// The page on `--s3`, as Markdown.
pub const OBJECTS_GUIDE: &str = include_str!("OBJECTS.md");

pub use apart::{Stores, StreamsApart};
pub use folder::FolderStore;
pub use memory::MemoryStore;
pub use overlay::OverlayStore;
#[cfg(feature = "aws")]
pub use s3::{S3Stores, TouchedObjects};
pub use store::{ObjectInfo, ObjectStore, ObjectWriter, Objects, StoreError};
pub use streams::ItemStreams;
