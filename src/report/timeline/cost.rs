//! What AWS would bill.
//!
//! Prices of us-east-1 as AWS's price page for Step Functions (aws.amazon.com/step-functions/pricing) had them when this
//! was written, in November 2026, without the free tier and without what the called services cost.

use super::Totals;
use crate::asl::{StateMachine, WorkflowType};
use crate::services::DOLLARS_A_TRANSITION;

/// Express: $1.00 per million requests.
const DOLLARS_A_REQUEST: f64 = 1.0 / 1_000_000.0;
/// Express: $0.06 per GB-hour, the first and dearest of three tiers.
const DOLLARS_A_GB_SECOND: f64 = 0.06 / 3600.0;
/// Express durations are rounded up to 100 ms.
const DURATION_STEP: i64 = 100;
/// Express memory is billed in chunks of 64 MB, and a workflow takes 50 MB to begin with; to that come the definition
/// and the execution data times the number of parallel steps (examples 3 and 4 of the price page).
const MEMORY_STEP: u64 = 64 << 20;
const MEMORY_BASE: u64 = 50 << 20;

/// Dollars for one execution, child executions and the Standard executions that it starts included.
pub(super) fn dollars(totals: &Totals, machine: &StateMachine, workflow_type: WorkflowType) -> f64 {
    let children = totals.express_children as f64 * DOLLARS_A_REQUEST
        + gigabyte_seconds(machine, 0, totals.express_milliseconds) * DOLLARS_A_GB_SECOND;
    children
        + totals.nested_transitions as f64 * DOLLARS_A_TRANSITION
        + match workflow_type {
            WorkflowType::Standard => totals.transitions as f64 * DOLLARS_A_TRANSITION,
            WorkflowType::Express => {
                let payload = totals.largest_payload.map_or(0, |(bytes, _)| bytes);
                let data = payload.saturating_mul(totals.peak_frames.max(1));
                let time = billed_milliseconds(totals.duration());
                DOLLARS_A_REQUEST + gigabyte_seconds(machine, data, time) * DOLLARS_A_GB_SECOND
            }
        }
}

/// A duration as it is billed: at least 100 ms.
pub(super) fn billed_milliseconds(milliseconds: i64) -> i64 {
    let steps = milliseconds.max(1).div_euclid(DURATION_STEP)
        + i64::from(milliseconds.max(1).rem_euclid(DURATION_STEP) > 0);
    steps.saturating_mul(DURATION_STEP)
}

/// Memory times time, for `data` bytes of execution data.
fn gigabyte_seconds(machine: &StateMachine, data: u64, milliseconds: i64) -> f64 {
    let memory = MEMORY_BASE
        .saturating_add(machine.span.len() as u64)
        .saturating_add(data);
    let chunks = memory.div_ceil(MEMORY_STEP);
    let gigabytes = chunks as f64 * MEMORY_STEP as f64 / f64::from(1 << 30);
    gigabytes * milliseconds as f64 / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Timestamp, text};
    use crate::history::testing::machine;

    #[test]
    fn standard_is_billed_by_transitions() {
        let machine = machine(r#"{"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}"#);
        let totals = Totals {
            transitions: 58,
            ..Totals::default()
        };
        // 58 × $0.025 / 1000.
        assert_eq!(
            text::dollars(dollars(&totals, &machine, WorkflowType::Standard)),
            "$0.00145"
        );
    }

    #[test]
    fn express_is_billed_by_requests_and_memory() {
        let machine = machine(r#"{"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}"#);
        let totals = Totals {
            start: Some(Timestamp(0)),
            end: Some(Timestamp(10_000)),
            largest_payload: Some((32 * 1024, crate::asl::StateId(0))),
            peak_frames: 400,
            ..Totals::default()
        };
        // The price page's example: 400 map steps of 32 KB come to less than 64 MB; ten seconds of 64 MB are 0.625 GB-s.
        let expected = 1e-6 + 0.625 * 0.06 / 3600.0;
        let dollars = dollars(&totals, &machine, WorkflowType::Express);
        assert!((dollars - expected).abs() < 1e-12, "{dollars}");
        assert_eq!(text::dollars(dollars), "$0.0000114");
    }
}
