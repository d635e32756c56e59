//! Items and results of distributed Maps.

use super::numbering::{reader_at, reader_of, writer_at, writer_of};
use super::surroundings::{End, RunId};
use crate::asl::StateId;
use crate::engine::{Input, Item, Output, ReaderId, WriterId};
use crate::tasks::{ItemFault, ItemStore, Served, StreamReport};
use crate::value::Str;
use std::collections::HashSet;

/// What a store that takes its time still owes the run.
#[derive(Debug, Default)]
pub(super) struct Streams {
    awaited: HashSet<Awaited>,
}

/// A report that is to come, by the number of its reader or writer in the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Awaited {
    Items(ReaderId),
    Opened(WriterId),
    Written(WriterId),
}

impl Streams {
    /// Whether a report is to come.
    pub(super) fn is_underway(&self) -> bool {
        !self.awaited.is_empty()
    }

    /// Reads items or writes results; what the execution is to be told of it, if anything.
    pub(super) fn stream(
        &mut self,
        store: Option<&mut dyn ItemStore>,
        run: RunId,
        output: Output,
    ) -> Result<Option<Input>, End> {
        let state = match &output {
            Output::OpenReader(request) => request.state,
            Output::OpenWriter(request) => request.state,
            _ => StateId(0),
        };
        let Some(store) = store else {
            return Err(End::NoStore { state });
        };
        match output {
            Output::OpenReader(mut request) => {
                let reader = request.reader;
                request.reader = reader_at(run, reader);
                let opened = store.open_reader(&request);
                unless_failed(opened, |fault| reader_failed(reader, fault))
            }
            Output::ReadItems { reader, most } => {
                let known = reader_at(run, reader);
                match store.read(known, most) {
                    Ok(Served::Now(read)) => Ok(Some(items(reader, read))),
                    Ok(Served::Later) => {
                        self.awaited.insert(Awaited::Items(known));
                        Ok(None)
                    }
                    Err(fault) => reader_failed(reader, fault).map(Some),
                }
            }
            Output::CloseReader(reader) => {
                let known = reader_at(run, reader);
                self.awaited.remove(&Awaited::Items(known));
                store.close_reader(known);
                Ok(None)
            }
            Output::OpenWriter(mut request) => {
                let writer = request.writer;
                request.writer = writer_at(run, writer);
                match store.open_writer(&request) {
                    Ok(Served::Now(())) => Ok(Some(Input::WriterOpened(writer))),
                    Ok(Served::Later) => {
                        self.awaited.insert(Awaited::Opened(request.writer));
                        Ok(None)
                    }
                    Err(fault) => writer_failed(writer, fault).map(Some),
                }
            }
            Output::WriteResult(mut result) => {
                let writer = result.writer;
                result.writer = writer_at(run, writer);
                let written = store.write(&result);
                unless_failed(written, |fault| writer_failed(writer, fault))
            }
            Output::WritePending { writer, input } => {
                let written = store.write_pending(writer_at(run, writer), &input);
                unless_failed(written, |fault| writer_failed(writer, fault))
            }
            Output::CloseWriter(writer) => {
                let known = writer_at(run, writer);
                match store.close_writer(known) {
                    Ok(Served::Now(details)) => Ok(Some(Input::Written { writer, details })),
                    Ok(Served::Later) => {
                        self.awaited.insert(Awaited::Written(known));
                        Ok(None)
                    }
                    Err(fault) => writer_failed(writer, fault).map(Some),
                }
            }
            _ => Ok(None),
        }
    }

    /// Hears what the store says; which execution is to be told what.
    pub(super) fn hear(&mut self, said: StreamReport) -> (RunId, Result<Input, End>) {
        match said {
            StreamReport::Read(known, read) => {
                self.awaited.remove(&Awaited::Items(known));
                let (run, reader) = reader_of(known);
                let told = match read {
                    Ok(read) => Ok(items(reader, read)),
                    Err(fault) => reader_failed(reader, fault),
                };
                (run, told)
            }
            StreamReport::Opened(known) => {
                self.awaited.remove(&Awaited::Opened(known));
                let (run, writer) = writer_of(known);
                (run, Ok(Input::WriterOpened(writer)))
            }
            StreamReport::Written(known, details) => {
                self.awaited.remove(&Awaited::Written(known));
                let (run, writer) = writer_of(known);
                (run, Ok(Input::Written { writer, details }))
            }
            StreamReport::WriterFailed(known, fault) => {
                self.awaited.remove(&Awaited::Opened(known));
                self.awaited.remove(&Awaited::Written(known));
                let (run, writer) = writer_of(known);
                (run, writer_failed(writer, fault))
            }
        }
    }
}

fn items(reader: ReaderId, (items, last): (Vec<Item>, bool)) -> Input {
    Input::Items {
        reader,
        items,
        last,
    }
}

/// What to tell the execution: nothing where all went well.
fn unless_failed(
    done: Result<(), ItemFault>,
    failed: impl FnOnce(ItemFault) -> Result<Input, End>,
) -> Result<Option<Input>, End> {
    done.err().map(failed).transpose()
}

fn reader_failed(reader: ReaderId, fault: ItemFault) -> Result<Input, End> {
    let (error, cause) = failure(fault)?;
    Ok(Input::ReaderFailed {
        reader,
        error,
        cause,
    })
}

fn writer_failed(writer: WriterId, fault: ItemFault) -> Result<Input, End> {
    let (error, cause) = failure(fault)?;
    Ok(Input::WriterFailed {
        writer,
        error,
        cause,
    })
}

/// What a Map fails with, unless the run cannot go on.
fn failure(fault: ItemFault) -> Result<(Str, Option<Str>), End> {
    match fault {
        ItemFault::Failed { error, cause } => Ok((error, cause)),
        ItemFault::Unsupported(unsupported) => Err(End::Unsupported(unsupported)),
        ItemFault::Hindered(hindrance) => Err(End::Hindered(Box::new(hindrance))),
        ItemFault::NoStore { state } => Err(End::NoStore { state }),
    }
}
