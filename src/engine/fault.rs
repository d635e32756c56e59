//! Failures of the state itself: bad paths, bad data, too much data.

use super::frame::Frame;
use super::{Culprit, Evaluation, Execution, Failure, FailureKind, Limits};
use crate::asl::State;
use crate::base::Span;
use crate::query::jsonpath::PathError;
use crate::query::template::{JsonataFault, TemplateError};
use crate::value::{Str, Value};

/// What expressions of JSONata fail with.
const QUERY_EVALUATION_ERROR: &str = "States.QueryEvaluationError";

/// What went wrong while a state was run, before it has AWS's sentence around it.
#[derive(Debug)]
pub(super) struct Fault {
    error: &'static str,
    detail: String,
    culprit: Option<Culprit>,
    evaluation: Option<Evaluation>,
}

impl Fault {
    /// `States.Runtime`: nothing takes it.
    pub(super) fn runtime(detail: impl Into<String>) -> Self {
        Self::new("States.Runtime", detail)
    }

    /// Another error of the language, which Retry and Catch may take.
    pub(super) fn new(error: &'static str, detail: impl Into<String>) -> Self {
        Self {
            error,
            detail: detail.into(),
            culprit: None,
            evaluation: None,
        }
    }

    /// A path that leads nowhere in `InputPath`, `OutputPath`, `TimeoutSecondsPath` and the like.
    pub(super) fn invalid_path(path: &str, error: &PathError) -> Self {
        Self::runtime(format!("Invalid path '{path}' : {}", error.message))
    }

    /// A template or an expression that gave no value.
    pub(super) fn expression(error: &TemplateError, field: &str, input: &Value) -> Self {
        Self::runtime(error.cause.clone()).at(error.span, field, input)
    }

    /// An expression of JSONata that gave no usable value.
    pub(super) fn evaluation(fault: &JsonataFault, input: &Value) -> Self {
        let location = Str::from(fault.location.as_str());
        Self {
            evaluation: Some(Evaluation {
                location: Some(location),
                late: false,
            }),
            ..Self::new(QUERY_EVALUATION_ERROR, fault.to_string()).at(
                fault.span,
                &fault.location,
                input,
            )
        }
    }

    /// A value that an expression of JSONata, or the input, gave and the state cannot use.
    pub(super) fn unusable(detail: String, evaluation: Evaluation) -> Self {
        Self {
            evaluation: Some(evaluation),
            ..Self::new(QUERY_EVALUATION_ERROR, detail)
        }
    }

    /// Says which part of the definition it was, and on what value.
    pub(super) fn at(mut self, span: Span, field: impl Into<String>, value: &Value) -> Self {
        self.culprit = Some(Culprit {
            span,
            field: field.into(),
            value: Some(value.clone()),
        });
        self
    }
}

impl Execution {
    /// Puts AWS's sentence around a fault:
    /// `An error occurred while executing the state 'A' (entered at the event id #2). …`
    pub(super) fn failure(&self, frame: &Frame, fault: Fault) -> Failure {
        let visit = frame.visit();
        let name = &self.machine.state(visit.state).name.value;
        let cause = format!(
            "An error occurred while executing the state '{name}' (entered at the event id #{}). {}",
            visit.entered_event, fault.detail
        );
        Failure {
            error: Some(fault.error.into()),
            cause: Some(cause.into()),
            state: visit.state,
            culprit: fault.culprit,
            evaluation: fault.evaluation,
            kind: match fault.error {
                "States.Runtime" => FailureKind::Fatal,
                _ => FailureKind::Ordinary,
            },
        }
    }

    /// A state, or the task that it had done, gave more than the quota allows. From a task a catcher may take it, from
    /// a state nothing does (recorded: error_handling/states_errors.start_large_input and
    /// …service_task_lambada_catch_state_all_data_limit_exceeded_on_large_utf8_response).
    pub(super) fn data_limit_exceeded(
        &self,
        frame: &Frame,
        who: &str,
        value: &Value,
        kind: FailureKind,
    ) -> Failure {
        let state = self.machine.state(frame.visit().state);
        Failure {
            error: Some("States.DataLimitExceeded".into()),
            cause: Some(
                format!(
                    "The state/task '{who}' returned a result with a size exceeding the maximum number of bytes \
                     service limit."
                )
                .into(),
            ),
            state: state.id,
            culprit: Some(Culprit {
                span: state.name.span,
                field: "output".to_owned(),
                value: Some(value.clone()),
            }),
            kind,
            evaluation: None,
        }
    }

    /// Whether a value is too big to be an input, output or result.
    pub(super) fn too_big(&self, value: &Value) -> bool {
        let measure = value.measure();
        measure.depth > Limits::DEPTH
            || self.options.limits.hold() && measure.bytes > Limits::PAYLOAD
    }

    /// The output of a state, if it is not too big.
    pub(super) fn within_limit(
        &self,
        frame: &Frame,
        state: &State,
        output: Value,
    ) -> Result<Value, Failure> {
        if self.too_big(&output) {
            return Err(self.data_limit_exceeded(
                frame,
                &state.name.value,
                &output,
                FailureKind::Fatal,
            ));
        }
        Ok(output)
    }
}
