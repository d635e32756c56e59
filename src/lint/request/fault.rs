//! What is wrong with a request.

use crate::base::Span;
use crate::source::Key;

/// What is wrong with a request.
#[derive(Debug)]
pub(crate) enum RequestFault<'a> {
    /// A parameter that the call does not take.
    Unknown(WrongName<'a>),
    /// A parameter that the call needs is not given.
    Missing {
        /// Its name.
        name: String,
        /// Where in the field: empty, or `.Entries[0]`.
        place: String,
        /// The object that it belongs into.
        span: Span,
    },
    /// A value that is none of the right kind.
    WrongType {
        /// Where in the field: `.Entries[0].Detail`.
        place: String,
        /// The value.
        span: Span,
        /// What it must be: `a number`.
        expected: &'static str,
        /// What it is: `string`.
        found: &'static str,
    },
    /// A value that the API does not take, though it is of the right kind.
    Value {
        /// Where in the field: `.Entries[0].Detail`.
        place: String,
        /// The value.
        span: Span,
        /// What is wrong: `` is none of `A`, `B` ``.
        what: String,
        /// The word that is meant, most likely.
        meant: Option<&'static str>,
    },
}

/// A parameter that the call does not take.
#[derive(Debug)]
pub(crate) struct WrongName<'a> {
    /// Its key.
    pub(crate) key: &'a Key,
    /// Where in the field: `.Entries[0]`, empty at its top.
    pub(crate) place: String,
    /// The name that is meant, most likely.
    pub(crate) meant: Option<String>,
    /// Whether the name is the API's own spelling, or differs from the right one in capitals only.
    pub(crate) is_spelling: bool,
    /// Whether it is sure that the call fails.
    pub(crate) certain: bool,
    /// All names that could stand here.
    pub(crate) names: Vec<String>,
}
