//! Payload templates: the objects of `Parameters`, `ResultSelector`, `ItemSelector` and, in JSONPath, `Assign`, in which a
//! key that ends in `.$` has a path or an intrinsic function for its value.

mod compile;
mod error;
mod expression;
mod jsonata;
mod payload;
#[cfg(test)]
mod tests;
mod visit;

pub use error::{TemplateError, TemplateErrorKind, TemplateIssue, TemplateIssueKind};
pub use expression::{ExpressionSyntaxError, ValueExpression};
pub use jsonata::{JsonataFault, JsonataFaultKind, JsonataIssue, JsonataString, JsonataTemplate};
pub use payload::{PayloadTemplate, TemplateExpression};
pub use visit::{JsonataVisitor, TemplateVisitor};
