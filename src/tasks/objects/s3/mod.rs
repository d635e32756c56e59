//! S3 itself, for the Maps of a run that may call it.

mod asking;
mod download;
mod listing;
mod open_uploads;
mod store;
#[cfg(test)]
mod tests;
mod touched;
mod upload;

pub use touched::TouchedObjects;

use super::apart::Stores;
use super::store::ObjectStore;
use crate::aws::Client;
use crate::engine::{ReadRequest, WriteRequest};
use crate::tasks::{Advice, InFlight, Selection};
use crate::value::{Str, Value};
use asking::Asking;
use open_uploads::OpenUploads;
use std::sync::Arc;
use store::S3Store;
use tokio::runtime::Handle;
use tokio::sync::watch;

/// S3 for the Maps that are chosen. Needs the runtime in which it was made.
#[derive(Debug)]
pub struct S3Stores {
    client: Client,
    selection: Selection,
    advice: Advice,
    touched: TouchedObjects,
    uploads: OpenUploads,
    /// Whether the run is over.
    over: watch::Sender<bool>,
    runtime: Handle,
}

impl S3Stores {
    /// Calls S3 through `client` for the Maps of `selection`, on the runtime of the caller. What to do about calls that fail is
    /// noted in `advice`, uploads that are given up in `in_flight`, what is read and written in `touched`.
    pub fn new(
        client: Client,
        selection: Selection,
        advice: Advice,
        in_flight: InFlight,
        touched: TouchedObjects,
    ) -> Self {
        Self {
            client,
            selection,
            advice,
            touched,
            uploads: OpenUploads::new(in_flight),
            over: watch::Sender::new(false),
            runtime: Handle::current(),
        }
    }

    fn store(
        &self,
        state: &Str,
        error: &'static str,
        parameters: &Value,
    ) -> Option<Arc<dyn ObjectStore>> {
        self.selection.holds_service(state, "s3").then(|| {
            let asking = Asking {
                client: self.client.clone(),
                runtime: self.runtime.clone(),
                advice: self.advice.clone(),
                state: state.clone(),
                error,
                over: self.over.subscribe(),
            };
            let (uploads, touched) = (self.uploads.clone(), self.touched.clone());
            let store = S3Store::new(asking, uploads, touched, parameters);
            Arc::new(store) as Arc<dyn ObjectStore>
        })
    }
}

impl Stores for S3Stores {
    fn to_read(&self, request: &ReadRequest) -> Option<Arc<dyn ObjectStore>> {
        let error = "States.ItemReaderFailed";
        self.store(&request.state_name, error, &request.parameters)
    }

    fn to_write(&self, request: &WriteRequest) -> Option<Arc<dyn ObjectStore>> {
        let error = "States.ResultWriterFailed";
        self.store(&request.state_name, error, &request.parameters)
    }

    /// Calls first, so that no part comes behind the end of its upload.
    fn give_up(&self) {
        self.over.send_replace(true);
        self.uploads.give_up_all();
    }
}
