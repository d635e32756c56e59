//! An object of S3 that is read piece by piece, so that a Map that takes its time keeps no connection open.

use super::super::store::StoreError;
use super::asking::{Asking, Place};
use crate::aws::{CallFault, Fetched};
use crate::value::Object;
use std::io::{self, Read};

/// Bytes of a piece.
pub(super) const PIECE: u64 = 8 << 20;

/// An object that is being read.
#[derive(Debug)]
pub(super) struct Download {
    asking: Asking,
    place: Place,
    parameters: Object,
    /// The object as the first piece found it: another one in its place must not be read on.
    tag: Option<String>,
    piece: Vec<u8>,
    /// Bytes of the piece that are read.
    read: usize,
    /// Where in the object the next piece begins.
    next: u64,
    /// Bytes of the object.
    size: u64,
}

impl Download {
    /// Gets the first piece with a call of these parameters.
    pub(super) fn start(
        asking: Asking,
        place: Place,
        parameters: Object,
    ) -> Result<Self, StoreError> {
        let mut download = Self {
            asking,
            place,
            parameters,
            tag: None,
            piece: Vec::new(),
            read: 0,
            next: 0,
            size: u64::MAX,
        };
        download.get()?;
        Ok(download)
    }

    /// Gets the next piece.
    fn get(&mut self) -> Result<(), StoreError> {
        let mut parameters = self.parameters.clone();
        let last = self.next + PIECE - 1;
        parameters.insert("Range", format!("bytes={}-{last}", self.next).into());
        if let Some(tag) = &self.tag {
            parameters.insert("IfMatch", tag.as_str().into());
        }
        let fetched = match self.asking.fetch("getObject", parameters)? {
            // Of nothing no part can be had.
            Err(CallFault::Service(said)) if self.next == 0 && said.status == 416 => {
                self.size = 0;
                return Ok(());
            }
            made => self.asking.told(&self.place, made)?,
        };
        let came = fetched.body.len() as u64;
        let (from, size) = match fetched.status {
            206 => range(&fetched).ok_or_else(|| self.broken("has no `Content-Range`"))?,
            // Whoever does not know of parts gives all.
            _ => (0, came),
        };
        if from != self.next || came == 0 && size > from {
            return Err(self.broken("is another part of it"));
        }
        self.tag = fetched.header("etag").map(str::to_owned);
        self.size = size;
        self.next = from + came;
        self.piece = fetched.body;
        self.read = 0;
        Ok(())
    }

    fn broken(&self, what: &str) -> StoreError {
        StoreError::Refused {
            cause: format!("what comes for the bytes from {} on {what}", self.next),
            bucket: self.place.bucket.clone(),
            key: self.place.key.clone(),
        }
    }
}

impl Read for Download {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.piece.len() && self.next < self.size {
            self.get().map_err(io::Error::other)?;
        }
        let left = &self.piece[self.read..];
        let count = left.len().min(buffer.len());
        buffer[..count].copy_from_slice(&left[..count]);
        self.read += count;
        Ok(count)
    }
}

/// Where a part begins, and the size of the whole: `bytes 0-99/1234` (RFC 9110, 14.4).
fn range(fetched: &Fetched) -> Option<(u64, u64)> {
    let range = fetched.header("content-range")?.strip_prefix("bytes ")?;
    let (part, size) = range.split_once('/')?;
    let (from, _) = part.split_once('-')?;
    Some((from.trim().parse().ok()?, size.trim().parse().ok()?))
}
