//! The bars at the right, and the scale above them.

use crate::base::Timestamp;
use crate::report::Style;
use crate::report::text::short_duration;

/// Columns from one mark of the scale to the next, at least.
const STEP_COLUMNS: usize = 7;
const STEPS: [i64; 33] = [
    1,
    2,
    5,
    10,
    20,
    50,
    100,
    200,
    500,
    1_000,
    2_000,
    5_000,
    10_000,
    20_000,
    30_000,
    60_000,
    120_000,
    300_000,
    600_000,
    1_200_000,
    1_800_000,
    3_600_000,
    7_200_000,
    10_800_000,
    21_600_000,
    43_200_000,
    86_400_000,
    172_800_000,
    432_000_000,
    864_000_000,
    2_592_000_000,
    8_640_000_000,
    31_536_000_000,
];

/// The span of time that bars are drawn in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) start: Timestamp,
    /// Milliseconds, more than 0.
    pub(super) length: i64,
    pub(super) columns: usize,
    pub(super) style: Style,
}

impl Scale {
    /// `0s       20s      40s`
    pub(super) fn header(&self) -> String {
        let most = (self.columns / STEP_COLUMNS).max(1) as i64;
        let step = STEPS
            .into_iter()
            .find(|step| self.length / step <= most)
            .unwrap_or(self.length);
        let mut text = String::new();
        for mark in 0..=self.length / step.max(1) {
            let at = self.half_cells(mark * step) / 2;
            let label = short_duration(mark * step);
            if at + label.len() > self.columns || (mark > 0 && at < text.len() + 1) {
                continue;
            }
            text.push_str(&" ".repeat(at - text.len()));
            text.push_str(&label);
        }
        text
    }

    /// The bar of what ran from `start` to `end`: half a column at least.
    pub(super) fn bar(&self, start: Timestamp, end: Timestamp) -> String {
        let cells = 2 * self.columns;
        let from = self.half_cells(start.since(self.start)).min(cells - 1);
        let to = self
            .half_cells(end.since(self.start))
            .clamp(from + 1, cells);
        let mut text = " ".repeat(from / 2);
        for column in from / 2..to.div_ceil(2) {
            let left = from <= 2 * column;
            let right = to > 2 * column + 1;
            text.push_str(match (left, right) {
                (true, true) => self.style.pick("█", "#"),
                (true, false) => self.style.pick("▌", "#"),
                (false, _) => self.style.pick("▐", "#"),
            });
        }
        text
    }

    fn half_cells(&self, milliseconds: i64) -> usize {
        let share = milliseconds.max(0) as f64 / self.length.max(1) as f64;
        (share * (2 * self.columns) as f64 + 1e-9) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(length: i64, columns: usize) -> Scale {
        Scale {
            start: Timestamp(1000),
            length,
            columns,
            style: Style::default(),
        }
    }

    #[test]
    fn bars_lie_where_they_ran() {
        let bar = |start: i64, end: i64| {
            scale(1000, 10).bar(Timestamp(1000 + start), Timestamp(1000 + end))
        };
        assert_eq!(bar(0, 1000), "██████████");
        assert_eq!(bar(0, 50), "▌");
        assert_eq!(bar(250, 500), "  ▐██");
        assert_eq!(
            bar(500, 500),
            "     ▌",
            "nothing at all shows as half a column"
        );
        assert_eq!(bar(1000, 1000), "         ▐", "at the very end too");
        assert_eq!(bar(-5, 5000), "██████████");
    }

    #[test]
    fn the_scale_has_round_marks() {
        assert_eq!(
            scale(40_970, 24).header(),
            "0s         20s",
            "no room for the last one"
        );
        assert_eq!(
            scale(45_000, 45).header(),
            "0s        10s       20s       30s       40s"
        );
        assert_eq!(scale(0, 20).header(), "0s");
        assert_eq!(
            scale(2_592_000_000, 40).header(),
            "0s           10d          20d"
        );
    }
}
