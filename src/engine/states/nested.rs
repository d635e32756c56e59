//! What Parallel and Map have in common: children that end, and children that are given up.

use crate::asl::StateKind;
use crate::engine::frame::{Frame, Nested, Phase};
use crate::engine::{EventKind, Execution, Failure, FailureKind, FrameId, Output};
use crate::value::Value;

impl Execution {
    /// A branch or iteration came to its end.
    pub(in crate::engine) fn child_succeeded(&mut self, child: &Frame, index: u32, output: Value) {
        let Some(mut parent) = self.parent_of(child) else {
            return;
        };
        if matches!(parent.phase, Phase::MapRun(_)) {
            return self.map_run_child_ended(parent, child, index, Ok(output));
        }
        let machine = self.machine.clone();
        let state = machine.state(parent.visit().state);
        let visit = parent.visit().id;
        parent.last_event = child.last_event;
        if let StateKind::Map(_) = state.kind {
            let kind = EventKind::MapIterationSucceeded {
                state: state.id,
                index,
            };
            parent.last_event = self.emit_after(&parent, Some(visit), child.last_event, kind);
        }
        if let Phase::Nested(nested) = &mut parent.phase {
            nested.results[index as usize] = Some(output);
        }
        self.child_done(parent, index, child.last_event);
    }

    /// A branch or iteration failed: the state fails with it, unless the Map tolerates it.
    ///
    /// Events as recorded in scenarios/base_scenarios.map_state_catch, timeouts/timeouts.service_lambda_map_timeout
    /// and callback/callback.sqs_failure_in_wait_for_task_tok_no_error_field~SQS_PARALLEL_WAIT_FOR_TASK_TOKEN.
    pub(in crate::engine) fn child_failed(&mut self, child: &Frame, index: u32, failure: Failure) {
        let Some(mut parent) = self.parent_of(child) else {
            return;
        };
        if matches!(parent.phase, Phase::MapRun(_)) {
            return self.map_run_child_ended(parent, child, index, Err(failure));
        }
        let machine = self.machine.clone();
        let state = machine.state(parent.visit().state);
        let visit = parent.visit().id;
        let cause = child.last_event;
        if let StateKind::Map(_) = state.kind {
            let kind = EventKind::MapIterationFailed {
                state: state.id,
                index,
            };
            self.emit_after(&parent, Some(visit), cause, kind);
        }
        let Phase::Nested(mut nested) = std::mem::replace(&mut parent.phase, Phase::Over) else {
            return self.put_frame(parent);
        };
        if failure.kind == FailureKind::Ordinary && tolerates(&mut nested) {
            nested.results[index as usize] = Some(Value::Null);
            parent.phase = Phase::Nested(nested);
            return self.child_done(parent, index, cause);
        }
        nested.running.remove(&index);
        self.task_aborted(child, cause);
        self.abort_children(&mut parent, &mut nested, cause);
        parent.last_event = cause;
        parent.phase = Phase::Ended(Err(Box::new(failure)));
        self.wake(parent);
    }

    fn parent_of(&mut self, child: &Frame) -> Option<Frame> {
        child.parent.and_then(|parent| self.take_frame(parent))
    }

    fn child_done(&mut self, mut parent: Frame, index: u32, cause: u64) {
        let Phase::Nested(nested) = &mut parent.phase else {
            return self.put_frame(parent);
        };
        nested.running.remove(&index);
        nested.done += 1;
        if nested.map.is_some() {
            self.start_iterations(&mut parent, cause);
        } else if nested.done == nested.results.len() {
            self.children_done(&mut parent);
        }
        match parent.phase {
            Phase::Over => {}
            Phase::Ended(_) => self.wake(parent),
            _ => self.put_frame(parent),
        }
    }

    /// All are done: …StateSucceeded and, later, …StateExited both come after the last event before.
    pub(in crate::engine) fn children_done(&mut self, frame: &mut Frame) {
        let Phase::Nested(nested) = std::mem::replace(&mut frame.phase, Phase::Over) else {
            return;
        };
        let machine = self.machine.clone();
        let state = machine.state(frame.visit().state);
        let visit = frame.visit().id;
        let kind = match state.kind {
            StateKind::Map(_) => EventKind::MapStateSucceeded { state: state.id },
            _ => EventKind::ParallelStateSucceeded { state: state.id },
        };
        self.emit_after(frame, Some(visit), frame.last_event, kind);
        let results = nested
            .results
            .into_iter()
            .map(Option::unwrap_or_default)
            .collect();
        frame.phase = Phase::Ended(Ok(results));
    }

    /// Gives up what still runs in a Parallel or Map state because of the event `cause`.
    pub(in crate::engine) fn abort_children(
        &mut self,
        frame: &mut Frame,
        nested: &mut Nested,
        cause: u64,
    ) {
        let machine = self.machine.clone();
        let state = machine.state(frame.visit().state);
        let visit = frame.visit().id;
        for (index, child) in std::mem::take(&mut nested.running) {
            if let StateKind::Map(_) = state.kind {
                let kind = EventKind::MapIterationAborted {
                    state: state.id,
                    index,
                };
                self.emit_after(frame, Some(visit), cause, kind);
            }
            self.abort_frame(child, cause);
        }
    }

    pub(in crate::engine) fn abort_frame(&mut self, id: FrameId, cause: u64) {
        if let Some(mut frame) = self.take_frame(id) {
            self.abort(&mut frame, cause);
        }
    }

    /// Gives up what a frame has under way, and the frame's history ends.
    pub(in crate::engine) fn give_up(&mut self, frame: &mut Frame) {
        let cause = frame.last_event;
        self.abort(frame, cause);
    }

    fn abort(&mut self, frame: &mut Frame, cause: u64) {
        if let Some(deadline) = frame.deadline.take() {
            self.cancel_timer(deadline);
        }
        match std::mem::replace(&mut frame.phase, Phase::Over) {
            Phase::Nested(mut nested) => {
                self.abort_children(frame, &mut nested, cause);
                self.nested_aborted(frame, cause);
            }
            Phase::MapRun(run) => self.abort_map_run(frame, run, cause),
            phase => {
                frame.phase = phase;
                self.task_aborted(frame, cause);
                frame.phase = Phase::Over;
            }
        }
    }

    fn nested_aborted(&mut self, frame: &Frame, cause: u64) {
        let machine = self.machine.clone();
        let visit = frame.visit();
        let state = machine.state(visit.state);
        let kind = match state.kind {
            StateKind::Map(_) => EventKind::MapStateAborted { state: state.id },
            _ => EventKind::ParallelStateAborted { state: state.id },
        };
        self.emit_after(frame, Some(visit.id), cause, kind);
    }

    /// Gives up what a frame that is in a Task or Wait state has under way; of a frame that failed in a Task too, AWS
    /// tells that it was aborted.
    fn task_aborted(&mut self, frame: &Frame, cause: u64) {
        if matches!(frame.phase, Phase::Enter(..)) || frame.visit.is_none() {
            return;
        }
        match frame.phase {
            Phase::Running { task, .. } => {
                self.output(Output::CancelTask(task));
                self.stop_waiting(frame);
            }
            Phase::Waiting(timer) | Phase::Backoff(timer) => self.cancel_timer(timer),
            _ => {}
        }
        let visit = frame.visit();
        let machine = self.machine.clone();
        let state = machine.state(visit.state);
        let kind = match state.kind {
            StateKind::Task(_) if visit.scheduled => {
                EventKind::TaskStateAborted { state: state.id }
            }
            StateKind::Wait(_) => EventKind::WaitStateAborted { state: state.id },
            _ => return,
        };
        self.emit_after(frame, Some(visit.id), cause, kind);
    }
}

fn tolerates(nested: &mut Nested) -> bool {
    match &mut nested.map {
        Some(work) => {
            work.failed += 1;
            work.failed <= work.tolerated
        }
        None => false,
    }
}
