//! An object of S3 that is written: in one call where it is small, else in parts, as Step Functions does (developer guide, "IAM
//! policies for using Distributed Map states": `s3:AbortMultipartUpload`).

use super::super::store::{ObjectWriter, StoreError};
use super::asking::{Asking, Place};
use super::open_uploads::{OpenUpload, OpenUploads};
use crate::value::{Object, Value};
use std::io::{self, Write};

/// Bytes after which a part is sent. S3 takes parts from 5 MiB up, but for the last.
pub(super) const PART: usize = 8 << 20;

/// An object that is being written.
#[derive(Debug)]
pub(super) struct Upload {
    asking: Asking,
    uploads: OpenUploads,
    place: Place,
    /// The parameters of every call.
    parameters: Object,
    part: Vec<u8>,
    /// `UploadId`, once there are parts.
    id: Option<Value>,
    /// `{"ETag", "PartNumber"}` of those that are sent.
    sent: Vec<Value>,
}

impl Upload {
    /// Nothing is called before there is something to send.
    pub(super) fn new(
        asking: Asking,
        uploads: OpenUploads,
        place: Place,
        parameters: Object,
    ) -> Self {
        Self {
            asking,
            uploads,
            place,
            parameters,
            part: Vec::new(),
            id: None,
            sent: Vec::new(),
        }
    }

    /// What is to be sent, as text: results are JSON, and are written a whole text at a time.
    fn take(&mut self) -> Result<Value, StoreError> {
        let text = String::from_utf8(std::mem::take(&mut self.part));
        text.map(Value::from).map_err(|_| StoreError::Io {
            verb: "write",
            path: format!("s3://{}/{}", self.place.bucket, self.place.key),
            error: io::Error::other("it is not UTF-8"),
        })
    }

    fn send_part(&mut self) -> Result<(), StoreError> {
        let body = self.take()?;
        let id = match &self.id {
            Some(id) => id.clone(),
            None => {
                let parameters = self.parameters.clone();
                let begun = self
                    .asking
                    .call("createMultipartUpload", &self.place, parameters)?;
                let id = begun.get("UploadId").cloned().unwrap_or_default();
                let mut parameters = self.parameters.clone();
                parameters.insert("UploadId", id.clone());
                let upload = OpenUpload {
                    asking: self.asking.clone(),
                    place: self.place.clone(),
                    parameters,
                };
                self.uploads.begun(&id, upload);
                self.id.insert(id).clone()
            }
        };
        let number = Value::from(i64::try_from(self.sent.len() + 1).unwrap_or(i64::MAX));
        let mut parameters = self.parameters.clone();
        parameters.insert("UploadId", id);
        parameters.insert("PartNumber", number.clone());
        parameters.insert("Body", body);
        let sent = self.asking.call("uploadPart", &self.place, parameters)?;
        let tag = sent.get("ETag").cloned().unwrap_or_default();
        let part: Object = [("ETag", tag), ("PartNumber", number)]
            .into_iter()
            .collect();
        self.sent.push(part.into());
        Ok(())
    }

    fn complete(&mut self) -> Result<(), StoreError> {
        let mut parameters = self.parameters.clone();
        let Some(id) = self.id.clone() else {
            let body = self.take()?;
            parameters.insert("Body", body);
            return self
                .asking
                .call("putObject", &self.place, parameters)
                .map(drop);
        };
        if !self.part.is_empty() {
            self.send_part()?;
        }
        let parts: Value = self.sent.iter().cloned().collect();
        let parts: Object = [("Parts", parts)].into_iter().collect();
        parameters.insert("UploadId", id.clone());
        parameters.insert("MultipartUpload", parts.into());
        self.asking
            .call("completeMultipartUpload", &self.place, parameters)?;
        self.uploads.finished(&id);
        Ok(())
    }
}

impl Write for Upload {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.part.extend_from_slice(bytes);
        if self.part.len() >= PART {
            self.send_part().map_err(io::Error::other)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ObjectWriter for Upload {
    fn finish(mut self: Box<Self>) -> Result<(), StoreError> {
        self.complete()
    }
}

impl Drop for Upload {
    /// Parts of what is not finished cost money until they are given up.
    fn drop(&mut self) {
        if let Some(id) = &self.id {
            self.uploads.give_up(id);
        }
    }
}
