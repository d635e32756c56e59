//! `Retry`

use crate::base::{Span, Spanned};
use crate::value::Str;

/// One entry of `Retry`. Fields that are left out have AWS's defaults.
#[derive(Clone, Debug)]
pub struct Retrier {
    /// `ErrorEquals`
    pub error_equals: Vec<Spanned<Str>>,
    /// `IntervalSeconds`, 1 where left out.
    pub interval_seconds: u64,
    /// `MaxAttempts`, 3 where left out; 0 means never.
    pub max_attempts: u64,
    /// `BackoffRate`, 2.0 where left out.
    pub backoff_rate: f64,
    /// `MaxDelaySeconds`
    pub max_delay_seconds: Option<u64>,
    /// `"JitterStrategy": "FULL"`
    pub full_jitter: bool,
    /// The entry in the source.
    pub span: Span,
    /// AWS's location: `/States/A/Retry[0]`.
    pub location: String,
}

impl Retrier {
    /// Whether it takes this error.
    pub fn matches(&self, error: &str) -> bool {
        error_matches(&self.error_equals, error)
    }

    /// Seconds to wait before retry number `retry` (from 0), before jitter.
    pub fn delay_seconds(&self, retry: u64) -> f64 {
        let exponent = i32::try_from(retry).unwrap_or(i32::MAX);
        let delay = self.interval_seconds as f64 * self.backoff_rate.powi(exponent);
        let longest = self
            .max_delay_seconds
            .map_or(f64::MAX, |seconds| seconds as f64);
        delay.min(longest)
    }
}

/// Whether an `ErrorEquals` list takes `error`.
///
/// `States.Runtime` is never taken, not even by its name
/// (recorded: scenarios/base_scenarios.catch_states_runtime). `States.ALL` takes any other, `States.TaskFailed` any
/// but `States.Timeout`.
pub fn error_matches(names: &[Spanned<Str>], error: &str) -> bool {
    if error == "States.Runtime" {
        return false;
    }
    names.iter().any(|name| match &*name.value {
        "States.ALL" => true,
        "States.TaskFailed" => error != "States.Timeout",
        "States.Timeout" => error == "States.Timeout" || error == "States.HeartbeatTimeout",
        exact => exact == error,
    })
}
