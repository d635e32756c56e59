//! Many durations in little room.

use std::collections::BTreeMap;

/// Above so many different durations, they are rounded to about a hundredth of themselves.
const MOST_DISTINCT: usize = 4096;

/// Durations in milliseconds, counted. Exact up to some thousand different ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Durations {
    counts: BTreeMap<i64, u64>,
    total: u64,
    sum: i64,
    rounded: bool,
}

impl Durations {
    pub(super) fn add(&mut self, milliseconds: i64) {
        let value = if self.rounded {
            rounded(milliseconds)
        } else {
            milliseconds
        };
        *self.counts.entry(value).or_default() += 1;
        self.total += 1;
        self.sum = self.sum.saturating_add(milliseconds);
        if !self.rounded && self.counts.len() > MOST_DISTINCT {
            self.rounded = true;
            for (value, count) in std::mem::take(&mut self.counts) {
                *self.counts.entry(rounded(value)).or_default() += count;
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// All of them together.
    pub(super) fn sum(&self) -> i64 {
        self.sum
    }

    pub(super) fn min(&self) -> i64 {
        self.counts.keys().next().copied().unwrap_or_default()
    }

    pub(super) fn max(&self) -> i64 {
        self.counts.keys().next_back().copied().unwrap_or_default()
    }

    /// The smallest duration that at least `percent` of all do not exceed (the nearest-rank percentile).
    pub(super) fn percentile(&self, percent: u64) -> i64 {
        let rank = (self.total * percent).div_ceil(100).max(1);
        let mut seen = 0;
        for (value, count) in &self.counts {
            seen += count;
            if seen >= rank {
                return *value;
            }
        }
        0
    }

    /// How many lie in each of `bins` equal parts between the shortest and the longest.
    pub(super) fn histogram(&self, bins: usize) -> Vec<u64> {
        let mut histogram = vec![0; bins];
        let (min, width) = (self.min(), self.max().saturating_sub(self.min()).max(1));
        for (value, count) in &self.counts {
            let at = (value - min) as f64 / width as f64 * bins as f64;
            histogram[(at as usize).min(bins - 1)] += count;
        }
        histogram
    }
}

/// To three figures at most, two at least.
fn rounded(milliseconds: i64) -> i64 {
    let mut step = 1;
    while milliseconds / step >= 400 {
        step *= 2;
    }
    milliseconds / step * step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_by_nearest_rank() {
        // Nearest rank of 15, 20, 35, 40, 50: the 5th percentile is 15, the 40th 20, the 50th 35, the 100th 50.
        let mut durations = Durations::default();
        for value in [35, 15, 50, 20, 40] {
            durations.add(value);
        }
        let percentiles: Vec<i64> = [5, 40, 50, 100]
            .iter()
            .map(|p| durations.percentile(*p))
            .collect();
        assert_eq!(percentiles, [15, 20, 35, 50]);
        assert_eq!(Durations::default().percentile(50), 0);
    }

    #[test]
    fn counts_in_equal_parts() {
        let mut durations = Durations::default();
        for value in 0..100 {
            durations.add(value * 10);
        }
        assert_eq!(durations.histogram(4), [25, 25, 25, 25]);
        let mut same = Durations::default();
        same.add(7);
        assert_eq!(same.histogram(3), [1, 0, 0]);
    }

    #[test]
    fn stays_small_and_near() {
        let mut durations = Durations::default();
        for value in 0..1_000_000 {
            durations.add(value);
        }
        assert!(durations.counts.len() < 5000, "{}", durations.counts.len());
        let median = durations.percentile(50) as f64;
        assert!((median - 500_000.0).abs() < 5_000.0, "{median}");
    }
}
