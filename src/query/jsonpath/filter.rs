//! Filters: `[?(@.a == 1 && @.b)]`.

use super::Steps;
use super::compare::{Side, holds};
use super::evaluate;
use super::message;
use super::{PathError, PathErrorKind, Step};
use crate::base::Span;
use crate::value::{Number, Str, Value};

/// The condition of a filter step: `&&` binds tighter than `||`, and there is no grouping.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    /// One of these must hold; in each, all tests must.
    pub alternatives: Box<[Box<[Test]>]>,
}

/// One test of a filter, and where it stands in the text of the path.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// What is tested.
    pub comparison: Comparison,
    /// Bytes inside the text of the path, without outer parentheses.
    pub span: Span,
}

/// What one test of a filter asks.
#[derive(Clone, Debug, PartialEq)]
pub enum Comparison {
    /// `@.a`: there is such a value, and it is not null. Looked for in the item, also where it is written `$.a`.
    Exists(Operand),
    /// `!@.a`: there is no such value, or it is null.
    Missing(Operand),
    /// `@.a == 1`
    Compare {
        /// The left side.
        left: Operand,
        /// The operator.
        operator: Operator,
        /// The right side.
        right: Operand,
    },
}

/// How two sides are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `==`
    Equal,
    /// `>=`
    GreaterOrEqual,
    /// `<=`
    LessOrEqual,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `>`
    Greater,
}

/// One side of a comparison, and where it stands in the text of the path.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand {
    pub(super) kind: OperandKind,
    /// Bytes inside the text of the path.
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum OperandKind {
    /// `@.a`, `$.a`
    Path { from_root: bool, steps: Steps },
    /// `'text'`, and everything else that is written: numbers, `true`, words, texts in double quotes.
    Text {
        text: Str,
        number: Option<Number>,
        quoted: bool,
    },
    /// `/x/`: a regular expression, which is never equal to anything.
    Pattern,
}

impl Operand {
    /// The steps, where this is a path.
    pub fn steps(&self) -> Option<&[Step]> {
        match &self.kind {
            OperandKind::Path { steps, .. } => Some(&steps.list),
            _ => None,
        }
    }

    /// Whether this is a path that starts at the root of the document, `$`.
    pub fn is_from_root(&self) -> bool {
        matches!(
            self.kind,
            OperandKind::Path {
                from_root: true,
                ..
            }
        )
    }

    /// The text it stands for, where this is no path: of `'a'` it is `a`, of `"a"` it is `"a"` with the quotes.
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            OperandKind::Text { text, .. } => Some(text),
            _ => None,
        }
    }

    /// Whether this is a text in single quotes.
    pub fn is_quoted(&self) -> bool {
        matches!(self.kind, OperandKind::Text { quoted: true, .. })
    }

    fn side<'v>(&'v self, item: &'v Value, root: &'v Value) -> Result<Side<'v>, PathError> {
        match &self.kind {
            OperandKind::Path { from_root, steps } => {
                let start = if *from_root { root } else { item };
                evaluate::find(steps, start, false)
                    .map(Side::Value)
                    .map_err(|miss| message::in_filter(miss, steps, start))
            }
            OperandKind::Text { text, number, .. } => Ok(Side::Text {
                text,
                number: number.as_ref(),
            }),
            OperandKind::Pattern => Ok(Side::Pattern),
        }
    }

    fn exists(&self, item: &Value) -> Result<bool, PathError> {
        let OperandKind::Path { steps, .. } = &self.kind else {
            return Ok(false);
        };
        match evaluate::find(steps, item, true) {
            Ok(value) => Ok(!value.is_null()),
            Err(miss) if miss.is_not_found() => Ok(false),
            Err(miss) => Err(message::in_filter(miss, steps, item)),
        }
    }
}

impl Filter {
    /// Whether `item` passes. What is looked at last to first is as in Jayway, since a test may fail the whole path.
    pub(super) fn accepts(&self, item: &Value, root: &Value) -> Result<bool, PathError> {
        'alternatives: for tests in self.alternatives.iter().rev() {
            for test in tests.iter().rev() {
                if !test.comparison.holds(item, root)? {
                    continue 'alternatives;
                }
            }
            return Ok(true);
        }
        Ok(false)
    }
}

impl Comparison {
    fn holds(&self, item: &Value, root: &Value) -> Result<bool, PathError> {
        match self {
            Self::Exists(operand) => operand.exists(item),
            Self::Missing(operand) => operand.exists(item).map(|exists| !exists),
            Self::Compare {
                left,
                operator,
                right,
            } => {
                let sides = left
                    .side(item, root)
                    .and_then(|left| Ok((left, right.side(item, root)?)));
                match sides {
                    Ok((left, right)) => holds(*operator, &left, &right),
                    Err(error) if error.kind == PathErrorKind::NotFound => Ok(false),
                    Err(error) => Err(error),
                }
            }
        }
    }
}
