//! The open readers and writers of a run over a store that answers at once.

use super::steps::{OpenReader, OpenWriter};
use super::store::ObjectStore;
use crate::engine::{ChildResult, Item, ReadRequest, ReaderId, WriteRequest, WriterId};
use crate::tasks::{ItemFault, ItemStore, Served};
use crate::value::Value;
use std::collections::HashMap;
use std::sync::Arc;

/// Reads items from and writes results to what stands for S3, at once. For one run.
pub struct ItemStreams {
    store: Arc<dyn ObjectStore>,
    readers: HashMap<ReaderId, OpenReader>,
    writers: HashMap<WriterId, OpenWriter>,
}

impl ItemStreams {
    /// Streams over a store.
    pub fn new(store: impl ObjectStore + 'static) -> Self {
        Self {
            store: Arc::new(store),
            readers: HashMap::new(),
            writers: HashMap::new(),
        }
    }

    /// Writes with a writer. One that fails is dropped, and its unfinished files with it.
    fn with_writer(
        &mut self,
        writer: WriterId,
        write: impl FnOnce(&mut OpenWriter) -> Result<(), ItemFault>,
    ) -> Result<(), ItemFault> {
        let Some(open) = self.writers.get_mut(&writer) else {
            return Ok(());
        };
        let written = write(open);
        if written.is_err() {
            self.writers.remove(&writer);
        }
        written
    }
}

impl ItemStore for ItemStreams {
    fn open_reader(&mut self, request: &ReadRequest) -> Result<(), ItemFault> {
        let open = OpenReader::open(&self.store, request)?;
        self.readers.insert(request.reader, open);
        Ok(())
    }

    fn read(
        &mut self,
        reader: ReaderId,
        most: usize,
    ) -> Result<Served<(Vec<Item>, bool)>, ItemFault> {
        let Some(open) = self.readers.get_mut(&reader) else {
            return Ok(Served::Now((Vec::new(), true)));
        };
        let read = open.read(most);
        if !matches!(read, Ok((_, false))) {
            self.readers.remove(&reader);
        }
        read.map(Served::Now)
    }

    fn close_reader(&mut self, reader: ReaderId) {
        self.readers.remove(&reader);
    }

    fn open_writer(&mut self, request: &WriteRequest) -> Result<Served<()>, ItemFault> {
        let open = OpenWriter::open(&self.store, request)?;
        self.writers.insert(request.writer, open);
        Ok(Served::Now(()))
    }

    fn write(&mut self, result: &ChildResult) -> Result<(), ItemFault> {
        self.with_writer(result.writer, |open| open.write(result))
    }

    fn write_pending(&mut self, writer: WriterId, input: &Value) -> Result<(), ItemFault> {
        self.with_writer(writer, |open| open.write_pending(input))
    }

    fn close_writer(&mut self, writer: WriterId) -> Result<Served<Value>, ItemFault> {
        let details = match self.writers.remove(&writer) {
            Some(open) => open.close()?,
            None => Value::Null,
        };
        Ok(Served::Now(details))
    }
}
