//! Items of `"InputType": "JSONL"`: a JSON text a line.

use super::lines::{LineEnd, Lines};
use super::{Input, ReadFault};
use crate::value::{Value, read};

/// The items of a JSONL object. Blank lines are left out.
pub(in crate::tasks::objects) struct JsonLinesItems {
    lines: Lines,
}

impl JsonLinesItems {
    pub(in crate::tasks::objects) fn new(input: Input) -> Self {
        Self {
            lines: Lines::new(input, LineEnd::LineFeed),
        }
    }
}

impl Iterator for JsonLinesItems {
    type Item = Result<Value, ReadFault>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let parsed = match self.lines.next_line() {
                Err(fault) => return Some(Err(fault)),
                Ok(None) => return None,
                Ok(Some(line)) if line.trim().is_empty() => continue,
                Ok(Some(line)) => read(line),
            };
            return Some(parsed.map_err(|error| ReadFault::LineNotJson {
                place: self.lines.input().place().clone(),
                line: self.lines.number(),
                message: error.message,
            }));
        }
    }
}
