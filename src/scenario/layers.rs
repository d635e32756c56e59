//! Mocks over mocks: who answers first stands first.

use crate::asl::StateMachine;
use crate::engine::{TaskId, TaskRequest};
use crate::source::SourceFile;
use crate::tasks::{MockHandler, Mocks, Reply, TaskHandler};

/// The mocks of one file, or of the scenario file itself.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// The file, for the faults that show only when an answer is asked for.
    pub(super) file: SourceFile,
    pub(super) mocks: Mocks,
}

/// Answers the tasks of one execution: a layer that has no mock of a state leaves it to the next.
pub(super) struct LayeredHandler {
    layers: Vec<MockHandler>,
    /// The layer whose mocks were at fault.
    pub(super) failed: Option<usize>,
}

impl LayeredHandler {
    pub(super) fn new(layers: &[Layer], machine: &StateMachine, seed: u64) -> Self {
        Self {
            layers: layers
                .iter()
                .map(|layer| layer.mocks.handler(machine, seed))
                .collect(),
            failed: None,
        }
    }
}

impl TaskHandler for LayeredHandler {
    fn start(&mut self, request: &TaskRequest) -> Reply {
        for (at, layer) in self.layers.iter_mut().enumerate() {
            match layer.start(request) {
                Reply::NotMocked => {}
                Reply::Error(error) => {
                    self.failed = Some(at);
                    return Reply::Error(error);
                }
                scripted @ Reply::Scripted(_) => return scripted,
            }
        }
        Reply::NotMocked
    }

    fn cancel(&mut self, task: TaskId) {
        for layer in &mut self.layers {
            layer.cancel(task);
        }
    }
}
