//! The bytes of an object, a chunk at a time.

use super::{Place, ReadFault};
use std::io::{self, Read};

const CHUNK: usize = 1 << 16;
const BYTE_ORDER_MARK: [u8; 3] = [0xef, 0xbb, 0xbf];
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The bytes of an object, without a byte order mark.
pub(in crate::tasks::objects) struct Input {
    reader: Box<dyn Read + Send>,
    place: Place,
    chunk: Vec<u8>,
    /// Where in the chunk the next byte is.
    at: usize,
    /// Bytes of the object before the chunk.
    before: u64,
    ended: bool,
}

impl Input {
    /// Starts to read. What is compressed with gzip is refused: AWS reads it in inventories only, and we nowhere.
    pub(in crate::tasks::objects) fn new(
        reader: Box<dyn Read + Send>,
        place: Place,
    ) -> Result<Self, ReadFault> {
        let mut input = Self {
            reader,
            place,
            chunk: Vec::new(),
            at: 0,
            before: 0,
            ended: false,
        };
        while input.chunk.len() < BYTE_ORDER_MARK.len() && !input.ended {
            input.more()?;
        }
        if input.chunk.starts_with(&GZIP) {
            return Err(ReadFault::Unsupported(format!(
                "a Map over {}, which is compressed with gzip",
                input.place
            )));
        }
        if input.chunk.starts_with(&BYTE_ORDER_MARK) {
            input.at = BYTE_ORDER_MARK.len();
        }
        Ok(input)
    }

    pub(super) fn place(&self) -> &Place {
        &self.place
    }

    /// Bytes of the object before the next one.
    pub(super) fn offset(&self) -> u64 {
        self.before + self.at as u64
    }

    /// The next bytes; none at the end.
    pub(super) fn chunk(&mut self) -> Result<&[u8], ReadFault> {
        while self.at == self.chunk.len() && !self.ended {
            self.before += self.chunk.len() as u64;
            self.chunk.clear();
            self.at = 0;
            self.more()?;
        }
        Ok(&self.chunk[self.at..])
    }

    /// Takes bytes of the chunk.
    pub(super) fn consume(&mut self, bytes: usize) {
        self.at = (self.at + bytes).min(self.chunk.len());
    }

    /// The next byte, which stays there.
    pub(super) fn peek(&mut self) -> Result<Option<u8>, ReadFault> {
        Ok(self.chunk()?.first().copied())
    }

    /// Adds what the reader gives at once to the chunk.
    fn more(&mut self) -> Result<(), ReadFault> {
        let filled = self.chunk.len();
        self.chunk.resize(filled + CHUNK, 0);
        let count = loop {
            match self.reader.read(&mut self.chunk[filled..]) {
                Ok(count) => break count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.chunk.truncate(filled);
                    return Err(ReadFault::reading(&self.place, error));
                }
            }
        };
        self.chunk.truncate(filled + count);
        self.ended = count == 0;
        Ok(())
    }
}
