//! How a Map Run ends: with the outputs of its children, with what was written of them, or badly.

use super::MapRun;
use crate::engine::child::Child;
use crate::engine::frame::{Frame, Phase};
use crate::engine::{
    ChildResult, EventKind, Execution, Failure, FailureKind, FrameId, Outcome, Output, Status,
    WriterId,
};
use crate::value::{Object, Str, Value};

impl Execution {
    pub(super) fn all_children_done(&mut self, frame: &mut Frame, mut run: Box<MapRun>) {
        if let Some(writer) = run.writer {
            run.writing = true;
            frame.phase = Phase::MapRun(run);
            return self.output(Output::CloseWriter(writer));
        }
        let outputs = run.outputs.take().unwrap_or_default();
        let output: Value = outputs.into_iter().flatten().collect();
        self.map_run_succeeded(frame, &run, output);
    }

    /// The writer is done: the Map's result names the manifest.
    pub(in crate::engine) fn results_written(&mut self, frame: &mut Frame, details: Value) {
        let Phase::MapRun(run) = std::mem::replace(&mut frame.phase, Phase::Over) else {
            return;
        };
        let output = [
            ("MapRunArn", Value::from(run.arn.clone())),
            ("ResultWriterDetails", details),
        ];
        let output = Value::Object(output.into_iter().collect::<Object>());
        self.map_run_succeeded(frame, &run, output);
    }

    /// MapRunSucceeded, MapStateSucceeded; MapStateExited comes after MapRunStarted (recorded since November 2024:
    /// assign/assign_reference_variables.reference_in_map_state_max_items_path).
    fn map_run_succeeded(&mut self, frame: &mut Frame, run: &MapRun, output: Value) {
        let visit = frame.visit();
        let (state, id) = (visit.state, visit.id);
        self.emit(frame, Some(id), EventKind::MapRunSucceeded { state });
        self.emit(frame, Some(id), EventKind::MapStateSucceeded { state });
        frame.last_event = run.started_event;
        frame.phase = Phase::Ended(if self.too_big(&output) {
            let name = self.machine.state(state).name.value.clone();
            let failure = self.data_limit_exceeded(frame, &name, &output, FailureKind::Ordinary);
            Err(Box::new(failure))
        } else {
            Ok(output)
        });
    }

    /// The Map Run fails: what runs is given up, and the state fails with the same error and cause.
    pub(in crate::engine) fn map_run_failed(
        &mut self,
        frame: &mut Frame,
        error: Str,
        cause: Option<Str>,
    ) {
        let Phase::MapRun(run) = std::mem::replace(&mut frame.phase, Phase::Over) else {
            return;
        };
        let visit = frame.visit();
        let (state, id) = (visit.state, visit.id);
        self.stop_map_run(frame, run);
        let kind = EventKind::MapRunFailed {
            state,
            error: Some(error.clone()),
            cause: cause.clone(),
        };
        self.emit(frame, Some(id), kind);
        frame.phase = Phase::Ended(Err(Box::new(Failure {
            error: Some(error),
            cause,
            state,
            culprit: None,
            kind: FailureKind::Ordinary,
            evaluation: None,
        })));
    }

    pub(super) fn end_map_run(&mut self, frame: &mut Frame, run: Box<MapRun>, failure: Failure) {
        let visit = frame.visit();
        let (state, id) = (visit.state, visit.id);
        self.stop_map_run(frame, run);
        let kind = EventKind::MapRunFailed {
            state,
            error: failure.error.clone(),
            cause: failure.cause.clone(),
        };
        self.emit(frame, Some(id), kind);
        self.fail(frame, failure);
    }

    /// Gives up a Map Run because the frame around it is given up.
    pub(in crate::engine) fn abort_map_run(&mut self, frame: &Frame, run: Box<MapRun>, cause: u64) {
        let visit = frame.visit();
        let (state, id) = (visit.state, visit.id);
        self.stop_map_run(frame, run);
        self.emit_after(frame, Some(id), cause, EventKind::MapRunAborted { state });
        self.emit_after(frame, Some(id), cause, EventKind::MapStateAborted { state });
    }

    fn stop_map_run(&mut self, frame: &Frame, mut run: Box<MapRun>) {
        if let Some(reader) = run.source.reader
            && self.readers.remove(&reader).is_some()
        {
            self.output(Output::CloseReader(reader));
        }
        if let Some(writer) = run.writer
            && self.writers.remove(&writer).is_some()
        {
            self.write_unfinished(frame, &mut run, writer);
        }
        for child in run.running.into_values() {
            self.abort_frame(child, 0);
        }
    }

    /// Writes what a Map Run that has failed leaves behind: the children that run, which are aborted, and those that
    /// are not started (developer guide, "ResultWriter (Map)": FAILED_n.json and PENDING_n.json).
    fn write_unfinished(&mut self, frame: &Frame, run: &mut MapRun, writer: WriterId) {
        let running: Vec<FrameId> = run.running.values().copied().collect();
        for child in running {
            let Some(child) = self
                .frames
                .get(&child)
                .and_then(|frame| frame.child.clone())
            else {
                continue;
            };
            let aborted = Outcome {
                status: Status::Aborted,
                output: None,
                error: None,
                cause: None,
                failure: None,
            };
            let result = self.child_outcome(&child, writer, aborted);
            self.output(Output::WriteResult(Box::new(result)));
        }
        run.source.exhausted = true;
        while let Ok(Some((input, _))) = self.next_input(frame, run) {
            self.output(Output::WritePending { writer, input });
        }
        self.output(Output::CloseWriter(writer));
    }

    pub(super) fn child_result(
        &self,
        child: &Child,
        writer: WriterId,
        result: &Result<Value, Failure>,
    ) -> ChildResult {
        let outcome = match result {
            Ok(output) => Outcome {
                status: Status::Succeeded,
                output: Some(output.clone()),
                error: None,
                cause: None,
                failure: None,
            },
            Err(failure) => Outcome {
                status: Status::Failed,
                output: None,
                error: failure.error.clone(),
                cause: failure.cause.clone(),
                failure: Some(failure.clone()),
            },
        };
        self.child_outcome(child, writer, outcome)
    }

    fn child_outcome(&self, child: &Child, writer: WriterId, outcome: Outcome) -> ChildResult {
        let names = &self.options.names;
        ChildResult {
            writer,
            name: child.name().into(),
            execution_arn: child.arn(names).into(),
            state_machine_arn: child.state_machine_arn(names).into(),
            input: child.input.clone(),
            started: child.started,
            stopped: self.now,
            outcome,
        }
    }
}
