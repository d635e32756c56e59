//! The lines of an object.

use super::{Input, LONGEST, ReadFault};

/// What ends a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LineEnd {
    /// `\n` alone.
    LineFeed,
    /// `\n`, `\r` or both, as Java reads lines.
    Any,
}

/// The lines of an object, without what ends them.
pub(super) struct Lines {
    input: Input,
    end: LineEnd,
    line: Vec<u8>,
    number: u64,
    /// Whether the line before ended with `\r`, so that a `\n` belongs to it.
    after_return: bool,
}

impl Lines {
    pub(super) fn new(input: Input, end: LineEnd) -> Self {
        Self {
            input,
            end,
            line: Vec::new(),
            number: 0,
            after_return: false,
        }
    }

    pub(super) fn input(&self) -> &Input {
        &self.input
    }

    /// The number of the line that was read last, from 1.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// The next line.
    pub(super) fn next_line(&mut self) -> Result<Option<&str>, ReadFault> {
        if std::mem::take(&mut self.after_return) && self.input.peek()? == Some(b'\n') {
            self.input.consume(1);
        }
        self.line.clear();
        let offset = self.input.offset();
        let mut found = false;
        loop {
            let returns = self.end == LineEnd::Any;
            let chunk = self.input.chunk()?;
            if chunk.is_empty() {
                break;
            }
            found = true;
            let end = chunk
                .iter()
                .position(|byte| *byte == b'\n' || returns && *byte == b'\r');
            let length = end.unwrap_or(chunk.len());
            self.line.extend_from_slice(&chunk[..length]);
            if self.line.len() > LONGEST {
                return Err(ReadFault::TooLong {
                    place: self.input.place().clone(),
                    offset,
                });
            }
            if let Some(end) = end {
                self.after_return = chunk[end] == b'\r';
                self.input.consume(length + 1);
                break;
            }
            self.input.consume(length);
        }
        if !found {
            return Ok(None);
        }
        self.number += 1;
        match std::str::from_utf8(&self.line) {
            Ok(line) => Ok(Some(line)),
            Err(error) => Err(ReadFault::NotUtf8 {
                place: self.input.place().clone(),
                offset: offset + error.valid_up_to() as u64,
            }),
        }
    }
}
