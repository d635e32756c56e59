//! Parallel.

use super::super::execution::Extra;
use crate::asl::{Parallel, State};
use crate::engine::frame::{Frame, Nested, Phase};
use crate::engine::{EventKind, Execution, Failure, FrameKind};
use std::collections::BTreeMap;

impl Execution {
    pub(in crate::engine) fn start_branches(
        &mut self,
        frame: &mut Frame,
        state: &State,
        parallel: &Parallel,
    ) -> Result<(), Failure> {
        let input = self
            .effective_input(frame, state, Extra::default())
            .map_err(|fault| self.failure(frame, fault))?;
        let visit = frame.visit_mut();
        visit.scheduled = true;
        let visit = visit.id;
        self.emit(
            frame,
            Some(visit),
            EventKind::ParallelStateStarted { state: state.id },
        );
        let mut running = BTreeMap::new();
        for (index, flow) in (0_u32..).zip(&parallel.branches) {
            let mut branch = self.new_frame(FrameKind::Branch(index), Some(frame));
            running.insert(index, branch.id);
            let kind = EventKind::FrameStarted {
                kind: branch.kind,
                parent: Some(visit),
            };
            self.note(&branch, None, kind);
            if let Some(start) = self.machine.flow(*flow).start {
                branch.phase = Phase::Enter(start, input.clone());
            }
            self.wake(branch);
        }
        frame.phase = Phase::Nested(Box::new(Nested {
            results: vec![None; running.len()],
            running,
            done: 0,
            map: None,
        }));
        if parallel.branches.is_empty() {
            self.children_done(frame);
            self.wake_id(frame.id);
        }
        Ok(())
    }
}
