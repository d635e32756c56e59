//! Instants in milliseconds, as the history and the context object print them.

use std::fmt;

/// An instant: milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// Reads an ISO-8601 date and time with `T` and with `Z` or an offset, the profile of RFC 3339 that the States
    /// Language takes. Fractions beyond milliseconds are cut.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let shape = bytes.len() >= 17
            && bytes[4] == b'-'
            && bytes[7] == b'-'
            && bytes[10] == b'T'
            && bytes[13] == b':';
        if !shape {
            return None;
        }
        let instant: jiff::Timestamp = text.parse().ok()?;
        Some(Self(instant.as_millisecond()))
    }

    /// This instant and `milliseconds` more (or fewer).
    pub fn plus(self, milliseconds: i64) -> Self {
        Self(self.0.saturating_add(milliseconds))
    }

    /// Milliseconds from `earlier` to this instant.
    pub fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    /// As HTTP's headers have it: `Sun, 29 Nov 2026 18:03:01 GMT`.
    pub fn http_date(self) -> String {
        let instant = jiff::Timestamp::from_millisecond(self.0).unwrap_or_default();
        instant.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
    }

    /// Seconds since 1970 with milliseconds as a fraction, as the AWS API sends them.
    pub fn epoch_seconds(self) -> f64 {
        self.0 as f64 / 1000.0
    }
}

impl fmt::Display for Timestamp {
    /// As AWS prints it in the context object: `2026-11-29T18:03:01.250Z`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_millisecond(self.0) {
            Ok(instant) => write!(formatter, "{instant:.3}"),
            Err(_) => write!(formatter, "{}ms", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_prints_rfc3339() {
        let place = Timestamp::parse("2026-11-29T18:03:01.25Z").unwrap();
        assert_eq!(place.to_string(), "2026-11-29T18:03:01.250Z");
        assert_eq!(place.http_date(), "Sun, 29 Nov 2026 18:03:01 GMT");
        assert_eq!(
            Timestamp::parse("2026-11-29T20:03:01.250+02:00"),
            Some(place)
        );
        assert_eq!(
            Timestamp::parse("2016-03-14T01:59:00Z").map(|t| t.0),
            Some(1_457_920_740_000)
        );
    }

    #[test]
    fn refuses_what_the_profile_leaves_out() {
        for text in [
            "",
            "2026-11-29",
            "2026-11-29 18:03:01Z",
            "2026-11-29T18:03:01",
            "noon",
        ] {
            assert_eq!(Timestamp::parse(text), None, "{text}");
        }
    }
}
