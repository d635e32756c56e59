//! Where a distributed Map reads its items, how it batches them, and where its results go.

use super::{Quantity, Resource};
use crate::base::{Span, Spanned};
use crate::query::template::{JsonataTemplate, PayloadTemplate};
use crate::source::Node;
use crate::value::Str;

/// A tree with expressions of either language.
#[derive(Clone, Debug)]
pub enum DataTemplate {
    /// In JSONPath.
    JsonPath(Spanned<PayloadTemplate>),
    /// In JSONata.
    Jsonata(JsonataTemplate),
}

/// `ItemReader`
#[derive(Clone, Debug)]
pub struct ItemReader {
    /// `Resource`; nothing where a diagnostic tells of a fault.
    pub resource: Option<Spanned<Resource>>,
    /// `Parameters` or `Arguments`: bucket, key, prefix.
    pub parameters: Option<DataTemplate>,
    /// `Parameters` or `Arguments` as they stand in the source.
    pub request: Option<Node>,
    /// `ReaderConfig`
    pub config: ReaderConfig,
    /// The object in the source.
    pub span: Span,
}

/// `ReaderConfig`
#[derive(Clone, Debug, Default)]
pub struct ReaderConfig {
    /// How the items are written.
    pub format: ItemFormat,
    /// `MaxItems` or `MaxItemsPath`.
    pub max_items: Option<Spanned<Quantity>>,
}

/// How the items of a reader are written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ItemFormat {
    /// `InputType`; a listing needs none.
    pub input_type: Option<InputType>,
    /// `ManifestType`
    pub manifest_type: Option<ManifestType>,
    /// `CSVDelimiter`, a comma where left out.
    pub csv_delimiter: CsvDelimiter,
    /// `CSVHeaders` of `"CSVHeaderLocation": "GIVEN"`; nothing where they stand in the first row.
    pub csv_headers: Option<Vec<Str>>,
    /// `ItemsPointer`, a JSON pointer into the document.
    pub items_pointer: Option<Str>,
    /// `"Transformation": "LOAD_AND_FLATTEN"`: the items are those in the objects of a listing, not the objects.
    pub load_and_flatten: bool,
}

/// `InputType`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputType {
    /// `CSV`
    Csv,
    /// `JSON`: one array.
    Json,
    /// `JSONL`: a JSON text a line.
    JsonLines,
    /// `PARQUET`
    Parquet,
    /// `MANIFEST`
    Manifest,
}

/// `ManifestType`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManifestType {
    /// `ATHENA_DATA`
    AthenaData,
    /// `S3_INVENTORY`
    S3Inventory,
}

/// `CSVDelimiter`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CsvDelimiter {
    /// `COMMA`
    #[default]
    Comma,
    /// `PIPE`
    Pipe,
    /// `SEMICOLON`
    Semicolon,
    /// `SPACE`
    Space,
    /// `TAB`
    Tab,
}

/// `ItemBatcher`
#[derive(Clone, Debug)]
pub struct ItemBatcher {
    /// `BatchInput`
    pub batch_input: Option<DataTemplate>,
    /// `MaxItemsPerBatch` or its path form.
    pub max_items: Option<Spanned<Quantity>>,
    /// `MaxInputBytesPerBatch` or its path form.
    pub max_input_bytes: Option<Spanned<Quantity>>,
    /// The object in the source.
    pub span: Span,
}

/// `ResultWriter`
#[derive(Clone, Debug)]
pub struct ResultWriter {
    /// `Resource`; nothing where only the form of the output is set.
    pub resource: Option<Spanned<Resource>>,
    /// `Parameters` or `Arguments`: bucket, prefix.
    pub parameters: Option<DataTemplate>,
    /// `Parameters` or `Arguments` as they stand in the source.
    pub request: Option<Node>,
    /// `WriterConfig`
    pub config: WriterConfig,
    /// The object in the source.
    pub span: Span,
}

/// `WriterConfig`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriterConfig {
    /// `"OutputType": "JSONL"`; JSON where left out.
    pub json_lines: bool,
    /// `Transformation`
    pub transformation: Transformation,
}

/// `Transformation` of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transformation {
    /// `NONE`: each result with what is known of its child execution.
    #[default]
    None,
    /// `COMPACT`: the outputs alone.
    Compact,
    /// `FLATTEN`: the outputs alone, arrays among them one level flatter.
    Flatten,
}
