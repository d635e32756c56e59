//! A run with mocks, for what the tasks answer in it.
//!
//! Mocks often pass on what they are given, so that how big a result is shows only when the request is known. With an
//! example of the input it can be found out: the machine is run under the virtual clock, and the results are examples
//! for estimates.

use super::mock_source::MockSource;
use crate::asl::{StateId, StateMachine, WorkflowType};
use crate::engine::{Options, TaskId, TaskOutcome, TaskRequest};
use crate::run::{Clock, Surroundings, run};
use crate::tasks::{MockHandler, Reply, TaskHandler};
use crate::value::Value;
use indexmap::IndexMap;
use std::sync::Arc;

/// The results that Tasks are given in a run: of each Task the smallest and the largest. Where the run ends early,
/// because a Task has no mock or fails, those up to there.
pub(super) fn results(
    machine: &StateMachine,
    workflow_type: WorkflowType,
    mocks: &MockSource,
    input: Value,
) -> Vec<(StateId, Value)> {
    let options = Options {
        workflow_type,
        ..Options::default()
    };
    let mut listener = Listener {
        mocks: mocks.mocks().handler(machine, options.seed),
        heard: IndexMap::new(),
    };
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().build() else {
        return Vec::new();
    };
    let surroundings = Surroundings {
        handler: &mut listener,
        live: None,
        reports: None,
        store: None,
        machines: None,
        consumers: &mut [],
    };
    let machine = Arc::new(machine.clone());
    // How it ends is none of the linter's business.
    let _ = runtime.block_on(run(
        machine,
        options,
        input,
        Clock::Virtual,
        surroundings,
        std::future::pending(),
    ));
    let heard = listener.heard.into_iter();
    heard
        .flat_map(|(state, (small, large))| [(state, small), (state, large)])
        .collect()
}

/// Has mocks answer, and keeps their results.
struct Listener {
    mocks: MockHandler,
    /// The smallest and the largest by state.
    heard: IndexMap<StateId, (Value, Value)>,
}

impl TaskHandler for Listener {
    fn start(&mut self, request: &TaskRequest) -> Reply {
        let reply = self.mocks.start(request);
        if let Reply::Scripted(outcomes) = &reply {
            for timed in outcomes {
                if let TaskOutcome::Succeeded(result) = &timed.outcome {
                    self.hear(request.state, result);
                }
            }
        }
        reply
    }

    fn cancel(&mut self, task: TaskId) {
        self.mocks.cancel(task);
    }
}

impl Listener {
    fn hear(&mut self, state: StateId, result: &Value) {
        let heard = self.heard.entry(state);
        let (small, large) = heard.or_insert_with(|| (result.clone(), result.clone()));
        if result.size() < small.size() {
            *small = result.clone();
        }
        if result.size() > large.size() {
            *large = result.clone();
        }
    }
}
