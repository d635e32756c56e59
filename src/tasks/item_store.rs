//! The seam between a distributed Map and whatever holds its items and takes its results.

use super::reports::Hindrance;
use crate::asl::StateId;
use crate::engine::{
    ChildResult, Item, ReadRequest, ReaderId, Unsupported, WriteRequest, WriterId,
};
use crate::value::{Str, Value};
use std::error::Error;
use std::fmt;

/// Reads the items and writes the results of the distributed Maps of all executions of a run. Where that takes its time the
/// answers come as [`StreamReport`]s, and what goes wrong later does, too.
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
    fn read(
        &mut self,
        reader: ReaderId,
        most: usize,
    ) -> Result<Served<(Vec<Item>, bool)>, ItemFault>;

    /// Nobody wants more items of this reader.
    fn close_reader(&mut self, reader: ReaderId);

    /// Gets ready to write.
    ///
    /// # Errors
    /// What the Map fails with.
    fn open_writer(&mut self, request: &WriteRequest) -> Result<Served<()>, ItemFault>;

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
    fn close_writer(&mut self, writer: WriterId) -> Result<Served<Value>, ItemFault>;
}

/// What a store has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Served<T> {
    /// It says so at once.
    Now(T),
    /// It will, in a report.
    Later,
}

/// What a store says that takes its time.
#[derive(Clone, Debug, PartialEq)]
pub enum StreamReport {
    /// Of a reader: the next items and whether there are no more.
    Read(ReaderId, Result<(Vec<Item>, bool), ItemFault>),
    /// A writer is ready.
    Opened(WriterId),
    /// All results are written: `ResultWriterDetails`.
    Written(WriterId, Value),
    /// A writer cannot write.
    WriterFailed(WriterId, ItemFault),
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
    /// It cannot be done here, and on AWS that would not be so: the run ends.
    Hindered(Hindrance),
    /// No store is for this Map: the run ends.
    NoStore {
        /// The Map.
        state: StateId,
    },
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
            Self::Hindered(hindrance) => formatter.write_str(&hindrance.message),
            Self::NoStore { .. } => formatter.write_str("nothing stands for S3"),
        }
    }
}

impl Error for ItemFault {}
