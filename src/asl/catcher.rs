//! `Catch`

use super::{Assign, ResultPath, Target, error_matches};
use crate::base::{Span, Spanned};
use crate::query::template::JsonataTemplate;
use crate::value::Str;

/// One entry of `Catch`.
#[derive(Clone, Debug)]
pub struct Catcher {
    /// `ErrorEquals`
    pub error_equals: Vec<Spanned<Str>>,
    /// `Next`
    pub next: Option<Target>,
    /// `ResultPath`; where it is left out, the error replaces the state's input.
    pub result_path: Option<ResultPath>,
    /// `Assign`
    pub assign: Option<Assign>,
    /// `Output`, of JSONata.
    pub output: Option<JsonataTemplate>,
    /// The entry in the source.
    pub span: Span,
    /// AWS's location: `/States/A/Catch[0]`.
    pub location: String,
}

impl Catcher {
    /// Whether it takes this error.
    pub fn matches(&self, error: &str) -> bool {
        error_matches(&self.error_equals, error)
    }
}
