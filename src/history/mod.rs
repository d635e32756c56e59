//! What happened, as AWS tells it: the events of `GetExecutionHistory`.

mod event;
mod import;
mod members;
mod secrets;
#[cfg(test)]
pub(crate) mod testing;
mod writer;

pub use event::{HistoryOptions, history_event};
pub use import::{ImportedHistory, import};
pub use secrets::Secrets;
pub use writer::HistoryWriter;

#[cfg(test)]
mod tests;
