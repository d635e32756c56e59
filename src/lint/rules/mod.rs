//! The rules, one a file.

mod bedrock_body_or_input;
mod blob_with_quotes;
mod business_error_retried;
mod callback_timeout_uncaught;
mod callback_without_timeout;
mod callback_without_token;
mod catch_drops_input;
mod child_without_parent_id;
mod choice_without_default;
mod conversation_grows;
mod correlation_id_dropped;
mod costly_run;
mod dead_choice_rule;
mod definition_too_big;
mod deprecated_iterator;
mod discarded_result_read;
mod distributed_map_all_or_nothing;
mod end_of_life_model;
mod endless_loop;
mod error_never_raised;
mod express_map_waits;
mod express_too_long;
mod failure_handler_unused_by;
mod history_over_limit;
mod hot_loop;
mod item_selector_reads_item;
mod job_not_awaited;
mod jsonata_type;
mod jsonata_undefined;
mod jsonpath_filter_grouping;
mod jsonpath_filter_index;
mod jsonpath_filter_quotes;
mod jsonpath_function;
mod jsonpath_negative_index;
mod jsonpath_several_names;
mod jsonpath_slice_step;
mod lambda_arn_resource;
mod lambda_glue;
mod lambda_without_retry;
mod language_exception_name;
mod literal_account;
mod long_retry;
mod machine_starts_itself;
mod machine_without_time_limit;
mod map_without_max_concurrency;
mod missing_compensation;
mod missing_parameter;
mod model_body_as_text;
mod model_call_without_retry;
mod model_call_without_timeout;
mod model_loop_without_limit;
mod model_needs_inference_profile;
mod model_output_as_target;
mod model_output_parsed_uncaught;
mod model_request_shape;
mod model_without_guardrail;
mod no_dollar;
mod no_path;
mod optimised_integration;
mod parameter_type;
mod parameter_value;
mod pass_result_is_static;
mod payload_over_limit;
mod prompt_without_data;
mod result_drops_input;
mod retry_of_everything;
mod retry_of_permanent_error;
mod retry_repeats_effect;
mod retry_without_jitter;
mod secret_in_definition;
mod shadowed_variable;
mod stale_lambda_retry;
mod sync_without_timeout;
mod task_without_error_handling;
mod time_limit_above_machine;
mod token_sent_to_person;
mod type_mismatch;
mod unassigned_variable;
mod uncallable_api;
mod uncatchable_error;
mod unknown_api;
mod unknown_error_name;
mod unknown_parameter;
mod unknown_path;
mod unqualified_arn;
mod unreachable_error_name;
mod unreachable_island;
mod unread_result;
mod unused_variable;
mod waits_above_limit;
mod whole_input_to_third_party;
mod whole_input_to_topic;

use super::Rule;

/// Every rule of the linter, in alphabetical order.
pub(super) static RULES: [&dyn Rule; 92] = [
    &bedrock_body_or_input::BedrockBodyOrInput,
    &blob_with_quotes::BlobWithQuotes,
    &business_error_retried::BusinessErrorRetried,
    &callback_timeout_uncaught::CallbackTimeoutUncaught,
    &callback_without_timeout::CallbackWithoutTimeout,
    &callback_without_token::CallbackWithoutToken,
    &catch_drops_input::CatchDropsInput,
    &child_without_parent_id::ChildWithoutParentId,
    &choice_without_default::ChoiceWithoutDefault,
    &conversation_grows::ConversationGrows,
    &correlation_id_dropped::CorrelationIdDropped,
    &costly_run::CostlyRun,
    &dead_choice_rule::DeadChoiceRule,
    &definition_too_big::DefinitionTooBig,
    &deprecated_iterator::DeprecatedIterator,
    &discarded_result_read::DiscardedResultRead,
    &distributed_map_all_or_nothing::DistributedMapAllOrNothing,
    &end_of_life_model::EndOfLifeModel,
    &endless_loop::EndlessLoop,
    &error_never_raised::ErrorNeverRaised,
    &express_map_waits::ExpressMapWaits,
    &express_too_long::ExpressTooLong,
    &failure_handler_unused_by::FailureHandlerUnusedBy,
    &history_over_limit::HistoryOverLimit,
    &hot_loop::HotLoop,
    &item_selector_reads_item::ItemSelectorReadsItem,
    &job_not_awaited::JobNotAwaited,
    &jsonata_type::JsonataType,
    &jsonata_undefined::JsonataUndefined,
    &jsonpath_filter_grouping::JsonpathFilterGrouping,
    &jsonpath_filter_index::JsonpathFilterIndex,
    &jsonpath_filter_quotes::JsonpathFilterQuotes,
    &jsonpath_function::JsonpathFunction,
    &jsonpath_negative_index::JsonpathNegativeIndex,
    &jsonpath_several_names::JsonpathSeveralNames,
    &jsonpath_slice_step::JsonpathSliceStep,
    &lambda_arn_resource::LambdaArnResource,
    &lambda_glue::LambdaGlue,
    &lambda_without_retry::LambdaWithoutRetry,
    &language_exception_name::LanguageExceptionName,
    &literal_account::LiteralAccount,
    &long_retry::LongRetry,
    &machine_starts_itself::MachineStartsItself,
    &machine_without_time_limit::MachineWithoutTimeLimit,
    &map_without_max_concurrency::MapWithoutMaxConcurrency,
    &missing_compensation::MissingCompensation,
    &missing_parameter::MissingParameter,
    &model_body_as_text::ModelBodyAsText,
    &model_call_without_retry::ModelCallWithoutRetry,
    &model_call_without_timeout::ModelCallWithoutTimeout,
    &model_loop_without_limit::ModelLoopWithoutLimit,
    &model_needs_inference_profile::ModelNeedsInferenceProfile,
    &model_output_as_target::ModelOutputAsTarget,
    &model_output_parsed_uncaught::ModelOutputParsedUncaught,
    &model_request_shape::ModelRequestShape,
    &model_without_guardrail::ModelWithoutGuardrail,
    &no_dollar::NoDollar,
    &no_path::NoPath,
    &optimised_integration::OptimisedIntegration,
    &parameter_type::ParameterType,
    &parameter_value::ParameterValue,
    &pass_result_is_static::PassResultIsStatic,
    &payload_over_limit::PayloadOverLimit,
    &prompt_without_data::PromptWithoutData,
    &result_drops_input::ResultDropsInput,
    &retry_of_everything::RetryOfEverything,
    &retry_of_permanent_error::RetryOfPermanentError,
    &retry_repeats_effect::RetryRepeatsEffect,
    &retry_without_jitter::RetryWithoutJitter,
    &secret_in_definition::SecretInDefinition,
    &shadowed_variable::ShadowedVariable,
    &stale_lambda_retry::StaleLambdaRetry,
    &sync_without_timeout::SyncWithoutTimeout,
    &task_without_error_handling::TaskWithoutErrorHandling,
    &time_limit_above_machine::TimeLimitAboveMachine,
    &token_sent_to_person::TokenSentToPerson,
    &type_mismatch::TypeMismatch,
    &unassigned_variable::UnassignedVariable,
    &uncallable_api::UncallableApi,
    &uncatchable_error::UncatchableError,
    &unknown_api::UnknownApi,
    &unknown_error_name::UnknownErrorName,
    &unknown_parameter::UnknownParameter,
    &unknown_path::UnknownPath,
    &unqualified_arn::UnqualifiedArn,
    &unreachable_error_name::UnreachableErrorName,
    &unreachable_island::UnreachableIsland,
    &unread_result::UnreadResult,
    &unused_variable::UnusedVariable,
    &waits_above_limit::WaitsAboveLimit,
    &whole_input_to_third_party::WholeInputToThirdParty,
    &whole_input_to_topic::WholeInputToTopic,
];
