//! The child executions of a Map Run: they start while there are items and free places, and come to their ends.

use super::{MapRun, READ_AHEAD, THRESHOLD_CAUSE, THRESHOLD_ERROR};
use crate::asl::{ExecutionType, Map, StateKind};
use crate::engine::child::Child;
use crate::engine::fault::Fault;
use crate::engine::frame::{Frame, MapItem, Phase};
use crate::engine::{
    ChildId, EventKind, Execution, Failure, FailureKind, FrameKind, Item, Limits, Output,
};
use crate::query::Variables;
use crate::value::{Str, Value};
use std::sync::Arc;

impl Execution {
    /// Items came from the reader.
    pub(in crate::engine) fn items_came(
        &mut self,
        frame: &mut Frame,
        items: Vec<Item>,
        last: bool,
    ) {
        let Phase::MapRun(run) = &mut frame.phase else {
            return;
        };
        let take = usize::try_from(run.source.left)
            .unwrap_or(usize::MAX)
            .min(items.len());
        run.source.left -= take as u64;
        run.source.asked = false;
        run.source.exhausted = last || run.source.left == 0;
        run.waiting.extend(items.into_iter().take(take));
        if run.source.exhausted
            && let Some(reader) = run.source.reader.take()
        {
            self.readers.remove(&reader);
            self.output(Output::CloseReader(reader));
        }
    }

    /// Results can be written.
    pub(in crate::engine) fn writer_opened(&mut self, frame: &mut Frame) {
        if let Phase::MapRun(run) = &mut frame.phase {
            run.opening = false;
        }
    }

    /// Starts child executions while there are items and free places, asks for more, or ends.
    pub(in crate::engine) fn step_map_run(&mut self, frame: &mut Frame, mut run: Box<MapRun>) {
        if run.opening {
            frame.phase = Phase::MapRun(run);
            return;
        }
        while run.running.len() < run.concurrency {
            match self.next_input(frame, &mut run) {
                Ok(None) => break,
                Ok(Some((input, items))) => self.start_child(frame, &mut run, input, items),
                Err(fault) => {
                    let failure = self.failure(frame, fault);
                    return self.end_map_run(frame, run, failure);
                }
            }
        }
        let wants_more = run.waiting.len() < READ_AHEAD / 2;
        if let Some(reader) = run
            .source
            .reader
            .filter(|_| wants_more && !run.source.asked && !run.source.exhausted)
        {
            run.source.asked = true;
            self.output(Output::ReadItems {
                reader,
                most: READ_AHEAD,
            });
        }
        let done = run.source.exhausted && run.waiting.is_empty() && run.running.is_empty();
        if done && !run.writing {
            self.all_children_done(frame, run);
            return self.wake_id(frame.id);
        }
        frame.phase = Phase::MapRun(run);
    }

    /// The input of the next child execution and its number of items: an item, or a batch.
    pub(super) fn next_input(
        &mut self,
        frame: &Frame,
        run: &mut MapRun,
    ) -> Result<Option<(Value, u64)>, Fault> {
        let machine = self.machine.clone();
        let StateKind::Map(map) = &machine.state(frame.visit().state).kind else {
            return Ok(None);
        };
        let Some(batches) = &run.batches else {
            let Some(item) = run.waiting.pop_front() else {
                return Ok(None);
            };
            let input = self.selected_item(frame, map, &run.input, run.next_item, &item)?;
            run.next_item += 1;
            return Ok(Some((input, 1)));
        };
        let enough =
            run.source.exhausted || run.waiting.len() >= batches.most_items.min(READ_AHEAD / 2);
        if run.waiting.is_empty() || !enough {
            return Ok(None);
        }
        let mut items = Vec::new();
        let mut bytes = batches.empty_bytes();
        while items.len() < batches.most_items {
            let Some(item) = run.waiting.front() else {
                break;
            };
            let input = self.selected_item(frame, map, &run.input, run.next_item, item)?;
            bytes += input.size() + 1;
            if batches.is_over(bytes, items.len()) {
                break;
            }
            run.waiting.pop_front();
            run.next_item += 1;
            items.push(input);
        }
        let count = items.len() as u64;
        Ok(Some((batches.batch(items), count)))
    }

    fn selected_item(
        &self,
        frame: &Frame,
        map: &Map,
        input: &Value,
        index: u64,
        item: &Item,
    ) -> Result<Value, Fault> {
        let item = MapItem {
            index: u32::try_from(index).unwrap_or(u32::MAX),
            item: Item {
                value: item.value.forget_text(),
                ..item.clone()
            },
        };
        self.item_input(frame, map, input, &item)
    }

    fn start_child(&mut self, frame: &mut Frame, run: &mut MapRun, input: Value, items: u64) {
        let machine = self.machine.clone();
        let StateKind::Map(map) = &machine.state(frame.visit().state).kind else {
            return;
        };
        let index = run.next_child;
        run.next_child += 1;
        let id = ChildId(self.counters.children);
        self.counters.children += 1;
        let kind = FrameKind::Iteration(u32::try_from(index).unwrap_or(u32::MAX));
        let mut child = self.new_frame(kind, Some(frame));
        child.item = None;
        child.variables = Variables::default();
        child.iterations = self.iterations_of(frame, index);
        child.child = Some(Arc::new(Child {
            id,
            input: input.clone(),
            started: self.now,
            seed: self.options.seed,
            machine: run.machine.clone(),
        }));
        self.begin_child(id);
        // As in any execution, the first StateEntered has previousEventId 0.
        child.last_event = 0;
        if run.execution_type == ExecutionType::Express && self.options.limits.hold() {
            child.deadline = Some(self.set_timer(child.id, Limits::EXPRESS_DURATION));
        }
        let started = EventKind::FrameStarted {
            kind,
            parent: Some(frame.visit().id),
        };
        self.note(&child, None, started);
        let flow = map.processor.unwrap_or(crate::asl::FlowId::ROOT);
        if let Some(start) = machine.flow(flow).start {
            child.phase = Phase::Enter(start, input);
        }
        run.sizes.insert(index, items);
        run.running.insert(index, child.id);
        if let Some(outputs) = &mut run.outputs {
            outputs.push(None);
        }
        self.wake(child);
    }

    /// A child execution came to its end.
    pub(in crate::engine) fn map_run_child_ended(
        &mut self,
        mut parent: Frame,
        child: &Frame,
        index: u32,
        result: Result<Value, Failure>,
    ) {
        let Phase::MapRun(mut run) = std::mem::replace(&mut parent.phase, Phase::Over) else {
            return self.put_frame(parent);
        };
        let index = u64::from(index);
        run.running.remove(&index);
        let items = run.sizes.remove(&index).unwrap_or(1);
        if let Some(execution) = &child.child {
            self.end_child(execution.id);
            if let Some(deadline) = child.deadline {
                self.cancel_timer(deadline);
            }
            if let Some(writer) = run.writer {
                let result = self.child_result(execution, writer, &result);
                self.output(Output::WriteResult(Box::new(result)));
            }
        }
        match result {
            Ok(output) => {
                if let Some(place) = run
                    .outputs
                    .as_mut()
                    .and_then(|outputs| outputs.get_mut(index as usize))
                {
                    *place = Some(output);
                }
            }
            Err(_) => run.failed_items += items,
        }
        let all_known = run.source.exhausted && run.waiting.is_empty();
        let exceeded = run
            .tolerance
            .exceeded(run.failed_items, run.next_item, all_known);
        parent.phase = Phase::MapRun(run);
        if exceeded {
            self.map_run_failed(
                &mut parent,
                THRESHOLD_ERROR.into(),
                Some(THRESHOLD_CAUSE.into()),
            );
        }
        self.wake(parent);
    }

    /// An Express child execution ran out of its five minutes.
    pub(in crate::engine) fn child_timed_out(&mut self, frame: &mut Frame) {
        frame.deadline = None;
        let error: Option<Str> = Some("States.Timeout".into());
        let state = frame
            .visit
            .as_ref()
            .map_or(crate::asl::StateId(0), |visit| visit.state);
        self.give_up(frame);
        let failure = Failure {
            error,
            cause: None,
            state,
            culprit: None,
            kind: FailureKind::Execution,
            evaluation: None,
        };
        self.fail_flow(frame, failure);
    }
}
