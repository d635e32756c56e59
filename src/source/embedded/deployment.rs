//! What a template says of a machine beside its definition.

use crate::base::Span;
use crate::source::{Engine, Node};
use crate::value::Str;

/// How a machine is deployed.
#[derive(Clone, Debug)]
pub struct Deployment {
    /// The tool.
    pub engine: Engine,
    /// Where the template names the machine.
    pub place: Span,
    /// What is logged.
    pub logging: Setting<Logging>,
    /// Whether it is traced by X-Ray.
    pub tracing: Setting<bool>,
}

/// A setting of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting<T> {
    /// Not there, so that AWS's default holds.
    Absent,
    /// There, and known only when the template is deployed.
    Unknown,
    /// There.
    Set(T, Span),
}

/// What is logged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logging {
    /// `ALL`, `ERROR`, `FATAL` or `OFF`.
    pub level: Setting<Str>,
    /// Whether inputs and outputs are logged, too.
    pub execution_data: Setting<bool>,
}

impl<T> Setting<T> {
    /// The setting where it is known.
    pub fn known(&self) -> Option<(&T, Span)> {
        match self {
            Self::Set(value, span) => Some((value, *span)),
            _ => None,
        }
    }
}

/// The setting that a member of a template is, read with `read`.
pub(super) fn setting<T>(node: Option<&Node>, read: impl FnOnce(&Node) -> Option<T>) -> Setting<T> {
    match node {
        None => Setting::Absent,
        Some(node) => match read(node) {
            Some(value) => Setting::Set(value, node.span),
            None => Setting::Unknown,
        },
    }
}

/// A boolean, also as text.
pub(super) fn truth(node: &Node) -> Option<bool> {
    match (&node.kind, node.text().map(|text| &**text)) {
        (crate::source::Kind::Bool(truth), _) => Some(*truth),
        (_, Some("true")) => Some(true),
        (_, Some("false")) => Some(false),
        _ => None,
    }
}

/// Logging as CloudFormation and its like write it, under keys in their own spelling.
pub(super) fn logging(node: Option<&Node>, level: &str, data: &str) -> Setting<Logging> {
    setting(node, |node| {
        node.members().filter(|_| !node.is_unknown())?;
        Some(Logging {
            level: setting(node.get(level), |node| node.text().cloned()),
            execution_data: setting(node.get(data), truth),
        })
    })
}

/// Tracing as CloudFormation and its like write it.
pub(super) fn tracing(node: Option<&Node>, enabled: &str) -> Setting<bool> {
    match node {
        None => Setting::Absent,
        Some(node) if node.is_unknown() => Setting::Unknown,
        Some(node) => setting(node.get(enabled), truth),
    }
}
