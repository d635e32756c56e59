//! How many bytes of JSON a value may take: bounds, and how they add up.

use crate::base::text;
use crate::value::Value;
use std::fmt;

/// The payload quota: bytes of JSON text in UTF-8 that the input or output of a state, a task or an execution may have.
pub const PAYLOAD_LIMIT: u64 = 262_144;

/// Bounds for the bytes of a value's JSON text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// It takes at least this much.
    pub low: u64,
    /// The parts whose bound is known take at most this much.
    pub high: u64,
    /// Whether all parts have a known bound, so that `high` is the bound of the whole.
    pub bounded: bool,
}

impl Size {
    /// Nothing at all.
    pub const ZERO: Self = Self::exact(0);

    /// A value of which nothing is known; the shortest JSON text has one byte.
    pub const UNKNOWN: Self = Self {
        low: 1,
        high: 1,
        bounded: false,
    };

    /// Just so many bytes.
    pub const fn exact(bytes: u64) -> Self {
        Self {
            low: bytes,
            high: bytes,
            bounded: true,
        }
    }

    /// From `low` to `high` bytes.
    pub const fn between(low: u64, high: u64) -> Self {
        Self {
            low,
            high,
            bounded: true,
        }
    }

    /// At least `low` bytes.
    pub const fn at_least(low: u64) -> Self {
        Self {
            low,
            high: low,
            bounded: false,
        }
    }

    /// The size of a value.
    pub fn of(value: &Value) -> Self {
        Self::exact(value.size())
    }

    /// The same most, and `low` for the least.
    #[must_use]
    pub const fn from(self, low: u64) -> Self {
        Self {
            low,
            high: if self.high > low { self.high } else { low },
            bounded: self.bounded,
        }
    }

    /// What is left of it without a part of it; nothing where that is not known.
    pub(super) fn without(self, part: Self) -> Option<Self> {
        let known = part.bounded && self.high < u64::MAX;
        known.then(|| Self {
            low: self.low.saturating_sub(part.low),
            high: self.high.saturating_sub(part.high),
            bounded: self.bounded,
        })
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            low: self.low.saturating_add(other.low),
            high: self.high.saturating_add(other.high),
            bounded: self.bounded && other.bounded,
        }
    }

    /// One or the other.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            bounded: self.bounded && other.bounded,
        }
    }

    /// This, or nothing.
    #[must_use]
    pub fn or_nothing(self) -> Self {
        self.or(Self::ZERO)
    }

    /// So many of them, at least and at most; without a most, what is known is that of the least.
    #[must_use]
    pub fn times(self, low: u64, high: Option<u64>) -> Self {
        Self {
            low: self.low.saturating_mul(low),
            high: self.high.saturating_mul(high.unwrap_or(low)),
            bounded: high == Some(0) || self.bounded && high.is_some(),
        }
    }

    /// Text that is put into a JSON string: every byte may need an escape.
    #[must_use]
    pub fn escaped(self) -> Self {
        Self {
            low: self.low,
            high: self.high.saturating_mul(2),
            bounded: self.bounded,
        }
        .plus(Self::exact(2))
    }

    /// What is left when it has not stopped growing: only the lower bound.
    #[must_use]
    pub fn widened(self, grown: Self) -> Self {
        let joined = self.or(grown);
        if joined == self {
            return self;
        }
        Self::at_least(joined.low)
    }

    /// Whether it takes more than the payload quota for certain.
    pub fn surely_over_limit(self) -> bool {
        self.low > PAYLOAD_LIMIT
    }

    /// Whether the known bounds let it take more than the payload quota.
    pub fn may_pass_limit(self) -> bool {
        self.high > PAYLOAD_LIMIT
    }
}

impl fmt::Display for Size {
    /// `412 B`, `1.2 KiB to 40.0 KiB`, `at least 412 B`, `unknown`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { low, high, bounded } = *self;
        match (bounded, low == high) {
            (true, true) => formatter.write_str(&text::bytes(low)),
            (true, false) => {
                write!(formatter, "{} to {}", text::bytes(low), text::bytes(high))
            }
            (false, true) if low <= 2 => formatter.write_str("unknown"),
            (false, _) => write!(formatter, "at least {}", text::bytes(low)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_add_up() {
        let known = Size::between(10, 20);
        assert_eq!(known.plus(Size::exact(5)), Size::between(15, 25));
        assert_eq!(known.or(Size::exact(5)), Size::between(5, 20));
        assert_eq!(known.times(3, Some(4)), Size::between(30, 80));
        assert!(!known.times(3, None).bounded);
        let open = known.plus(Size::UNKNOWN);
        assert_eq!((open.low, open.high, open.bounded), (11, 21, false));
    }

    #[test]
    fn what_grows_loses_its_upper_bound_and_what_stays_keeps_it() {
        let size = Size::between(10, 20);
        assert_eq!(size.widened(Size::between(12, 18)), size);
        assert_eq!(size.widened(Size::between(12, 30)), Size::at_least(10));
    }

    #[test]
    fn the_quota_is_262144_bytes() {
        // AWS: "Maximum input or output size for a task, state, or execution: 262,144 bytes of data as a UTF-8 encoded
        // string"; 262,144 itself is allowed.
        assert!(!Size::exact(262_144).may_pass_limit());
        assert!(Size::exact(262_145).surely_over_limit());
        assert!(Size::between(3, 262_145).may_pass_limit());
        assert!(!Size::between(3, 262_145).surely_over_limit());
    }
}
