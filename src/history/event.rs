//! From the engine's events to AWS's.

use super::members::Members;
use crate::asl::{Resource, ResourceKind, StateId, StateKind, StateMachine};
use crate::base::Timestamp;
use crate::engine::{Event, EventKind};
use crate::value::Value;

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
    let timestamp = iso(event.at);
    entry(event, &timestamp, machine, options).map(|entry| entry.to_value())
}

/// As [`history_event`], before its data is copied; `timestamp` is the instant of the event as [`iso`] writes it.
pub(super) fn entry<'a>(
    event: &'a Event,
    timestamp: &'a str,
    machine: &'a StateMachine,
    options: &'a HistoryOptions,
) -> Option<Members<'a>> {
    // The children of a distributed Map have histories of their own.
    if event.id == 0 || event.child.is_some() {
        return None;
    }
    let (name, details) = name_and_details(&event.kind, machine, options)?;
    let entry = Members::default()
        .text("timestamp", timestamp)
        .owned("type", name)
        .number("id", event.id)
        .number("previousEventId", event.previous);
    Some(match details {
        Some((key, details)) => entry.object(key, details),
        None => entry,
    })
}

/// As the `aws` command prints instants in UTC: `2021-12-02T19:39:48.988000+00:00` (the example in AWS's documentation
/// of Step Functions Local), without the fraction on a full second, as Python's `isoformat` has it.
pub(super) fn iso(at: Timestamp) -> String {
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

type Details<'a> = Option<(&'static str, Members<'a>)>;

/// `type` and the `…EventDetails` of an event.
pub(super) fn name_and_details<'a>(
    kind: &'a EventKind,
    machine: &'a StateMachine,
    options: &'a HistoryOptions,
) -> Option<(String, Details<'a>)> {
    let plain = |name: &str| Some((name.to_owned(), None));
    let with = |name: &str, key: &'static str, details: Members<'a>| {
        Some((name.to_owned(), Some((key, details))))
    };
    let state_name = |state: StateId| &*machine.state(state).name.value;
    let iteration = |state: StateId, index: u32| {
        Members::default()
            .text("name", state_name(state))
            .number("index", u64::from(index))
    };
    match kind {
        EventKind::ExecutionStarted { input } => with(
            "ExecutionStarted",
            "executionStartedEventDetails",
            Members::default()
                .input(input)
                .text("roleArn", &options.role_arn),
        ),
        EventKind::ExecutionSucceeded { output } => with(
            "ExecutionSucceeded",
            "executionSucceededEventDetails",
            Members::default().output(output),
        ),
        EventKind::MapRunStarted { arn, .. } => with(
            "MapRunStarted",
            "mapRunStartedEventDetails",
            Members::default().text("mapRunArn", arn),
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
                .text("name", state_name(*state))
                .input(input),
        ),
        EventKind::StateExited {
            state,
            output,
            assigned,
        } => with(
            &format!("{}StateExited", machine.state(*state).state_type()),
            "stateExitedEventDetails",
            Members::default()
                .text("name", state_name(*state))
                .output(output)
                .assigned(assigned),
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
            Members::default().number("length", *length),
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
            let mut details = Members::default().text("error", error).text("cause", cause);
            if let Some(location) = location {
                details = details.text("location", location);
            }
            let details = details.text("state", state_name(*state));
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
fn task<'a>(
    kind: &'a EventKind,
    resource: &'a Resource,
    options: &'a HistoryOptions,
) -> Option<(String, Details<'a>)> {
    match &resource.kind {
        ResourceKind::Integration(integration) => {
            let head = Members::default()
                .owned("resourceType", integration.resource_type())
                .owned("resource", integration.resource());
            integration_task(kind, head, options)
        }
        ResourceKind::Activity => activity(kind, resource),
        ResourceKind::LambdaFunction | ResourceKind::Unknown | ResourceKind::Other => {
            lambda_function(kind, resource)
        }
    }
}

fn integration_task<'a>(
    kind: &'a EventKind,
    head: Members<'a>,
    options: &'a HistoryOptions,
) -> Option<(String, Details<'a>)> {
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
            head.text("region", &options.region)
                .json("parameters", parameters)
                .seconds("timeoutInSeconds", *timeout)
                .seconds("heartbeatInSeconds", *heartbeat)
                .credentials(role),
        ),
        EventKind::TaskStarted { .. } => ("TaskStarted", "taskStartedEventDetails", head),
        EventKind::TaskSubmitted { output, .. } => (
            "TaskSubmitted",
            "taskSubmittedEventDetails",
            head.output(output),
        ),
        EventKind::TaskSucceeded { output, .. } => (
            "TaskSucceeded",
            "taskSucceededEventDetails",
            head.output(output),
        ),
        EventKind::TaskFailed { error, cause, .. } => (
            "TaskFailed",
            "taskFailedEventDetails",
            head.failed(error, cause),
        ),
        EventKind::TaskTimedOut { error, cause, .. } => (
            "TaskTimedOut",
            "taskTimedOutEventDetails",
            head.failed(error, cause),
        ),
        _ => return None,
    };
    Some((name.to_owned(), Some((key, details))))
}

fn lambda_function<'a>(
    kind: &'a EventKind,
    resource: &'a Resource,
) -> Option<(String, Details<'a>)> {
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
                    .text("resource", &resource.text)
                    .input(parameters)
                    .seconds("timeoutInSeconds", *timeout)
                    .credentials(role),
            )),
        ),
        EventKind::TaskStarted { .. } => ("LambdaFunctionStarted", None),
        EventKind::TaskSucceeded { output, .. } => (
            "LambdaFunctionSucceeded",
            Some((
                "lambdaFunctionSucceededEventDetails",
                Members::default().output(output),
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

fn activity<'a>(kind: &'a EventKind, resource: &'a Resource) -> Option<(String, Details<'a>)> {
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
                .text("resource", &resource.text)
                .input(parameters)
                .seconds("timeoutInSeconds", *timeout)
                .seconds("heartbeatInSeconds", *heartbeat),
        ),
        EventKind::TaskStarted { .. } => (
            "ActivityStarted",
            "activityStartedEventDetails",
            Members::default(),
        ),
        EventKind::TaskSucceeded { output, .. } => (
            "ActivitySucceeded",
            "activitySucceededEventDetails",
            Members::default().output(output),
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
