//! Tasks that were given up while they were being done, and what became of the jobs that they had started.

use crate::engine::TaskRequest;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::task::JoinHandle;

/// Tasks that were given up while they were being done. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct InFlight(Arc<Mutex<Vec<Waived>>>);

/// A task that nobody waits for any more.
#[derive(Debug)]
struct Waived {
    task: String,
    job: Option<Stopping>,
}

/// A job that is being stopped.
#[derive(Debug)]
pub(super) struct Stopping {
    /// What its service calls it.
    pub(super) name: Option<String>,
    /// What becomes of it.
    pub(super) end: JoinHandle<JobEnd>,
}

/// What was given up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenUp {
    /// The state and what it called: `` `Run` (arn:aws:states:::ecs:runTask.sync) ``.
    pub task: String,
    /// What became of the job that it had started.
    pub job: Option<GivenUpJob>,
}

/// A job that nobody waits for any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenUpJob {
    /// What its service calls it, as its start has told: an ARN or an id.
    pub name: Option<String>,
    /// What became of it.
    pub end: JobEnd,
}

/// What becomes of a job that nobody waits for any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobEnd {
    /// It was stopped, by this call: `ecs:stopTask`.
    Stopped(String),
    /// It goes on, because of this.
    GoesOn(String),
}

impl InFlight {
    /// Takes what was given up. Jobs that are being stopped are waited for until `enough`; they need the runtime in which that
    /// was begun.
    pub async fn settled(&self, enough: impl Future<Output = ()>) -> Vec<GivenUp> {
        let waived = {
            let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut *list)
        };
        let mut enough = std::pin::pin!(enough);
        let mut is_enough = false;
        let mut all = Vec::with_capacity(waived.len());
        for Waived { task, job } in waived {
            let Some(Stopping { name, mut end }) = job else {
                all.push(GivenUp { task, job: None });
                continue;
            };
            let end = if is_enough && !end.is_finished() {
                unknown()
            } else {
                let ended = tokio::select! {
                    biased;
                    ended = &mut end => ended.ok(),
                    () = &mut enough, if !is_enough => {
                        is_enough = true;
                        None
                    }
                };
                ended.unwrap_or_else(unknown)
            };
            let job = Some(GivenUpJob { name, end });
            all.push(GivenUp { task, job });
        }
        all
    }

    /// Notes a task, as [`label`] calls it, and what is stopping its job.
    pub(super) fn note(&self, task: String, job: Option<Stopping>) {
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        list.push(Waived { task, job });
    }
}

/// The state of a task and what it calls.
pub(super) fn label(request: &TaskRequest) -> String {
    format!("`{}` ({})", request.state_name, request.resource.text)
}

fn unknown() -> JobEnd {
    JobEnd::GoesOn("it is not known whether it could be stopped".to_owned())
}
