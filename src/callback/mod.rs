//! Tasks that wait for somebody: a callback with the task token, or a worker of an activity.
//!
//! A [`Desk`] knows which tokens are open. A [`Server`] on loopback lets AWS's own tools and SDKs answer them
//! (`aws stepfunctions send-task-success --endpoint-url http://127.0.0.1:PORT`), and a [`Ledger`] tells `sfnrun token`
//! which token belongs to which state.

mod constraints;
mod desk;
mod ledger;
mod refusal;
mod request;
mod server;
#[cfg(test)]
mod tests;

pub use desk::{Desk, Ticket};
pub use ledger::{Entry, Ledger, LedgerError, Run, StartedExecution, runs};
pub use refusal::Refusal;
pub use server::{Server, send};
