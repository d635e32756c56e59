//! What stands for S3.

use crate::base::Timestamp;
use crate::value::Str;
use std::io::{self, Read, Write};
use thiserror::Error;

/// Objects by bucket and key.
pub trait ObjectStore: Send + Sync {
    /// Opens an object to be read from its start.
    ///
    /// # Errors
    /// Where there is no such bucket or key, or it cannot be read.
    fn open(&self, bucket: &str, key: &str) -> Result<Box<dyn Read + Send>, StoreError>;

    /// The objects whose keys begin with `prefix`, in the order of S3: that of the bytes of their keys.
    ///
    /// # Errors
    /// Where there is no such bucket, or it cannot be read.
    fn list(&self, bucket: &str, prefix: &str) -> Result<Objects, StoreError>;

    /// Finds out whether an object could be written, as far as that can be told before it is.
    ///
    /// # Errors
    /// Where it could not.
    fn probe(&self, bucket: &str, key: &str) -> Result<(), StoreError>;

    /// Begins an object. It is not there, or the old one is, until it is finished. A bucket that is not there is made:
    /// nothing here tells which buckets there are on AWS.
    ///
    /// # Errors
    /// Where it cannot be written.
    fn create(&self, bucket: &str, key: &str) -> Result<Box<dyn ObjectWriter>, StoreError>;
}

/// A listing.
pub type Objects = Box<dyn Iterator<Item = Result<ObjectInfo, StoreError>> + Send>;

/// An object that is being written. Dropped before it is finished, it never was.
pub trait ObjectWriter: Write + Send {
    /// Puts the object in its place.
    ///
    /// # Errors
    /// Where it cannot be written.
    fn finish(self: Box<Self>) -> Result<(), StoreError>;
}

/// What a listing tells of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectInfo {
    /// Its key.
    pub key: String,
    /// Its size in bytes.
    pub size: u64,
    /// When it was last changed.
    pub last_modified: Timestamp,
    /// The MD5 of its content in hexadecimal, as S3 has it of objects that were put in one part.
    pub etag: String,
    /// `STANDARD`
    pub storage_class: Str,
}

/// Why the store cannot do it.
#[derive(Debug, Error)]
pub enum StoreError {
    /// There is no such bucket. The first sentence is S3's.
    #[error("The specified bucket does not exist (Bucket: {bucket})")]
    NoSuchBucket {
        /// Its name.
        bucket: String,
    },
    /// There is no such object. The first sentence is S3's.
    #[error("The specified key does not exist. (Bucket: {bucket}, Key: {key})")]
    NoSuchKey {
        /// The bucket.
        bucket: String,
        /// The key.
        key: String,
    },
    /// No folder can be called like this bucket.
    #[error("The specified bucket is not valid. (Bucket: {bucket})")]
    BucketName {
        /// Its name.
        bucket: String,
    },
    /// No file can be called like this key.
    #[error(
        "the key `{key}` cannot be the path of a file in the folder of the bucket `{bucket}`: {reason}"
    )]
    Key {
        /// The bucket.
        bucket: String,
        /// The key.
        key: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The file system says no.
    #[error("cannot {verb} `{path}`: {error}")]
    Io {
        /// `read`, `write`.
        verb: &'static str,
        /// The file or folder.
        path: String,
        /// What it says.
        error: io::Error,
    },
    /// S3 says no.
    #[error("{cause} (Bucket: {bucket}, Key: {key})")]
    Refused {
        /// What it says.
        cause: String,
        /// The bucket.
        bucket: String,
        /// The key, or the prefix of a listing.
        key: String,
    },
    /// S3 cannot be asked, for a reason that AWS does not know: no credentials here, no region.
    #[error("{message}")]
    Hindered {
        /// What is amiss.
        message: String,
        /// What to do about it.
        help: Option<String>,
    },
}

/// Bytes as hexadecimal digits.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
