//! Map, distributed: child executions over items that come from a reader or from the input.

use super::batches::Batches;
use crate::asl::{
    DataTemplate, ExecutionType, ItemReader, Map, ProcessorMode, ResultWriter, State, StateKind,
};
use crate::engine::child::Child;
use crate::engine::execution::Extra;
use crate::engine::fault::Fault;
use crate::engine::frame::{Frame, Phase};
use crate::engine::jsonata::Seen;
use crate::engine::{
    ChildId, ChildResult, EventKind, Execution, Failure, FailureKind, FrameId, FrameKind, Limits,
    Outcome, Output, ReadRequest, ReaderId, Status, WriteRequest, WriterId,
};
use crate::query::Variables;
use crate::value::{Object, Str, Value};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Items that are asked for at a time.
const READ_AHEAD: usize = 1_000;
/// What a Map fails with when more iterations fail than it tolerates (recorded in test_state/…map_state_failure_count).
pub(super) const THRESHOLD_ERROR: &str = "States.ExceedToleratedFailureThreshold";
pub(super) const THRESHOLD_CAUSE: &str = "The specified tolerated failure threshold was exceeded";

/// The child executions of a distributed Map, under way.
#[derive(Debug)]
pub(in crate::engine) struct MapRun {
    arn: Str,
    /// `machine/Label`
    machine: Str,
    /// The event MapRunStarted, which MapStateExited comes after.
    started_event: u64,
    /// The state's input after `InputPath`, which `ItemSelector` reads.
    input: Value,
    source: Source,
    /// Items that have come and are not started yet.
    waiting: VecDeque<Value>,
    batches: Option<Batches>,
    concurrency: usize,
    execution_type: ExecutionType,
    running: BTreeMap<u64, FrameId>,
    /// The index of the next item.
    next_item: u64,
    /// The index of the next child execution.
    next_child: u64,
    /// Outputs by child execution; nothing where they are written.
    outputs: Option<Vec<Option<Value>>>,
    writer: Option<WriterId>,
    writing: bool,
    /// Items of each child that runs.
    sizes: BTreeMap<u64, u64>,
    failed_items: u64,
    tolerance: Tolerance,
}

/// Where items come from.
#[derive(Debug)]
struct Source {
    reader: Option<ReaderId>,
    /// Whether the reader was asked and has not answered.
    asked: bool,
    /// Items that may still be taken.
    left: u64,
    /// Whether there are no more.
    exhausted: bool,
}

/// How many items may fail, as far as the Map says.
#[derive(Debug, Default)]
pub(super) struct Tolerance {
    pub(super) count: Option<u64>,
    pub(super) percentage: Option<f64>,
}

impl Tolerance {
    /// Whether so many failed items are too many. A share can only be judged when all items are known.
    fn exceeded(&self, failed: u64, items: u64, all_known: bool) -> bool {
        let unlimited = self.count.is_none() && self.percentage.is_none();
        failed > 0 && (unlimited || self.exceeds_limit(failed, items, all_known))
    }

    /// Whether so many failed items are more than a limit that the Map sets.
    pub(super) fn exceeds_limit(&self, failed: u64, items: u64, all_known: bool) -> bool {
        let by_count = self.count.is_some_and(|count| failed > count);
        let share = failed as f64 * 100.0 / items.max(1) as f64;
        let by_share = self
            .percentage
            .is_some_and(|percentage| all_known && share > percentage);
        by_count || by_share
    }
}

impl Execution {
    pub(in crate::engine) fn start_map_run(
        &mut self,
        frame: &mut Frame,
        state: &State,
        map: &Map,
    ) -> Result<(), Failure> {
        let failed =
            |execution: &Self, frame: &Frame, fault: Fault| execution.failure(frame, fault);
        let input = self
            .input_path(frame, state)
            .map_err(|fault| failed(self, frame, fault))?;
        self.trace_input_path(frame, state, &input);
        let concurrency = self
            .distributed_concurrency(frame, &input, map)
            .map_err(|fault| failed(self, frame, fault))?;
        let items = match &map.item_reader {
            Some(_) => None,
            None => Some(
                self.items(frame, state, &input, map)
                    .map_err(|fault| failed(self, frame, fault))?,
            ),
        };
        let visit = frame.visit_mut();
        visit.scheduled = true;
        let visit = visit.id;
        let started = EventKind::MapStateStarted {
            state: state.id,
            length: items.as_ref().map_or(0, |items| items.len() as u64),
        };
        self.emit(frame, Some(visit), started);
        let tolerance = self
            .tolerance(frame, &input, map)
            .map_err(|fault| failed(self, frame, fault))?;
        let batches = self
            .batches(frame, &input, map)
            .map_err(|fault| failed(self, frame, fault))?;
        let most = match map
            .item_reader
            .as_ref()
            .and_then(|reader| reader.config.max_items.as_ref())
        {
            Some(source) => self
                .integer(frame, &input, source, "MaxItems")
                .map_err(|fault| failed(self, frame, fault))?
                .unwrap_or(0),
            None => 0,
        };
        let (arn, machine) = self.map_run_names(state, map);
        let kind = EventKind::MapRunStarted {
            state: state.id,
            arn: arn.clone(),
        };
        let started_event = self.emit(frame, Some(visit), kind);
        let mut run = MapRun {
            arn,
            machine,
            started_event,
            source: Source {
                reader: None,
                asked: false,
                // 0 means all (recorded: scenarios/base_scenarios.map_item_reader_csv_max_items~0).
                left: u64::try_from(most)
                    .ok()
                    .filter(|most| *most > 0)
                    .unwrap_or(u64::MAX),
                exhausted: items.is_some(),
            },
            waiting: items
                .map(|items| items.iter().cloned().collect())
                .unwrap_or_default(),
            input,
            batches,
            concurrency,
            execution_type: match map.mode {
                ProcessorMode::Distributed(kind) => kind,
                ProcessorMode::Inline => ExecutionType::Standard,
            },
            running: BTreeMap::new(),
            next_item: 0,
            next_child: 0,
            outputs: None,
            writer: None,
            writing: false,
            sizes: BTreeMap::new(),
            failed_items: 0,
            tolerance,
        };
        let opened = self.open_streams(frame, state, map, &mut run);
        frame.phase = Phase::MapRun(Box::new(run));
        opened.map_err(|fault| failed(self, frame, fault))?;
        if most < 0 {
            self.map_run_failed(
                frame,
                "States.ItemReaderFailed".into(),
                Some("field MaxItems must be positive".into()),
            );
        }
        self.wake_id(frame.id);
        Ok(())
    }

    fn distributed_concurrency(
        &self,
        frame: &Frame,
        input: &Value,
        map: &Map,
    ) -> Result<usize, Fault> {
        let wanted = match &map.max_concurrency {
            Some(source) => self
                .integer(frame, input, source, "MaxConcurrency")?
                .unwrap_or(0),
            None => 0,
        };
        let most = Limits::DISTRIBUTED_CONCURRENCY as usize;
        Ok(match usize::try_from(wanted) {
            Ok(0) => most,
            Ok(wanted) => wanted.min(most),
            Err(_) => 0,
        })
    }

    /// `ToleratedFailureCount` and `ToleratedFailurePercentage`.
    pub(super) fn tolerance(
        &self,
        frame: &Frame,
        input: &Value,
        map: &Map,
    ) -> Result<Tolerance, Fault> {
        let mut tolerance = Tolerance::default();
        if let Some(source) = &map.tolerated_failure_count
            && let Some(count) = self.integer(frame, input, source, "ToleratedFailureCount")?
        {
            let negative = || Fault::runtime("ToleratedFailureCount cannot be negative.");
            tolerance.count = Some(u64::try_from(count).map_err(|_| negative())?);
        }
        if let Some(source) = &map.tolerated_failure_percentage
            && let Some(percentage) =
                self.float(frame, input, source, "ToleratedFailurePercentage")?
        {
            if !(0.0..=100.0).contains(&percentage) {
                return Err(Fault::runtime(
                    "ToleratedFailurePercentage must be between 0 and 100.",
                ));
            }
            tolerance.percentage = Some(percentage);
        }
        Ok(tolerance)
    }

    pub(super) fn data_template(
        &self,
        frame: &Frame,
        template: &DataTemplate,
        field: &str,
        input: &Value,
    ) -> Result<Value, Fault> {
        match template {
            DataTemplate::JsonPath(template) => {
                self.template(frame, template, field, input, Extra::default())
            }
            DataTemplate::Jsonata(template) => {
                self.jsonata_template(frame, template, field, Seen::default(), Extra::default())
            }
        }
    }

    /// The ARN of the Map Run and the name of its machine: with the `Label`, else with a label that AWS makes up.
    fn map_run_names(&mut self, state: &State, map: &Map) -> (Str, Str) {
        let mut random = self.random.borrow_mut();
        let label = match &map.label {
            Some(label) => label.value.to_string(),
            None => random.uuid(),
        };
        let names = &self.options.names;
        let machine = format!("{}/{label}", names.state_machine);
        let arn = format!("{}:mapRun:{machine}:{}", names.prefix(), random.uuid());
        self.counters.map_runs += 1;
        debug_assert!(matches!(state.kind, StateKind::Map(_)));
        (arn.into(), machine.into())
    }

    fn open_streams(
        &mut self,
        frame: &Frame,
        state: &State,
        map: &Map,
        run: &mut MapRun,
    ) -> Result<(), Fault> {
        if let Some(reader) = &map.item_reader {
            run.source.reader = Some(self.open_reader(frame, state, reader, &run.input)?);
        }
        match &map.result_writer {
            Some(writer) if writer.resource.is_some() => {
                run.writer = Some(self.open_writer(frame, state, writer, run)?);
            }
            _ => run.outputs = Some(Vec::new()),
        }
        Ok(())
    }

    fn open_reader(
        &mut self,
        frame: &Frame,
        state: &State,
        reader: &ItemReader,
        input: &Value,
    ) -> Result<ReaderId, Fault> {
        let parameters = match &reader.parameters {
            None => Value::empty_object(),
            Some(template) => self.data_template(frame, template, "ItemReader", input)?,
        };
        let id = ReaderId(self.counters.map_runs);
        let Some(resource) = &reader.resource else {
            return Err(Fault::runtime("The ItemReader has no Resource."));
        };
        self.readers.insert(id, frame.id);
        self.output(Output::OpenReader(Box::new(ReadRequest {
            reader: id,
            state: state.id,
            state_name: state.name.value.clone(),
            resource: resource.value.clone(),
            parameters,
            format: reader.config.format.clone(),
        })));
        Ok(id)
    }

    fn open_writer(
        &mut self,
        frame: &Frame,
        state: &State,
        writer: &ResultWriter,
        run: &MapRun,
    ) -> Result<WriterId, Fault> {
        let parameters = match &writer.parameters {
            None => Value::empty_object(),
            Some(template) => self.data_template(frame, template, "ResultWriter", &run.input)?,
        };
        let id = WriterId(self.counters.map_runs);
        self.writers.insert(id, frame.id);
        self.output(Output::OpenWriter(Box::new(WriteRequest {
            writer: id,
            state: state.id,
            state_name: state.name.value.clone(),
            parameters,
            config: writer.config,
            map_run_arn: run.arn.clone(),
        })));
        Ok(id)
    }

    /// Items came from the reader.
    pub(in crate::engine) fn items_came(
        &mut self,
        frame: &mut Frame,
        items: Vec<Value>,
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

    /// Starts child executions while there are items and free places, asks for more, or ends.
    pub(in crate::engine) fn step_map_run(&mut self, frame: &mut Frame, mut run: Box<MapRun>) {
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
    fn next_input(
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
        item: &Value,
    ) -> Result<Value, Fault> {
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        self.item_input(frame, map, input, index, &item.forget_text())
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

    fn child_result(
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

    fn all_children_done(&mut self, frame: &mut Frame, mut run: Box<MapRun>) {
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

    fn end_map_run(&mut self, frame: &mut Frame, run: Box<MapRun>, failure: Failure) {
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
