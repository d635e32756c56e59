//! Task.

use super::super::execution::{Extra, millis};
use crate::asl::{Credentials, Pattern, ResourceKind, State, Task};
use crate::base::Spanned;
use crate::engine::fault::Fault;
use crate::engine::frame::{Frame, Phase};
use crate::engine::jsonata::Seen;
use crate::engine::{
    EventKind, Execution, Failure, FailureKind, Output, TaskOutcome, TaskRequest, TaskToken,
};
use crate::value::{Str, Value};

impl Execution {
    /// Writes TaskScheduled; the task starts when the frame steps again, so that tasks of branches that run side by
    /// side are all scheduled before the first starts (recorded: timeouts/timeouts.service_lambda_map_timeout).
    pub(in crate::engine) fn schedule_task(
        &mut self,
        frame: &mut Frame,
        state: &State,
        task: &Task,
    ) -> Result<(), Failure> {
        let request = self
            .task_request(frame, state, task)
            .map_err(|fault| self.failure(frame, fault))?;
        let Some(request) = request else {
            self.unsupported(state, "a Task without a `Resource`");
            return Ok(());
        };
        // Guide, "Error names": States.DataLimitExceeded also "when, after Parameters processing, the input of a state is
        // larger than the payload size quota". Neither its cause nor a catcher that takes it has been recorded.
        if self.too_big(&request.parameters) {
            let name = &state.name.value;
            let kind = FailureKind::Fatal;
            return Err(self.data_limit_exceeded(frame, name, &request.parameters, kind));
        }
        if let Some(fault) = self.unusable(&request, state) {
            return Err(self.failure(frame, fault));
        }
        frame.visit_mut().scheduled = true;
        let kind = EventKind::TaskScheduled {
            state: state.id,
            parameters: request.parameters.clone(),
            timeout: request.timeout,
            heartbeat: request.heartbeat,
            role: request.role.clone(),
            token: request.token.clone(),
        };
        self.emit(frame, Some(frame.visit().id), kind);
        frame.phase = Phase::Scheduled(Box::new(request));
        self.wake_id(frame.id);
        Ok(())
    }

    /// What AWS does not start a task with: nothing is scheduled, and nothing takes the failure
    /// (recorded: services/apigetway_task_service.invoke_with_headers~singleStringHeader).
    fn unusable(&self, request: &TaskRequest, state: &State) -> Option<Fault> {
        let reason = self.options.check.as_ref()?.fault(request)?;
        let parameters = &request.parameters;
        let fault = Fault::runtime(format!(
            "The Parameters '{}' could not be used to start the Task: [{reason}]",
            parameters.to_json()
        ));
        let (written, field) = match (&state.io.parameters, &state.io.arguments) {
            (Some(template), _) => (template.span, "Parameters"),
            (None, Some(template)) => (template.span, "Arguments"),
            (None, None) => (state.name.span, "input"),
        };
        Some(fault.at(written, field, parameters))
    }

    fn task_request(
        &mut self,
        frame: &Frame,
        state: &State,
        task: &Task,
    ) -> Result<Option<TaskRequest>, Fault> {
        let Some(resource) = &task.resource else {
            return Ok(None);
        };
        let has_token = match &resource.value.kind {
            ResourceKind::Activity => true,
            // `.sync` has one too (recorded: callback/callback.sync_with_task_token).
            ResourceKind::Integration(integration) => {
                integration.pattern != Pattern::RequestResponse
            }
            _ => false,
        };
        let token = has_token.then(|| self.new_token(frame));
        let extra = Extra {
            item: None,
            token: token.as_ref(),
        };
        let parameters = self.effective_input(frame, state, extra)?;
        let input = self.input_path(frame, state)?;
        let limit = |source: &Option<_>, field: &str| match source {
            None => Ok(None),
            Some(source) => self.integer(frame, &input, source, field),
        };
        let timeout = limit(&task.timeout, "TimeoutSeconds")?;
        let heartbeat = limit(&task.heartbeat, "HeartbeatSeconds")?;
        let role = match &task.credentials {
            Some(credentials) => self.role(frame, &input, credentials)?,
            None => None,
        };
        Ok(Some(TaskRequest {
            task: self.new_task(frame.id),
            state: state.id,
            state_name: state.name.value.clone(),
            visit: frame.visit().id,
            resource: resource.value.clone(),
            parameters,
            retries: frame.visit().retry_count,
            iterations: frame.iterations.to_vec(),
            token,
            timeout: timeout.and_then(|seconds| u64::try_from(seconds).ok()),
            heartbeat: heartbeat.and_then(|seconds| u64::try_from(seconds).ok()),
            role,
        }))
    }

    fn role(
        &self,
        frame: &Frame,
        input: &Value,
        credentials: &Spanned<Credentials>,
    ) -> Result<Option<Str>, Fault> {
        let extra = Extra::default();
        let value = match &credentials.value {
            Credentials::JsonPath(template) => {
                let template = Spanned::new(template.clone(), credentials.span);
                self.template(frame, &template, "Credentials", input, extra)?
            }
            Credentials::Jsonata(template) => {
                self.jsonata_template(frame, template, "Credentials", Seen::default(), extra)?
            }
        };
        Ok(value.get("RoleArn").and_then(Value::as_str).map(Str::from))
    }

    fn new_token(&self, frame: &Frame) -> TaskToken {
        let mut random = frame.random.borrow_mut();
        let bits: String = (0..8).map(|_| format!("{:016x}", random.bits())).collect();
        TaskToken::new(match &self.options.token_key {
            Some(key) => key.sign(&bits).into(),
            None => bits.into(),
        })
    }

    /// Writes TaskStarted and has the task done.
    pub(in crate::engine) fn start_task(&mut self, frame: &mut Frame, request: TaskRequest) {
        let visit = frame.visit().id;
        self.emit(
            frame,
            Some(visit),
            EventKind::TaskStarted {
                state: request.state,
            },
        );
        let timeout = request
            .timeout
            .map(|seconds| self.set_timer(frame.id, millis(seconds)));
        let heartbeat = request
            .heartbeat
            .map(|seconds| (self.set_timer(frame.id, millis(seconds)), seconds));
        frame.phase = Phase::Running {
            task: request.task,
            timeout,
            heartbeat,
        };
        self.output(Output::StartTask(Box::new(request)));
    }

    /// Takes in what a task says.
    pub(in crate::engine) fn task_says(&mut self, frame: &mut Frame, outcome: TaskOutcome) {
        let visit = frame.visit();
        let (state, id) = (visit.state, visit.id);
        let ended = match outcome {
            TaskOutcome::Heartbeat => return self.restart_heartbeat(frame),
            TaskOutcome::Submitted(output) => {
                self.emit(frame, Some(id), EventKind::TaskSubmitted { state, output });
                return;
            }
            TaskOutcome::TimedOut => return self.task_timed_out(frame),
            TaskOutcome::Succeeded(output) => match self.task_output(frame, output) {
                Ok(output) => {
                    let kind = EventKind::TaskSucceeded {
                        state,
                        output: output.clone(),
                    };
                    self.emit(frame, Some(id), kind);
                    Ok(output)
                }
                Err(failure) => Err(failure),
            },
            TaskOutcome::Failed { error, cause } => Err(Failure {
                // Guide, "Error names": nothing takes `States.Runtime`, which an HTTP Task can fail with.
                kind: match error.as_deref() {
                    Some("States.Runtime") => FailureKind::Fatal,
                    _ => FailureKind::Ordinary,
                },
                error,
                cause,
                state,
                culprit: None,
                evaluation: None,
            }),
        };
        if let Err(failure) = &ended {
            let kind = EventKind::TaskFailed {
                state,
                error: failure.error.clone(),
                cause: failure.cause.clone(),
            };
            self.emit(frame, Some(id), kind);
        }
        self.stop_waiting(frame);
        frame.phase = Phase::Ended(ended.map_err(Box::new));
    }

    /// A result that is not too big. AWS names the resource type of an integration, the ARN of a function.
    fn task_output(&self, frame: &Frame, output: Value) -> Result<Value, Failure> {
        if !self.too_big(&output) {
            return Ok(output);
        }
        let state = self.machine.state(frame.visit().state);
        let who = match &state.kind {
            crate::asl::StateKind::Task(Task {
                resource: Some(resource),
                ..
            }) => match &resource.value.kind {
                ResourceKind::Integration(integration) => integration.resource_type(),
                _ => resource.value.text.to_string(),
            },
            _ => state.name.value.to_string(),
        };
        Err(self.data_limit_exceeded(frame, &who, &output, FailureKind::Ordinary))
    }

    /// `States.Timeout` without a cause, for a lost heartbeat too.
    pub(in crate::engine) fn task_timed_out(&mut self, frame: &mut Frame) {
        let visit = frame.visit();
        let (state, id) = (visit.state, visit.id);
        if let Phase::Running { task, .. } = frame.phase {
            self.output(Output::CancelTask(task));
        }
        let error: Option<Str> = Some("States.Timeout".into());
        let kind = EventKind::TaskTimedOut {
            state,
            error: error.clone(),
            cause: None,
        };
        self.emit(frame, Some(id), kind);
        self.stop_waiting(frame);
        frame.phase = Phase::Ended(Err(Box::new(Failure {
            error,
            cause: None,
            state,
            culprit: None,
            kind: FailureKind::Ordinary,
            evaluation: None,
        })));
    }

    fn restart_heartbeat(&mut self, frame: &mut Frame) {
        if let Phase::Running {
            task,
            timeout,
            heartbeat: Some((timer, seconds)),
        } = frame.phase
        {
            self.cancel_timer(timer);
            let timer = self.set_timer(frame.id, millis(seconds));
            frame.phase = Phase::Running {
                task,
                timeout,
                heartbeat: Some((timer, seconds)),
            };
        }
    }

    /// Forgets the task that a frame waits for, and its timers.
    pub(in crate::engine) fn stop_waiting(&mut self, frame: &Frame) {
        if let Phase::Running {
            task,
            timeout,
            heartbeat,
        } = &frame.phase
        {
            self.forget_task(*task);
            for timer in timeout
                .iter()
                .chain(heartbeat.iter().map(|(timer, _)| timer))
            {
                self.cancel_timer(*timer);
            }
        }
    }
}
