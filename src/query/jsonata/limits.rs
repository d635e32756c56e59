//! How much an evaluation may take.

use super::error::{ErrorKind, Fallible, Open};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

/// How much an evaluation may take. Counted in steps, not in time, so that a run repeats exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Nested evaluations. Each takes stack, about 2 KiB in a release build.
    pub depth: u32,
    /// Bytes of one value: 8 for each item of an array, or the UTF-8 length of a string. All values made on the way
    /// may take 64 times as much.
    pub bytes: u64,
    /// Evaluations and visited items.
    pub steps: u64,
}

impl Limits {
    /// What was measured on AWS: depth about 100 (five shapes fail at 99 to 101), `[1..873782]` passes and
    /// `[1..873783]` does not, which is 6,990,256 bytes at 8 for each item. The steps are ours: AWS stops by time.
    pub const AWS: Self = Self {
        depth: 100,
        bytes: 6_990_256,
        steps: 50_000_000,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::AWS
    }
}

/// AWS's sentence for an evaluation that nests too deep.
pub(super) const TOO_DEEP: &str = "Stack overflow error: Check for non-terminating recursive function. Consider rewriting as tail-recursive.";

/// AWS's sentence for an evaluation that takes too much memory.
pub(super) const TOO_BIG: &str =
    "Expression evaluation memory limit exceeded: Check for excessive memory usage";

/// Our sentence for an evaluation that does not end in time. AWS's is not known.
pub(super) const TOO_LONG: &str =
    "Expression evaluation step limit exceeded: Check for non-terminating recursive function";

/// What was taken so far.
pub(super) struct Meter<'a> {
    limits: Limits,
    cancel: Option<&'a AtomicBool>,
    depth: Cell<u32>,
    steps: Cell<u64>,
    next_look: Cell<u64>,
    allocated: Cell<u64>,
}

/// Steps between two looks at the flag.
const LOOK_EVERY: u64 = 1024;

impl<'a> Meter<'a> {
    pub(super) fn new(limits: Limits, cancel: Option<&'a AtomicBool>) -> Self {
        Self {
            limits,
            cancel,
            depth: Cell::new(0),
            steps: Cell::new(0),
            next_look: Cell::new(0),
            allocated: Cell::new(0),
        }
    }

    /// One evaluation begins inside of another. Nothing needs to be undone after an error: it ends the whole.
    #[inline]
    pub(super) fn enter(&self) -> Fallible<()> {
        let depth = self.depth.get() + 1;
        if depth > self.limits.depth {
            return Err(Open::limit(TOO_DEEP));
        }
        self.depth.set(depth);
        self.tick(1)
    }

    #[inline]
    pub(super) fn leave(&self) {
        self.depth.set(self.depth.get() - 1);
    }

    /// Whether `levels` more would be allowed, for ways that skip evaluations.
    #[inline]
    pub(super) fn has_room(&self, levels: u32) -> Fallible<()> {
        if self.depth.get() + levels > self.limits.depth {
            return Err(Open::limit(TOO_DEEP));
        }
        Ok(())
    }

    /// Counts levels without an evaluation; [`Self::sink`] with a negative number takes them back.
    #[inline]
    pub(super) fn sink(&self, levels: i32) -> Fallible<()> {
        let depth = self.depth.get().saturating_add_signed(levels);
        if depth > self.limits.depth {
            return Err(Open::limit(TOO_DEEP));
        }
        self.depth.set(depth);
        Ok(())
    }

    /// Steps that are left.
    pub(super) fn steps_left(&self) -> u64 {
        self.limits.steps.saturating_sub(self.steps.get())
    }

    /// Counts steps.
    #[inline]
    pub(super) fn tick(&self, steps: usize) -> Fallible<()> {
        let all = self.steps.get() + steps as u64;
        self.steps.set(all);
        if all >= self.next_look.get() {
            self.look(all)
        } else {
            Ok(())
        }
    }

    #[cold]
    fn look(&self, steps: u64) -> Fallible<()> {
        self.next_look.set(steps.saturating_add(LOOK_EVERY));
        if steps > self.limits.steps {
            return Err(Open::limit(TOO_LONG));
        }
        if self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Open::with_message("U1001", "The evaluation was cancelled")
                .kind(ErrorKind::Cancelled));
        }
        Ok(())
    }

    /// Counts the memory of one value that is about to be made, or was.
    pub(super) fn allocate(&self, bytes: usize) -> Fallible<()> {
        const ALL_VALUES: u64 = 64;
        let bytes = bytes as u64;
        let all = self.allocated.get().saturating_add(bytes);
        self.allocated.set(all);
        if bytes > self.limits.bytes || all > self.limits.bytes.saturating_mul(ALL_VALUES) {
            return Err(Open::limit(TOO_BIG));
        }
        Ok(())
    }

    /// Counts the memory of an array of `items`.
    pub(super) fn allocate_items(&self, items: usize) -> Fallible<()> {
        self.allocate(items.saturating_mul(8))
    }
}
