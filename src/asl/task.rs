//! The Task state.

use super::{Quantity, Resource};
use crate::base::Spanned;
use crate::query::template::{JsonataTemplate, PayloadTemplate};

/// The fields of a Task state.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// `Resource`; nothing where it is missing or no text.
    pub resource: Option<Spanned<Resource>>,
    /// `TimeoutSeconds` or `TimeoutSecondsPath`.
    pub timeout: Option<Spanned<Quantity>>,
    /// `HeartbeatSeconds` or `HeartbeatSecondsPath`.
    pub heartbeat: Option<Spanned<Quantity>>,
    /// `Credentials`
    pub credentials: Option<Spanned<Credentials>>,
}

/// `Credentials`
#[derive(Clone, Debug)]
pub enum Credentials {
    /// In JSONPath, with `RoleArn` or `RoleArn.$`.
    JsonPath(PayloadTemplate),
    /// In JSONata.
    Jsonata(JsonataTemplate),
}
