//! Durations as people write them: `1.3s`, `20m`, `1h30m`.

use thiserror::Error;

/// AWS ends a Standard execution after one year, so nothing takes longer than a leap year.
const LONGEST: f64 = 366.0 * 86_400_000.0;

/// Why a text is no duration.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum DurationError {
    /// `45`
    #[error("a duration needs a unit")]
    NoUnit,
    /// `45 bananas`
    #[error("this is no duration")]
    Malformed,
    /// More than a year.
    #[error("a duration is at most 366 days: AWS ends an execution after one year")]
    TooLong,
    /// `45s..15s`
    #[error("the longer duration comes first")]
    Reversed,
}

impl DurationError {
    /// What to write.
    pub fn help(self) -> &'static str {
        match self {
            Self::NoUnit | Self::Malformed => {
                "write it as in `500ms`, `1.3s`, `20m`, `2h`, `1d` or `1h30m`"
            }
            Self::TooLong => "write a shorter duration, or `never: true`",
            Self::Reversed => "write the shorter duration first, as in `15s..45s`",
        }
    }
}

/// Reads `1h30m` as milliseconds.
///
/// # Errors
/// Where it is no duration, or one of more than a year.
pub fn duration(text: &str) -> Result<i64, DurationError> {
    let mut rest = text.trim();
    if rest.is_empty() {
        return Err(DurationError::Malformed);
    }
    let mut total = 0.0;
    while !rest.is_empty() {
        let number_end = rest
            .find(|letter: char| !letter.is_ascii_digit() && letter != '.')
            .unwrap_or(rest.len());
        let (number, after) = rest.split_at(number_end);
        let after = after.trim_start();
        let unit_end = after
            .find(|letter: char| !letter.is_ascii_alphabetic())
            .unwrap_or(after.len());
        let (unit, next) = after.split_at(unit_end);
        let number: f64 = number.parse().map_err(|_| DurationError::Malformed)?;
        total += number
            * match unit {
                "ms" => 1.0,
                "s" => 1_000.0,
                "m" => 60_000.0,
                "h" => 3_600_000.0,
                "d" => 86_400_000.0,
                "" if next.is_empty() => return Err(DurationError::NoUnit),
                _ => return Err(DurationError::Malformed),
            };
        rest = next.trim_start();
    }
    if total > LONGEST {
        return Err(DurationError::TooLong);
    }
    Ok(total.round() as i64)
}

/// `2h`, `1h30m`, `1.5s`, as people write it, and exact: what [`duration`] reads gives the same milliseconds.
pub fn duration_text(milliseconds: i64) -> String {
    let seconds = |milliseconds: i64| format!("{}s", milliseconds as f64 / 1_000.0);
    if milliseconds < 60_000 {
        return seconds(milliseconds);
    }
    let mut left = milliseconds;
    let mut text = String::new();
    for (unit, size) in [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000)] {
        if left >= size {
            text.push_str(&format!("{}{unit}", left / size));
            left %= size;
        }
    }
    if left > 0 {
        text.push_str(&seconds(left));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_told_as_they_are_written() {
        assert_eq!(duration_text(0), "0s");
        assert_eq!(duration_text(1_500), "1.5s");
        assert_eq!(duration_text(7_200_000), "2h");
        assert_eq!(duration_text(5_430_000), "1h30m30s");
        assert_eq!(duration_text(86_400_000), "1d");
        for exact in [1, 999, 60_001, 90_061_001] {
            assert_eq!(duration(&duration_text(exact)), Ok(exact));
        }
    }

    #[test]
    fn reads_units_and_sums() {
        assert_eq!(duration("1.3s"), Ok(1_300));
        assert_eq!(duration("500ms"), Ok(500));
        assert_eq!(duration("1h30m"), Ok(5_400_000));
        assert_eq!(duration(" 1d 2h "), Ok(93_600_000));
        assert_eq!(duration("0s"), Ok(0));
    }

    #[test]
    fn refuses_what_is_none() {
        assert_eq!(duration("45"), Err(DurationError::NoUnit));
        assert_eq!(duration(""), Err(DurationError::Malformed));
        assert_eq!(duration("s"), Err(DurationError::Malformed));
        assert_eq!(duration("-3s"), Err(DurationError::Malformed));
        assert_eq!(duration("1.2.3s"), Err(DurationError::Malformed));
        assert_eq!(duration("3 weeks"), Err(DurationError::Malformed));
        assert_eq!(duration("367d"), Err(DurationError::TooLong));
        assert_eq!(
            duration(&format!("{}s", "9".repeat(400))),
            Err(DurationError::TooLong)
        );
    }
}
