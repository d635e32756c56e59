//! The Map state.

use super::map_data::{ItemBatcher, ItemReader, ResultWriter};
use super::{FlowId, PathField, Quantity};
use crate::base::{Span, Spanned};
use crate::query::template::{JsonataString, JsonataTemplate, PayloadTemplate};
use crate::value::Str;

/// The fields of a Map state.
#[derive(Clone, Debug, Default)]
pub struct Map {
    /// `ItemProcessor`, or the older `Iterator`.
    pub processor: Option<FlowId>,
    /// `Mode` of `ProcessorConfig`.
    pub mode: ProcessorMode,
    /// The key `Iterator`, where it has that older field.
    pub iterator: Option<Span>,
    /// `ItemsPath`
    pub items_path: Option<PathField>,
    /// `Items`, of JSONata.
    pub items: Option<Items>,
    /// `ItemSelector`, or the older `Parameters`.
    pub item_selector: Option<Spanned<PayloadTemplate>>,
    /// `ItemSelector`, of JSONata.
    pub item_selector_jsonata: Option<JsonataTemplate>,
    /// The key `Parameters`, where the selector stands in that older field.
    pub parameters: Option<Span>,
    /// `MaxConcurrency` or `MaxConcurrencyPath`.
    pub max_concurrency: Option<Spanned<Quantity>>,
    /// `ToleratedFailureCount` or its path form.
    pub tolerated_failure_count: Option<Spanned<Quantity>>,
    /// `ToleratedFailurePercentage` or its path form.
    pub tolerated_failure_percentage: Option<Spanned<Quantity>>,
    /// `Label`
    pub label: Option<Spanned<Str>>,
    /// `ItemReader`
    pub item_reader: Option<ItemReader>,
    /// `ItemBatcher`
    pub item_batcher: Option<ItemBatcher>,
    /// `ResultWriter`
    pub result_writer: Option<ResultWriter>,
}

/// `Items`
#[derive(Clone, Debug)]
pub enum Items {
    /// An expression.
    Jsonata(JsonataString),
    /// A literal array, whose strings may be expressions.
    Literal(JsonataTemplate),
}

/// Where the iterations run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProcessorMode {
    /// In the execution itself.
    #[default]
    Inline,
    /// As child executions.
    Distributed(ExecutionType),
}

/// `ExecutionType` of a distributed Map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExecutionType {
    /// `STANDARD`
    #[default]
    Standard,
    /// `EXPRESS`
    Express,
}
