//! Cases that start other machines, with those machines run instead of their recorded results.

use super::case::{Case, lowered};
use super::ignored::Ignored;
use super::recorded::RecordedTasks;
use serde_json::Value as Json;
use sfnrun::asl::WorkflowType;
use sfnrun::engine::{TaskId, TaskRequest};
use sfnrun::tasks::{LocalMachine, LocalMachines, Reply, StartExecution, TaskHandler};
use std::sync::Arc;

/// Whether all is known that the machines need: they are given under the ARN that is sent, and call nothing.
pub(super) fn can_run(case: &Case) -> bool {
    let sent = case.sent();
    let mut machines = case.other_machines().iter();
    !case.other_machines().is_empty()
        && machines.all(|(arn, definition)| {
            sent.contains(&format!("\"{arn}\"")) && !definition.to_string().contains("\"Task\"")
        })
}

/// Result and history, with the machines run. How long the answer of the API was depends on names that AWS made up.
pub(super) fn check(case: &Case) -> Result<(), String> {
    let machines = case.other_machines().iter();
    let machines: Result<LocalMachines, String> = machines
        .map(|(arn, definition)| {
            let machine = lowered(&definition.to_string(), WorkflowType::Standard)?;
            Ok(LocalMachine::new(arn, Arc::new(machine)))
        })
        .collect();
    let mut handler = AllButStarts(case.recorded_tasks());
    let ran = case.run_among(&mut handler, Some(&machines?))?;
    let mut ignored = vec!["Content-Length"];
    if case.is_before_redrive() {
        ignored.extend(["RedriveCount", "RedriveStatus", "RedriveStatusReason"]);
    }
    let ignored = Ignored::anywhere(&ignored);
    case.compare_result(&ran, &ignored)?;
    case.compare_history(&ran, &ignored)
}

/// Answers every Task but those that start executions.
struct AllButStarts(RecordedTasks);

impl TaskHandler for AllButStarts {
    fn start(&mut self, request: &TaskRequest) -> Reply {
        match StartExecution::read(request) {
            Some(_) => Reply::NotMocked,
            None => self.0.start(request),
        }
    }

    fn cancel(&mut self, task: TaskId) {
        self.0.cancel(task);
    }
}

/// The text of a JSON object, taken apart.
pub(super) fn parsed(text: &Json) -> Option<Json> {
    let parsed = serde_json::from_str::<Json>(text.as_str()?).ok()?;
    parsed.is_object().then_some(parsed)
}
