//! Tasks that were given up while they were being done, and what became of the jobs that they had started.

use std::sync::{Arc, Mutex, PoisonError};
use tokio::task::JoinHandle;

/// Tasks that were given up while they were being done. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct InFlight(Arc<Mutex<Vec<Waived>>>);

/// A task that nobody waits for any more.
#[derive(Debug)]
struct Waived {
    task: String,
    job: Option<JoinHandle<JobEnd>>,
}

/// What was given up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenUp {
    /// The state and what it called: `` `Run` (arn:aws:states:::ecs:runTask.sync) ``.
    pub task: String,
    /// What became of the job that it had started.
    pub job: Option<JobEnd>,
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
            let job = match job {
                None => None,
                Some(stopping) if is_enough && !stopping.is_finished() => Some(unknown()),
                Some(mut stopping) => {
                    let ended = tokio::select! {
                        biased;
                        ended = &mut stopping => ended.ok(),
                        () = &mut enough, if !is_enough => {
                            is_enough = true;
                            None
                        }
                    };
                    Some(ended.unwrap_or_else(unknown))
                }
            };
            all.push(GivenUp { task, job });
        }
        all
    }

    /// Notes a task, and what is stopping its job.
    pub(super) fn note(&self, task: String, job: Option<JoinHandle<JobEnd>>) {
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        list.push(Waived { task, job });
    }
}

fn unknown() -> JobEnd {
    JobEnd::GoesOn("it is not known whether it could be stopped".to_owned())
}
