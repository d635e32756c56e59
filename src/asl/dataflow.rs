//! What a state does to the data on the way in and out, and the ways to write a value.

use crate::base::{Span, Spanned};
use crate::query::jsonpath::{Path, ReferencePath};
use crate::query::template::{JsonataString, JsonataTemplate, PayloadTemplate, ValueExpression};
use crate::value::{Number, Str};

/// The fields that select and build data. Those of JSONPath are empty in a JSONata state, and the other way round.
#[derive(Clone, Debug, Default)]
pub struct Dataflow {
    /// `InputPath`
    pub input_path: Option<PathField>,
    /// `Parameters`; not of a Map, whose older `Parameters` is its `ItemSelector`.
    pub parameters: Option<Spanned<PayloadTemplate>>,
    /// `ResultSelector`
    pub result_selector: Option<Spanned<PayloadTemplate>>,
    /// `ResultPath`
    pub result_path: Option<ResultPath>,
    /// `OutputPath`
    pub output_path: Option<PathField>,
    /// `Arguments`, of JSONata.
    pub arguments: Option<JsonataTemplate>,
    /// `Output`, of JSONata.
    pub output: Option<JsonataTemplate>,
    /// `Assign`
    pub assign: Option<Assign>,
}

/// A path field that may be `null`.
#[derive(Clone, Debug)]
pub struct PathField {
    /// The path, or nothing for `null`.
    pub path: Option<Path>,
    /// The value in the source.
    pub span: Span,
}

/// `ResultPath`
#[derive(Clone, Debug)]
pub enum ResultPath {
    /// `null`: the result is thrown away.
    Discard(Span),
    /// Where the result goes in the input.
    Path(Spanned<ReferencePath>),
}

/// `Assign`
#[derive(Clone, Debug)]
pub enum Assign {
    /// In JSONPath.
    JsonPath(Spanned<PayloadTemplate>),
    /// In JSONata.
    Jsonata(JsonataTemplate),
}

/// A number that may be written, computed or read from the data.
#[derive(Clone, Debug)]
pub enum Quantity {
    /// As written.
    Literal(Number),
    /// From the field's `…Path` form.
    Path(Path),
    /// In JSONata.
    Jsonata(JsonataString),
    /// A placeholder that is not filled.
    Unknown,
}

/// A text that may be written, computed or read from the data: `Error`, `Cause`, `Timestamp`.
#[derive(Clone, Debug)]
pub enum TextSource {
    /// As written.
    Literal(Str),
    /// From the field's `…Path` form: a path or an intrinsic function.
    Expression(ValueExpression),
    /// In JSONata.
    Jsonata(JsonataString),
    /// A placeholder that is not filled.
    Unknown,
}
