//! What AWS bills, as its price page for Step Functions (aws.amazon.com/step-functions/pricing) had it in November 2026 for
//! us-east-1, without the free tier.

/// Standard: $0.025 per 1,000 state transitions. A transition is counted each time a step is executed, and each retry
/// counts as one more.
pub const DOLLARS_A_TRANSITION: f64 = 0.025 / 1000.0;
