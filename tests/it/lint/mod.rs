//! The linter on whole definitions.

mod agrees;
mod bugreports;
mod corpus;
mod flow;
mod hostile;
mod names;
mod recorded;
