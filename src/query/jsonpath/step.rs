//! What a path is made of.

use super::filter::Filter;
use crate::base::Span;
use crate::value::Str;
use std::fmt;

/// One step of a path, and where it stands in the path's text.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What the step selects.
    pub kind: StepKind,
    /// Bytes inside the text of the path, with the dot or brackets.
    pub span: Span,
}

/// What a step selects from the value before it.
#[derive(Clone, Debug, PartialEq)]
pub enum StepKind {
    /// `.a`, `['a']`: a member of an object.
    Name(Str),
    /// `['a', 'b']`: an object of the members that are there. Only as the last step. Empty for a name that holds a
    /// `]`, which selects nothing.
    Names(Box<[Str]>),
    /// `[2]`: an item of an array. A negative index is always out of bounds.
    Index(i32),
    /// `[(@.length-1)]`: the item at the array's length plus this (negative) number.
    FromEnd(i32),
    /// `[0,2]`: some items.
    Indexes(Box<[i32]>),
    /// `[1:]`, `[:2]`, `[1:2]`: a range of items, without the one at `end`. Without a `start`, or without an `end`,
    /// negative numbers count from the end. A third number, a step, is ignored.
    Slice {
        /// The first item.
        start: Option<i32>,
        /// One past the last item.
        end: Option<i32>,
    },
    /// `.*`, `[*]`: all items or members.
    Wildcard,
    /// `[?(@.a == 1)]`: the items that pass, or the object itself if it passes.
    Filter(Filter),
    /// `..`: applies the next step to the value and to everything in it.
    Recursive,
    /// A `$` behind a bracket, which changes nothing but the paths in error messages.
    Root,
}

impl StepKind {
    /// Whether the step leads to exactly one value, if it leads anywhere.
    pub fn is_definite(&self) -> bool {
        matches!(
            self,
            Self::Name(_) | Self::Names(_) | Self::Index(_) | Self::FromEnd(_) | Self::Root
        )
    }
}

impl fmt::Display for StepKind {
    /// The step as Jayway writes it in its messages, whatever it was written like.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(formatter, "['{name}']"),
            Self::Names(names) => {
                formatter.write_str("[")?;
                for (at, name) in names.iter().enumerate() {
                    let comma = if at > 0 { ", " } else { "" };
                    write!(formatter, "{comma}'{name}'")?;
                }
                formatter.write_str("]")
            }
            Self::Index(index) => write!(formatter, "[{index}]"),
            Self::FromEnd(offset) => write!(formatter, "[@.size(){offset}]"),
            Self::Indexes(indexes) => {
                formatter.write_str("[")?;
                for (at, index) in indexes.iter().enumerate() {
                    let comma = if at > 0 { "," } else { "" };
                    write!(formatter, "{comma}{index}")?;
                }
                formatter.write_str("]")
            }
            Self::Slice { start, end } => {
                formatter.write_str("[")?;
                start.map_or(Ok(()), |start| write!(formatter, "{start}"))?;
                formatter.write_str(":")?;
                end.map_or(Ok(()), |end| write!(formatter, "{end}"))?;
                formatter.write_str("]")
            }
            Self::Wildcard => formatter.write_str("[*]"),
            Self::Filter(_) => formatter.write_str("[?]"),
            Self::Recursive => formatter.write_str(".."),
            Self::Root => formatter.write_str("$"),
        }
    }
}
