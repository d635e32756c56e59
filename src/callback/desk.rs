//! The tokens that are open, and what comes in for them.

use super::refusal::Refusal;
use crate::base::text;
use crate::engine::{TaskId, TaskOutcome, TaskToken};
use crate::tasks::Reporter;
use crate::value::{self, Str, Value};
use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

/// The tokens that are open. Cheap to clone: all clones are one desk.
#[derive(Clone, Default)]
pub struct Desk {
    open: Arc<Mutex<Open>>,
    /// Wakes the workers that wait for an activity's next task.
    scheduled: Arc<Notify>,
}

#[derive(Default)]
struct Open {
    waiting: HashMap<Str, Waiting>,
    tokens: HashMap<TaskId, Str>,
    /// Tokens that were answered or are too late. Each token is used once.
    closed: HashSet<Str>,
    /// The activities that there are, by ARN, and of each the tasks that no worker has taken.
    activities: HashMap<Str, VecDeque<Job>>,
}

struct Waiting {
    task: TaskId,
    reporter: Reporter,
}

struct Job {
    token: Str,
    input: Value,
}

/// A task that is put on the desk.
#[derive(Clone, Debug)]
pub struct Ticket {
    /// The task.
    pub task: TaskId,
    /// Its token.
    pub token: TaskToken,
    /// Whom to tell what comes in.
    pub reporter: Reporter,
}

impl Desk {
    /// A desk at which workers may ask for tasks of these activities, by their ARNs.
    pub fn new(activities: impl IntoIterator<Item = Str>) -> Self {
        let desk = Self::default();
        let activities = activities.into_iter().map(|arn| (arn, VecDeque::new()));
        desk.lock().activities.extend(activities);
        desk
    }

    /// Waits for the callback of a task.
    pub fn wait(&self, ticket: Ticket) {
        let mut open = self.lock();
        let token = ticket.token.reveal().clone();
        open.tokens.insert(ticket.task, token.clone());
        let waiting = Waiting {
            task: ticket.task,
            reporter: ticket.reporter,
        };
        open.waiting.insert(token, waiting);
    }

    /// Waits for a worker that takes the task of the activity `arn` and answers it.
    pub fn schedule(&self, arn: &str, input: Value, ticket: Ticket) {
        let token = ticket.token.reveal().clone();
        self.wait(ticket);
        let mut open = self.lock();
        open.activities
            .entry(arn.into())
            .or_default()
            .push_back(Job { token, input });
        drop(open);
        self.scheduled.notify_waiters();
    }

    /// Nobody waits for the task any more.
    pub fn close(&self, task: TaskId) {
        let mut open = self.lock();
        if let Some(token) = open.tokens.remove(&task) {
            open.waiting.remove(&token);
            open.closed.insert(token);
        }
    }

    /// `SendTaskSuccess`
    ///
    /// # Errors
    /// Where the token is unknown or closed, or the output no JSON.
    pub fn succeed(&self, token: &str, output: &str) -> Result<(), Refusal> {
        let value =
            value::read(output).map_err(|fault| Refusal::InvalidOutput(fault.to_string()))?;
        self.answer(token, TaskOutcome::Succeeded(value))
    }

    /// `SendTaskFailure`
    ///
    /// # Errors
    /// Where the token is unknown or closed.
    pub fn fail(&self, token: &str, error: Option<Str>, cause: Option<Str>) -> Result<(), Refusal> {
        self.answer(token, TaskOutcome::Failed { error, cause })
    }

    /// `SendTaskHeartbeat`
    ///
    /// # Errors
    /// Where the token is unknown or closed.
    pub fn heartbeat(&self, token: &str) -> Result<(), Refusal> {
        let open = self.lock();
        let waiting = open.find(token)?;
        waiting
            .reporter
            .report(waiting.task, TaskOutcome::Heartbeat);
        Ok(())
    }

    /// `GetActivityTask`: token and input of the next task of the activity `arn`; nothing where none comes within
    /// `patience`. A worker may ask before the execution comes to its activity.
    ///
    /// # Errors
    /// Where it is no ARN of an activity, or none that there is.
    pub async fn take(
        &self,
        arn: &str,
        patience: Duration,
    ) -> Result<Option<(TaskToken, Value)>, Refusal> {
        activity(arn)?;
        if !self.lock().activities.contains_key(arn) {
            return Err(Refusal::ActivityDoesNotExist(arn.into()));
        }
        let end = tokio::time::Instant::now() + patience;
        loop {
            // Made before the look, so that what is scheduled between look and wait is not missed.
            let scheduled = self.scheduled.notified();
            if let Some(job) = self.next_job(arn) {
                return Ok(Some((TaskToken::new(job.token), job.input)));
            }
            if tokio::time::timeout_at(end, scheduled).await.is_err() {
                return Ok(None);
            }
        }
    }

    fn next_job(&self, arn: &str) -> Option<Job> {
        let mut open = self.lock();
        loop {
            let job = open.activities.get_mut(arn)?.pop_front()?;
            if open.waiting.contains_key(&job.token) {
                return Some(job);
            }
        }
    }

    fn answer(&self, token: &str, outcome: TaskOutcome) -> Result<(), Refusal> {
        let mut open = self.lock();
        open.find(token)?;
        if let Some(waiting) = open.waiting.remove(token) {
            open.tokens.remove(&waiting.task);
            open.closed.insert(token.into());
            waiting.reporter.report(waiting.task, outcome);
        }
        Ok(())
    }

    /// A thread that panicked with the lock leaves the desk as it was between two whole steps.
    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn find(&self, token: &str) -> Result<&Waiting, Refusal> {
        match self.waiting.get(token) {
            Some(waiting) => Ok(waiting),
            None if self.closed.contains(token) => Err(Refusal::TaskTimedOut),
            None => Err(Refusal::InvalidToken),
        }
    }
}

/// Checks that a text is the ARN of an activity. AWS's words are known where it does not begin as an ARN, and where it is one of
/// something else.
fn activity(arn: &str) -> Result<(), Refusal> {
    let parts: Vec<&str> = arn.split(':').collect();
    let fault = match parts[..] {
        ["arn", _, "states", _, _, "activity", name] if !name.is_empty() => return Ok(()),
        ["arn", _, "states", _, _, resource, _, ..] if resource != "activity" => {
            format!("Resource type not valid in this context: {resource}")
        }
        ["arn", ..] => arn.to_owned(),
        _ => format!("Invalid ARN prefix: {arn}"),
    };
    Err(Refusal::InvalidArn(fault))
}

/// Tokens are secrets: the desk tells how many it has.
impl fmt::Debug for Desk {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let waiting = self.lock().waiting.len();
        write!(formatter, "Desk({})", text::count(waiting, "open token"))
    }
}
