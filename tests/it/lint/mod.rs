//! The linter on whole definitions.

pub(crate) mod agrees;
mod agrees_choice;
mod agrees_jsonata;
mod bugreports;
mod claims;
mod corpus;
mod fixes;
mod flow;
mod hostile;
mod judgement;
mod loops;
mod names;
mod parameters;
mod predicted;
mod recorded;
