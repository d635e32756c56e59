//! The rules, one a file.

mod callback_without_timeout;
mod catch_drops_input;
mod choice_without_default;
mod dead_choice_rule;
mod endless_loop;
mod failure_handler_unused_by;
mod hot_loop;
mod item_selector_reads_item;
mod jsonpath_filter_grouping;
mod jsonpath_filter_index;
mod jsonpath_filter_quotes;
mod jsonpath_function;
mod jsonpath_negative_index;
mod jsonpath_several_names;
mod jsonpath_slice_step;
mod lambda_without_retry;
mod map_without_max_concurrency;
mod payload_over_limit;
mod prompt_without_data;
mod result_drops_input;
mod unassigned_variable;
mod unknown_path;
mod unreachable_island;
mod unused_variable;

use super::Rule;

/// Every rule of the linter, in alphabetical order.
pub(super) static RULES: [&dyn Rule; 24] = [
    &callback_without_timeout::CallbackWithoutTimeout,
    &catch_drops_input::CatchDropsInput,
    &choice_without_default::ChoiceWithoutDefault,
    &dead_choice_rule::DeadChoiceRule,
    &endless_loop::EndlessLoop,
    &failure_handler_unused_by::FailureHandlerUnusedBy,
    &hot_loop::HotLoop,
    &item_selector_reads_item::ItemSelectorReadsItem,
    &jsonpath_filter_grouping::JsonpathFilterGrouping,
    &jsonpath_filter_index::JsonpathFilterIndex,
    &jsonpath_filter_quotes::JsonpathFilterQuotes,
    &jsonpath_function::JsonpathFunction,
    &jsonpath_negative_index::JsonpathNegativeIndex,
    &jsonpath_several_names::JsonpathSeveralNames,
    &jsonpath_slice_step::JsonpathSliceStep,
    &lambda_without_retry::LambdaWithoutRetry,
    &map_without_max_concurrency::MapWithoutMaxConcurrency,
    &payload_over_limit::PayloadOverLimit,
    &prompt_without_data::PromptWithoutData,
    &result_drops_input::ResultDropsInput,
    &unassigned_variable::UnassignedVariable,
    &unknown_path::UnknownPath,
    &unreachable_island::UnreachableIsland,
    &unused_variable::UnusedVariable,
];
