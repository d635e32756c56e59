//! From the engine's events to AWS's.

use crate::asl::{Resource, ResourceKind, StateId, StateKind, StateMachine};
use crate::base::Timestamp;
use crate::engine::{Event, EventKind};
use crate::value::{Object, Str, Value};

/// What the history says that the execution itself does not know.
#[derive(Clone, Debug)]
pub struct HistoryOptions {
    /// `region` of `TaskScheduled`.
    pub region: String,
    /// `roleArn` of `ExecutionStarted`: the role of the state machine.
    pub role_arn: String,
    /// Leaves task tokens readable. They are secrets: by default `***` stands in their place.
    pub reveal_tokens: bool,
}

impl Default for HistoryOptions {
    fn default() -> Self {
        Self {
            region: "us-east-1".to_owned(),
            role_arn: "arn:aws:iam::123456789012:role/local".to_owned(),
            reveal_tokens: false,
        }
    }
}

/// The event as an entry of `events` of `GetExecutionHistory`; nothing for what AWS's history does not show.
///
/// Members stand in the order of AWS's API model, which is the order in which the `aws` command prints them.
pub fn history_event(
    event: &Event,
    machine: &StateMachine,
    options: &HistoryOptions,
) -> Option<Value> {
    // The children of a distributed Map have histories of their own.
    if event.id == 0 || event.child.is_some() {
        return None;
    }
    let (name, details) = name_and_details(&event.kind, machine, options)?;
    let mut object = Members::default();
    object.text("timestamp", &iso(event.at));
    object.text("type", &name);
    object.number("id", event.id);
    object.number("previousEventId", event.previous);
    if let Some((key, details)) = details {
        object.0.insert(key, Value::Object(details.0));
    }
    Some(Value::Object(object.0))
}

/// As the `aws` command prints instants in UTC: `2021-12-02T19:39:48.988000+00:00` (the example in AWS's documentation
/// of Step Functions Local), without the fraction on a full second, as Python's `isoformat` has it.
fn iso(at: Timestamp) -> String {
    let text = at.to_string();
    match text
        .strip_suffix('Z')
        .map(|text| text.strip_suffix(".000").unwrap_or(text))
    {
        Some(text) if text.contains('.') => format!("{text}000+00:00"),
        Some(text) => format!("{text}+00:00"),
        None => text,
    }
}

type Details = Option<(&'static str, Members)>;

/// `type` and the `…EventDetails` of an event.
fn name_and_details(
    kind: &EventKind,
    machine: &StateMachine,
    options: &HistoryOptions,
) -> Option<(String, Details)> {
    let plain = |name: &str| Some((name.to_owned(), None));
    let with = |name: &str, key: &'static str, details: Members| {
        Some((name.to_owned(), Some((key, details))))
    };
    let state_name = |state: StateId| &*machine.state(state).name.value;
    let iteration = |state: StateId, index: u32| {
        Members::default()
            .with_text("name", state_name(state))
            .with_number("index", u64::from(index))
    };
    match kind {
        EventKind::ExecutionStarted { input } => with(
            "ExecutionStarted",
            "executionStartedEventDetails",
            Members::default()
                .with_data("input", input)
                .with_text("roleArn", &options.role_arn),
        ),
        EventKind::ExecutionSucceeded { output } => with(
            "ExecutionSucceeded",
            "executionSucceededEventDetails",
            Members::default().with_data("output", output),
        ),
        EventKind::MapRunStarted { arn, .. } => with(
            "MapRunStarted",
            "mapRunStartedEventDetails",
            Members::default().with_text("mapRunArn", arn),
        ),
        EventKind::MapRunFailed { error, cause, .. } => with(
            "MapRunFailed",
            "mapRunFailedEventDetails",
            Members::failure(error, cause),
        ),
        EventKind::MapRunSucceeded { .. } => plain("MapRunSucceeded"),
        EventKind::MapRunAborted { .. } => plain("MapRunAborted"),
        EventKind::ExecutionFailed { error, cause } => with(
            "ExecutionFailed",
            "executionFailedEventDetails",
            Members::failure(error, cause),
        ),
        EventKind::ExecutionTimedOut { error, cause } => with(
            "ExecutionTimedOut",
            "executionTimedOutEventDetails",
            Members::failure(error, cause),
        ),
        EventKind::ExecutionAborted { error, cause } => with(
            "ExecutionAborted",
            "executionAbortedEventDetails",
            Members::failure(error, cause),
        ),
        EventKind::StateEntered { state, input } => with(
            &format!("{}StateEntered", machine.state(*state).state_type()),
            "stateEnteredEventDetails",
            Members::default()
                .with_text("name", state_name(*state))
                .with_data("input", input),
        ),
        EventKind::StateExited {
            state,
            output,
            assigned,
        } => with(
            &format!("{}StateExited", machine.state(*state).state_type()),
            "stateExitedEventDetails",
            Members::default()
                .with_text("name", state_name(*state))
                .with_data("output", output)
                .with_assigned(assigned),
        ),
        EventKind::TaskScheduled { state, .. }
        | EventKind::TaskStarted { state }
        | EventKind::TaskSubmitted { state, .. }
        | EventKind::TaskSucceeded { state, .. }
        | EventKind::TaskFailed { state, .. }
        | EventKind::TaskTimedOut { state, .. } => task(kind, resource(machine, *state)?, options),
        EventKind::TaskStateAborted { .. } => plain("TaskStateAborted"),
        EventKind::WaitStateAborted { .. } => plain("WaitStateAborted"),
        EventKind::ParallelStateStarted { .. } => plain("ParallelStateStarted"),
        EventKind::ParallelStateSucceeded { .. } => plain("ParallelStateSucceeded"),
        EventKind::ParallelStateFailed { .. } => plain("ParallelStateFailed"),
        EventKind::ParallelStateAborted { .. } => plain("ParallelStateAborted"),
        EventKind::MapStateStarted { length, .. } => with(
            "MapStateStarted",
            "mapStateStartedEventDetails",
            Members::default().with_number("length", *length),
        ),
        EventKind::MapStateSucceeded { .. } => plain("MapStateSucceeded"),
        EventKind::MapStateFailed { .. } => plain("MapStateFailed"),
        EventKind::MapStateAborted { .. } => plain("MapStateAborted"),
        EventKind::MapIterationStarted { state, index } => with(
            "MapIterationStarted",
            "mapIterationStartedEventDetails",
            iteration(*state, *index),
        ),
        EventKind::MapIterationSucceeded { state, index } => with(
            "MapIterationSucceeded",
            "mapIterationSucceededEventDetails",
            iteration(*state, *index),
        ),
        EventKind::MapIterationFailed { state, index } => with(
            "MapIterationFailed",
            "mapIterationFailedEventDetails",
            iteration(*state, *index),
        ),
        EventKind::MapIterationAborted { state, index } => with(
            "MapIterationAborted",
            "mapIterationAbortedEventDetails",
            iteration(*state, *index),
        ),
        EventKind::EvaluationFailed {
            state,
            location,
            error,
            cause,
        } => {
            let mut details = Members::failure(&Some(error.clone()), &Some(cause.clone()));
            if let Some(location) = location {
                details.text("location", location);
            }
            details.text("state", state_name(*state));
            with("EvaluationFailed", "evaluationFailedEventDetails", details)
        }
        EventKind::FrameStarted { .. }
        | EventKind::FrameEnded { .. }
        | EventKind::RetryScheduled { .. }
        | EventKind::Caught { .. }
        | EventKind::StateFailed { .. }
        | EventKind::ChoiceMade { .. }
        | EventKind::DataStage { .. } => None,
    }
}

fn resource(machine: &StateMachine, state: StateId) -> Option<&Resource> {
    match &machine.state(state).kind {
        StateKind::Task(task) => task.resource.as_ref().map(|resource| &resource.value),
        _ => None,
    }
}

/// The events of a task have one name for integrations, one for the ARN of a Lambda function, one for activities. A
/// resource that is still a placeholder counts as a function: that is what such a placeholder nearly always holds.
fn task(
    kind: &EventKind,
    resource: &Resource,
    options: &HistoryOptions,
) -> Option<(String, Details)> {
    match &resource.kind {
        ResourceKind::Integration(integration) => {
            let head = Members::default()
                .with_text("resourceType", &integration.resource_type())
                .with_text("resource", &integration.resource());
            integration_task(kind, head, options)
        }
        ResourceKind::Activity => activity(kind, resource),
        ResourceKind::LambdaFunction | ResourceKind::Unknown | ResourceKind::Other => {
            lambda_function(kind, resource)
        }
    }
}

fn integration_task(
    kind: &EventKind,
    head: Members,
    options: &HistoryOptions,
) -> Option<(String, Details)> {
    let (name, key, details) = match kind {
        EventKind::TaskScheduled {
            parameters,
            timeout,
            heartbeat,
            role,
            ..
        } => (
            "TaskScheduled",
            "taskScheduledEventDetails",
            head.with_text("region", &options.region)
                .with_text("parameters", &parameters.to_json())
                .with_seconds("timeoutInSeconds", *timeout)
                .with_seconds("heartbeatInSeconds", *heartbeat)
                .with_credentials(role),
        ),
        EventKind::TaskStarted { .. } => ("TaskStarted", "taskStartedEventDetails", head),
        EventKind::TaskSubmitted { output, .. } => (
            "TaskSubmitted",
            "taskSubmittedEventDetails",
            head.with_data("output", output),
        ),
        EventKind::TaskSucceeded { output, .. } => (
            "TaskSucceeded",
            "taskSucceededEventDetails",
            head.with_data("output", output),
        ),
        EventKind::TaskFailed { error, cause, .. } => (
            "TaskFailed",
            "taskFailedEventDetails",
            head.with_failure(error, cause),
        ),
        EventKind::TaskTimedOut { error, cause, .. } => (
            "TaskTimedOut",
            "taskTimedOutEventDetails",
            head.with_failure(error, cause),
        ),
        _ => return None,
    };
    Some((name.to_owned(), Some((key, details))))
}

fn lambda_function(kind: &EventKind, resource: &Resource) -> Option<(String, Details)> {
    let (name, details) = match kind {
        EventKind::TaskScheduled {
            parameters,
            timeout,
            role,
            ..
        } => (
            "LambdaFunctionScheduled",
            Some((
                "lambdaFunctionScheduledEventDetails",
                Members::default()
                    .with_text("resource", &resource.text)
                    .with_data("input", parameters)
                    .with_seconds("timeoutInSeconds", *timeout)
                    .with_credentials(role),
            )),
        ),
        EventKind::TaskStarted { .. } => ("LambdaFunctionStarted", None),
        EventKind::TaskSucceeded { output, .. } => (
            "LambdaFunctionSucceeded",
            Some((
                "lambdaFunctionSucceededEventDetails",
                Members::default().with_data("output", output),
            )),
        ),
        EventKind::TaskFailed { error, cause, .. } => (
            "LambdaFunctionFailed",
            Some((
                "lambdaFunctionFailedEventDetails",
                Members::failure(error, cause),
            )),
        ),
        EventKind::TaskTimedOut { error, cause, .. } => (
            "LambdaFunctionTimedOut",
            Some((
                "lambdaFunctionTimedOutEventDetails",
                Members::failure(error, cause),
            )),
        ),
        _ => return None,
    };
    Some((name.to_owned(), details))
}

fn activity(kind: &EventKind, resource: &Resource) -> Option<(String, Details)> {
    let (name, key, details) = match kind {
        EventKind::TaskScheduled {
            parameters,
            timeout,
            heartbeat,
            ..
        } => (
            "ActivityScheduled",
            "activityScheduledEventDetails",
            Members::default()
                .with_text("resource", &resource.text)
                .with_data("input", parameters)
                .with_seconds("timeoutInSeconds", *timeout)
                .with_seconds("heartbeatInSeconds", *heartbeat),
        ),
        EventKind::TaskStarted { .. } => (
            "ActivityStarted",
            "activityStartedEventDetails",
            Members::default(),
        ),
        EventKind::TaskSucceeded { output, .. } => (
            "ActivitySucceeded",
            "activitySucceededEventDetails",
            Members::default().with_data("output", output),
        ),
        EventKind::TaskFailed { error, cause, .. } => (
            "ActivityFailed",
            "activityFailedEventDetails",
            Members::failure(error, cause),
        ),
        EventKind::TaskTimedOut { error, cause, .. } => (
            "ActivityTimedOut",
            "activityTimedOutEventDetails",
            Members::failure(error, cause),
        ),
        _ => return None,
    };
    Some((name.to_owned(), Some((key, details))))
}

/// The members of an object of the history.
#[derive(Default)]
struct Members(Object);

impl Members {
    fn failure(error: &Option<Str>, cause: &Option<Str>) -> Self {
        Self::default().with_failure(error, cause)
    }

    fn text(&mut self, key: &str, text: &str) {
        self.0.insert(key, Value::from(text));
    }

    fn number(&mut self, key: &str, number: u64) {
        self.0
            .insert(key, Value::from(i64::try_from(number).unwrap_or(i64::MAX)));
    }

    fn with_text(mut self, key: &str, text: &str) -> Self {
        self.text(key, text);
        self
    }

    fn with_number(mut self, key: &str, number: u64) -> Self {
        self.number(key, number);
        self
    }

    fn with_seconds(mut self, key: &str, seconds: Option<u64>) -> Self {
        if let Some(seconds) = seconds {
            self.number(key, seconds);
        }
        self
    }

    /// `input` with `inputDetails`, `output` with `outputDetails`: data stands in the history as JSON text.
    fn with_data(mut self, key: &str, data: &Value) -> Self {
        self.0.insert(key, Value::from(data.to_json()));
        self.0.insert(format!("{key}Details"), not_truncated());
        self
    }

    fn with_failure(mut self, error: &Option<Str>, cause: &Option<Str>) -> Self {
        for (key, text) in [("error", error), ("cause", cause)] {
            if let Some(text) = text {
                self.0.insert(key, Value::from(text.clone()));
            }
        }
        self
    }

    fn with_credentials(mut self, role: &Option<Str>) -> Self {
        if let Some(role) = role {
            let credentials = Self::default().with_text("roleArn", role);
            self.0
                .insert("taskCredentials", Value::Object(credentials.0));
        }
        self
    }

    /// `assignedVariables`, which AWS shows only where `Assign` gave any.
    fn with_assigned(mut self, assigned: &[(Str, Value)]) -> Self {
        if !assigned.is_empty() {
            let texts = assigned
                .iter()
                .map(|(name, value)| (name.clone(), Value::from(value.to_json())));
            self.0
                .insert("assignedVariables", Value::Object(texts.collect()));
            self.0.insert("assignedVariablesDetails", not_truncated());
        }
        self
    }
}

fn not_truncated() -> Value {
    Value::Object(std::iter::once(("truncated", Value::Bool(false))).collect())
}
