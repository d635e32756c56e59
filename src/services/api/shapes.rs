//! The shapes of a service, each taken apart when it is first asked for: of most services only a few ever are.

use super::Shape;
use super::decode;
use std::sync::OnceLock;

/// The shapes of a service, in the order of their references.
#[derive(Debug)]
pub(super) struct Shapes {
    part: &'static [u8],
    slots: Vec<Slot>,
}

/// A shape, and where in the part it begins.
#[derive(Debug)]
struct Slot {
    start: usize,
    decoded: OnceLock<Option<Box<Shape>>>,
}

impl Shapes {
    /// Those that begin at `starts` in a service's part of the table.
    pub(super) fn new(part: &'static [u8], starts: Vec<usize>) -> Self {
        let slots = starts.into_iter().map(|start| Slot {
            start,
            decoded: OnceLock::new(),
        });
        Self {
            part,
            slots: slots.collect(),
        }
    }

    pub(super) fn get(&self, number: usize) -> Option<&Shape> {
        let slot = self.slots.get(number)?;
        let decoded = slot.decoded.get_or_init(|| {
            let bytes = self.part.get(slot.start..)?;
            decode::shape(bytes).map(Box::new)
        });
        decoded.as_deref()
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }
}
