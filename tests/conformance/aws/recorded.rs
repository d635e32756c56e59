//! Answers tasks as AWS's services did when the case was recorded.

use serde::Deserialize;
use serde_json::Value as Json;
use sfnrun::engine::{TaskId, TaskOutcome, TaskRequest};
use sfnrun::tasks::{Reply, TaskHandler, TimedOutcome};
use sfnrun::value::Value;
use std::collections::HashMap;

/// One recorded result of a Task state.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Recorded {
    output: Option<Json>,
    #[serde(default, deserialize_with = "present")]
    error: Option<Json>,
    #[serde(default)]
    cause: Option<Json>,
    #[serde(default)]
    timed_out: bool,
    #[serde(default)]
    pending: bool,
    submitted: Option<Json>,
    #[serde(default)]
    iteration: Vec<Iteration>,
    #[serde(default)]
    repeat: bool,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
struct Iteration {
    map: String,
    index: u32,
}

/// A member that is there, even where it is null.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(deserializer).map(Some)
}

pub(crate) struct RecordedTasks {
    tasks: HashMap<String, Vec<Recorded>>,
}

impl RecordedTasks {
    pub(crate) fn new(tasks: HashMap<String, Vec<Recorded>>) -> Self {
        Self { tasks }
    }
}

impl TaskHandler for RecordedTasks {
    fn start(&mut self, request: &TaskRequest) -> Reply {
        let Some(results) = self.tasks.get_mut(&*request.state_name) else {
            return Reply::NotMocked;
        };
        let place: Vec<Iteration> = request
            .iterations
            .iter()
            .map(|iteration| Iteration {
                map: iteration.map.to_string(),
                index: iteration.index,
            })
            .collect();
        let matching = |result: &Recorded| result.iteration.is_empty() || result.iteration == place;
        let Some(at) = results.iter().position(matching) else {
            return Reply::NotMocked;
        };
        let result = if results[at].repeat {
            results[at].clone()
        } else {
            results.remove(at)
        };
        Reply::Scripted(result.outcomes(request))
    }

    fn cancel(&mut self, _: TaskId) {}
}

impl Recorded {
    /// The text with which it failed.
    pub(crate) fn cause_text(&self) -> Option<&str> {
        self.cause.as_ref().and_then(Json::as_str)
    }

    fn outcomes(&self, request: &TaskRequest) -> Vec<TimedOutcome> {
        let text = |json: &Option<Json>| json.as_ref().and_then(Json::as_str).map(Into::into);
        let mut outcomes = Vec::new();
        if let Some(output) = &self.submitted {
            outcomes.push(TimedOutcome::new(
                0,
                TaskOutcome::Submitted(Value::from(output)),
            ));
        }
        if self.timed_out {
            if request.timeout.is_none() && request.heartbeat.is_none() {
                outcomes.push(TimedOutcome::new(0, TaskOutcome::TimedOut));
            }
        } else if self.pending {
        } else if self.error.is_some() || self.cause.is_some() {
            let failed = TaskOutcome::Failed {
                error: text(&self.error),
                cause: text(&self.cause),
            };
            outcomes.push(TimedOutcome::new(0, failed));
        } else if let Some(output) = &self.output {
            outcomes.push(TimedOutcome::new(
                0,
                TaskOutcome::Succeeded(Value::from(output)),
            ));
        }
        outcomes
    }
}
