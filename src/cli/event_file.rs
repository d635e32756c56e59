//! A file that is written with the events of a run.

use super::error::CliError;
use super::output_file::OutputFile;
use crate::asl::StateMachine;
use crate::engine::Event;
use crate::run::{Consumer, NestedRun};
use std::io;
use std::sync::Arc;

/// Writes events in a format.
pub(super) trait EventWriter {
    /// Writes an event of the execution that was asked for.
    fn event(&mut self, event: &Event, machine: &StateMachine) -> io::Result<()>;

    /// Learns the secrets of an event of an execution that it started.
    fn learn(&mut self, event: &Event);

    /// Writes what comes last.
    fn finish(self) -> io::Result<OutputFile>;
}

/// A file that is being written. A fault is kept until the end: it must not stop the run.
#[derive(Debug)]
pub(super) struct EventFile<W> {
    path: String,
    machine: Arc<StateMachine>,
    writer: W,
    fault: Option<io::Error>,
}

impl<W: EventWriter> EventFile<W> {
    /// A file at `path`, where `writer` writes already.
    pub(super) fn new(path: &str, machine: Arc<StateMachine>, writer: W) -> Self {
        Self {
            path: path.to_owned(),
            machine,
            writer,
            fault: None,
        }
    }

    /// Ends the file and moves it to its place.
    pub(super) fn finish(self) -> Result<(), CliError> {
        let unwritable = |error: &io::Error| CliError::unwritable(&self.path, error);
        if let Some(fault) = &self.fault {
            return Err(unwritable(fault));
        }
        let file = self.writer.finish().map_err(|error| unwritable(&error))?;
        file.finish()
    }
}

impl<W: EventWriter> Consumer for EventFile<W> {
    fn event(&mut self, event: &Event) {
        if self.fault.is_none()
            && let Err(error) = self.writer.event(event, &self.machine)
        {
            self.fault = Some(error);
        }
    }

    fn nested(&mut self, _: &NestedRun, event: &Event) {
        self.writer.learn(event);
    }
}
