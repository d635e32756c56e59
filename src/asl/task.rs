//! The Task state.

use super::{Quantity, Resource};
use crate::base::Spanned;
use crate::query::template::{JsonataTemplate, PayloadTemplate};
use crate::source::Node;

/// The fields of a Task state.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// `Resource`; nothing where it is missing or no text.
    pub resource: Option<Spanned<Resource>>,
    /// `TimeoutSeconds` or `TimeoutSecondsPath`.
    pub timeout: Option<Spanned<Quantity>>,
    /// `HeartbeatSeconds` or `HeartbeatSecondsPath`.
    pub heartbeat: Option<Spanned<Quantity>>,
    /// `Parameters` or `Arguments` as they stand in the source: what is sent, held against the API by the linter.
    pub request: Option<Node>,
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

impl Credentials {
    /// The role, where it is written out.
    pub fn role_arn(&self) -> Option<&str> {
        let whole = match self {
            Self::JsonPath(template) => template.as_constant(),
            Self::Jsonata(template) => template.as_constant(),
        };
        whole?.get("RoleArn")?.as_str()
    }
}
