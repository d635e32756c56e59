//! How long an answer takes: `1.3s`, or a span of it: `15s..45s`.

use crate::base::{DurationError, duration};

/// How long an answer takes: somewhere from `from` to `to`, both included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Latency {
    /// Milliseconds.
    pub(super) from: i64,
    /// Milliseconds, not less than `from`.
    pub(super) to: i64,
}

impl Latency {
    /// Reads `1.3s` or `15s..45s`.
    pub(super) fn parse(text: &str) -> Result<Self, DurationError> {
        let (from, to) = match text.split_once("..") {
            Some((from, to)) => (duration(from)?, duration(to)?),
            None => {
                let exact = duration(text)?;
                (exact, exact)
            }
        };
        if from > to {
            return Err(DurationError::Reversed);
        }
        Ok(Self { from, to })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_spans() {
        assert_eq!(
            Latency::parse("15s..45s"),
            Ok(Latency {
                from: 15_000,
                to: 45_000
            })
        );
        assert_eq!(Latency::parse("45s .. 15s"), Err(DurationError::Reversed));
        assert_eq!(
            Latency::parse("2s"),
            Ok(Latency {
                from: 2_000,
                to: 2_000
            })
        );
    }
}
