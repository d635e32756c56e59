//! The file that `--history` names.

use super::error::CliError;
use super::event_file::{EventFile, EventWriter};
use super::output_file::OutputFile;
use crate::asl::StateMachine;
use crate::engine::{Event, Options};
use crate::history::{HistoryOptions, HistoryWriter};
use std::io;
use std::sync::Arc;

/// A history that is being written.
pub(super) type HistoryFile = EventFile<HistoryWriter<OutputFile>>;

/// Opens the file, before anything runs.
pub(super) fn open(
    path: &str,
    options: &Options,
    machine: Arc<StateMachine>,
) -> Result<HistoryFile, CliError> {
    let history = HistoryOptions {
        region: options.names.region.to_string(),
        role_arn: options.names.role_arn.to_string(),
        ..HistoryOptions::default()
    };
    let writer = HistoryWriter::new(OutputFile::open(path)?, history)
        .map_err(|error| CliError::unwritable(path, &error))?;
    Ok(EventFile::new(path, machine, writer))
}

impl EventWriter for HistoryWriter<OutputFile> {
    fn event(&mut self, event: &Event, machine: &StateMachine) -> io::Result<()> {
        Self::event(self, event, machine)
    }

    fn learn(&mut self, event: &Event) {
        Self::learn(self, event);
    }

    fn finish(self) -> io::Result<OutputFile> {
        Self::finish(self)
    }
}
