//! The linter on whole definitions.

mod bugreports;
mod corpus;
mod flow;
mod hostile;
mod names;
mod recorded;
