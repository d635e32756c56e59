//! Items and results of distributed Maps.

use super::numbering::{reader_at, writer_at};
use super::surroundings::{End, RunId};
use crate::asl::StateId;
use crate::engine::{Input, Output, ReaderId, WriterId};
use crate::tasks::{ItemFault, ItemStore};

/// Reads items or writes results; what the execution is to be told of it, if anything.
pub(super) fn stream(
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
        Output::ReadItems { reader, most } => match store.read(reader_at(run, reader), most) {
            Ok((items, last)) => Ok(Some(Input::Items {
                reader,
                items,
                last,
            })),
            Err(fault) => reader_failed(reader, fault).map(Some),
        },
        Output::CloseReader(reader) => {
            store.close_reader(reader_at(run, reader));
            Ok(None)
        }
        Output::OpenWriter(mut request) => {
            let writer = request.writer;
            request.writer = writer_at(run, writer);
            let opened = store.open_writer(&request);
            unless_failed(opened, |fault| writer_failed(writer, fault))
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
        Output::CloseWriter(writer) => match store.close_writer(writer_at(run, writer)) {
            Ok(details) => Ok(Some(Input::Written { writer, details })),
            Err(fault) => writer_failed(writer, fault).map(Some),
        },
        _ => Ok(None),
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
    match fault {
        ItemFault::Failed { error, cause } => Ok(Input::ReaderFailed {
            reader,
            error,
            cause,
        }),
        ItemFault::Unsupported(unsupported) => Err(End::Unsupported(unsupported)),
    }
}

fn writer_failed(writer: WriterId, fault: ItemFault) -> Result<Input, End> {
    match fault {
        ItemFault::Failed { error, cause } => Ok(Input::WriterFailed {
            writer,
            error,
            cause,
        }),
        ItemFault::Unsupported(unsupported) => Err(End::Unsupported(unsupported)),
    }
}
