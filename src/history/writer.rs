//! The history as a file.

use super::HistoryOptions;
use super::event::{entry, iso};
use crate::asl::StateMachine;
use crate::base::Timestamp;
use crate::engine::Event;
use crate::engine::Secrets;
use std::io::{self, Write};

/// Writes the history while it happens, in the form of `aws stepfunctions get-execution-history`.
///
/// One event a line, and what separates two events is written with the second. So the text of a run that was killed is
/// whole up to its last event: `]}` at its end makes it JSON.
#[derive(Debug)]
pub struct HistoryWriter<W: Write> {
    out: W,
    options: HistoryOptions,
    secrets: Secrets,
    line: String,
    events: u64,
    /// The instant of the last event, and how it is written: many events have the same.
    instant: Option<Timestamp>,
    timestamp: String,
}

impl<W: Write> HistoryWriter<W> {
    /// Begins a history. Every event is one call of `write_all`: give it a buffered writer.
    ///
    /// # Errors
    /// What the writer gives.
    pub fn new(mut out: W, options: HistoryOptions) -> io::Result<Self> {
        out.write_all(b"{\"events\":[")?;
        Ok(Self {
            out,
            options,
            secrets: Secrets::default(),
            line: String::new(),
            events: 0,
            instant: None,
            timestamp: String::new(),
        })
    }

    /// Learns the token that an event of another execution gives out, to strike it out of this one's.
    pub fn learn(&mut self, event: &Event) {
        self.secrets.learn(event);
    }

    /// Writes an event, unless AWS's history does not show it.
    ///
    /// # Errors
    /// What the writer gives.
    pub fn event(&mut self, event: &Event, machine: &StateMachine) -> io::Result<()> {
        self.secrets.learn(event);
        if self.instant != Some(event.at) {
            self.instant = Some(event.at);
            self.timestamp = iso(event.at);
        }
        let Some(entry) = entry(event, &self.timestamp, machine, &self.options) else {
            return Ok(());
        };
        self.line.clear();
        self.line
            .push_str(if self.events == 0 { "\n" } else { ",\n" });
        entry.write_json(&mut self.line);
        if !self.options.reveal_tokens {
            self.secrets.mask(&mut self.line);
        }
        self.events += 1;
        self.out.write_all(self.line.as_bytes())
    }

    /// Hands what was written to the system, so that a killed run loses nothing before it.
    ///
    /// # Errors
    /// What the writer gives.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Ends the history and gives the writer back, flushed.
    ///
    /// # Errors
    /// What the writer gives.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.write_all(b"\n]}\n")?;
        self.out.flush()?;
        Ok(self.out)
    }
}
