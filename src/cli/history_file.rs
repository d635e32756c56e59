//! The file that `--history` names.

use super::error::CliError;
use super::output_file::OutputFile;
use crate::asl::StateMachine;
use crate::engine::{Event, Options};
use crate::history::{HistoryOptions, HistoryWriter};
use crate::run::{Consumer, NestedRun};
use std::io;
use std::sync::Arc;

/// A history that is being written. A fault is kept until the end: it must not stop the run.
#[derive(Debug)]
pub(super) struct HistoryFile {
    path: String,
    machine: Arc<StateMachine>,
    writer: HistoryWriter<OutputFile>,
    fault: Option<io::Error>,
}

impl HistoryFile {
    /// Opens the file, before anything runs.
    pub(super) fn open(
        path: &str,
        options: &Options,
        machine: Arc<StateMachine>,
    ) -> Result<Self, CliError> {
        let history = HistoryOptions {
            region: options.names.region.to_string(),
            role_arn: options.names.role_arn.to_string(),
            ..HistoryOptions::default()
        };
        let writer = HistoryWriter::new(OutputFile::open(path)?, history)
            .map_err(|error| CliError::unwritable(path, &error))?;
        Ok(Self {
            path: path.to_owned(),
            machine,
            writer,
            fault: None,
        })
    }

    /// Ends the history and moves it to its place.
    pub(super) fn finish(self) -> Result<(), CliError> {
        let unwritable = |error: &io::Error| CliError::unwritable(&self.path, error);
        if let Some(fault) = &self.fault {
            return Err(unwritable(fault));
        }
        let file = self.writer.finish().map_err(|error| unwritable(&error))?;
        file.finish()
    }
}

impl Consumer for HistoryFile {
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
