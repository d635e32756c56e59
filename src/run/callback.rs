//! Tasks that answer the Tasks of other executions: `sendTaskSuccess` and its like.

use super::scheduler::{Member, Scheduler};
use super::surroundings::RunId;
use crate::engine::{TaskOutcome, TaskRequest};
use crate::tasks::{SendTask, TimedOutcome};
use crate::value::Value;

impl Scheduler<'_, '_> {
    /// Hands on what a Task says to whoever waits here for its token; nothing where the token is not of this run.
    pub(super) fn call_back(&mut self, run: RunId, member: &Member, request: &TaskRequest) -> bool {
        let Some(send) = SendTask::read(request) else {
            return false;
        };
        let Some((owner, task)) = self.registry.token(&send.token) else {
            return false;
        };
        let now = member.execution.now();
        let waits = match owner == run {
            true => member.execution.waits_for(task),
            false => self
                .members
                .get(&owner)
                .is_some_and(|owner| owner.execution.waits_for(task)),
        };
        let request_id = self.registry.uuid();
        let said = match send.outcome {
            _ if !waits => SendTask::too_late(&request_id),
            None => SendTask::invalid_output(&request_id),
            Some(outcome) => {
                if outcome.is_final() {
                    self.answered(owner, task);
                }
                self.answer(owner, now, task, vec![TimedOutcome::new(0, outcome)]);
                TaskOutcome::Succeeded(Value::empty_object())
            }
        };
        self.answer(run, now, request.task, vec![TimedOutcome::new(0, said)]);
        true
    }

    /// Refuses a token that nobody here gave out. Only where machines are given: else nobody here can have been handed
    /// one, and the Task is to be mocked.
    pub(super) fn refuse_token(
        &mut self,
        run: RunId,
        member: &Member,
        request: &TaskRequest,
    ) -> bool {
        if self.surroundings.machines.is_none() || SendTask::read(request).is_none() {
            return false;
        }
        let said = SendTask::invalid_token(&self.registry.uuid());
        let said = vec![TimedOutcome::new(0, said)];
        self.answer(run, member.execution.now(), request.task, said);
        true
    }
}
