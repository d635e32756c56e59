//! Does tasks for real: functions that run here, callbacks and activities, then calls of AWS.

use super::functions::{Invocation, LocalFunctions};
use super::handler::Reply;
use super::in_flight::{InFlight, Stopping, label};
use super::reports::Reporter;
use crate::asl::{Pattern, ResourceKind, StateId};
use crate::engine::{Options, TaskCheck, TaskId, TaskOutcome, TaskRequest};
use crate::value::{Object, Value, read};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use tokio::task::AbortHandle;

/// An execution that a Task of the run has started, in which a task is.
#[derive(Clone, Copy, Debug)]
pub struct Within<'a> {
    /// The name of its machine.
    pub machine: &'a str,
    /// Which of the executions of the run it is: the Task that started it, and the one that started that. No two have the same.
    pub place: &'a str,
}

/// Does the tasks of all executions of a run for real. Tasks are numbered over the whole run.
pub trait Live {
    /// Looks at the parameters of the tasks of a machine before they are scheduled, but for those of the states `mocked`.
    fn check(&self, mocked: HashSet<StateId>) -> Option<TaskCheck>;

    /// Takes a task on, of an execution that runs with `options`: [`Reply::Underway`], or [`Reply::NotMocked`] where it is
    /// not done for real. Its parameters are not looked at again: [`Self::check`] has. `within` is nothing for the execution that
    /// was asked for.
    fn start(
        &mut self,
        request: &TaskRequest,
        options: &Options,
        within: Option<Within<'_>>,
    ) -> Reply;

    /// Waits for the callback of a task that is done here.
    fn wait(&mut self, request: &TaskRequest, within: Option<Within<'_>>);

    /// Nobody waits for the task any more: what is being done for it is given up.
    fn cancel(&mut self, task: TaskId);

    /// The task has its answer: its token is used.
    fn close(&mut self, task: TaskId);
}

/// Where tokens wait for an answer.
pub trait Callbacks {
    /// Waits for the callback of a task. What comes in goes to `reporter`.
    fn wait(&mut self, request: &TaskRequest, within: Option<Within<'_>>, reporter: &Reporter);

    /// Waits for a worker of the activity that the task names.
    fn schedule(&mut self, request: &TaskRequest, within: Option<Within<'_>>, reporter: &Reporter);

    /// Nobody waits for the task any more.
    fn close(&mut self, task: TaskId);
}

/// What does tasks for real.
#[derive(Clone, Debug, Default)]
pub struct Means {
    /// Functions that run here.
    pub functions: LocalFunctions,
    /// Calls of AWS.
    #[cfg(feature = "aws")]
    pub calls: Option<super::AwsCalls>,
}

impl Means {
    /// Functions that run here, and no calls.
    pub fn new(functions: LocalFunctions) -> Self {
        Self {
            functions,
            #[cfg(feature = "aws")]
            calls: None,
        }
    }
}

#[cfg(feature = "aws")]
impl Means {
    /// Looks at the parameters of Tasks before they are scheduled, but for those of the states `mocked`.
    pub fn check(&self, mocked: HashSet<StateId>) -> Option<TaskCheck> {
        Some(self.calls.as_ref()?.check(mocked))
    }
}

#[cfg(not(feature = "aws"))]
impl Means {
    /// Nothing: this build calls nothing.
    pub fn check(&self, _: HashSet<StateId>) -> Option<TaskCheck> {
        None
    }
}

/// Does the tasks of a run for real. Needs a tokio runtime with time and I/O enabled.
pub struct LiveHandler<'a> {
    means: Means,
    callbacks: &'a mut dyn Callbacks,
    reporter: Reporter,
    underway: HashMap<TaskId, Underway>,
    in_flight: InFlight,
}

/// A task that is being done.
struct Underway {
    work: AbortHandle,
    label: String,
    stop: Option<StopJob>,
}

/// Stops the job that a task has started, if it has.
type StopJob = Box<dyn FnOnce() -> Option<Stopping>>;

impl<'a> LiveHandler<'a> {
    /// A handler with these means. What is given up while it is being done is noted in `in_flight`.
    pub fn new(
        means: Means,
        callbacks: &'a mut dyn Callbacks,
        reporter: Reporter,
        in_flight: InFlight,
    ) -> Self {
        Self {
            means,
            callbacks,
            reporter,
            underway: HashMap::new(),
            in_flight,
        }
    }

    /// Has a task done in the background; `stop` is called where it is given up.
    fn spawn(
        &mut self,
        request: &TaskRequest,
        within: Option<Within<'_>>,
        stop: Option<StopJob>,
        work: impl Future<Output = ()> + Send + 'static,
    ) {
        // Whoever has the token may answer before the call returns.
        if waits_for_token(request) {
            self.callbacks.wait(request, within, &self.reporter);
        }
        let underway = Underway {
            work: tokio::spawn(work).abort_handle(),
            label: label(request),
            stop,
        };
        self.underway.insert(request.task, underway);
    }

    fn give_up(&self, Underway { work, label, stop }: Underway) {
        if !work.is_finished() {
            work.abort();
            self.in_flight.note(label, stop.and_then(|stop| stop()));
        }
    }

    /// Calls a function that runs here, if it does.
    fn invoke(&mut self, request: &TaskRequest, within: Option<Within<'_>>) -> Reply {
        let functions = self.means.functions.clone();
        let Some(call) = Call::of(request).filter(|call| functions.has(&call.function)) else {
            return Reply::NotMocked;
        };
        let waits = waits_for_token(request);
        let (reporter, task) = (self.reporter.clone(), request.task);
        let invocation = Invocation {
            function: call.function,
            event: call.event,
            timeout: request.timeout,
        };
        let (enveloped, asked) = (call.enveloped, request.clone());
        self.spawn(request, within, None, async move {
            let outcome = match functions.invoke(invocation).await {
                Some(Ok(outcome)) => outcome,
                Some(Err(fault)) => {
                    let help = "look at what `--lambda` or `[lambda]` of sfnrun.toml names for it";
                    return reporter.hinder(&asked, fault, Some(help.to_owned()));
                }
                None => return,
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
        Reply::Underway
    }

    /// Calls AWS, where the task is chosen for it.
    #[cfg(feature = "aws")]
    fn call(
        &mut self,
        request: &TaskRequest,
        options: &Options,
        within: Option<Within<'_>>,
    ) -> Reply {
        let calls = self.means.calls.clone();
        match calls.filter(|calls| calls.takes(request)) {
            Some(calls) => {
                let called = super::Called::new(request.clone(), super::Origin::of(options));
                let (reporter, in_flight) = (self.reporter.clone(), self.in_flight.clone());
                let work = calls.clone().perform(called.clone(), reporter, in_flight);
                let stop: StopJob = Box::new(move || calls.stop(called));
                self.spawn(request, within, Some(stop), work);
                Reply::Underway
            }
            None => Reply::NotMocked,
        }
    }

    /// This build calls nothing.
    #[cfg(not(feature = "aws"))]
    fn call(&mut self, _: &TaskRequest, _: &Options, _: Option<Within<'_>>) -> Reply {
        Reply::NotMocked
    }
}

impl Live for LiveHandler<'_> {
    fn check(&self, mocked: HashSet<StateId>) -> Option<TaskCheck> {
        self.means.check(mocked)
    }

    fn start(
        &mut self,
        request: &TaskRequest,
        options: &Options,
        within: Option<Within<'_>>,
    ) -> Reply {
        match &request.resource.kind {
            ResourceKind::Activity => {
                self.callbacks.schedule(request, within, &self.reporter);
                Reply::Underway
            }
            _ => match self.invoke(request, within) {
                Reply::NotMocked => self.call(request, options, within),
                invoked => invoked,
            },
        }
    }

    fn wait(&mut self, request: &TaskRequest, within: Option<Within<'_>>) {
        self.callbacks.wait(request, within, &self.reporter);
    }

    fn cancel(&mut self, task: TaskId) {
        if let Some(underway) = self.underway.remove(&task) {
            self.give_up(underway);
        }
        self.callbacks.close(task);
    }

    fn close(&mut self, task: TaskId) {
        self.callbacks.close(task);
        // A callback may come before the call that asked for it is over: that one is still being done.
        if let Entry::Occupied(underway) = self.underway.entry(task)
            && underway.get().work.is_finished()
        {
            underway.remove();
        }
    }
}

impl Drop for LiveHandler<'_> {
    /// A run that cannot go on tells no task to end: what is still being done is given up.
    fn drop(&mut self) {
        let mut underway: Vec<_> = std::mem::take(&mut self.underway).into_iter().collect();
        underway.sort_by_key(|(task, _)| *task);
        for (_, underway) in underway {
            self.give_up(underway);
        }
    }
}

/// Whether the result comes with the token. A job has one as well, which nobody is given.
fn waits_for_token(request: &TaskRequest) -> bool {
    let integration = request.resource.integration();
    integration.is_some_and(|integration| integration.pattern == Pattern::WaitForTaskToken)
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
