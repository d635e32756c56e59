//! The data at each stage of a state, as `inspectionData` has it.

use super::request::Request;
use crate::asl::{Pass, QueryLanguage, State, StateKind};
use crate::engine::{Event, EventKind, Stage};
use crate::value::{Object, Value};
use std::collections::HashMap;

/// `inspectionData`
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InspectionData {
    /// `input`
    pub input: Value,
    /// The stages that AWS tells of for a state of this type, in the order of the pipeline.
    pub stages: Vec<(Stage, Value)>,
    /// `variables` after the state; nothing where there are none.
    pub variables: Option<Value>,
    /// `errorDetails`
    pub error_details: ErrorDetails,
}

/// `errorDetails`: what took an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ErrorDetails {
    /// `catchIndex`, from 0.
    pub catch_index: Option<usize>,
    /// `retryIndex`, from 0; also where the retrier has no attempt left.
    pub retry_index: Option<usize>,
    /// `retryBackoffIntervalSeconds`, before jitter.
    pub retry_backoff_interval_seconds: Option<u64>,
}

impl InspectionData {
    /// As the API gives it: data are JSON in a text, figures are numbers.
    pub fn to_value(&self) -> Value {
        let text = |value: &Value| Value::from(value.to_json());
        let mut members = Object::new();
        members.insert("input", text(&self.input));
        for (stage, value) in &self.stages {
            let figure = matches!(
                stage,
                Stage::MaxConcurrency
                    | Stage::ToleratedFailureCount
                    | Stage::ToleratedFailurePercentage
            );
            let value = if figure { value.clone() } else { text(value) };
            members.insert(stage.name(), value);
        }
        if let Some(variables) = &self.variables {
            members.insert("variables", text(variables));
        }
        if let Some(details) = self.error_details.to_value() {
            members.insert("errorDetails", details);
        }
        members.into()
    }
}

impl ErrorDetails {
    fn to_value(self) -> Option<Value> {
        let number = |number: u64| Value::from(i64::try_from(number).unwrap_or(i64::MAX));
        let members = [
            ("catchIndex", self.catch_index.map(|index| index as u64)),
            ("retryIndex", self.retry_index.map(|index| index as u64)),
            (
                "retryBackoffIntervalSeconds",
                self.retry_backoff_interval_seconds,
            ),
        ];
        let members: Object = members
            .into_iter()
            .filter_map(|(name, value)| value.map(|value| (name, number(value))))
            .collect();
        (!members.is_empty()).then(|| members.into())
    }
}

/// What the events of a state tell.
pub(super) fn of(
    state: &State,
    events: &[Event],
    request: &Request,
    error_details: ErrorDetails,
) -> InspectionData {
    let mut seen: HashMap<Stage, Value> = HashMap::new();
    let mut variables: Object = request
        .variables
        .iter()
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let mut own = true;
    for event in events {
        match &event.kind {
            // What comes after is the catcher's.
            EventKind::Caught { .. } => own = false,
            EventKind::DataStage { stage, value, .. } if own => {
                seen.insert(*stage, value.clone());
            }
            EventKind::StateExited { assigned, .. } => {
                for (name, value) in assigned {
                    variables.insert(name.clone(), value.clone());
                }
            }
            _ => {}
        }
    }
    complete(state, &request.input, &mut seen);
    let stages = shown(state)
        .iter()
        .filter_map(|stage| seen.remove(stage).map(|value| (*stage, value)))
        .collect();
    InspectionData {
        input: request.input.clone(),
        stages,
        variables: (!variables.is_empty()).then(|| variables.into()),
        error_details,
    }
}

/// Adds the stages of fields that a state leaves out: they change nothing, and AWS tells of them all the same
/// (recorded: test_state/test_state_machine_scenarios.base_state_name~DEBUG-BASE_PASS_STATE_MACHINE).
fn complete(state: &State, input: &Value, seen: &mut HashMap<Stage, Value>) {
    let io = &state.io;
    if io.input_path.is_none() {
        seen.entry(Stage::AfterInputPath)
            .or_insert_with(|| input.clone());
    }
    let steps = [
        (
            io.parameters.is_none(),
            Stage::AfterInputPath,
            Stage::AfterParameters,
        ),
        (
            io.result_selector.is_none(),
            Stage::Result,
            Stage::AfterResultSelector,
        ),
        (
            io.result_path.is_none(),
            Stage::AfterResultSelector,
            Stage::AfterResultPath,
        ),
    ];
    for (left_out, before, after) in steps {
        if left_out && let Some(value) = seen.get(&before).cloned() {
            seen.entry(after).or_insert(value);
        }
    }
}

/// The stages that AWS tells of. Recorded in test_state for Pass (in test_state_scenarios.base_inspection_level_debug),
/// Task, Choice, Fail, Parallel (test_state_mock_scenarios) and Map (state_configuration); the others as Choice.
fn shown(state: &State) -> &'static [Stage] {
    use Stage::{
        AfterArguments, AfterInputPath, AfterItemBatcher, AfterItemSelector, AfterItemsPath,
        AfterItemsPointer, AfterParameters, AfterResultPath, AfterResultSelector, MaxConcurrency,
        Result, ToleratedFailureCount, ToleratedFailurePercentage,
    };
    match (state.query_language, &state.kind) {
        (QueryLanguage::JsonPath, StateKind::Pass(Pass { result: Some(_) })) => {
            &[Result, AfterResultSelector, AfterResultPath]
        }
        (QueryLanguage::JsonPath, StateKind::Pass(_)) => &[
            AfterInputPath,
            AfterParameters,
            AfterResultSelector,
            AfterResultPath,
        ],
        (QueryLanguage::JsonPath, StateKind::Task(_)) => &[
            AfterInputPath,
            AfterParameters,
            Result,
            AfterResultSelector,
            AfterResultPath,
        ],
        (QueryLanguage::JsonPath, StateKind::Parallel(_)) => {
            &[AfterResultSelector, AfterResultPath]
        }
        (QueryLanguage::JsonPath, StateKind::Map(_)) => &[
            AfterInputPath,
            AfterItemsPointer,
            AfterItemsPath,
            AfterItemSelector,
            AfterItemBatcher,
            MaxConcurrency,
            ToleratedFailureCount,
            ToleratedFailurePercentage,
            AfterResultSelector,
            AfterResultPath,
        ],
        (QueryLanguage::JsonPath, _) => &[AfterInputPath],
        (QueryLanguage::Jsonata, StateKind::Task(_)) => &[AfterArguments, Result],
        (QueryLanguage::Jsonata, StateKind::Map(_)) => &[
            AfterItemSelector,
            AfterItemBatcher,
            MaxConcurrency,
            ToleratedFailureCount,
            ToleratedFailurePercentage,
        ],
        (QueryLanguage::Jsonata, _) => &[],
    }
}
