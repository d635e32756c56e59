//! The tokens that are open, and what comes in for them.

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
    /// Tasks that no worker has taken, by the activity's ARN.
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

/// Why a call is refused: an error of the Step Functions API, with AWS's name for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No run has given this token out.
    InvalidToken,
    /// The task is over: answered already, timed out, or its run has ended.
    TaskTimedOut,
    /// The output is no JSON.
    InvalidOutput(String),
    /// A required member is missing, or too long.
    Validation(String),
    /// Nothing here answers this action.
    UnknownOperation(String),
}

impl Refusal {
    /// Its name in the API.
    pub fn code(&self) -> &'static str {
        match self {
            Self::InvalidToken => "InvalidToken",
            Self::TaskTimedOut => "TaskTimedOut",
            Self::InvalidOutput(_) => "InvalidOutput",
            Self::Validation(_) => "ValidationException",
            Self::UnknownOperation(_) => "UnknownOperationException",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Recorded: services/aws_sdk_task_service.sfn_send_task_outcome_with_no_such_token.
            Self::InvalidToken => formatter.write_str("Invalid Token: 'Invalid token'"),
            Self::TaskTimedOut => {
                formatter.write_str("Task Timed Out: 'Provided task does not exist anymore'")
            }
            Self::InvalidOutput(fault) => write!(formatter, "Invalid Output: '{fault}'"),
            Self::Validation(fault) => formatter.write_str(fault),
            Self::UnknownOperation(action) => write!(
                formatter,
                "`{action}` is not answered here: only SendTaskSuccess, SendTaskFailure, SendTaskHeartbeat and \
                 GetActivityTask are"
            ),
        }
    }
}

/// Most bytes of an output (botocore's model of Step Functions: `SensitiveData`).
const OUTPUT: usize = 262_144;

impl Desk {
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
    /// Where the token is unknown or closed, or the output no JSON or too long.
    pub fn succeed(&self, token: &str, output: &str) -> Result<(), Refusal> {
        if output.len() > OUTPUT {
            return Err(Refusal::Validation(format!(
                "1 validation error detected: Value at 'output' failed to satisfy constraint: Member must have length \
                 less than or equal to {OUTPUT}"
            )));
        }
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
    /// `patience`. Every ARN is good: a worker may ask before the execution comes to its activity.
    pub async fn take(&self, arn: &str, patience: Duration) -> Option<(TaskToken, Value)> {
        let end = tokio::time::Instant::now() + patience;
        loop {
            // Made before the look, so that what is scheduled between look and wait is not missed.
            let scheduled = self.scheduled.notified();
            if let Some(job) = self.next_job(arn) {
                return Some((TaskToken::new(job.token), job.input));
            }
            tokio::time::timeout_at(end, scheduled).await.ok()?;
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

/// Tokens are secrets: the desk tells how many it has.
impl fmt::Debug for Desk {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let waiting = self.lock().waiting.len();
        write!(formatter, "Desk({})", text::count(waiting, "open token"))
    }
}
