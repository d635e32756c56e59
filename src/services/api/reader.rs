//! The primitive parts of the table's binary form.

/// Reads integers (LEB128) and bytes one after the other. Every reading gives nothing where the bytes are at their end.
#[derive(Clone, Copy)]
pub(super) struct Reader {
    bytes: &'static [u8],
    at: usize,
}

impl Reader {
    pub(super) fn new(bytes: &'static [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// How many bytes are read.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    pub(super) fn int(&mut self) -> Option<usize> {
        let mut value = 0_usize;
        let mut shift = 0;
        loop {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            value |= usize::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                return Some(value);
            }
            shift += 7;
        }
    }

    pub(super) fn take(&mut self, length: usize) -> Option<&'static [u8]> {
        let end = self.at.checked_add(length)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    /// A text with its length before it.
    pub(super) fn text(&mut self) -> Option<&'static str> {
        let length = self.int()?;
        std::str::from_utf8(self.take(length)?).ok()
    }
}
