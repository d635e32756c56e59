//! The expression languages of the States Language: parser and evaluator each, spans in every node.

mod environment;
mod expression;
pub mod intrinsic;
mod java_text;
pub mod jsonata;
pub mod jsonpath;
pub mod template;

pub use environment::{Context, Environment, Variables};
pub use expression::{Expression, ExpressionFault};
