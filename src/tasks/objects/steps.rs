//! The steps of a reader and of a writer over a store, wherever they are taken.

use super::reading::{Items, ReadFault, open};
use super::results::ResultFiles;
use super::store::{ObjectStore, StoreError};
use crate::asl::StateId;
use crate::engine::{ChildResult, Item, ReadRequest, Unsupported, WriteRequest};
use crate::tasks::{Hindrance, ItemFault};
use crate::value::Value;
use std::sync::Arc;

/// Items that are being read.
pub(super) struct OpenReader {
    state: StateId,
    items: Items,
}

/// Results that are being written.
pub(super) struct OpenWriter {
    state: StateId,
    files: ResultFiles,
}

impl OpenReader {
    /// Gets ready to read.
    pub(super) fn open(
        store: &Arc<dyn ObjectStore>,
        request: &ReadRequest,
    ) -> Result<Self, ItemFault> {
        let state = request.state;
        let action = request.resource.integration();
        let action = action.map_or("", |integration| &*integration.action);
        let items = open(store, action, &request.parameters, &request.format);
        let items = items.map_err(|fault| unreadable(state, fault))?;
        Ok(Self { state, items })
    }

    /// The next items, at most `most`, and whether there are no more. Nothing is asked for after a fault.
    pub(super) fn read(&mut self, most: usize) -> Result<(Vec<Item>, bool), ItemFault> {
        let mut read = Vec::new();
        while read.len() < most {
            match self.items.next() {
                Some(Ok(item)) => read.push(item),
                Some(Err(fault)) => return Err(unreadable(self.state, fault)),
                None => return Ok((read, true)),
            }
        }
        Ok((read, false))
    }
}

impl OpenWriter {
    /// Gets ready to write.
    pub(super) fn open(
        store: &Arc<dyn ObjectStore>,
        request: &WriteRequest,
    ) -> Result<Self, ItemFault> {
        let state = request.state;
        let text = |name: &str| request.parameters.get(name).and_then(Value::as_str);
        let bucket = text("Bucket").ok_or_else(|| ItemFault::Failed {
            error: WRITER_FAILED.into(),
            cause: Some("the ResultWriter needs a text for `Bucket`".into()),
        })?;
        let prefix = text("Prefix").unwrap_or_default();
        let files = ResultFiles::new(Arc::clone(store), request, bucket.to_owned(), prefix);
        let files = files.map_err(|error| unwritable(state, error))?;
        Ok(Self { state, files })
    }

    /// Writes the result of a child execution.
    pub(super) fn write(&mut self, result: &ChildResult) -> Result<(), ItemFault> {
        let written = self.files.write(result);
        written.map_err(|error| unwritable(self.state, error))
    }

    /// Writes an input for which no child execution was started.
    pub(super) fn write_pending(&mut self, input: &Value) -> Result<(), ItemFault> {
        let written = self.files.write_pending(input);
        written.map_err(|error| unwritable(self.state, error))
    }

    /// Finishes the results: `ResultWriterDetails`.
    pub(super) fn close(self) -> Result<Value, ItemFault> {
        let finished = self.files.finish();
        finished.map_err(|error| unwritable(self.state, error))
    }
}

const READER_FAILED: &str = "States.ItemReaderFailed";
const WRITER_FAILED: &str = "States.ResultWriterFailed";

fn unreadable(state: StateId, fault: ReadFault) -> ItemFault {
    match fault {
        ReadFault::Unsupported(feature) => ItemFault::Unsupported(Unsupported { state, feature }),
        ReadFault::Store(error) => failed(state, READER_FAILED, error),
        fault => ItemFault::Failed {
            error: READER_FAILED.into(),
            cause: Some(fault.to_string().into()),
        },
    }
}

fn unwritable(state: StateId, error: StoreError) -> ItemFault {
    failed(state, WRITER_FAILED, error)
}

fn failed(state: StateId, name: &str, error: StoreError) -> ItemFault {
    match error {
        StoreError::Hindered { message, help } => ItemFault::Hindered(Hindrance {
            state,
            message,
            help,
        }),
        error => ItemFault::Failed {
            error: name.into(),
            cause: Some(error.to_string().into()),
        },
    }
}
