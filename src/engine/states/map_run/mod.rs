//! Map, distributed: child executions over items that come from a reader or from the input.

mod children;
mod end;
mod start;

use super::batches::Batches;
use crate::asl::ExecutionType;
use crate::engine::{FrameId, Item, ReaderId, WriterId};
use crate::value::{Str, Value};
use std::collections::{BTreeMap, VecDeque};

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
    waiting: VecDeque<Item>,
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
    /// Whether the writer is not ready yet: until then no child execution starts.
    opening: bool,
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
