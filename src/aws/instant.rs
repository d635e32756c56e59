//! Instants as they stand on the wire and in results.

use crate::base::Timestamp;
use crate::services::api::{Spelling, TimestampFormat};
use crate::value::{Number, Value};

/// An instant of a request as text.
pub(super) fn text(instant: Timestamp, format: TimestampFormat) -> String {
    match format {
        TimestampFormat::HttpDate => instant.http_date(),
        TimestampFormat::Unix => seconds(instant).text().into_owned(),
        TimestampFormat::Iso8601 | TimestampFormat::Default => iso(instant),
    }
}

/// Seconds since 1970, whole where the instant is, and without an exponent, as the SDKs write them.
pub(super) fn seconds(instant: Timestamp) -> Number {
    if instant.0 % 1000 == 0 {
        return Number::from(instant.0 / 1000);
    }
    let seconds = instant.epoch_seconds();
    Number::parse(&seconds.to_string()).unwrap_or_else(|| Number::from(seconds))
}

/// As the SDK for Java prints an instant: without a fraction where there is none.
pub(super) fn iso(instant: Timestamp) -> String {
    let text = instant.to_string();
    match text.strip_suffix(".000Z") {
        Some(whole) => format!("{whole}Z"),
        None => text,
    }
}

/// An instant that a user gives: an ISO-8601 text, or seconds since 1970.
pub(super) fn given(value: &Value) -> Option<Timestamp> {
    match value {
        Value::String(text) => Timestamp::parse(text),
        Value::Number(number) => of_seconds(number.as_f64()),
        _ => None,
    }
}

/// An instant that a service gives, whatever form it has.
pub(super) fn received(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    if let Ok(seconds) = text.parse() {
        return of_seconds(seconds);
    }
    Timestamp::parse(text).or_else(|| {
        let instant = jiff::fmt::rfc2822::parse(text).ok()?;
        Some(Timestamp(instant.timestamp().as_millisecond()))
    })
}

/// The instant so many seconds after 1970, to the millisecond.
pub(super) fn of_seconds(seconds: f64) -> Option<Timestamp> {
    let milliseconds = (seconds * 1000.0).round();
    (milliseconds.abs() < 1e15).then_some(Timestamp(milliseconds as i64))
}

/// An instant in a result: ISO-8601 text, or in optimised integrations milliseconds since 1970, as the SDKs for Java
/// write them (recorded in the mocked answer of local_mocking/base_callbacks.sfn_start_execution_sync~SFN_SYNC2).
pub(super) fn result(instant: Timestamp, spelling: Spelling) -> Value {
    match spelling {
        Spelling::Sdk => iso(instant).into(),
        Spelling::Optimised => instant.0.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_written_as_the_protocols_have_them() {
        // The Smithy specification's own examples of its three formats.
        let instant = Timestamp(1_515_531_081_123);
        assert_eq!(
            text(instant, TimestampFormat::Iso8601),
            "2018-01-09T20:51:21.123Z"
        );
        assert_eq!(text(instant, TimestampFormat::Unix), "1515531081.123");
        assert_eq!(
            text(instant, TimestampFormat::HttpDate),
            "Tue, 09 Jan 2018 20:51:21 GMT"
        );
        assert_eq!(iso(Timestamp(1_515_531_081_000)), "2018-01-09T20:51:21Z");
        assert_eq!(seconds(Timestamp(1_515_531_081_000)).text(), "1515531081");
    }

    #[test]
    fn instants_are_read_in_every_form() {
        let instant = Some(Timestamp(1_515_531_081_000));
        assert_eq!(received("1515531081"), instant);
        assert_eq!(received("2018-01-09T20:51:21Z"), instant);
        assert_eq!(received("Tue, 09 Jan 2018 20:51:21 GMT"), instant);
        assert_eq!(received("soon"), None);
        assert_eq!(of_seconds(f64::INFINITY), None);
    }
}
