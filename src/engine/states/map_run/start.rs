//! How a Map Run begins: its settings, its names, where items come from and results go.

use super::{MapRun, Source, Tolerance};
use crate::asl::{
    DataTemplate, ExecutionType, ItemReader, Map, ProcessorMode, ResultWriter, State, StateKind,
};
use crate::engine::execution::Extra;
use crate::engine::fault::Fault;
use crate::engine::frame::{Frame, Phase};
use crate::engine::jsonata::Seen;
use crate::engine::{
    EventKind, Execution, Failure, Item, Limits, Output, ReadRequest, ReaderId, WriteRequest,
    WriterId,
};
use crate::value::{Str, Value};
use std::collections::BTreeMap;

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
        let (arn, machine) = self.map_run_names(frame, state, map);
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
                .map(|items| items.iter().cloned().map(Item::of_state_data).collect())
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
            opening: false,
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
    pub(in crate::engine::states) fn tolerance(
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

    pub(in crate::engine::states) fn data_template(
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
    fn map_run_names(&mut self, frame: &Frame, state: &State, map: &Map) -> (Str, Str) {
        let mut random = frame.random.borrow_mut();
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
                run.opening = true;
            }
            _ => run.outputs = Some(Vec::new()),
        }
        Ok(())
    }

    /// `Parameters` or `Arguments` of an `ItemReader`.
    pub(in crate::engine::states) fn reader_parameters(
        &self,
        frame: &Frame,
        reader: &ItemReader,
        input: &Value,
    ) -> Result<Value, Fault> {
        match &reader.parameters {
            None => Ok(Value::empty_object()),
            Some(template) => self.data_template(frame, template, "ItemReader", input),
        }
    }

    fn open_reader(
        &mut self,
        frame: &Frame,
        state: &State,
        reader: &ItemReader,
        input: &Value,
    ) -> Result<ReaderId, Fault> {
        let parameters = self.reader_parameters(frame, reader, input)?;
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
}
