//! Items of `"InputType": "JSON"`: an array, one item in memory at a time.

use super::{Input, LONGEST, ReadFault};
use crate::value::{Value, read};

/// The items of an array in a JSON object.
pub(in crate::tasks::objects) struct JsonItems {
    input: Input,
    /// Steps of the JSON pointer to the array, still to be gone; nothing once the array is open.
    pointer: Option<String>,
    /// Whether the array is the whole document, after which nothing may follow.
    whole: bool,
    first: bool,
    done: bool,
    item: Vec<u8>,
}

impl JsonItems {
    /// The items of the array at a JSON pointer (RFC 6901); that of the whole document is empty.
    pub(in crate::tasks::objects) fn new(input: Input, pointer: &str) -> Self {
        Self {
            input,
            whole: pointer.is_empty(),
            pointer: Some(pointer.to_owned()),
            first: true,
            done: false,
            item: Vec::new(),
        }
    }

    fn fault(&self, message: impl Into<String>) -> ReadFault {
        ReadFault::NotJson {
            place: self.input.place().clone(),
            offset: self.input.offset(),
            message: message.into(),
        }
    }

    /// The next byte that is no blank.
    fn token(&mut self) -> Result<Option<u8>, ReadFault> {
        loop {
            let chunk = self.input.chunk()?;
            let blanks = chunk
                .iter()
                .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'))
                .count();
            if blanks == 0 {
                return Ok(chunk.first().copied());
            }
            self.input.consume(blanks);
        }
    }

    /// Goes to the first item of the array.
    fn enter(&mut self, pointer: &str) -> Result<(), ReadFault> {
        if !pointer.is_empty() {
            let steps = pointer
                .strip_prefix('/')
                .ok_or_else(|| ReadFault::Pointer(pointer.to_owned()))?;
            for step in steps.split('/') {
                self.step(&step.replace("~1", "/").replace("~0", "~"))?;
            }
        }
        self.open(b'[')
    }

    /// Takes the bracket of an array or object. Another value there cannot be gone through.
    fn open(&mut self, bracket: u8) -> Result<(), ReadFault> {
        match self.token()? {
            Some(byte) if byte == bracket => {
                self.input.consume(1);
                Ok(())
            }
            Some(b'{' | b'[' | b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n') => {
                Err(ReadFault::NotIterable)
            }
            Some(_) => Err(self.fault("expected a JSON value")),
            None => Err(self.fault("expected a JSON value, found the end")),
        }
    }

    /// Goes into a member or item. Where there is none, AWS has a node that cannot be iterated over (Jackson's `at`).
    fn step(&mut self, step: &str) -> Result<(), ReadFault> {
        if self.token()? == Some(b'[') {
            return self.step_into_array(step);
        }
        self.open(b'{')?;
        loop {
            match self.token()? {
                Some(b'"') => {}
                Some(b'}') => return Err(ReadFault::NotIterable),
                _ => return Err(self.fault("expected a key in double quotes")),
            }
            let key = self.value()?;
            if self.token()? != Some(b':') {
                return Err(self.fault("expected `:` after the key"));
            }
            self.input.consume(1);
            if key.as_str() == Some(step) {
                return Ok(());
            }
            self.scan(false, true)?;
            if !self.delimiter(b'}')? {
                return Err(ReadFault::NotIterable);
            }
        }
    }

    fn step_into_array(&mut self, step: &str) -> Result<(), ReadFault> {
        let canonical = step == "0" || !step.starts_with(['0', '+']);
        let index: u64 = match step.parse() {
            Ok(index) if canonical => index,
            _ => return Err(ReadFault::NotIterable),
        };
        self.input.consume(1);
        if self.token()? == Some(b']') {
            return Err(ReadFault::NotIterable);
        }
        for _ in 0..index {
            self.scan(false, false)?;
            if !self.delimiter(b']')? {
                return Err(ReadFault::NotIterable);
            }
        }
        Ok(())
    }

    /// Takes a comma (true) or the bracket that ends the array or object (false).
    fn delimiter(&mut self, end: u8) -> Result<bool, ReadFault> {
        let more = match self.token()? {
            Some(b',') => true,
            Some(byte) if byte == end => false,
            Some(_) => {
                let end = char::from(end);
                return Err(self.fault(format!("expected `,` or `{end}`")));
            }
            None => return Err(self.fault("the text ends inside an array or object")),
        };
        self.input.consume(1);
        Ok(more)
    }

    /// A value, parsed.
    fn value(&mut self) -> Result<Value, ReadFault> {
        let offset = self.input.offset();
        self.scan(true, true)?;
        if self.item.trim_ascii().is_empty() {
            return Err(self.fault("expected a JSON value"));
        }
        let place = || self.input.place().clone();
        let text = std::str::from_utf8(&self.item).map_err(|error| ReadFault::NotUtf8 {
            place: place(),
            offset: offset + error.valid_up_to() as u64,
        })?;
        read(text).map_err(|error| ReadFault::NotJson {
            place: place(),
            offset: offset + error.offset as u64,
            message: error.message,
        })
    }

    /// Goes over a value up to what is behind it: a comma, a closing bracket, the end, or (`colon`) a colon, which ends
    /// a key. It is only as strict as it must be to find that place; what is kept is parsed afterwards.
    fn scan(&mut self, keep: bool, colon: bool) -> Result<(), ReadFault> {
        let offset = self.input.offset();
        self.item.clear();
        let (mut depth, mut quoted, mut escaped) = (0_u64, false, false);
        loop {
            let chunk = self.input.chunk()?;
            if chunk.is_empty() {
                return Ok(());
            }
            let end = chunk.iter().position(|byte| {
                if quoted {
                    match byte {
                        _ if escaped => escaped = false,
                        b'\\' => escaped = true,
                        b'"' => quoted = false,
                        _ => {}
                    }
                    return false;
                }
                match byte {
                    b'"' => quoted = true,
                    b'[' | b'{' => depth += 1,
                    b']' | b'}' | b',' if depth == 0 => return true,
                    b':' if depth == 0 && colon => return true,
                    b']' | b'}' => depth -= 1,
                    _ => {}
                }
                false
            });
            let length = end.unwrap_or(chunk.len());
            if keep {
                self.item.extend_from_slice(&chunk[..length]);
            }
            self.input.consume(length);
            if self.item.len() > LONGEST {
                return Err(ReadFault::TooLong {
                    place: self.input.place().clone(),
                    offset,
                });
            }
            if end.is_some() {
                return Ok(());
            }
        }
    }

    fn next_item(&mut self) -> Result<Option<Value>, ReadFault> {
        if let Some(pointer) = self.pointer.take() {
            self.enter(&pointer)?;
        }
        if std::mem::take(&mut self.first) && self.token()? == Some(b']') {
            self.input.consume(1);
            return self.end();
        }
        if self.done {
            return self.end();
        }
        let item = self.value()?;
        self.done = !self.delimiter(b']')?;
        Ok(Some(item))
    }

    /// The array has ended.
    fn end(&mut self) -> Result<Option<Value>, ReadFault> {
        self.done = true;
        if self.whole && self.token()?.is_some() {
            return Err(self.fault("expected the end of the JSON text"));
        }
        Ok(None)
    }
}

impl Iterator for JsonItems {
    type Item = Result<Value, ReadFault>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_item().transpose()
    }
}
