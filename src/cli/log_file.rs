//! The file that `--logs` names.

use super::args::{Exec, LogLevelChoice};
use super::error::CliError;
use super::event_file::{EventFile, EventWriter};
use super::output_file::OutputFile;
use crate::asl::StateMachine;
use crate::engine::{Event, Options};
use crate::history::{HistoryOptions, LogLevel, LogOptions, LogWriter};
use std::io;
use std::sync::Arc;

/// Logs that are being written.
pub(super) type LogFile = EventFile<LogWriter<OutputFile>>;

/// Opens the file, before anything runs; nothing where none is asked for.
pub(super) fn open(
    arguments: &Exec,
    options: &Options,
    machine: Arc<StateMachine>,
) -> Result<Option<LogFile>, CliError> {
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
    let writer = LogWriter::new(OutputFile::open(path)?, logging);
    Ok(Some(EventFile::new(path, machine, writer)))
}

impl EventWriter for LogWriter<OutputFile> {
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
