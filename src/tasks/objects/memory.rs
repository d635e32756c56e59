//! Objects in memory, for tests and recorded cases.

use super::store::{ObjectInfo, ObjectStore, ObjectWriter, Objects, StoreError, hexadecimal};
use crate::base::Timestamp;
use md5::{Digest, Md5};
use std::collections::BTreeMap;
use std::io::{self, Cursor, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

type Bucket = BTreeMap<String, Arc<[u8]>>;

/// Buckets in memory. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    buckets: Arc<Mutex<BTreeMap<String, Bucket>>>,
}

impl MemoryStore {
    /// Puts an object; the bucket comes into being with it.
    pub fn put(&self, bucket: &str, key: &str, content: impl Into<Vec<u8>>) {
        let mut buckets = self.buckets();
        let bucket = buckets.entry(bucket.to_owned()).or_default();
        bucket.insert(key.to_owned(), content.into().into());
    }

    /// Makes a bucket without objects.
    pub fn make_bucket(&self, bucket: &str) {
        self.buckets().entry(bucket.to_owned()).or_default();
    }

    /// The content of an object.
    pub fn get(&self, bucket: &str, key: &str) -> Option<Arc<[u8]>> {
        self.buckets().get(bucket)?.get(key).cloned()
    }

    /// The keys of a bucket, in order.
    pub fn keys(&self, bucket: &str) -> Vec<String> {
        let buckets = self.buckets();
        buckets
            .get(bucket)
            .map_or_else(Vec::new, |bucket| bucket.keys().cloned().collect())
    }

    fn buckets(&self) -> MutexGuard<'_, BTreeMap<String, Bucket>> {
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with_bucket<T>(&self, name: &str, then: impl FnOnce(&Bucket) -> T) -> Result<T, StoreError> {
        match self.buckets().get(name) {
            Some(bucket) => Ok(then(bucket)),
            None => Err(StoreError::NoSuchBucket {
                bucket: name.to_owned(),
            }),
        }
    }
}

impl ObjectStore for MemoryStore {
    fn open(&self, bucket: &str, key: &str) -> Result<Box<dyn Read + Send>, StoreError> {
        match self.with_bucket(bucket, |objects| objects.get(key).cloned())? {
            Some(content) => Ok(Box::new(Cursor::new(content))),
            None => Err(StoreError::NoSuchKey {
                bucket: bucket.to_owned(),
                key: key.to_owned(),
            }),
        }
    }

    fn list(&self, bucket: &str, prefix: &str) -> Result<Objects, StoreError> {
        let found: Vec<_> = self.with_bucket(bucket, |objects| {
            let from = objects.range(prefix.to_owned()..);
            from.take_while(|(key, _)| key.starts_with(prefix))
                .map(|(key, content)| {
                    Ok(ObjectInfo {
                        key: key.clone(),
                        size: content.len() as u64,
                        last_modified: Timestamp::default(),
                        etag: hexadecimal(&Md5::digest(content)),
                        storage_class: "STANDARD".into(),
                    })
                })
                .collect()
        })?;
        Ok(Box::new(found.into_iter()))
    }

    fn probe(&self, _: &str, _: &str) -> Result<(), StoreError> {
        Ok(())
    }

    fn create(&self, bucket: &str, key: &str) -> Result<Box<dyn ObjectWriter>, StoreError> {
        Ok(Box::new(MemoryWriter {
            store: self.clone(),
            bucket: bucket.to_owned(),
            key: key.to_owned(),
            content: Vec::new(),
        }))
    }
}

struct MemoryWriter {
    store: MemoryStore,
    bucket: String,
    key: String,
    content: Vec<u8>,
}

impl Write for MemoryWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.content.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ObjectWriter for MemoryWriter {
    fn finish(self: Box<Self>) -> Result<(), StoreError> {
        self.store.put(&self.bucket, &self.key, self.content);
        Ok(())
    }
}
