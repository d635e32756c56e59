//! ISO 8601 as `$toMillis` takes it without a picture.

use super::calendar::utc;

/// Milliseconds since 1970; none where the text has another shape, not a number where a part is out of range. A time
/// without a zone counts as UTC: where Step Functions runs there is no other local time.
pub(crate) fn parse(text: &str) -> Option<f64> {
    let mut rest = text;
    let year = digits(&mut rest, "", 4)?;
    let month = digits(&mut rest, "-", 2);
    let day = month.and_then(|_| digits(&mut rest, "-", 2));
    let mut time = [0.0; 3];
    let mut milli = 0.0;
    if let Some(after) = rest.strip_prefix('T') {
        rest = after;
        time = [
            digits(&mut rest, "", 2)?,
            digits(&mut rest, ":", 2)?,
            digits(&mut rest, ":", 2)?,
        ];
    }
    if let Some(after) = rest.strip_prefix('.') {
        let length = after.bytes().take_while(u8::is_ascii_digit).count();
        if length == 0 {
            return None;
        }
        let thousandths = format!("{:0<3}", &after[..length]);
        milli = thousandths[..3].parse().ok()?;
        rest = &after[length..];
    }
    let zone = zone(rest)?;
    let (month, day) = (month.unwrap_or(1.0), day.unwrap_or(1.0));
    let [hour, minute, second] = time;
    let midnight = hour == 24.0 && minute == 0.0 && second == 0.0 && milli == 0.0;
    let valid = (1.0..=12.0).contains(&month)
        && (1.0..=31.0).contains(&day)
        && (hour <= 23.0 || midnight)
        && minute <= 59.0
        && second <= 59.0;
    if !valid {
        return Some(f64::NAN);
    }
    // Years below 100 are themselves here, unlike in `Date.UTC`: four centuries have a fixed length.
    let shifted = utc([year + 400.0, month - 1.0, day, hour, minute, second, milli]);
    const FOUR_CENTURIES: f64 = 146_097.0 * 86_400_000.0;
    Some(shifted - FOUR_CENTURIES - zone * 60_000.0)
}

/// Takes `prefix` and `count` digits.
fn digits(rest: &mut &str, prefix: &str, count: usize) -> Option<f64> {
    let after = rest.strip_prefix(prefix)?;
    let number = after.get(..count)?;
    if !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    *rest = &after[count..];
    number.parse().ok()
}

/// Minutes of `Z`, `+hh:mm`, `+hhmm`, or nothing.
fn zone(text: &str) -> Option<f64> {
    if text.is_empty() || text == "Z" {
        return Some(0.0);
    }
    let sign = match text.as_bytes()[0] {
        b'+' => 1.0,
        b'-' => -1.0,
        _ => return None,
    };
    let mut rest = &text[1..];
    let hours = digits(&mut rest, "", 2)?;
    let minutes = digits(&mut rest, ":", 2).or_else(|| digits(&mut rest, "", 2))?;
    rest.is_empty().then_some(sign * (hours * 60.0 + minutes))
}
