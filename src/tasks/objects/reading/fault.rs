//! Why items cannot be read.

use super::super::store::StoreError;
use super::Place;
use std::io;
use thiserror::Error;

/// Why items cannot be read. But for those with a case beside them the words are ours: AWS's are not known.
#[derive(Debug, Error)]
pub(in crate::tasks::objects) enum ReadFault {
    /// AWS's words: scenarios/base_scenarios.map_item_reader_json_no_json_list_object.
    #[error("Attempting to map over non-iterable node.")]
    NotIterable,
    /// AWS's words: scenarios/base_scenarios.map_item_reader_csv_headers_decl_duplicate_headers.
    #[error("CSV headers cannot contain duplicates.")]
    DuplicateHeaders,
    /// Developer guide, "ItemReader (Map)": headers of up to 10 KiB.
    #[error("the CSV headers of {0} are larger than 10 KiB")]
    LongHeaders(Place),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("cannot read {place}: {error}")]
    Read { place: Place, error: io::Error },
    #[error("{place} is not UTF-8 at byte {offset}")]
    NotUtf8 { place: Place, offset: u64 },
    #[error("{place} is no JSON at byte {offset}: {message}")]
    NotJson {
        place: Place,
        offset: u64,
        message: String,
    },
    #[error("line {line} of {place} is no JSON: {message}")]
    LineNotJson {
        place: Place,
        line: u64,
        message: String,
    },
    #[error("the quoted field that begins in line {line} of {place} has no end")]
    OpenQuote { place: Place, line: u64 },
    #[error("an item of {place} is longer than 16 MiB (at byte {offset})")]
    TooLong { place: Place, offset: u64 },
    #[error("`{0}` is no JSON pointer: it has to begin with `/`")]
    Pointer(String),
    #[error("the ItemReader needs a text for `{0}`")]
    Parameter(&'static str),
    #[error("the ItemReader needs an `InputType` in its ReaderConfig")]
    NoInputType,
    #[error("{place} is no {kind} manifest: {message}")]
    Manifest {
        place: Place,
        kind: &'static str,
        message: String,
    },
    /// This program cannot do it: not a failure that the state machine could catch. Reads on as in `Process` is …
    #[error("{0} is not supported")]
    Unsupported(String),
}

impl ReadFault {
    /// Bytes of an object that do not come: for what the store says, where it was the store.
    pub(super) fn reading(place: &Place, error: io::Error) -> Self {
        match error.downcast::<StoreError>() {
            Ok(error) => Self::Store(error),
            Err(error) => Self::Read {
                place: place.clone(),
                error,
            },
        }
    }
}
