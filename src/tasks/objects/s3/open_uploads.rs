//! Uploads in parts that are under way.

use super::super::apart::writer_label;
use super::asking::{Asking, Place, call};
use crate::tasks::InFlight;
use crate::tasks::in_flight::{JobEnd, Stopping};
use crate::value::{Object, Value};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Uploads in parts that are neither finished nor given up: until then their parts cost money. Clones share them.
#[derive(Clone, Debug)]
pub(super) struct OpenUploads {
    in_flight: InFlight,
    /// By `UploadId`, as JSON.
    open: Arc<Mutex<BTreeMap<String, OpenUpload>>>,
}

/// An upload that has begun.
#[derive(Debug)]
pub(super) struct OpenUpload {
    pub(super) asking: Asking,
    pub(super) place: Place,
    /// The parameters of every call, with its `UploadId`.
    pub(super) parameters: Object,
}

impl OpenUploads {
    /// None yet. Those that are given up are noted in `in_flight`.
    pub(super) fn new(in_flight: InFlight) -> Self {
        Self {
            in_flight,
            open: Arc::default(),
        }
    }

    /// An upload has begun.
    pub(super) fn begun(&self, id: &Value, upload: OpenUpload) {
        self.lock().insert(id.to_json(), upload);
    }

    /// It is finished.
    pub(super) fn finished(&self, id: &Value) {
        self.lock().remove(&id.to_json());
    }

    /// It is given up, unless it is finished or given up already.
    pub(super) fn give_up(&self, id: &Value) {
        let upload = self.lock().remove(&id.to_json());
        if let Some(upload) = upload {
            self.abort(upload);
        }
    }

    /// All are given up.
    pub(super) fn give_up_all(&self) {
        let open = std::mem::take(&mut *self.lock());
        open.into_values().for_each(|upload| self.abort(upload));
    }

    fn abort(&self, upload: OpenUpload) {
        let OpenUpload {
            asking,
            place,
            parameters,
        } = upload;
        let call = call("abortMultipartUpload", parameters);
        let client = asking.client;
        let end = asking.runtime.spawn(async move {
            match client.call(call).await {
                Ok(_) => JobEnd::Stopped("s3:abortMultipartUpload".to_owned()),
                Err(fault) => JobEnd::GoesOn(fault.to_string()),
            }
        });
        let name = Some(format!("upload of s3://{}/{}", place.bucket, place.key));
        let writer = writer_label(&asking.state);
        self.in_flight.note(writer, Some(Stopping { name, end }));
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, OpenUpload>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
