//! The Wait state.

use super::{Quantity, TextSource};
use crate::base::Spanned;

/// The fields of a Wait state.
#[derive(Clone, Debug, Default)]
pub struct Wait {
    /// One of its four forms; nothing where a diagnostic tells of a fault.
    pub until: Option<WaitUntil>,
}

/// How long a Wait state waits.
#[derive(Clone, Debug)]
pub enum WaitUntil {
    /// `Seconds` or `SecondsPath`.
    Seconds(Spanned<Quantity>),
    /// `Timestamp` or `TimestampPath`.
    Timestamp(Spanned<TextSource>),
}
