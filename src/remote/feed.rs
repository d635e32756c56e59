//! The history of an execution, read while it grows.

use super::names::of_api;
use super::{ExecutionArn, Patience, Remote};
use crate::aws::CallFault;
use crate::value::{Object, Value};

/// Events that a page may have: the most that the API gives.
const PAGE: i64 = 1_000;

/// The history of an execution. What was read is kept, so that each time only what is new is asked for.
#[derive(Clone, Debug)]
pub struct Feed {
    remote: Remote,
    execution: ExecutionArn,
    /// Entries as the API has them, in the order of their ids.
    entries: Vec<Value>,
    /// What the last page was asked for with.
    page: Option<String>,
}

impl Feed {
    pub(super) fn new(remote: Remote, execution: ExecutionArn) -> Self {
        Self {
            remote,
            execution,
            entries: Vec::new(),
            page: None,
        }
    }

    /// Reads with this patience from now on.
    pub fn set_patience(&mut self, patience: Patience) {
        self.remote = self.remote.with(patience);
    }

    /// Whose history it is.
    pub fn execution(&self) -> &ExecutionArn {
        &self.execution
    }

    /// Reads what there is now, and gives the number of events that are new.
    ///
    /// # Errors
    /// See [`CallFault`]. What was read before stays, and it can be asked again.
    pub async fn poll(&mut self) -> Result<usize, CallFault> {
        let before = self.entries.len();
        while self.turn().await? {}
        Ok(self.entries.len() - before)
    }

    /// Reads one page, and tells whether there is another one.
    ///
    /// # Errors
    /// See [`CallFault`].
    pub async fn turn(&mut self) -> Result<bool, CallFault> {
        let (events, next) = match self.read().await {
            // A token is good for a day; after that the history is read from its start.
            Err(CallFault::Service(fault))
                if fault.code.as_deref() == Some("InvalidToken") && self.page.is_some() =>
            {
                self.page = None;
                return Ok(true);
            }
            read => read?,
        };
        let last = self.entries.last().map_or(0, id);
        let new = events.iter().map(of_api).filter(|event| id(event) > last);
        self.entries.extend(new);
        // The last page grows: it is asked for again.
        let more = next.is_some();
        if more {
            self.page = next;
        }
        Ok(more)
    }

    async fn read(&self) -> Result<(Vec<Value>, Option<String>), CallFault> {
        let token = self.page.as_deref();
        let token = token.map(|token| ("NextToken", Value::string(token)));
        let parameters = [
            ("ExecutionArn", Value::string(self.execution.as_str())),
            ("IncludeExecutionData", true.into()),
            ("MaxResults", PAGE.into()),
        ];
        let answer = self
            .remote
            .call("getExecutionHistory", parameters.into_iter().chain(token))
            .await?;
        let events = answer.result.get("Events").and_then(Value::as_array);
        let events = events.map(|events| events.iter().cloned().collect());
        let next = answer.result.get("NextToken").and_then(Value::as_str);
        Ok((events.unwrap_or_default(), next.map(str::to_owned)))
    }

    /// Whether nothing is known of it yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether the execution has come to its end.
    pub fn is_over(&self) -> bool {
        const ENDS: [&str; 4] = [
            "ExecutionSucceeded",
            "ExecutionFailed",
            "ExecutionTimedOut",
            "ExecutionAborted",
        ];
        self.entries
            .last()
            .and_then(|event| event.get("type")?.as_str())
            .is_some_and(|kind| ENDS.contains(&kind))
    }

    /// The ARNs of the Map Runs that were started.
    pub fn map_runs(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().filter_map(|event| {
            event
                .get("mapRunStartedEventDetails")?
                .get("mapRunArn")?
                .as_str()
        })
    }

    /// What was read, as `aws stepfunctions get-execution-history` prints it.
    pub fn to_json(&self) -> String {
        let events: Value = self.entries.iter().cloned().collect();
        let mut history = Object::new();
        history.insert("events", events);
        Value::from(history).to_compact_json()
    }
}

fn id(event: &Value) -> i64 {
    event.get("id").and_then(Value::as_i64).unwrap_or_default()
}
