//! One call of TestState.

use super::checks;
use super::inspection::{self, ErrorDetails};
use super::refusal::Fault;
use super::request::{InspectionLevel, Mock, Request};
use super::response::{Response, TestStatus};
use super::subject::Subject;
use crate::asl::{State, StateKind, WorkflowType};
use crate::base::{Random, Timestamp};
use crate::engine::{
    Event, EventKind, Execution, Failure, FailureKind, Input, Names, Options, Outcome, Output,
    Premise, StandIn, StandInOutcome, Status, TaskOutcome, TimerId, VisitId,
};
use crate::source::Tree;
use crate::value::{Str, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Tests a state of `definition`: the state `stateName` of a machine, or the one state that the definition is.
///
/// # Errors
/// What AWS refuses, and a Task without a mock.
pub fn test_state(definition: &Tree, request: &Request) -> Result<Response, Fault> {
    checks::check_state_name(request)?;
    let subject = Subject::find(definition, request.state_name.as_deref())?;
    checks::check(request, subject.state())?;
    let run = Run::of(&subject, request)?;
    Ok(run.response(subject.state(), request))
}

/// What the engine did.
struct Run {
    /// Of the tested state.
    events: Vec<Event>,
    /// Nothing where the state is to be tried again.
    outcome: Option<Outcome>,
    /// The name of the state that it leads to.
    next: Option<Str>,
}

impl Run {
    fn of(subject: &Subject, request: &Request) -> Result<Self, Fault> {
        let machine = Arc::new(subject.machine.clone());
        let mut execution = Execution::start_with(
            machine,
            options(request),
            request.input.clone(),
            premise(request, subject.state()),
        );
        let mut run = Self {
            events: Vec::new(),
            outcome: None,
            next: None,
        };
        let mut timers: BTreeSet<(Timestamp, TimerId)> = BTreeSet::new();
        loop {
            execution.advance();
            let mut answer = None;
            while let Some(output) = execution.next_output() {
                match output {
                    Output::Event(event) => run.take(event, subject),
                    Output::StartTask(task) => {
                        let outcome = task_outcome(request.mock.as_ref());
                        let outcome = outcome.ok_or_else(|| Fault::NoMock {
                            state: subject.name.to_string(),
                        })?;
                        let task = task.task;
                        answer = Some(Input::Task { task, outcome });
                    }
                    Output::SetTimer { timer, at } => {
                        timers.insert((at, timer));
                    }
                    Output::CancelTimer(timer) => timers.retain(|(_, other)| *other != timer),
                    Output::Finished(outcome) => {
                        run.outcome = Some(*outcome);
                        return Ok(run);
                    }
                    Output::Unsupported(unsupported) => {
                        let feature = unsupported.feature;
                        return Err(Fault::Unsupported { feature });
                    }
                    Output::Unfilled(unfilled) => {
                        let field = &unfilled.field.value;
                        let feature = format!("a placeholder that is not filled, in `{field}`,");
                        return Err(Fault::Unsupported { feature });
                    }
                    // Map and Parallel run only with a stand-in, which reads and writes nothing.
                    _ => {}
                }
            }
            if run.is_to_be_retried() {
                return Ok(run);
            }
            match (answer, timers.pop_first()) {
                (Some(answer), timer) => {
                    timers.extend(timer);
                    execution.deliver(execution.now(), answer);
                }
                (None, Some((at, timer))) => execution.deliver(at, Input::Timer(timer)),
                (None, None) => {
                    let feature = "a state that never ends".to_owned();
                    return Err(Fault::Unsupported { feature });
                }
            }
        }
    }

    fn take(&mut self, event: Event, subject: &Subject) {
        if event.visit == Some(VisitId(0)) {
            self.events.push(event);
        } else if let EventKind::StateEntered { state, .. } = &event.kind {
            self.next = Some(subject.machine.state(*state).name.value.clone());
        }
    }

    fn is_to_be_retried(&self) -> bool {
        let retried = |event: &Event| matches!(event.kind, EventKind::RetryScheduled { .. });
        self.events.last().is_some_and(retried)
    }

    fn response(self, state: &State, request: &Request) -> Response {
        let mut details = ErrorDetails::default();
        let mut status = TestStatus::Succeeded;
        let mut failure: Option<&Failure> = None;
        for event in &self.events {
            match &event.kind {
                EventKind::RetryScheduled {
                    retrier,
                    failure: why,
                    ..
                } => {
                    status = TestStatus::Retriable;
                    let delay = state.retry[*retrier].delay_seconds(retries(request));
                    details.retry_backoff_interval_seconds = Some(delay as u64);
                    failure = Some(why);
                }
                EventKind::Caught {
                    catcher,
                    failure: why,
                    ..
                } => {
                    status = TestStatus::CaughtError;
                    details.catch_index = Some(*catcher);
                    failure = Some(why);
                }
                EventKind::StateFailed { failure: why, .. } => {
                    status = TestStatus::Failed;
                    failure = Some(why);
                }
                _ => {}
            }
        }
        let ended = self.outcome.as_ref();
        if ended.is_some_and(|outcome| outcome.status != Status::Succeeded) {
            status = TestStatus::Failed;
        }
        details.retry_index = failure.and_then(|failure| retrier(state, failure));
        let (error, cause) = match (failure, ended) {
            (Some(failure), _) => (failure.error.clone(), failure.cause.clone()),
            (None, Some(outcome)) => (outcome.error.clone(), outcome.cause.clone()),
            (None, None) => (None, None),
        };
        let leaves = matches!(status, TestStatus::Succeeded | TestStatus::CaughtError);
        let output = ended.and_then(|outcome| outcome.output.clone());
        let inspection_data = (request.inspection_level != InspectionLevel::Info)
            .then(|| inspection::of(state, &self.events, request, details));
        Response {
            status,
            output: output.filter(|_| leaves),
            error,
            cause: cause.map(|cause| self.without_sentence(state, cause)),
            next_state: self.next.filter(|_| leaves),
            inspection_data,
        }
    }

    /// Other than in an execution, AWS does not say in which state the error occurred
    /// (recorded: test_state/state_context_object.state_map_context_object~ALL).
    fn without_sentence(&self, state: &State, cause: Str) -> Str {
        let entered = self.events.first().map_or(0, |event| event.id);
        let sentence = format!(
            "An error occurred while executing the state '{}' (entered at the event id #{entered}). ",
            state.name.value
        );
        match cause.strip_prefix(&*sentence) {
            Some(rest) => rest.into(),
            None => cause,
        }
    }
}

/// The retrier that takes an error, whether it has attempts left or not
/// (recorded: test_state/state_configuration.state_configuration_retrier_retry_count).
fn retrier(state: &State, failure: &Failure) -> Option<usize> {
    let ordinary = failure.kind == FailureKind::Ordinary;
    let mut retriers = state.retry.iter();
    retriers.position(|retrier| ordinary && retrier.matches(failure.name()))
}

fn retries(request: &Request) -> u64 {
    request.state_configuration.retrier_retry_count.unwrap_or(0)
}

/// TestState runs the state as an Express execution with names of its own
/// (recorded: test_state/test_state_scenarios.state_task_catch_error~INFO).
fn options(request: &Request) -> Options {
    // Its own source, so that the names take no number from the definition's.
    let mut random = Random::new(!request.seed);
    Options {
        workflow_type: WorkflowType::Express,
        synchronous: true,
        names: Names {
            execution: random.uuid().into(),
            state_machine: random.uuid().into(),
            role_arn: request.role_arn.clone().unwrap_or_else(|| "".into()),
            account: request.account.clone(),
            ..Names::default()
        },
        seed: request.seed,
        start: request.start,
        trace: request.inspection_level != InspectionLevel::Info,
        ..Options::default()
    }
}

fn premise(request: &Request, state: &State) -> Premise {
    let nested = matches!(state.kind, StateKind::Map(_) | StateKind::Parallel(_));
    let outcome = request.mock.as_ref().map(nested_outcome);
    let configuration = &request.state_configuration;
    Premise {
        variables: request.variables.clone(),
        context: request.context.clone(),
        retries: retries(request),
        nested: outcome.filter(|_| nested).map(|outcome| StandIn {
            outcome,
            failed_iterations: configuration.map_iteration_failure_count.unwrap_or(0),
            document: configuration.map_item_reader_data.clone(),
        }),
    }
}

fn nested_outcome(mock: &Mock) -> StandInOutcome {
    match &mock.error_output {
        Some(output) => StandInOutcome::Failed {
            error: output.error.clone(),
            cause: output.cause.clone(),
        },
        None => StandInOutcome::Result(mock.result.clone().unwrap_or(Value::Null)),
    }
}

fn task_outcome(mock: Option<&Mock>) -> Option<TaskOutcome> {
    let mock = mock?;
    Some(match &mock.error_output {
        Some(output) => TaskOutcome::Failed {
            error: output.error.clone(),
            cause: output.cause.clone(),
        },
        None => TaskOutcome::Succeeded(mock.result.clone()?),
    })
}
