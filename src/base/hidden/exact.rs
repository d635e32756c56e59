//! Texts, found as they are: many of them in one pass.

use std::collections::HashMap;
use std::ops::Range;

/// The shortest text that can be found.
const SHORTEST: usize = 4;
/// Bytes by which a long text is looked up: tokens of one service begin alike.
const LONG: usize = 16;
/// Bits of the hash that says where no text begins.
const BITS: u32 = 14;

/// Texts by their first bytes.
#[derive(Clone, Default)]
pub(super) struct Exact {
    /// By a hash of the first four bytes, whether any begins so.
    begins: Vec<bool>,
    long: HashMap<[u8; LONG], Vec<Box<[u8]>>, foldhash::fast::FixedState>,
    short: HashMap<[u8; SHORTEST], Vec<Box<[u8]>>, foldhash::fast::FixedState>,
    shortest: usize,
    count: usize,
}

impl Exact {
    /// Whether it is another one than those that are there.
    pub(super) fn add(&mut self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let Some(first) = bytes.first_chunk::<SHORTEST>() else {
            return false;
        };
        let alike = match bytes.first_chunk::<LONG>() {
            Some(first) => self.long.entry(*first).or_default(),
            None => self.short.entry(*first).or_default(),
        };
        if alike.iter().any(|known| **known == *bytes) {
            return false;
        }
        alike.push(bytes.into());
        self.begins.resize(1 << BITS, false);
        self.begins[hash(*first)] = true;
        self.shortest = match self.count {
            0 => bytes.len(),
            _ => self.shortest.min(bytes.len()),
        };
        self.count += 1;
        true
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Bytes of the shortest; 0 where there is none.
    pub(super) fn shortest(&self) -> usize {
        self.shortest
    }

    /// Where they stand, in order. Where several begin, the longest does.
    pub(super) fn find(&self, bytes: &[u8]) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        if self.is_empty() {
            return found;
        }
        let mut at = 0;
        while let Some(first) = bytes[at..].first_chunk::<SHORTEST>() {
            let length = match self.begins[hash(*first)] {
                true => self.length_of_one_at(&bytes[at..], first),
                false => None,
            };
            if let Some(length) = length {
                found.push(at..at + length);
            }
            at += length.unwrap_or(1);
        }
        found
    }

    fn length_of_one_at(&self, bytes: &[u8], first: &[u8; SHORTEST]) -> Option<usize> {
        let long = bytes
            .first_chunk::<LONG>()
            .and_then(|first| self.long.get(first));
        let could = long.into_iter().chain(self.short.get(first)).flatten();
        could
            .filter(|text| bytes.starts_with(text))
            .map(|text| text.len())
            .max()
    }
}

fn hash(first: [u8; SHORTEST]) -> usize {
    /// An odd number without order in its bits (2^32 divided by the golden ratio).
    const SPREAD: u32 = 0x9E37_79B9;
    let hash = u32::from_le_bytes(first).wrapping_mul(SPREAD) >> (32 - BITS);
    hash as usize
}
