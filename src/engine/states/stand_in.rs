//! Parallel and Map with something in the place of their branches or iterations: what comes before and after is done, so
//! that one state can be tested.

use super::super::execution::Extra;
use super::map_run::{THRESHOLD_CAUSE, THRESHOLD_ERROR};
use crate::asl::{Map, State, StateKind};
use crate::engine::fault::Fault;
use crate::engine::frame::{Frame, MapItem, Phase};
use crate::engine::item::STATE_DATA;
use crate::engine::{
    Execution, Failure, FailureKind, Item, Stage, StandIn, StandInOutcome, VisitId, s3_source,
};
use crate::value::{Str, Value};

impl Execution {
    /// What stands in for the branches or iterations of the state that a frame is in.
    pub(in crate::engine) fn stand_in(&self, frame: &Frame) -> Option<StandIn> {
        let first = frame.visit().id == VisitId(0);
        self.premise.nested.clone().filter(|_| first)
    }

    /// Does what the state does itself, and ends it with what stands in for the rest.
    pub(in crate::engine) fn stand_in_for(
        &mut self,
        frame: &mut Frame,
        state: &State,
        stand_in: StandIn,
    ) -> Result<(), Failure> {
        let exceeded = match &state.kind {
            StateKind::Map(map) => self.stand_in_map(frame, map, state, &stand_in),
            _ => self
                .effective_input(frame, state, Extra::default())
                .map(|_| false),
        };
        let exceeded = exceeded.map_err(|fault| self.failure(frame, fault))?;
        let failed = |error, cause| {
            Err(Box::new(Failure {
                error,
                cause,
                state: state.id,
                culprit: None,
                kind: FailureKind::Ordinary,
                evaluation: None,
            }))
        };
        frame.phase = Phase::Ended(match stand_in.outcome {
            StandInOutcome::Failed { error, cause } => failed(error, cause),
            StandInOutcome::Result(_) if exceeded => {
                failed(Some(THRESHOLD_ERROR.into()), Some(THRESHOLD_CAUSE.into()))
            }
            StandInOutcome::Result(result) => Ok(result),
        });
        self.wake_id(frame.id);
        Ok(())
    }

    /// Evaluates the fields of a Map, and tells of each; whether more iterations failed than it tolerates.
    ///
    /// A Map that says nothing of tolerated failures tolerates all of them here, other than in an execution
    /// (recorded: test_state/state_configuration.map_state_failure_count~INFO-BASE_MAP_STATE+exceeds_tolerated_failure).
    fn stand_in_map(
        &mut self,
        frame: &Frame,
        map: &Map,
        state: &State,
        stand_in: &StandIn,
    ) -> Result<bool, Fault> {
        let input = self.input_path(frame, state)?;
        self.trace(frame, Stage::AfterInputPath, &input);
        let concurrency = match &map.max_concurrency {
            Some(source) => self.integer(frame, &input, source, "MaxConcurrency")?,
            None => None,
        };
        let items = match &map.item_reader {
            Some(reader) => {
                let pointer = reader.config.format.items_pointer.as_deref();
                self.stand_in_items(frame, pointer, stand_in.document.as_ref())
            }
            None => Some(self.items(frame, state, &input, map)?.to_vec()),
        };
        self.trace(
            frame,
            Stage::MaxConcurrency,
            &concurrency.unwrap_or(0).into(),
        );
        let tolerance = self.tolerance(frame, &input, map)?;
        if let Some(count) = tolerance.count {
            let count = i64::try_from(count).unwrap_or(i64::MAX);
            self.trace(frame, Stage::ToleratedFailureCount, &count.into());
        }
        if let Some(percentage) = tolerance.percentage {
            self.trace(frame, Stage::ToleratedFailurePercentage, &percentage.into());
        }
        let count = match (&stand_in.outcome, &items) {
            (StandInOutcome::Result(Value::Array(results)), _) => results.len(),
            (_, Some(items)) => items.len(),
            _ => 0,
        };
        if let Some(items) = items {
            let source = self.stand_in_source(frame, map, &input)?;
            let items = (0_u32..).zip(items).map(|(index, value)| MapItem {
                index,
                item: Item {
                    value,
                    source: source.clone(),
                },
            });
            self.stand_in_inputs(frame, map, &input, items)?;
        }
        Ok(tolerance.exceeds_limit(stand_in.failed_iterations, count as u64, true))
    }

    /// The items in the document that the reader read.
    fn stand_in_items(
        &mut self,
        frame: &Frame,
        pointer: Option<&str>,
        document: Option<&Value>,
    ) -> Option<Vec<Value>> {
        let document = document?;
        let items = match pointer {
            None => document,
            Some(pointer) => {
                let items = document.pointer(pointer)?;
                self.trace(frame, Stage::AfterItemsPointer, items);
                items
            }
        };
        items.as_array().map(|items| items.to_vec())
    }

    /// What the items' `$$.Map.Item.Source` says.
    fn stand_in_source(&self, frame: &Frame, map: &Map, input: &Value) -> Result<Str, Fault> {
        let Some(reader) = &map.item_reader else {
            return Ok(STATE_DATA.into());
        };
        let parameters = self.reader_parameters(frame, reader, input)?;
        let text = |name: &str| parameters.get(name).and_then(Value::as_str);
        Ok(s3_source(text("Bucket").unwrap_or_default(), text("Key")))
    }

    /// What the iterations would get.
    fn stand_in_inputs(
        &mut self,
        frame: &Frame,
        map: &Map,
        input: &Value,
        items: impl Iterator<Item = MapItem>,
    ) -> Result<(), Fault> {
        let inputs = items
            .map(|item| self.item_input(frame, map, input, &item))
            .collect::<Result<Vec<Value>, Fault>>()?;
        if map.item_selector.is_some() || map.item_selector_jsonata.is_some() {
            self.trace(frame, Stage::AfterItemSelector, &inputs.clone().into());
        }
        if let Some(batches) = self.batches(frame, input, map)? {
            let batches = batches.all(inputs);
            self.trace(frame, Stage::AfterItemBatcher, &batches);
        }
        Ok(())
    }
}
