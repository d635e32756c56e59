//! Texts that nothing may show which people keep or paste, found in whatever encoding they come.

mod decoded;
mod exact;
#[cfg(test)]
mod tests;

use exact::Exact;
use std::fmt;
use std::ops::Range;

/// What stands in the place of a hidden text.
pub const STARS: &str = "***";

/// So often an encoding may be encoded again: base64 of a URL with base64 in it is three.
const DEPTH: usize = 3;

/// Texts that are hidden: found as they are, in base64 (of both alphabets, also of a text that only holds them),
/// in hexadecimal digits, percent-encoded, and behind the escapes of JSON and HTML.
#[derive(Clone, Default)]
pub struct Hidden {
    exact: Exact,
}

impl Hidden {
    /// Hides a text from now on: whether it was not hidden before. One of less than four bytes could be anything: it is not hidden.
    pub fn add(&mut self, text: &str) -> bool {
        self.exact.add(text)
    }

    /// Whether nothing is hidden.
    pub fn is_empty(&self) -> bool {
        self.exact.is_empty()
    }

    /// Where hidden texts stand in `text`, in bytes: in order, none over another, on the bounds of letters.
    pub fn find(&self, text: &str) -> Vec<Range<usize>> {
        self.find_bytes(text.as_bytes(), DEPTH)
    }

    /// Puts `***` in the place of every hidden text.
    pub fn mask(&self, text: &mut String) {
        let found = self.find(text);
        if found.is_empty() {
            return;
        }
        let mut masked = String::with_capacity(text.len());
        let mut from = 0;
        for Range { start, end } in found {
            masked.push_str(&text[from..start]);
            masked.push_str(STARS);
            from = end;
        }
        masked.push_str(&text[from..]);
        *text = masked;
    }

    fn find_bytes(&self, bytes: &[u8], depth: usize) -> Vec<Range<usize>> {
        if self.is_empty() || bytes.len() < self.exact.shortest() {
            return Vec::new();
        }
        let mut found = self.exact.find(bytes);
        if depth > 0 {
            // What is no text is no encoding either.
            let within = |decoded: &[u8]| {
                let depth = if is_text(decoded) { depth - 1 } else { 0 };
                self.find_bytes(decoded, depth)
            };
            decoded::base64(bytes, self.exact.shortest(), &within, &mut found);
            decoded::percent(bytes, &within, &mut found);
            decoded::escapes(bytes, &within, &mut found);
            decoded::entities(bytes, &within, &mut found);
            decoded::hex(bytes, self.exact.shortest(), &within, &mut found);
        }
        joined(found)
    }
}

/// Says how many there are, and none of them.
impl fmt::Debug for Hidden {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Hidden({})", self.exact.len())
    }
}

/// Whether it is text for the most part: of base64 in a URL, what stands before it is decoded to anything.
fn is_text(bytes: &[u8]) -> bool {
    let ascii = bytes.iter().filter(|byte| byte.is_ascii()).count();
    ascii * 8 >= bytes.len() * 7 || std::str::from_utf8(bytes).is_ok()
}

/// In order, with those made one that have bytes in common.
fn joined(mut found: Vec<Range<usize>>) -> Vec<Range<usize>> {
    found.sort_by_key(|range| (range.start, range.end));
    found.dedup_by(|next, before| {
        let common = next.start < before.end;
        if common {
            before.end = before.end.max(next.end);
        }
        common
    });
    found
}
