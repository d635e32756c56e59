//! What happened, as AWS tells it: the events of `GetExecutionHistory`.

mod comparison;
mod event;
mod import;
mod log;
mod members;
#[cfg(test)]
pub(crate) mod testing;
mod writer;

pub use comparison::{Comparison, Difference, compare};
pub use event::{HistoryOptions, history_event};
pub use import::{ImportedHistory, import};
pub use log::{LogLevel, LogOptions, LogWriter, log_entry};
pub use writer::HistoryWriter;

#[cfg(test)]
mod tests;
