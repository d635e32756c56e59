//! `ItemBatcher`: several items to a child execution.

use crate::asl::Map;
use crate::engine::fault::Fault;
use crate::engine::frame::Frame;
use crate::engine::{Execution, Limits};
use crate::value::{Object, Value};

/// `ItemBatcher`, evaluated.
#[derive(Debug)]
pub(super) struct Batches {
    input: Option<Value>,
    /// Most items of a batch.
    pub(super) most_items: usize,
    most_bytes: u64,
}

impl Batches {
    /// Bytes of a batch without items.
    pub(super) fn empty_bytes(&self) -> u64 {
        self.input.as_ref().map_or(0, Value::size) + 32
    }

    /// Whether a batch of so many bytes is too big. One item always fits.
    pub(super) fn is_over(&self, bytes: u64, items: usize) -> bool {
        bytes > self.most_bytes && items > 0
    }

    /// What a child execution gets.
    pub(super) fn batch(&self, items: Vec<Value>) -> Value {
        let input = self.input.iter().map(|input| ("BatchInput", input.clone()));
        let members = input.chain([("Items", Value::from(items))]);
        Value::Object(members.collect::<Object>())
    }

    /// All batches of these items.
    pub(super) fn all(&self, inputs: Vec<Value>) -> Value {
        let mut batches = Vec::new();
        let mut items = Vec::new();
        let mut bytes = self.empty_bytes();
        for input in inputs {
            let size = input.size() + 1;
            if items.len() >= self.most_items || self.is_over(bytes + size, items.len()) {
                batches.push(self.batch(std::mem::take(&mut items)));
                bytes = self.empty_bytes();
            }
            bytes += size;
            items.push(input);
        }
        if !items.is_empty() {
            batches.push(self.batch(items));
        }
        batches.into()
    }
}

impl Execution {
    /// The `ItemBatcher` of a Map.
    pub(super) fn batches(
        &self,
        frame: &Frame,
        input: &Value,
        map: &Map,
    ) -> Result<Option<Batches>, Fault> {
        let Some(batcher) = &map.item_batcher else {
            return Ok(None);
        };
        let limit = |source: &Option<_>, field: &str| match source {
            None => Ok(None),
            Some(source) => self.integer(frame, input, source, field),
        };
        let items = limit(&batcher.max_items, "MaxItemsPerBatch")?;
        let bytes = limit(&batcher.max_input_bytes, "MaxInputBytesPerBatch")?;
        let batch_input = match &batcher.batch_input {
            None => None,
            Some(template) => {
                Some(self.data_template(frame, template, "ItemBatcher/BatchInput", input)?)
            }
        };
        Ok(Some(Batches {
            input: batch_input,
            most_items: items
                .and_then(|items| usize::try_from(items).ok())
                .filter(|items| *items > 0)
                .unwrap_or(usize::MAX),
            most_bytes: bytes
                .and_then(|bytes| u64::try_from(bytes).ok())
                .filter(|bytes| *bytes > 0)
                .unwrap_or(Limits::PAYLOAD)
                .min(Limits::PAYLOAD),
        }))
    }
}
