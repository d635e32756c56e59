//! The expression languages of the States Language: parser and evaluator each, spans in every node.

mod environment;
pub mod jsonpath;

pub use environment::{Context, Environment, Variables};
