//! Waits for the end of a job by asking for it, again and again.

use super::super::caller::Caller;
use super::super::fault::Stop;
use super::super::states;
use super::job::{Gives, Job, parameters};
use crate::aws::{Answer, CallFault};
use crate::value::{Object, Value};
use std::time::Duration;

/// The first pause, the longest, and what the next is made of.
const FIRST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(15);
const GROWTH: f64 = 1.5;

/// No pause is shorter, whatever the pace: an endpoint on this machine must breathe as well.
const SHORTEST: Duration = Duration::from_millis(20);

/// So many answers in a row may be missing before the Task fails.
const PATIENCE: u32 = 5;

/// Pauses between two looks at something, which grow.
pub(in crate::tasks::calls) struct Pauses {
    next: Duration,
    pace: f64,
}

impl Pauses {
    /// Pauses with `pace` real seconds for a second.
    pub(in crate::tasks::calls) fn new(pace: f64) -> Self {
        Self { next: FIRST, pace }
    }

    /// Waits for the next look.
    pub(in crate::tasks::calls) async fn pause(&mut self) {
        tokio::time::sleep(self.next.mul_f64(self.pace).max(SHORTEST)).await;
        self.next = self.next.mul_f64(GROWTH).min(LONGEST);
    }
}

/// The end of a job that was started with the result `started`.
///
/// # Errors
/// Where nothing more is heard of the job; how it ended is within.
pub(in crate::tasks::calls) async fn end(
    job: &Job,
    caller: &Caller<'_>,
    started: &Value,
) -> Result<Result<Value, Stop>, Stop> {
    let asked = parameters(job.takes, &caller.request.parameters, started);
    let mut pauses = Pauses::new(caller.facts.pace);
    let mut missing = 0;
    loop {
        pauses.pause().await;
        match caller.ask(job.service, job.describe, asked.clone()).await? {
            Ok(answer) => {
                missing = 0;
                if let Some(end) = verdict(job, caller, &answer) {
                    return Ok(end);
                }
            }
            Err(fault) if job.ends_when_gone && is_gone(&fault) => return Ok(Ok(started.clone())),
            Err(fault) if missing < PATIENCE && is_passing(&fault) => missing += 1,
            Err(fault) => {
                return Err(Stop::of_optimised(
                    &fault,
                    job.service,
                    &caller.request.parameters,
                ));
            }
        }
    }
}

/// How the job ended, if it has.
fn verdict(job: &Job, caller: &Caller<'_>, answer: &Answer) -> Option<Result<Value, Stop>> {
    let thing = answer.result.pointer(job.at)?;
    let status = thing.pointer(job.status)?.as_str()?;
    let ended_well = job.succeeded.contains(&status);
    if !ended_well && !job.failed.contains(&status) {
        return None;
    }
    let thing = match job.service {
        "states" => states::described(caller, thing.clone()),
        _ => thing.clone(),
    };
    if ended_well && job.judges.is_none_or(|judge| judge(&thing)) {
        return Some(Ok(given(job, thing, answer)));
    }
    // Recorded for ecs and states: the cause is what the service says of the job.
    let cause = thing.to_compact_json();
    Some(Err(Stop::failed("States.TaskFailed", cause)))
}

fn given(job: &Job, thing: Value, answer: &Answer) -> Value {
    match job.gives {
        Gives::Thing => thing,
        Gives::Within(key) => [(key, thing)].into_iter().collect::<Object>().into(),
        Gives::Answer => answer.result.clone(),
    }
}

fn is_gone(fault: &CallFault) -> bool {
    match fault {
        CallFault::Service(said) => said
            .shape
            .or(said.code.as_deref())
            .is_some_and(|name| name.contains("NotFound")),
        _ => false,
    }
}

/// Whether asking again may help.
pub(super) fn is_passing(fault: &CallFault) -> bool {
    match fault {
        CallFault::Service(said) => said.is_throttling() || said.status >= 500,
        CallFault::Connection { .. } => true,
        _ => false,
    }
}
