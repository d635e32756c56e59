//! Tasks that answer the Tasks of other executions: `sendTaskSuccess` and its like.

use super::scheduler::{Member, Scheduler};
use super::surroundings::RunId;
use crate::engine::{TaskOutcome, TaskRequest};
use crate::tasks::{SendTask, TimedOutcome};
use crate::value::Value;

impl Scheduler<'_, '_> {
    /// Hands on what a Task says to whoever waits for its token. Only where machines are given: else nobody here can have
    /// been handed the token, and the Task is to be mocked.
    pub(super) fn call_back(&mut self, run: RunId, member: &Member, request: &TaskRequest) -> bool {
        let sends = self
            .surroundings
            .machines
            .and_then(|_| SendTask::read(request));
        let Some(send) = sends else {
            return false;
        };
        let now = member.execution.now();
        let owner = self.registry.token(&send.token);
        let waits = owner.is_some_and(|(owner, task)| match owner == run {
            true => member.execution.waits_for(task),
            false => self
                .members
                .get(&owner)
                .is_some_and(|owner| owner.execution.waits_for(task)),
        });
        let request_id = self.registry.uuid();
        let said = match (owner, send.outcome) {
            (None, _) => SendTask::invalid_token(&request_id),
            (Some(_), _) if !waits => SendTask::too_late(&request_id),
            (Some(_), None) => SendTask::invalid_output(&request_id),
            (Some((owner, task)), Some(outcome)) => {
                self.answer(owner, now, task, vec![TimedOutcome::new(0, outcome)]);
                TaskOutcome::Succeeded(Value::empty_object())
            }
        };
        self.answer(run, now, request.task, vec![TimedOutcome::new(0, said)]);
        true
    }
}
