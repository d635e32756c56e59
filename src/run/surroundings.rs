//! What surrounds executions, and how a run of them ends.

use crate::asl::{StateId, StateMachine, WorkflowType};
use crate::diagnostics::Diagnostic;
use crate::engine::{Event, Outcome, TaskRequest, Unfilled, Unsupported, VisitId};
use crate::tasks::{Hindrance, ItemStore, Live, LocalMachines, MockError, Reports, TaskHandler};
use crate::value::Str;
use std::sync::Arc;

/// One of the executions of a run. 0 is the one that was asked for; those that it starts are numbered in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(pub u64);

impl RunId {
    /// The execution that was asked for.
    pub const ROOT: Self = Self(0);
}

/// An execution that another one started.
#[derive(Clone, Debug)]
pub struct NestedRun {
    /// Which.
    pub id: RunId,
    /// The execution that started it.
    pub parent: RunId,
    /// The visit of the state that started it, in that execution.
    pub visit: VisitId,
    /// The name of its machine.
    pub name: Str,
    /// Which of the executions of the run it is: the Task that started it, and the one that started that. The same in every
    /// run that takes the same way.
    pub place: Str,
    /// Its machine.
    pub machine: Arc<StateMachine>,
    /// Standard, or Express where StartSyncExecution started it.
    pub workflow_type: WorkflowType,
}

/// Somebody who wants to know what happens.
pub trait Consumer {
    /// Something happened.
    fn event(&mut self, event: &Event);

    /// Something happened in an execution that was started by another one: it has a machine, ids and a history of its
    /// own.
    fn nested(&mut self, _run: &NestedRun, _event: &Event) {}

    /// The task of a visit is answered from a recording to which the run adds; `run` is the execution, unless it is the one
    /// that was asked for.
    fn refilled(&mut self, _run: Option<&NestedRun>, _visit: VisitId) {}

    /// What was noted of the mocks of such an execution, when it is over: callbacks that came too late.
    fn nested_notes(&mut self, _run: &NestedRun, _notes: &[Diagnostic]) {}
}

impl<F: FnMut(&Event)> Consumer for F {
    fn event(&mut self, event: &Event) {
        self(event);
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// The execution came to its end.
    Finished(Box<Outcome>),
    /// The definition needs what is not built.
    Unsupported(Unsupported),
    /// A field that is needed holds a placeholder that is not filled.
    Unfilled(Unfilled),
    /// Nothing answers this task.
    NotMocked(Box<TaskRequest>),
    /// The mock file is at fault.
    MockError(Box<TaskRequest>, MockError),
    /// A task that was really being done cannot be, for a reason that AWS does not know.
    Hindered(Box<Hindrance>),
    /// A distributed Map reads or writes objects, and there is no store for them.
    NoStore {
        /// The Map state.
        state: StateId,
    },
    /// Executions start one another, deeper and deeper.
    TooDeep {
        /// The state that was to start the next one.
        state: StateId,
        /// How deep it is.
        depth: usize,
    },
    /// More executions run at a time than this program runs.
    TooMany {
        /// The state that was to start the next one.
        state: StateId,
        /// How many run.
        running: usize,
    },
    /// An execution that another one started cannot go on: its states are those of this machine.
    Nested {
        /// The machine's name.
        machine: Str,
        /// Why it cannot go on.
        end: Box<Self>,
    },
    /// Nothing is to come any more, and the execution is not over: on AWS it would hang.
    Stuck,
}

/// What surrounds an execution.
pub struct Surroundings<'a, 'c> {
    /// Answers its tasks. Those of executions that it starts are answered by what their machines have.
    pub handler: &'a mut dyn TaskHandler,
    /// Does the tasks of all executions that are not answered so, where they are really done.
    pub live: Option<&'a mut dyn Live>,
    /// Where tasks that are really being done report; nothing where none is.
    pub reports: Option<&'a mut Reports>,
    /// Holds the items and takes the results of distributed Maps.
    pub store: Option<&'a mut dyn ItemStore>,
    /// The machines that it may start.
    pub machines: Option<&'a LocalMachines>,
    /// Want to know what happens.
    pub consumers: &'a mut [&'c mut dyn Consumer],
}
