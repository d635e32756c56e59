//! Stops a job that nobody waits for any more.
//!
//! The developer guide says that Step Functions tries to when the execution is stopped, or another branch or iteration fails
//! ("Run a Job (.sync)"). Of a Task that times out it says nothing: its job is stopped as well, for nobody hears of its end.

use super::super::caller::Caller;
use super::job::{Job, parameters};
use super::poller::is_passing;
use crate::tasks::in_flight::JobEnd;
use crate::value::Value;
use std::time::Duration;

/// So often it is tried.
const TRIES: u32 = 3;

/// The pause between two tries.
const PAUSE: Duration = Duration::from_secs(1);

/// Stops a job that was started with the result `started`, where Step Functions does: nothing is known to stop a job of Kubernetes.
pub(in crate::tasks::calls) async fn stop(
    job: Option<&Job>,
    caller: &Caller<'_>,
    started: &Value,
) -> JobEnd {
    let stopped = job.and_then(|job| Some((job, job.stop.as_ref()?)));
    let Some((job, stop)) = stopped else {
        return JobEnd::GoesOn("Step Functions does not undo it either".to_owned());
    };
    let call = format!("{}:{}", job.service, stop.action);
    let asked = parameters(stop.takes, &caller.request.parameters, started);
    let mut tries = 1;
    loop {
        match caller.ask(job.service, stop.action, asked.clone()).await {
            Ok(Ok(_)) => return JobEnd::Stopped(call),
            Ok(Err(fault)) if tries < TRIES && is_passing(&fault) => {
                tries += 1;
                tokio::time::sleep(PAUSE.mul_f64(caller.facts.pace)).await;
            }
            Ok(Err(fault)) => return JobEnd::GoesOn(format!("`{call}` fails: {fault}")),
            Err(_) => return JobEnd::GoesOn(format!("`{call}` cannot be called from here")),
        }
    }
}
