//! The seam between a distributed Map and whatever holds its items and takes its results.

use crate::engine::{ChildResult, ReadRequest, ReaderId, Unsupported, WriteRequest, WriterId};
use crate::value::{Str, Value};
use std::error::Error;
use std::fmt;

/// Reads the items and writes the results of the distributed Maps of one execution.
pub trait ItemStore {
    /// Gets ready to read.
    ///
    /// # Errors
    /// What the Map fails with.
    fn open_reader(&mut self, request: &ReadRequest) -> Result<(), ItemFault>;

    /// The next items, at most `most`, and whether there are no more.
    ///
    /// # Errors
    /// What the Map fails with.
    fn read(&mut self, reader: ReaderId, most: usize) -> Result<(Vec<Value>, bool), ItemFault>;

    /// Nobody wants more items of this reader.
    fn close_reader(&mut self, reader: ReaderId);

    /// Gets ready to write.
    ///
    /// # Errors
    /// What the Map fails with.
    fn open_writer(&mut self, request: &WriteRequest) -> Result<(), ItemFault>;

    /// Writes the result of a child execution.
    ///
    /// # Errors
    /// What the Map fails with.
    fn write(&mut self, result: &ChildResult) -> Result<(), ItemFault>;

    /// Writes an input for which a Map Run that failed started no child execution.
    ///
    /// # Errors
    /// What the Map fails with.
    fn write_pending(&mut self, writer: WriterId, input: &Value) -> Result<(), ItemFault>;

    /// Finishes the results: `ResultWriterDetails`, `{"Bucket", "Key"}` of the manifest.
    ///
    /// # Errors
    /// What the Map fails with.
    fn close_writer(&mut self, writer: WriterId) -> Result<Value, ItemFault>;
}

/// Why items cannot be read or results cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemFault {
    /// The Map fails, as it would on AWS.
    Failed {
        /// `States.ItemReaderFailed`, `States.ResultWriterFailed`.
        error: Str,
        /// What is wrong, in AWS's words where they are known.
        cause: Option<Str>,
    },
    /// AWS can do it and this program cannot: the run ends.
    Unsupported(Unsupported),
}

impl fmt::Display for ItemFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed {
                error,
                cause: Some(cause),
            } => write!(formatter, "{error}: {cause}"),
            Self::Failed { error, cause: None } => formatter.write_str(error),
            Self::Unsupported(unsupported) => {
                write!(formatter, "{} is not supported", unsupported.feature)
            }
        }
    }
}

impl Error for ItemFault {}
