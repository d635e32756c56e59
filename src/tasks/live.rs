//! Does tasks for real: mocks first where there are some, then functions that run here, callbacks and activities.

use super::functions::{Invocation, LocalFunctions};
use super::handler::{Reply, TaskHandler};
use super::reports::Reporter;
use crate::asl::{Pattern, ResourceKind};
use crate::engine::{TaskId, TaskOutcome, TaskRequest};
use crate::value::{Object, Value, read};
use std::collections::HashMap;
use tokio::task::AbortHandle;

/// Where tokens wait for an answer.
pub trait Callbacks {
    /// Waits for the callback of a task. What comes in goes to `reporter`.
    fn wait(&mut self, request: &TaskRequest, reporter: &Reporter);

    /// Waits for a worker of the activity that the task names.
    fn schedule(&mut self, request: &TaskRequest, reporter: &Reporter);

    /// Nobody waits for the task any more.
    fn close(&mut self, task: TaskId);
}

/// Does the tasks of one execution for real. Needs a tokio runtime with time and I/O enabled.
pub struct LiveHandler<'a> {
    mocks: Option<&'a mut dyn TaskHandler>,
    functions: LocalFunctions,
    callbacks: &'a mut dyn Callbacks,
    reporter: Reporter,
    underway: HashMap<TaskId, AbortHandle>,
}

impl<'a> LiveHandler<'a> {
    /// A handler that asks `mocks` first.
    pub fn new(
        mocks: Option<&'a mut dyn TaskHandler>,
        functions: LocalFunctions,
        callbacks: &'a mut dyn Callbacks,
        reporter: Reporter,
    ) -> Self {
        Self {
            mocks,
            functions,
            callbacks,
            reporter,
            underway: HashMap::new(),
        }
    }

    /// Calls a function that runs here, if it does.
    fn invoke(&mut self, request: &TaskRequest) -> Reply {
        let Some(call) = Call::of(request).filter(|call| self.functions.has(&call.function)) else {
            return Reply::NotMocked;
        };
        let waits = request.token.is_some();
        if waits {
            // Whoever has the token may answer before the function returns.
            self.callbacks.wait(request, &self.reporter);
        }
        let (functions, reporter, task) =
            (self.functions.clone(), self.reporter.clone(), request.task);
        let invocation = Invocation {
            function: call.function,
            event: call.event,
            timeout: request.timeout,
        };
        let enveloped = call.enveloped;
        let work = tokio::spawn(async move {
            let Some(outcome) = functions.invoke(invocation).await else {
                return;
            };
            let outcome = match outcome {
                TaskOutcome::Succeeded(result) if enveloped => {
                    TaskOutcome::Succeeded(envelope(result))
                }
                other => other,
            };
            reporter.report(
                task,
                match outcome {
                    TaskOutcome::Succeeded(result) if waits => TaskOutcome::Submitted(result),
                    other => other,
                },
            );
        });
        self.underway.insert(task, work.abort_handle());
        Reply::Underway
    }
}

impl TaskHandler for LiveHandler<'_> {
    fn start(&mut self, request: &TaskRequest) -> Reply {
        if let Some(mocks) = &mut self.mocks {
            match mocks.start(request) {
                Reply::NotMocked => {}
                answered => return answered,
            }
        }
        match &request.resource.kind {
            ResourceKind::Activity => {
                self.callbacks.schedule(request, &self.reporter);
                Reply::Underway
            }
            _ => self.invoke(request),
        }
    }

    fn cancel(&mut self, task: TaskId) {
        if let Some(work) = self.underway.remove(&task) {
            work.abort();
        }
        self.callbacks.close(task);
        if let Some(mocks) = &mut self.mocks {
            mocks.cancel(task);
        }
    }
}

/// A call of a Lambda function.
struct Call {
    function: String,
    event: Value,
    /// Whether the result comes in an envelope with `StatusCode` and `Payload`.
    enveloped: bool,
}

impl Call {
    fn of(request: &TaskRequest) -> Option<Self> {
        match &request.resource.kind {
            ResourceKind::LambdaFunction | ResourceKind::Unknown | ResourceKind::Other => {
                Some(Self {
                    function: request.resource.text.to_string(),
                    event: request.parameters.clone(),
                    enveloped: false,
                })
            }
            ResourceKind::Integration(integration)
                if !integration.sdk
                    && &*integration.service == "lambda"
                    && &*integration.action == "invoke"
                    && matches!(
                        integration.pattern,
                        Pattern::RequestResponse | Pattern::WaitForTaskToken
                    ) =>
            {
                let function = request.parameters.get("FunctionName")?.as_str()?;
                Some(Self {
                    function: function.to_owned(),
                    event: event(request.parameters.get("Payload")),
                    enveloped: true,
                })
            }
            _ => None,
        }
    }
}

/// The event in `Payload`: `{}` where there is none; text that is JSON is that JSON (AWS sends it as it is).
fn event(payload: Option<&Value>) -> Value {
    match payload {
        None => Value::empty_object(),
        Some(payload) => match payload.as_str().map(read) {
            Some(Ok(json)) => json,
            _ => payload.clone(),
        },
    }
}

/// What `lambda:invoke` gives (recorded: services/lambda_task_service.invoke). A function that runs here has no HTTP
/// headers and no request id: those are empty.
fn envelope(payload: Value) -> Value {
    let mut http = Object::new();
    http.insert("AllHttpHeaders", Value::empty_object());
    http.insert("HttpHeaders", Value::empty_object());
    http.insert("HttpStatusCode", 200.into());
    let mut envelope = Object::new();
    envelope.insert("ExecutedVersion", "$LATEST".into());
    envelope.insert("Payload", payload);
    envelope.insert("SdkHttpMetadata", http.into());
    envelope.insert("SdkResponseMetadata", Value::empty_object());
    envelope.insert("StatusCode", 200.into());
    envelope.into()
}
