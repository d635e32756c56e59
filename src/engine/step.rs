//! From state to state: entering, leaving, ending a flow.

use super::fault::Fault;
use super::frame::{Frame, Phase};
use super::{EventKind, Execution, Failure, FailureKind, FrameKind, Stage};
use crate::asl::{Assign, ResultPath, State, StateId, StateKind, Transition};
use crate::query::template::JsonataTemplate;
use crate::value::{Str, Value};

impl Execution {
    /// Enters a state and does its work as far as it goes at once.
    pub(super) fn enter(&mut self, frame: &mut Frame, id: StateId, input: Value) {
        let machine = self.machine.clone();
        let state = machine.state(id);
        let visit = self.new_visit(frame, id, input.clone(), state.retry.len());
        let visit_id = visit.id;
        frame.visit = Some(visit);
        self.emit(
            frame,
            Some(visit_id),
            EventKind::StateEntered {
                state: id,
                input: input.clone(),
            },
        );
        if self.too_big(&input) {
            let failure =
                self.data_limit_exceeded(frame, &state.name.value, &input, FailureKind::Fatal);
            return self.fail(frame, failure);
        }
        self.run_state(frame);
    }

    /// Does the work of the state that was entered; again at each retry.
    pub(super) fn run_state(&mut self, frame: &mut Frame) {
        let machine = self.machine.clone();
        let state = machine.state(frame.visit().state);
        if let StateKind::Parallel(_) | StateKind::Map(_) = &state.kind
            && let Some(stand_in) = self.stand_in(frame)
        {
            if let Err(failure) = self.stand_in_for(frame, state, stand_in) {
                self.fail(frame, failure);
            }
            return;
        }
        if let Some(field) = state.unfilled() {
            return self.unfilled(state, field);
        }
        let done = match &state.kind {
            StateKind::Pass(pass) => self.pass(frame, state, pass),
            StateKind::Choice(choice) => return self.choose(frame, state, choice),
            StateKind::Wait(wait) => self.wait(frame, state, wait),
            StateKind::Succeed => self.succeed(frame, state),
            StateKind::Fail(fail) => self.fail_state(frame, fail),
            StateKind::Task(task) => self.schedule_task(frame, state, task),
            StateKind::Parallel(parallel) => self.start_branches(frame, state, parallel),
            StateKind::Map(map) => self.start_map(frame, state, map),
        };
        if let Err(failure) = done {
            self.fail(frame, failure);
        }
    }

    /// Leaves a state whose work is done, with `result`.
    pub(super) fn leave(&mut self, frame: &mut Frame, result: Value) {
        let machine = self.machine.clone();
        let state = machine.state(frame.visit().state);
        match self.output_of(frame, state, result) {
            Ok((output, assigned)) => self.exit(frame, state, output, assigned, None),
            Err(failure) => self.fail(frame, failure),
        }
    }

    /// The state's output and what it assigns.
    fn output_of(
        &mut self,
        frame: &Frame,
        state: &State,
        result: Value,
    ) -> Result<Departure, Failure> {
        self.trace(frame, Stage::Result, &result);
        let (output, assigned) = self
            .departure_of(frame, state, result)
            .map_err(|fault| self.failure(frame, fault))?;
        Ok((self.within_limit(frame, state, output)?, assigned))
    }

    fn departure_of(
        &mut self,
        frame: &Frame,
        state: &State,
        result: Value,
    ) -> Result<Departure, Fault> {
        let result = self.selected_result(frame, state, result)?;
        let leaving = Leaving {
            assign: state.io.assign.as_ref(),
            result_path: state.io.result_path.as_ref(),
            output: state.io.output.as_ref(),
            prefix: "",
            error: false,
        };
        let (output, assigned) = self.departure(frame, &leaving, result)?;
        Ok((self.output_path(frame, state, output)?, assigned))
    }

    /// Assigns, and places a result: of the state, or the error output that a catcher hands on.
    pub(super) fn departure(
        &mut self,
        frame: &Frame,
        leaving: &Leaving<'_>,
        result: Value,
    ) -> Result<Departure, Fault> {
        let assigned = self.assigned(frame, leaving, &result)?;
        let output = match leaving.output {
            Some(template) => self.output_template(frame, leaving, template, &result)?,
            None => self.placed_result(frame, leaving.result_path, result)?,
        };
        Ok((output, assigned))
    }

    /// Writes …StateExited and goes on to `next`, or to where the state's transition leads.
    pub(super) fn exit(
        &mut self,
        frame: &mut Frame,
        state: &State,
        output: Value,
        assigned: Vec<(Str, Value)>,
        next: Option<StateId>,
    ) {
        let visit = frame.visit().id;
        for (name, value) in &assigned {
            frame.variables.set(name.clone(), value.clone());
        }
        let kind = EventKind::StateExited {
            state: state.id,
            output: output.clone(),
            assigned,
        };
        self.emit(frame, Some(visit), kind);
        let next = next.or(match &state.transition {
            Transition::Next(target) => target.state,
            Transition::End(_) | Transition::None => None,
        });
        match next {
            Some(next) => {
                frame.phase = Phase::Enter(next, output);
                self.wake_id(frame.id);
            }
            None => self.end_flow(frame, output),
        }
    }

    /// The flow of a frame has come to its end.
    fn end_flow(&mut self, frame: &mut Frame, output: Value) {
        frame.phase = Phase::Over;
        self.note(frame, None, EventKind::FrameEnded { succeeded: true });
        match frame.kind {
            FrameKind::Machine => self.finish_succeeded(frame, output),
            FrameKind::Branch(index) | FrameKind::Iteration(index) => {
                self.child_succeeded(frame, index, output)
            }
        }
    }

    /// The flow of a frame has failed.
    pub(super) fn fail_flow(&mut self, frame: &mut Frame, failure: Failure) {
        frame.phase = Phase::Over;
        self.note(frame, None, EventKind::FrameEnded { succeeded: false });
        match frame.kind {
            FrameKind::Machine => self.finish_failed(frame, failure),
            FrameKind::Branch(index) | FrameKind::Iteration(index) => {
                self.child_failed(frame, index, failure)
            }
        }
    }
}

/// What decides the output and the variables of a state, a catcher or a rule of a Choice.
#[derive(Clone, Copy)]
pub(super) struct Leaving<'a> {
    pub(super) assign: Option<&'a Assign>,
    pub(super) result_path: Option<&'a ResultPath>,
    pub(super) output: Option<&'a JsonataTemplate>,
    /// What stands before the fields' names in AWS's locations: `Catch[0]/`.
    pub(super) prefix: &'a str,
    /// Whether the result is an error output.
    pub(super) error: bool,
}

/// A state's output, and the variables that it sets.
pub(super) type Departure = (Value, Vec<(Str, Value)>);
