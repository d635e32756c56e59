//! The tree as it is written, before paths are put together.

use super::token::Operator;
use crate::base::Span;
use crate::query::jsonata::signature::Signature;
use crate::value::{Str, Value};

/// A node and the token that made it.
#[derive(Debug)]
pub(super) struct Raw {
    pub(super) kind: RawKind,
    pub(super) span: Span,
    /// `[]` stands behind it.
    pub(super) keep_array: bool,
    /// Levels of nodes, to bound what later passes recurse into.
    pub(super) height: u32,
}

#[derive(Debug)]
pub(super) enum RawKind {
    Name(Str),
    Variable(Str),
    String(Str),
    Number(Value),
    /// `true`, `false`, `null`
    Constant(Value),
    Regex {
        pattern: String,
        flags: String,
    },
    Wildcard,
    Descendants,
    Parent,
    /// `?` among the arguments of a call.
    Placeholder,
    /// Where an operand should be, the text ended.
    End,
    Binary(Operator, Box<Raw>, Box<Raw>),
    OrderBy(Box<Raw>, Vec<(bool, Raw)>),
    GroupBy(Box<Raw>, Vec<(Raw, Raw)>),
    Negate(Box<Raw>),
    Array(Vec<Raw>),
    Object(Vec<(Raw, Raw)>),
    Call {
        callee: Box<Raw>,
        arguments: Vec<Raw>,
        partial: bool,
    },
    Lambda {
        parameters: Vec<Str>,
        signature: Option<Box<Signature>>,
        body: Box<Raw>,
    },
    Condition(Box<Raw>, Box<Raw>, Option<Box<Raw>>),
    Block(Vec<Raw>),
    Transform(Box<Raw>, Box<Raw>, Option<Box<Raw>>),
}

impl Raw {
    pub(super) fn new(kind: RawKind, span: Span) -> Self {
        let height = 1 + kind.inner_height();
        Self {
            kind,
            span,
            keep_array: false,
            height,
        }
    }
}

impl RawKind {
    fn inner_height(&self) -> u32 {
        let highest = |list: &[Raw]| list.iter().map(|raw| raw.height).max().unwrap_or(0);
        let pairs = |list: &[(Raw, Raw)]| {
            let heights = list.iter().map(|(key, value)| key.height.max(value.height));
            heights.max().unwrap_or(0)
        };
        let option = |raw: &Option<Box<Raw>>| raw.as_ref().map_or(0, |raw| raw.height);
        match self {
            Self::Binary(_, left, right) => left.height.max(right.height),
            Self::OrderBy(left, terms) => {
                let terms = terms.iter().map(|(_, term)| term.height).max();
                left.height.max(terms.unwrap_or(0))
            }
            Self::GroupBy(left, list) => left.height.max(pairs(list)),
            Self::Negate(inner) => inner.height,
            Self::Array(list) | Self::Block(list) => highest(list),
            Self::Object(list) => pairs(list),
            Self::Call {
                callee, arguments, ..
            } => callee.height.max(highest(arguments)),
            Self::Lambda { body, .. } => body.height,
            Self::Condition(one, two, three) | Self::Transform(one, two, three) => {
                one.height.max(two.height).max(option(three))
            }
            _ => 0,
        }
    }

    /// The value that messages name.
    pub(super) fn token(&self) -> String {
        match self {
            Self::Name(text) | Self::Variable(text) | Self::String(text) => text.to_string(),
            Self::Number(value) | Self::Constant(value) => value.to_json(),
            Self::Regex { pattern, flags } => format!("/{pattern}/{flags}"),
            Self::Wildcard => "*".to_owned(),
            Self::Descendants => "**".to_owned(),
            Self::Parent => "%".to_owned(),
            Self::Placeholder | Self::Condition(..) => "?".to_owned(),
            Self::End => "(end)".to_owned(),
            Self::Binary(operator, ..) => operator.text().to_owned(),
            Self::OrderBy(..) => "^".to_owned(),
            Self::GroupBy(..) | Self::Object(_) => "{".to_owned(),
            Self::Negate(_) => "-".to_owned(),
            Self::Array(_) => "[".to_owned(),
            Self::Call { .. } | Self::Lambda { .. } | Self::Block(_) => "(".to_owned(),
            Self::Transform(..) => "|".to_owned(),
        }
    }
}
