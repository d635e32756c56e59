//! Map, inline.

use crate::asl::{Map, ProcessorMode, State};
use crate::engine::fault::Fault;
use crate::engine::frame::{Frame, MapItem, MapWork, Nested, Phase};
use crate::engine::{EventKind, Execution, Failure, FrameKind, Item, IterationRef, Limits, Stage};
use crate::value::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Execution {
    pub(in crate::engine) fn start_map(
        &mut self,
        frame: &mut Frame,
        state: &State,
        map: &Map,
    ) -> Result<(), Failure> {
        if map.mode != ProcessorMode::Inline {
            return self.start_map_run(frame, state, map);
        }
        let failed = |execution: &Self, fault: Fault| execution.failure(frame, fault);
        let input = self
            .input_path(frame, state)
            .map_err(|fault| failed(self, fault))?;
        self.trace(frame, Stage::AfterInputPath, &input);
        let concurrency = self
            .concurrency(frame, &input, map)
            .map_err(|fault| failed(self, fault))?;
        let items = self
            .items(frame, state, &input, map)
            .map_err(|fault| failed(self, fault))?;
        let tolerated = self
            .tolerated_failures(frame, &input, map, items.len())
            .map_err(|fault| failed(self, fault))?;
        let visit = frame.visit_mut();
        visit.scheduled = true;
        let visit = visit.id;
        let started = EventKind::MapStateStarted {
            state: state.id,
            length: items.len() as u64,
        };
        self.emit(frame, Some(visit), started);
        frame.phase = Phase::Nested(Box::new(Nested {
            results: vec![None; items.len()],
            running: BTreeMap::new(),
            done: 0,
            map: Some(MapWork {
                items,
                input,
                next: 0,
                concurrency,
                failed: 0,
                tolerated,
            }),
        }));
        let cause = frame.last_event;
        self.start_iterations(frame, cause);
        if matches!(frame.phase, Phase::Ended(_)) {
            self.wake_id(frame.id);
        }
        Ok(())
    }

    /// AWS runs at most 40 iterations of an inline Map at a time, whatever the definition says.
    fn concurrency(&self, frame: &Frame, input: &Value, map: &Map) -> Result<usize, Fault> {
        let wanted = match &map.max_concurrency {
            Some(source) => self
                .integer(frame, input, source, "MaxConcurrency")?
                .unwrap_or(0),
            None => 0,
        };
        let most = if self.options.limits.hold() {
            Limits::INLINE_CONCURRENCY as usize
        } else {
            usize::MAX
        };
        Ok(match usize::try_from(wanted) {
            Ok(0) => most,
            Ok(wanted) => wanted.min(most),
            // A negative number does not fail: the execution hangs (recorded:
            // scenarios/base_scenarios.max_concurrency_path_negative).
            Err(_) => 0,
        })
    }

    /// How many iterations may fail: the larger of the two limits, none where neither is given.
    fn tolerated_failures(
        &self,
        frame: &Frame,
        input: &Value,
        map: &Map,
        items: usize,
    ) -> Result<u64, Fault> {
        let count = match &map.tolerated_failure_count {
            Some(source) => self
                .integer(frame, input, source, "ToleratedFailureCount")?
                .unwrap_or(0),
            None => 0,
        };
        let count = u64::try_from(count)
            .map_err(|_| Fault::runtime("ToleratedFailureCount cannot be negative."))?;
        let percentage = match &map.tolerated_failure_percentage {
            Some(source) => self
                .float(frame, input, source, "ToleratedFailurePercentage")?
                .unwrap_or(0.0),
            None => 0.0,
        };
        if !(0.0..=100.0).contains(&percentage) {
            return Err(Fault::runtime(
                "ToleratedFailurePercentage must be between 0 and 100.",
            ));
        }
        Ok(count.max((items as f64 * percentage / 100.0) as u64))
    }

    /// Starts iterations while there are items and free places; all of them because of the event `cause`.
    pub(in crate::engine) fn start_iterations(&mut self, frame: &mut Frame, cause: u64) {
        let Phase::Nested(mut nested) = std::mem::replace(&mut frame.phase, Phase::Over) else {
            return;
        };
        if let Some(mut work) = nested.map.take() {
            while work.next < work.items.len() && nested.running.len() < work.concurrency {
                let index = work.next as u32;
                work.next += 1;
                match self.start_iteration(frame, &work, index, cause) {
                    Ok(child) => nested.running.insert(index, child),
                    Err(failure) => {
                        nested.map = Some(work);
                        self.abort_children(frame, &mut nested, cause);
                        return self.fail(frame, failure);
                    }
                };
            }
            let done = nested.done == work.items.len();
            nested.map = Some(work);
            frame.phase = Phase::Nested(nested);
            if done {
                self.children_done(frame);
            }
        }
    }

    /// The iterations that iteration `index` of the frame's Map is in, itself the last.
    pub(in crate::engine) fn iterations_of(
        &self,
        frame: &Frame,
        index: u64,
    ) -> Arc<[IterationRef]> {
        let map = self.machine.state(frame.visit().state).name.value.clone();
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        let outer = frame.iterations.iter().cloned();
        outer.chain([IterationRef { map, index }]).collect()
    }

    fn start_iteration(
        &mut self,
        frame: &mut Frame,
        work: &MapWork,
        index: u32,
        cause: u64,
    ) -> Result<crate::engine::FrameId, Failure> {
        let machine = self.machine.clone();
        let state = machine.state(frame.visit().state);
        let crate::asl::StateKind::Map(map) = &state.kind else {
            unreachable!("only a Map has iterations");
        };
        let visit = frame.visit().id;
        let item = Item::of_state_data(work.items[index as usize].forget_text());
        let item = MapItem { index, item };
        let input = self
            .item_input(frame, map, &work.input, &item)
            .map_err(|fault| self.failure(frame, fault))?;
        let flow = map.processor.unwrap_or(crate::asl::FlowId::ROOT);
        let mut child = self.new_frame(FrameKind::Iteration(index), Some(frame));
        child.item = Some(Arc::new(item));
        child.iterations = self.iterations_of(frame, u64::from(index));
        let started = EventKind::MapIterationStarted {
            state: state.id,
            index,
        };
        child.last_event = self.emit_after(frame, Some(visit), cause, started);
        let kind = EventKind::FrameStarted {
            kind: child.kind,
            parent: Some(visit),
        };
        self.note(&child, None, kind);
        if let Some(start) = machine.flow(flow).start {
            child.phase = Phase::Enter(start, input);
        }
        let id = child.id;
        self.wake(child);
        Ok(id)
    }
}
