//! Intrinsic functions: `States.Format('Hello {}', $.name)`, where a field takes a path.

mod call;
mod error;
mod faults;
mod function;
mod functions;
mod java;
mod parser;
#[cfg(test)]
mod parser_tests;
#[cfg(test)]
mod tests;

pub use call::{Argument, ArgumentKind, FunctionCall, IntrinsicCall};
pub use error::{IntrinsicError, IntrinsicErrorKind, IntrinsicFault, IntrinsicSyntaxError};
pub use function::IntrinsicFunction;
