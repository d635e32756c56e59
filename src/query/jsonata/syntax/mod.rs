//! From text to the tree that is evaluated.

mod build;
mod lexer;
mod parser;
mod raw;
mod resolve;
mod simplify;
mod token;
mod walk;

pub(super) use resolve::may_be_tuples;
pub(super) use token::Operator;

use super::ast::Program;
use super::error::Fallible;

/// Compiles an expression.
pub(super) fn compile(text: &str) -> Fallible<Program> {
    let raw = parser::Parser::parse(text)?;
    let mut builder = build::Builder::default();
    let root = builder.root(raw)?;
    let mut program = resolve::resolve(root, builder.keys);
    simplify::simplify(&mut program.root);
    Ok(program)
}
