//! The file that `--logs` names.

use super::args::{Exec, LogLevelChoice};
use super::error::CliError;
use super::output_file::OutputFile;
use crate::asl::StateMachine;
use crate::engine::{Event, Options};
use crate::history::{HistoryOptions, LogLevel, LogOptions, LogWriter};
use crate::run::{Consumer, NestedRun};
use std::io;
use std::sync::Arc;

/// Logs that are being written. A fault is kept until the end: it must not stop the run.
#[derive(Debug)]
pub(super) struct LogFile {
    path: String,
    machine: Arc<StateMachine>,
    writer: LogWriter<OutputFile>,
    fault: Option<io::Error>,
}

impl LogFile {
    /// Opens the file, before anything runs; nothing where none is asked for.
    pub(super) fn open(
        arguments: &Exec,
        options: &Options,
        machine: Arc<StateMachine>,
    ) -> Result<Option<Self>, CliError> {
        let Some(path) = &arguments.logs else {
            return Ok(None);
        };
        let names = &options.names;
        let logging = LogOptions {
            level: match arguments.log_level {
                LogLevelChoice::All => LogLevel::All,
                LogLevelChoice::Error => LogLevel::Error,
                LogLevelChoice::Fatal => LogLevel::Fatal,
                LogLevelChoice::Off => LogLevel::Off,
            },
            include_execution_data: arguments.log_data,
            execution_arn: options.execution_arn(),
            history: HistoryOptions {
                region: names.region.to_string(),
                role_arn: names.role_arn.to_string(),
                ..HistoryOptions::default()
            },
        };
        Ok(Some(Self {
            path: path.clone(),
            machine,
            writer: LogWriter::new(OutputFile::open(path)?, logging),
            fault: None,
        }))
    }

    /// Ends the logs and moves them to their place.
    pub(super) fn finish(self) -> Result<(), CliError> {
        let unwritable = |error: &io::Error| CliError::unwritable(&self.path, error);
        if let Some(fault) = &self.fault {
            return Err(unwritable(fault));
        }
        let file = self.writer.finish().map_err(|error| unwritable(&error))?;
        file.finish()
    }
}

impl Consumer for LogFile {
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
