//! The Fail state.

use super::TextSource;
use crate::base::Spanned;

/// The fields of a Fail state.
#[derive(Clone, Debug, Default)]
pub struct Fail {
    /// `Error` or `ErrorPath`.
    pub error: Option<Spanned<TextSource>>,
    /// `Cause` or `CausePath`.
    pub cause: Option<Spanned<TextSource>>,
}
