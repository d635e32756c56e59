//! A folder of which nothing is changed.

use super::folder::FolderStore;
use super::memory::MemoryStore;
use super::store::{ObjectInfo, ObjectStore, ObjectWriter, Objects, StoreError};
use std::cmp::Ordering;
use std::io::Read;
use std::iter::Peekable;

/// A folder that stands for S3, what is written laid over it in memory.
#[derive(Clone, Debug)]
pub struct OverlayStore {
    below: FolderStore,
    above: MemoryStore,
}

impl OverlayStore {
    /// A folder with nothing over it.
    pub fn new(below: FolderStore) -> Self {
        Self {
            below,
            above: MemoryStore::default(),
        }
    }
}

impl ObjectStore for OverlayStore {
    fn open(&self, bucket: &str, key: &str) -> Result<Box<dyn Read + Send>, StoreError> {
        match self.above.open(bucket, key) {
            Ok(object) => Ok(object),
            Err(_) => self.below.open(bucket, key),
        }
    }

    fn list(&self, bucket: &str, prefix: &str) -> Result<Objects, StoreError> {
        let above = self.above.list(bucket, prefix);
        match (above, self.below.list(bucket, prefix)) {
            (Ok(above), Ok(below)) => Ok(Box::new(Merged {
                above: above.peekable(),
                below: below.peekable(),
            })),
            (Ok(above), Err(StoreError::NoSuchBucket { .. })) => Ok(above),
            (_, below) => below,
        }
    }

    fn probe(&self, bucket: &str, key: &str) -> Result<(), StoreError> {
        self.below.check(bucket, key)
    }

    fn create(&self, bucket: &str, key: &str) -> Result<Box<dyn ObjectWriter>, StoreError> {
        self.below.check(bucket, key)?;
        self.above.create(bucket, key)
    }
}

/// Two listings as one, in the order of keys; of a key that both have, that above counts.
struct Merged {
    above: Peekable<Objects>,
    below: Peekable<Objects>,
}

impl Iterator for Merged {
    type Item = Result<ObjectInfo, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        let order = match (self.above.peek(), self.below.peek()) {
            (Some(Ok(above)), Some(Ok(below))) => above.key.cmp(&below.key),
            (Some(Ok(_)), None) => Ordering::Less,
            _ => Ordering::Greater,
        };
        match order {
            Ordering::Less => self.above.next(),
            Ordering::Greater => self.below.next(),
            Ordering::Equal => {
                self.below.next();
                self.above.next()
            }
        }
    }
}
