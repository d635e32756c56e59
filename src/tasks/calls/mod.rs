//! Tasks that call AWS: what each integration makes of its parameters, its answer and its errors.
//!
//! An `aws-sdk` integration is the call itself. The optimised ones have behaviour of their own, a file each; those that
//! start a job wait for its end by asking, as one table says (`jobs`).

mod advice;
mod batch;
mod bedrock;
mod caller;
mod check;
mod ecs;
mod eks;
mod emr;
mod events;
mod fault;
mod glue;
mod http;
mod jobs;
mod lambda;
mod plain;
mod planned;
mod selection;
mod states;
#[cfg(test)]
mod tests;

pub use advice::Advice;
pub use check::parameter_check;
pub(in crate::tasks) use fault::is_amiss_here;
pub use http::{Connections, ConnectionsFault};
pub use planned::{Plan, PlannedCall};
pub use selection::{Selection, SelectionFault};

use super::in_flight::{InFlight, Stopping, label};
use super::reports::Reporter;
use crate::asl::{Integration, Pattern, Resource, ResourceKind, StateId};
use crate::aws::Client;
use crate::engine::{Options, TaskCheck, TaskOutcome, TaskRequest};
use crate::value::Value;
use caller::Caller;
use fault::Stop;
use jobs::Job;
use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

/// Calls AWS for the Tasks that are chosen. Cheap to clone.
#[derive(Clone, Debug)]
pub struct AwsCalls(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    client: Client,
    selection: Selection,
    facts: CallFacts,
}

/// The execution that a call is made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The ARN of the machine, which `events:putEvents` tells.
    pub state_machine_arn: String,
    /// The ARN of the execution, which it tells as well.
    pub execution_arn: String,
}

impl Origin {
    /// An execution that runs with these options.
    pub fn of(options: &Options) -> Self {
        Self {
            state_machine_arn: options.names.state_machine_arn(),
            execution_arn: options.execution_arn(),
        }
    }
}

/// A Task that calls AWS, and the job that it has started. Cheap to clone: all clones tell of the same job.
#[derive(Clone, Debug)]
pub(super) struct Called {
    request: Arc<TaskRequest>,
    origin: Origin,
    job: Arc<OnceLock<(Option<&'static Job>, Value)>>,
}

impl Called {
    /// A Task that has started nothing yet.
    pub(super) fn new(request: TaskRequest, origin: Origin) -> Self {
        Self {
            request: Arc::new(request),
            origin,
            job: Arc::default(),
        }
    }
}

/// What calls need to know of the run.
#[derive(Clone, Debug)]
pub struct CallFacts {
    /// Real seconds for a second of the pauses between two looks at a job.
    pub pace: f64,
    /// What `http:invoke` proves itself with.
    pub connections: Connections,
    /// Where it is noted what to do about calls that fail.
    pub advice: Advice,
}

impl AwsCalls {
    /// Calls through `client` for the Tasks of `selection`.
    pub fn new(client: Client, selection: Selection, facts: CallFacts) -> Self {
        Self(Arc::new(Inner {
            client,
            selection,
            facts,
        }))
    }

    /// Whether a Task calls AWS.
    pub(super) fn takes(&self, request: &TaskRequest) -> bool {
        let is_call = matches!(
            request.resource.kind,
            ResourceKind::LambdaFunction | ResourceKind::Integration(_)
        );
        is_call
            && self
                .0
                .selection
                .holds(&request.state_name, &request.resource)
    }

    /// Looks at the parameters of Tasks that call AWS before they are scheduled. Those of the states `mocked` do not call.
    pub fn check(&self, mocked: HashSet<StateId>) -> TaskCheck {
        let calls = self.clone();
        TaskCheck::new(move |request| {
            if mocked.contains(&request.state) || !calls.takes(request) {
                return None;
            }
            let refusal = check::check(request).err()?;
            if let Some(help) = refusal.help {
                calls.0.facts.advice.add(&request.state_name, &help);
            }
            Some(refusal.reason)
        })
    }

    /// Does a Task whose parameters [`Self::check`] has taken, and tells what it says. A job of which nothing more is heard is stopped, and noted in `in_flight`.
    pub(super) async fn perform(self, called: Called, reporter: Reporter, in_flight: InFlight) {
        let request = &*called.request;
        let Broken { stop, lost } =
            match perform(&self.caller(&called), &called.job, &reporter).await {
                Ok(Some(result)) => {
                    return reporter.report(request.task, TaskOutcome::Succeeded(result));
                }
                // Whoever has the token answers.
                Ok(None) => return,
                Err(broken) => broken,
            };
        if lost {
            in_flight.note(label(request), self.clone().stop(called.clone()));
        }
        match stop {
            Stop::Failed { error, cause, help } => {
                if let Some(help) = help {
                    self.0.facts.advice.add(&request.state_name, &help);
                }
                let failed = TaskOutcome::Failed {
                    error: Some(error.into()),
                    cause: Some(cause.into()),
                };
                reporter.report(request.task, failed);
            }
            Stop::Hindered { message, help } => {
                reporter.hinder(request, message, help);
            }
        }
    }

    /// Has the job stopped that a Task has started, which nobody waits for any more. Needs a runtime.
    pub(super) fn stop(self, called: Called) -> Option<Stopping> {
        let (job, started) = called.job.get()?.clone();
        let name = match job {
            Some(job) => job.name(&called.request.parameters, &started),
            None => eks::name(&started).map(str::to_owned),
        };
        let end =
            tokio::spawn(async move { jobs::stop(job, &self.caller(&called), &started).await });
        Some(Stopping { name, end })
    }

    fn caller<'a>(&'a self, called: &'a Called) -> Caller<'a> {
        Caller {
            client: &self.0.client,
            request: &called.request,
            origin: &called.origin,
            selection: &self.0.selection,
            facts: &self.0.facts,
        }
    }
}

/// Why a Task has no result.
struct Broken {
    stop: Stop,
    /// Whether it has started a job of which nothing more is heard: it may go on.
    lost: bool,
}

impl From<Stop> for Broken {
    fn from(stop: Stop) -> Self {
        Self { stop, lost: false }
    }
}

/// The result of a Task; nothing where it comes back with the token. A job that it waits for is put into `started`.
async fn perform(
    caller: &Caller<'_>,
    started: &OnceLock<(Option<&'static Job>, Value)>,
    reporter: &Reporter,
) -> Result<Option<Value>, Broken> {
    let request = caller.request;
    let ResourceKind::Integration(integration) = &request.resource.kind else {
        return Ok(Some(lambda::by_arn(caller).await?));
    };
    let result = call(caller, integration).await?;
    let submit = |result: &Value| {
        reporter.report(request.task, TaskOutcome::Submitted(result.clone()));
    };
    match integration.pattern {
        Pattern::RequestResponse => Ok(Some(result)),
        Pattern::WaitForTaskToken => {
            submit(&result);
            Ok(None)
        }
        Pattern::Sync | Pattern::Sync2 => {
            let job = jobs::started(integration);
            started.get_or_init(|| (job, result.clone()));
            submit(&result);
            let end = match job {
                Some(job) => Box::pin(jobs::end(job, caller, &result)).await,
                None if (&*integration.service, &*integration.action) == ("eks", "runJob") => {
                    Box::pin(eks::end(caller, &result)).await
                }
                None => Err(unsupported(&request.resource)),
            };
            let end = end.map_err(|stop| Broken { stop, lost: true })?;
            Ok(Some(end?))
        }
    }
}

/// The call that an integration makes.
async fn call(caller: &Caller<'_>, integration: &Integration) -> Result<Value, Stop> {
    let parameters = caller.request.parameters.clone();
    let (service, action) = (&*integration.service, &*integration.action);
    if integration.sdk {
        return caller.sdk(service, action, parameters).await;
    }
    let waits = integration.pattern != Pattern::RequestResponse;
    // What is rare lies apart, so that it takes no room in the Tasks of all others.
    match (service, action) {
        ("lambda", "invoke") => lambda::invoke(caller).await,
        ("events", "putEvents") => events::put(caller).await,
        ("states", "startExecution") => states::start(caller).await,
        ("ecs", "runTask") => ecs::run(caller, waits).await,
        ("batch", "submitJob") => batch::submit(caller, waits).await,
        ("glue", "startJobRun") => glue::start(caller).await,
        ("bedrock", "invokeModel") => Box::pin(bedrock::invoke(caller)).await,
        ("elasticmapreduce", _) => Box::pin(emr::call(caller, action)).await,
        ("http", "invoke") => Box::pin(http::invoke(caller)).await,
        ("apigateway", "invoke") => Box::pin(http::invoke_api(caller)).await,
        ("eks", "call") => Box::pin(eks::call(caller)).await,
        ("eks", "runJob") => Box::pin(eks::run(caller)).await,
        _ => plain::call(caller, service, action, parameters).await,
    }
}

/// An integration that is not done from here.
fn unsupported(resource: &Resource) -> Stop {
    Stop::Hindered {
        message: format!("`{}` is not called from here", resource.text),
        help: Some("answer it with a mock: `--mocks FILE`".to_owned()),
    }
}
