//! The open readers and writers of a run whose stores take their time: S3.
//!
//! Each reader and each writer works apart from the run, a step at a time, and tells of it in reports: while one waits for an
//! object, everything else goes on.

use super::steps::{OpenReader, OpenWriter};
use super::store::ObjectStore;
use crate::asl::StateId;
use crate::engine::{ChildResult, Item, ReadRequest, ReaderId, WriteRequest, WriterId};
use crate::tasks::reports::Reporter;
use crate::tasks::{Hindrance, InFlight, ItemFault, ItemStore, Served, StreamReport};
use crate::value::Value;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::{AbortHandle, spawn_blocking};

/// Results that are written in one step.
const AT_ONCE: usize = 1_000;

/// The stores of the Maps of a run.
pub trait Stores {
    /// Where a Map reads; nothing where it may not.
    fn to_read(&self, request: &ReadRequest) -> Option<Arc<dyn ObjectStore>>;

    /// Where a Map writes; nothing where it may not.
    fn to_write(&self, request: &WriteRequest) -> Option<Arc<dyn ObjectStore>>;

    /// The run is over: what is under way is given up, and what was begun is undone.
    fn give_up(&self);
}

/// Reads items and writes results apart from the run. For one run; needs a tokio runtime.
pub struct StreamsApart<S: Stores> {
    stores: S,
    reporter: Reporter,
    in_flight: InFlight,
    readers: HashMap<ReaderId, Apart<usize>>,
    writers: HashMap<WriterId, Apart<WriteStep>>,
}

/// Something that works apart: it is given up when this is dropped.
struct Apart<T> {
    steps: UnboundedSender<T>,
    work: AbortHandle,
    label: String,
}

/// What a writer is to do next.
enum WriteStep {
    Result(Box<ChildResult>),
    Pending(Value),
    Close,
}

/// How far a writer is.
enum Written {
    Open(Box<OpenWriter>),
    Closed(Value),
}

impl<S: Stores> StreamsApart<S> {
    /// Streams over `stores`, which tell `reporter` what they have to say. Writers that are given up before all is written are
    /// noted in `in_flight`.
    pub fn new(stores: S, reporter: Reporter, in_flight: InFlight) -> Self {
        Self {
            stores,
            reporter,
            in_flight,
            readers: HashMap::new(),
            writers: HashMap::new(),
        }
    }

    /// Has a writer do a step. Of one that has failed nothing is wanted any more.
    fn step(&self, writer: WriterId, step: WriteStep) {
        if let Some(apart) = self.writers.get(&writer) {
            let _ = apart.steps.send(step);
        }
    }
}

impl<S: Stores> ItemStore for StreamsApart<S> {
    fn open_reader(&mut self, request: &ReadRequest) -> Result<(), ItemFault> {
        let state = request.state;
        let store = self.stores.to_read(request);
        let store = store.ok_or(ItemFault::NoStore { state })?;
        let (steps, to_do) = unbounded_channel();
        let work = tokio::spawn(read(store, request.clone(), to_do, self.reporter.clone()));
        let reader = Apart {
            steps,
            work: work.abort_handle(),
            label: format!("`{}` ({})", request.state_name, request.resource.text),
        };
        self.readers.insert(request.reader, reader);
        Ok(())
    }

    fn read(
        &mut self,
        reader: ReaderId,
        most: usize,
    ) -> Result<Served<(Vec<Item>, bool)>, ItemFault> {
        let Some(apart) = self.readers.get(&reader) else {
            return Ok(Served::Now((Vec::new(), true)));
        };
        // One that does not listen any more has failed, and that is told.
        let _ = apart.steps.send(most);
        Ok(Served::Later)
    }

    fn close_reader(&mut self, reader: ReaderId) {
        self.readers.remove(&reader);
    }

    fn open_writer(&mut self, request: &WriteRequest) -> Result<Served<()>, ItemFault> {
        let state = request.state;
        let store = self.stores.to_write(request);
        let store = store.ok_or(ItemFault::NoStore { state })?;
        let (steps, to_do) = unbounded_channel();
        let work = tokio::spawn(write(store, request.clone(), to_do, self.reporter.clone()));
        let writer = Apart {
            steps,
            work: work.abort_handle(),
            label: writer_label(&request.state_name),
        };
        self.writers.insert(request.writer, writer);
        Ok(Served::Later)
    }

    fn write(&mut self, result: &ChildResult) -> Result<(), ItemFault> {
        self.step(result.writer, WriteStep::Result(Box::new(result.clone())));
        Ok(())
    }

    fn write_pending(&mut self, writer: WriterId, input: &Value) -> Result<(), ItemFault> {
        self.step(writer, WriteStep::Pending(input.clone()));
        Ok(())
    }

    fn close_writer(&mut self, writer: WriterId) -> Result<Served<Value>, ItemFault> {
        self.step(writer, WriteStep::Close);
        Ok(Served::Later)
    }
}

impl<S: Stores> Drop for StreamsApart<S> {
    fn drop(&mut self) {
        let readers = self.readers.values().filter_map(Apart::at_work);
        let writers = self.writers.values().filter_map(Apart::at_work);
        let mut given_up: Vec<String> = readers.chain(writers).collect();
        given_up.sort_unstable();
        for label in given_up {
            self.in_flight.note(label, None);
        }
        self.stores.give_up();
    }
}

/// What a writer is called where it is given up.
pub(super) fn writer_label(state: &str) -> String {
    format!("`{state}` (arn:aws:states:::s3:putObject)")
}

impl<T> Apart<T> {
    /// Its label, where it is at work.
    fn at_work(&self) -> Option<String> {
        (!self.work.is_finished()).then(|| self.label.clone())
    }
}

impl<T> Drop for Apart<T> {
    fn drop(&mut self) {
        self.work.abort();
    }
}

/// Reads for one Map: as many items as each step says.
async fn read(
    store: Arc<dyn ObjectStore>,
    request: ReadRequest,
    mut steps: UnboundedReceiver<usize>,
    reporter: Reporter,
) {
    let (reader, state) = (request.reader, request.state);
    let tell = |read| reporter.stream(StreamReport::Read(reader, read));
    let opened = spawn_blocking(move || OpenReader::open(&store, &request)).await;
    let mut open = match opened.unwrap_or_else(|_| Err(broken(state))) {
        Ok(open) => open,
        Err(fault) => return tell(Err(fault)),
    };
    while let Some(most) = steps.recv().await {
        let step = spawn_blocking(move || {
            let read = open.read(most)?;
            Ok((open, read))
        });
        match step.await.unwrap_or_else(|_| Err(broken(state))) {
            Ok((still_open, read)) => {
                open = still_open;
                tell(Ok(read));
            }
            Err(fault) => return tell(Err(fault)),
        }
    }
}

/// Writes for one Map.
async fn write(
    store: Arc<dyn ObjectStore>,
    request: WriteRequest,
    mut steps: UnboundedReceiver<WriteStep>,
    reporter: Reporter,
) {
    let (writer, state) = (request.writer, request.state);
    let fail = |fault| reporter.stream(StreamReport::WriterFailed(writer, fault));
    let opened = spawn_blocking(move || OpenWriter::open(&store, &request)).await;
    let mut open = match opened.unwrap_or_else(|_| Err(broken(state))) {
        Ok(open) => open,
        Err(fault) => return fail(fault),
    };
    reporter.stream(StreamReport::Opened(writer));
    loop {
        let mut next = Vec::new();
        if steps.recv_many(&mut next, AT_ONCE).await == 0 {
            return;
        }
        let step = spawn_blocking(move || take(open, next)).await;
        match step.unwrap_or_else(|_| Err(broken(state))) {
            Ok(Written::Open(still_open)) => open = *still_open,
            Ok(Written::Closed(details)) => {
                return reporter.stream(StreamReport::Written(writer, details));
            }
            Err(fault) => return fail(fault),
        }
    }
}

fn take(mut open: OpenWriter, steps: Vec<WriteStep>) -> Result<Written, ItemFault> {
    for step in steps {
        match step {
            WriteStep::Result(result) => open.write(&result)?,
            WriteStep::Pending(input) => open.write_pending(&input)?,
            WriteStep::Close => return open.close().map(Written::Closed),
        }
    }
    Ok(Written::Open(Box::new(open)))
}

/// A step that came to no end.
fn broken(state: StateId) -> ItemFault {
    ItemFault::Hindered(Hindrance {
        state,
        message: "the items or results of a Map were given up by a fault of this program"
            .to_owned(),
        help: None,
    })
}
