//! What is asked of TestState.

use crate::base::Timestamp;
use crate::engine::{Names, Options};
use crate::query::Variables;
use crate::value::{Str, Value};

/// A call of TestState, without the definition.
#[derive(Clone, Debug)]
pub struct Request {
    /// `stateName`: which state of a whole machine; nothing where the definition is that of one state.
    pub state_name: Option<Str>,
    /// `input`, `{}` where left out.
    pub input: Value,
    /// `inspectionLevel`
    pub inspection_level: InspectionLevel,
    /// `mock`
    pub mock: Option<Mock>,
    /// `context`: the context object.
    pub context: Option<Value>,
    /// `variables`, by name without `$`.
    pub variables: Variables,
    /// `stateConfiguration`
    pub state_configuration: StateConfiguration,
    /// `roleArn`
    pub role_arn: Option<Str>,
    /// The account that the ARNs in the context object name: twelve digits.
    pub account: Str,
    /// Decides UUIDs and random numbers.
    pub seed: u64,
    /// When the test takes place.
    pub start: Timestamp,
}

impl Default for Request {
    /// Nothing but the input `{}`, at the engine's own start.
    fn default() -> Self {
        Self {
            state_name: None,
            input: Value::empty_object(),
            inspection_level: InspectionLevel::default(),
            mock: None,
            context: None,
            variables: Variables::default(),
            state_configuration: StateConfiguration::default(),
            role_arn: None,
            account: Names::default().account,
            seed: 0,
            start: Options::default().start,
        }
    }
}

/// How much the answer tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InspectionLevel {
    /// No inspection data.
    #[default]
    Info,
    /// The data at each stage.
    Debug,
    /// On AWS also the request and the response of an HTTP Task; no request is made here, so the same as `DEBUG`.
    Trace,
}

/// What stands in for the work of a Task, Map or Parallel.
#[derive(Clone, Debug, Default)]
pub struct Mock {
    /// `result`
    pub result: Option<Value>,
    /// `errorOutput`
    pub error_output: Option<ErrorOutput>,
    /// `fieldValidationMode`
    pub field_validation: FieldValidation,
}

/// The error that a mock fails with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ErrorOutput {
    /// `error`
    pub error: Option<Str>,
    /// `cause`
    pub cause: Option<Str>,
}

/// How a mocked result is held against the API that it is said to come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FieldValidation {
    /// Required fields are there, and fields that are there have their type.
    #[default]
    Strict,
    /// Fields that are there have their type.
    Present,
    /// Not at all.
    None,
}

/// `stateConfiguration`
#[derive(Clone, Debug, Default)]
pub struct StateConfiguration {
    /// `retrierRetryCount`: retries that the retrier has behind it.
    pub retrier_retry_count: Option<u64>,
    /// `errorCausedByState`: the state inside of a Map or Parallel that fails. Nothing in an answer depends on it.
    pub error_caused_by_state: Option<Str>,
    /// `mapIterationFailureCount`
    pub map_iteration_failure_count: Option<u64>,
    /// `mapItemReaderData`: the document that the `ItemReader` of a Map reads.
    pub map_item_reader_data: Option<Value>,
}
