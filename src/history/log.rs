//! What goes to CloudWatch Logs: the events of the history, as far as the level lets them through.

use super::HistoryOptions;
use super::event::name_and_details;
use super::members::Members;
use crate::asl::StateMachine;
use crate::engine::Event;
use crate::engine::Secrets;
use crate::value::Value;
use std::io::{self, Write};

/// `Level` of a machine's logging configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogLevel {
    /// Everything.
    #[default]
    All,
    /// What failed, ran out of time or was aborted, and Fail states.
    Error,
    /// How an execution failed, ran out of time or was aborted.
    Fatal,
    /// Nothing.
    Off,
}

impl LogLevel {
    /// `ALL`, `ERROR`, `FATAL`, `OFF`.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "ALL" => Some(Self::All),
            "ERROR" => Some(Self::Error),
            "FATAL" => Some(Self::Fatal),
            "OFF" => Some(Self::Off),
            _ => None,
        }
    }

    /// Whether events of this type are logged (guide, "Log levels for Step Functions execution events"; recorded:
    /// logs/logs.partial_log_levels).
    fn takes(self, event_type: &str) -> bool {
        let bad = ["Failed", "TimedOut", "Aborted"]
            .iter()
            .any(|ending| event_type.ends_with(ending));
        match self {
            Self::All => true,
            Self::Error => bad || event_type == "FailStateEntered",
            Self::Fatal => bad && event_type.starts_with("Execution"),
            Self::Off => false,
        }
    }
}

/// A machine's logging configuration.
#[derive(Clone, Debug, Default)]
pub struct LogOptions {
    /// `level`
    pub level: LogLevel,
    /// `includeExecutionData`: whether inputs, outputs and parameters are logged.
    pub include_execution_data: bool,
    /// The ARN of the execution, which each entry names.
    pub execution_arn: String,
    /// What the history says that the execution itself does not know.
    pub history: HistoryOptions,
}

/// Members of an event's details that are data of the execution. Error and cause are none
/// (recorded: logs/logs.base~wait_seconds_path.json5_ALL_False).
const DATA: [&str; 7] = [
    "input",
    "inputDetails",
    "output",
    "outputDetails",
    "parameters",
    "assignedVariables",
    "assignedVariablesDetails",
];

/// The event as CloudWatch Logs shows it: `{"id": "2", "type", "details", "previous_event_id", "event_timestamp",
/// "execution_arn"}`, the time in milliseconds; nothing where the level keeps it back.
pub fn log_entry(event: &Event, machine: &StateMachine, options: &LogOptions) -> Option<Value> {
    let id = event.id.to_string();
    let previous = event.previous.to_string();
    let time = event.at.0.to_string();
    entry(event, machine, options, [&id, &previous, &time]).map(|entry| entry.to_value())
}

fn entry<'a>(
    event: &'a Event,
    machine: &'a StateMachine,
    options: &'a LogOptions,
    [id, previous, time]: [&'a str; 3],
) -> Option<Members<'a>> {
    if event.id == 0 || event.child.is_some() {
        return None;
    }
    let (name, details) = name_and_details(&event.kind, machine, &options.history)?;
    if !options.level.takes(&name) {
        return None;
    }
    let details = details.map(|(_, details)| details).unwrap_or_default();
    let details = match options.include_execution_data {
        true => details,
        false => details.without(&DATA),
    };
    let entry = Members::default()
        .text("id", id)
        .owned("type", name)
        .object("details", details)
        .text("previous_event_id", previous)
        .text("event_timestamp", time)
        .text("execution_arn", &options.execution_arn);
    Some(entry)
}

/// Writes what goes to CloudWatch Logs, an entry a line. Task tokens are struck out.
#[derive(Debug)]
pub struct LogWriter<W: Write> {
    out: W,
    options: LogOptions,
    secrets: Secrets,
    line: String,
}

impl<W: Write> LogWriter<W> {
    /// A log without an entry.
    pub fn new(out: W, options: LogOptions) -> Self {
        Self {
            out,
            options,
            secrets: Secrets::default(),
            line: String::new(),
        }
    }

    /// Learns the token that an event of another execution gives out, to strike it out of this one's.
    pub fn learn(&mut self, event: &Event) {
        self.secrets.learn(event);
    }

    /// Writes an event, unless the level keeps it back.
    ///
    /// # Errors
    /// What the writer gives.
    pub fn event(&mut self, event: &Event, machine: &StateMachine) -> io::Result<()> {
        self.secrets.learn(event);
        let texts = [
            event.id.to_string(),
            event.previous.to_string(),
            event.at.0.to_string(),
        ];
        let Some(entry) = entry(
            event,
            machine,
            &self.options,
            texts.each_ref().map(|text| &**text),
        ) else {
            return Ok(());
        };
        self.line.clear();
        entry.write_json(&mut self.line);
        self.secrets.mask(&mut self.line);
        self.line.push('\n');
        self.out.write_all(self.line.as_bytes())
    }

    /// Ends the log and gives the writer back, flushed.
    ///
    /// # Errors
    /// What the writer gives.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}
