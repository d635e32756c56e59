//! The buckets of S3, as one Map reads or writes them.

use super::super::store::{ObjectStore, ObjectWriter, Objects, StoreError};
use super::asking::{Asking, Place};
use super::download::Download;
use super::listing::Listing;
use super::open_uploads::OpenUploads;
use super::touched::TouchedObjects;
use super::upload::Upload;
use crate::value::{Object, Str, Value};
use std::io::Read;

/// S3, on the terms of the parameters of one Map: they hold for the bucket that these name.
#[derive(Debug)]
pub(super) struct S3Store {
    asking: Asking,
    uploads: OpenUploads,
    touched: TouchedObjects,
    bucket: Option<Str>,
    /// The object that the parameters name, and the version of it.
    version: Option<(Str, Str)>,
    /// `ExpectedBucketOwner`, `RequestPayer`
    terms: Object,
}

impl S3Store {
    /// S3 as `parameters` of a Map have it.
    pub(super) fn new(
        asking: Asking,
        uploads: OpenUploads,
        touched: TouchedObjects,
        parameters: &Value,
    ) -> Self {
        let text = |name: &str| match parameters.get(name) {
            Some(Value::String(text)) => Some(text.clone()),
            _ => None,
        };
        let terms = ["ExpectedBucketOwner", "RequestPayer"]
            .into_iter()
            .filter_map(|name| Some((name, text(name)?.into())));
        Self {
            asking,
            uploads,
            touched,
            bucket: text("Bucket"),
            version: text("Key").zip(text("VersionId")),
            terms: terms.collect(),
        }
    }

    /// The uploads that are under way.
    #[cfg(test)]
    pub(super) fn uploads(&self) -> OpenUploads {
        self.uploads.clone()
    }

    /// The parameters of every call for a bucket.
    fn parameters(&self, bucket: &str) -> Object {
        let is_named = self.bucket.as_deref() == Some(bucket);
        let mut parameters = match is_named {
            true => self.terms.clone(),
            false => Object::new(),
        };
        parameters.insert("Bucket", bucket.into());
        parameters
    }

    fn of_object(&self, place: &Place) -> Object {
        let mut parameters = self.parameters(&place.bucket);
        parameters.insert("Key", place.key.as_str().into());
        parameters
    }
}

fn place(bucket: &str, key: &str) -> Place {
    Place {
        bucket: bucket.to_owned(),
        key: key.to_owned(),
    }
}

impl ObjectStore for S3Store {
    fn open(&self, bucket: &str, key: &str) -> Result<Box<dyn Read + Send>, StoreError> {
        let place = place(bucket, key);
        let mut parameters = self.of_object(&place);
        if let Some((named, version)) = &self.version
            && self.bucket.as_deref() == Some(bucket)
            && **named == *key
        {
            parameters.insert("VersionId", version.clone().into());
        }
        let download = Download::start(self.asking.clone(), place, parameters)?;
        self.touched.read(bucket, key);
        Ok(Box::new(download))
    }

    fn list(&self, bucket: &str, prefix: &str) -> Result<Objects, StoreError> {
        let mut parameters = self.parameters(bucket);
        if !prefix.is_empty() {
            parameters.insert("Prefix", prefix.into());
        }
        let listing = Listing::start(self.asking.clone(), place(bucket, prefix), parameters)?;
        self.touched.listed(bucket, prefix);
        Ok(Box::new(listing))
    }

    /// Begins an upload and gives it up: that needs the rights of writing, and leaves nothing.
    fn probe(&self, bucket: &str, key: &str) -> Result<(), StoreError> {
        self.touched.written();
        let place = place(bucket, key);
        let parameters = self.of_object(&place);
        let begun = self
            .asking
            .call("createMultipartUpload", &place, parameters.clone())?;
        let mut aborted = parameters;
        let upload = begun.get("UploadId").cloned();
        aborted.insert("UploadId", upload.unwrap_or_default());
        self.asking
            .call("abortMultipartUpload", &place, aborted)
            .map(drop)
    }

    fn create(&self, bucket: &str, key: &str) -> Result<Box<dyn ObjectWriter>, StoreError> {
        let place = place(bucket, key);
        let parameters = self.of_object(&place);
        let (asking, uploads) = (self.asking.clone(), self.uploads.clone());
        Ok(Box::new(Upload::new(asking, uploads, place, parameters)))
    }
}
