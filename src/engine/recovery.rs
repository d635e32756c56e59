//! Retry and Catch.

use super::frame::{Frame, Phase};
use super::step::Leaving;
use super::{EventKind, Execution, Failure, FailureKind};
use crate::asl::{State, StateKind};
use crate::value::{Object, Value};

impl Execution {
    /// The state of a frame has failed: a retrier or a catcher takes it, or the flow fails.
    pub(super) fn fail(&mut self, frame: &mut Frame, failure: Failure) {
        let machine = self.machine.clone();
        let state = machine.state(frame.visit().state);
        self.tell_evaluation(frame, &failure);
        if failure.kind == FailureKind::Ordinary {
            if let Some(retrier) = self.retrier(frame, state, &failure) {
                return self.schedule_retry(frame, state, retrier, failure);
            }
            self.nested_failed(frame, state, &failure);
            if let Some(catcher) = state
                .catch
                .iter()
                .position(|catcher| catcher.matches(failure.name()))
            {
                return self.catch(frame, state, catcher, failure);
            }
        } else {
            self.nested_failed(frame, state, &failure);
        }
        let kind = EventKind::StateFailed {
            state: state.id,
            failure: Box::new(failure.clone()),
        };
        self.note(frame, Some(frame.visit().id), kind);
        self.fail_flow(frame, failure);
    }

    /// Writes EvaluationFailed where an expression of this very state failed. AWS has it come after what led to
    /// …StateEntered, not after that event itself
    /// (recorded: assign/assign_reference_variables.undefined_reference~BASE_UNDEFINED_OUTPUT_MULTIPLE_STATES).
    fn tell_evaluation(&mut self, frame: &mut Frame, failure: &Failure) {
        let visit = frame.visit();
        let Some(evaluation) = failure
            .evaluation
            .as_ref()
            .filter(|_| failure.state == visit.state)
        else {
            return;
        };
        if !evaluation.late && frame.last_event == visit.entered_event {
            frame.last_event = visit.entered_previous;
        }
        let kind = EventKind::EvaluationFailed {
            state: failure.state,
            location: evaluation.location.clone(),
            error: failure.error.clone().unwrap_or_default(),
            cause: failure.cause.clone().unwrap_or_default(),
        };
        self.emit(frame, Some(frame.visit().id), kind);
    }

    /// The first retrier that takes the error, if it has attempts left. A later one is not asked.
    fn retrier(&self, frame: &Frame, state: &State, failure: &Failure) -> Option<usize> {
        let retrier = state
            .retry
            .iter()
            .position(|retrier| retrier.matches(failure.name()))?;
        (frame.visit().retries[retrier] < state.retry[retrier].max_attempts).then_some(retrier)
    }

    fn schedule_retry(&mut self, frame: &mut Frame, state: &State, index: usize, failure: Failure) {
        let retrier = &state.retry[index];
        let done = frame.visit().retries[index];
        let mut seconds = retrier.delay_seconds(done);
        if retrier.full_jitter {
            seconds *= frame.random.borrow_mut().fraction();
        }
        let delay = (seconds * 1000.0).min(i64::MAX as f64 / 2.0) as i64;
        let visit = frame.visit_mut();
        visit.retries[index] += 1;
        visit.retry_count += 1;
        let visit = visit.id;
        let kind = EventKind::RetryScheduled {
            state: state.id,
            retrier: index,
            attempt: done + 1,
            max_attempts: retrier.max_attempts,
            delay,
            failure: Box::new(failure),
        };
        self.note(frame, Some(visit), kind);
        frame.phase = Phase::Backoff(self.set_timer(frame.id, delay));
    }

    fn catch(&mut self, frame: &mut Frame, state: &State, index: usize, failure: Failure) {
        let catcher = &state.catch[index];
        let visit = frame.visit().id;
        let Some(next) = catcher.next.as_ref().and_then(|target| target.state) else {
            return self.fail_flow(frame, failure);
        };
        let output = error_output(&failure);
        let kind = EventKind::Caught {
            state: state.id,
            catcher: index,
            next,
            failure: Box::new(failure),
        };
        self.note(frame, Some(visit), kind);
        let departure = Leaving {
            assign: catcher.assign.as_ref(),
            result_path: catcher.result_path.as_ref(),
            output: catcher.output.as_ref(),
            prefix: &format!("Catch[{index}]/"),
            error: true,
        };
        match self.departure(frame, &departure, output) {
            Ok((output, assigned)) => match self.within_limit(frame, state, output) {
                Ok(output) => self.exit(frame, state, output, assigned, Some(next)),
                Err(failure) => self.fail_uncaught(frame, state, failure),
            },
            Err(fault) => {
                let failure = self.failure(frame, fault);
                self.fail_uncaught(frame, state, failure);
            }
        }
    }

    fn fail_uncaught(&mut self, frame: &mut Frame, state: &State, failure: Failure) {
        let kind = EventKind::StateFailed {
            state: state.id,
            failure: Box::new(failure.clone()),
        };
        self.note(frame, Some(frame.visit().id), kind);
        self.fail_flow(frame, failure);
    }

    /// Writes ParallelStateFailed or MapStateFailed where the branches or iterations of the state have begun.
    fn nested_failed(&mut self, frame: &mut Frame, state: &State, failure: &Failure) {
        let visit = frame.visit();
        let own = failure.state == state.id;
        let evaluation = own && failure.evaluation.is_some();
        // A fault of the state itself fails the execution at once, even after MapStateStarted
        // (recorded: scenarios/base_scenarios.map_state_tolerated_failure_count_path~NoNumber).
        let fault = own && failure.kind == FailureKind::Fatal;
        if fault || !visit.scheduled && !evaluation {
            return;
        }
        let visit = visit.id;
        let (error, cause) = (failure.error.clone(), failure.cause.clone());
        let kind = match state.kind {
            StateKind::Parallel(_) => EventKind::ParallelStateFailed {
                state: state.id,
                error,
                cause,
            },
            StateKind::Map(_) => EventKind::MapStateFailed {
                state: state.id,
                error,
                cause,
            },
            _ => return,
        };
        self.emit(frame, Some(visit), kind);
    }
}

/// What a catcher hands on. Time-outs have an empty cause; a task that gave neither error nor cause has null for both
/// (recorded: error_handling/task_service_lambda.invoke_timeout,
/// callback/callback.sqs_failure_in_wait_for_task_tok_no_error_field).
fn error_output(failure: &Failure) -> Value {
    let error = failure.error.clone().map_or(Value::Null, Value::String);
    let cause = match (&failure.cause, &failure.error) {
        (Some(cause), _) => Value::String(cause.clone()),
        (None, Some(_)) => Value::from(""),
        (None, None) => Value::Null,
    };
    let members = [("Error", error), ("Cause", cause)];
    Value::Object(members.into_iter().collect::<Object>())
}
