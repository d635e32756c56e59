//! How long the parts of a command take.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Adds up the time of parts that run one after another, each perhaps many times.
#[derive(Clone, Debug)]
pub(super) struct Stopwatch {
    last: Instant,
    parts: BTreeMap<&'static str, Duration>,
}

impl Stopwatch {
    /// Begins with the first part.
    pub(super) fn start() -> Self {
        Self {
            last: now(),
            parts: BTreeMap::new(),
        }
    }

    /// The time since the last part ended was that of `part`.
    pub(super) fn done(&mut self, part: &'static str) {
        let now = now();
        *self.parts.entry(part).or_default() += now - self.last;
        self.last = now;
    }

    /// Adds what another one took, which ran at the same time.
    pub(super) fn add(&mut self, other: &Self) {
        for (part, time) in &other.parts {
            *self.parts.entry(part).or_default() += *time;
        }
    }

    /// Begins anew: what went on since the last part ended is told by others.
    pub(super) fn skip(&mut self) {
        self.last = now();
    }

    /// A line for each part, the longest first, and their sum.
    pub(super) fn report(&self) -> String {
        let mut parts: Vec<_> = self.parts.iter().collect();
        parts.sort_by_key(|(_, time)| Reverse(**time));
        let sum = ("all", self.parts.values().sum::<Duration>());
        let lines = parts.into_iter().map(|(part, time)| (*part, *time));
        lines
            .chain([sum])
            .map(|(part, time)| format!("{:>10.3} ms  {part}\n", time.as_secs_f64() * 1000.0))
            .collect()
    }
}

fn now() -> Instant {
    #[expect(
        clippy::disallowed_methods,
        reason = "it measures the program, and nothing that an execution sees"
    )]
    Instant::now()
}
