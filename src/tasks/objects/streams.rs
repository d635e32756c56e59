//! The open readers and writers of an execution.

use super::reading::{Items, ReadFault, open};
use super::results::ResultFiles;
use super::store::{ObjectStore, StoreError};
use crate::asl::StateId;
use crate::engine::{ChildResult, ReadRequest, ReaderId, Unsupported, WriteRequest, WriterId};
use crate::tasks::{ItemFault, ItemStore};
use crate::value::Value;
use std::collections::HashMap;
use std::rc::Rc;

/// Reads items from and writes results to what stands for S3. For one execution.
pub struct ItemStreams {
    store: Rc<dyn ObjectStore>,
    readers: HashMap<ReaderId, (StateId, Items)>,
    writers: HashMap<WriterId, ResultFiles>,
}

impl ItemStreams {
    /// Streams over a store.
    pub fn new(store: impl ObjectStore + 'static) -> Self {
        Self {
            store: Rc::new(store),
            readers: HashMap::new(),
            writers: HashMap::new(),
        }
    }
}

fn unreadable(state: StateId, fault: ReadFault) -> ItemFault {
    match fault {
        ReadFault::Unsupported(feature) => ItemFault::Unsupported(Unsupported { state, feature }),
        fault => ItemFault::Failed {
            error: "States.ItemReaderFailed".into(),
            cause: Some(fault.to_string().into()),
        },
    }
}

fn unwritable(error: impl ToString) -> ItemFault {
    ItemFault::Failed {
        error: "States.ResultWriterFailed".into(),
        cause: Some(error.to_string().into()),
    }
}

impl ItemStore for ItemStreams {
    fn open_reader(&mut self, request: &ReadRequest) -> Result<(), ItemFault> {
        let action = request.resource.integration();
        let action = action.map_or("", |integration| &*integration.action);
        let items = open(&self.store, action, &request.parameters, &request.format);
        let items = items.map_err(|fault| unreadable(request.state, fault))?;
        self.readers.insert(request.reader, (request.state, items));
        Ok(())
    }

    fn read(&mut self, reader: ReaderId, most: usize) -> Result<(Vec<Value>, bool), ItemFault> {
        let Some((state, items)) = self.readers.get_mut(&reader) else {
            return Ok((Vec::new(), true));
        };
        let mut read = Vec::new();
        while read.len() < most {
            match items.next() {
                Some(Ok(item)) => read.push(item),
                None => {
                    self.readers.remove(&reader);
                    return Ok((read, true));
                }
                Some(Err(fault)) => {
                    let fault = unreadable(*state, fault);
                    self.readers.remove(&reader);
                    return Err(fault);
                }
            }
        }
        Ok((read, false))
    }

    fn close_reader(&mut self, reader: ReaderId) {
        self.readers.remove(&reader);
    }

    fn open_writer(&mut self, request: &WriteRequest) -> Result<(), ItemFault> {
        let text = |name: &str| request.parameters.get(name).and_then(Value::as_str);
        let bucket = text("Bucket")
            .ok_or_else(|| unwritable("the ResultWriter needs a text for `Bucket`"))?;
        let prefix = text("Prefix").unwrap_or_default();
        let store = Rc::clone(&self.store);
        let files = ResultFiles::new(store, request, bucket.to_owned(), prefix);
        self.writers
            .insert(request.writer, files.map_err(unwritable)?);
        Ok(())
    }

    fn write(&mut self, result: &ChildResult) -> Result<(), ItemFault> {
        self.with_writer(result.writer, |files| files.write(result))
    }

    fn write_pending(&mut self, writer: WriterId, input: &Value) -> Result<(), ItemFault> {
        self.with_writer(writer, |files| files.write_pending(input))
    }

    fn close_writer(&mut self, writer: WriterId) -> Result<Value, ItemFault> {
        match self.writers.remove(&writer) {
            Some(files) => files.finish().map_err(unwritable),
            None => Ok(Value::Null),
        }
    }
}

impl ItemStreams {
    /// Writes with a writer. One that fails is dropped, and its unfinished files with it.
    fn with_writer(
        &mut self,
        writer: WriterId,
        write: impl FnOnce(&mut ResultFiles) -> Result<(), StoreError>,
    ) -> Result<(), ItemFault> {
        let Some(files) = self.writers.get_mut(&writer) else {
            return Ok(());
        };
        write(files).map_err(|error| {
            self.writers.remove(&writer);
            unwritable(error)
        })
    }
}
