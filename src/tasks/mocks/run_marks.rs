//! What a run leaves of itself in what it asks for: readings of its clock, and UUIDs that nobody can draw again.

use crate::base::Timestamp;
use crate::tasks::RecordedRun;
use crate::value::Value;

/// How far, in milliseconds, two readings of a clock may be apart that stand at the same place of a request: its replay
/// takes the latencies that were recorded, and no time at all to think. One hour.
const TOLERANCE: i64 = 3_600_000;

/// A day, in milliseconds.
const DAY: i64 = 86_400_000;

/// Tells what differs in a recorded request and in that of its replay only because they are two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RunMarks {
    /// When the recorded run started.
    recorded: Timestamp,
    /// When the replay starts.
    start: Timestamp,
    /// Whether a UUID may be another one: it is not known what the recorded run drew from.
    uuids: bool,
}

/// A piece of a text.
#[derive(Debug, PartialEq)]
enum Piece<'t> {
    Text(&'t str),
    /// In milliseconds since 1970; where no offset stands, of UTC.
    Instant(i64),
    /// In milliseconds since midnight.
    TimeOfDay(i64),
    /// Year, month and day in digits, in any of the usual orders.
    Date(&'t str),
    Digits(&'t str),
    Uuid(&'t str),
}

impl RunMarks {
    /// For a replay by `run` of a recorded run; nothing where that does not tell when it started.
    pub(super) fn new(recorded: &RecordedRun, run: &RecordedRun) -> Option<Self> {
        Some(Self {
            recorded: recorded.start?,
            start: run.start?,
            uuids: recorded.seed.is_none(),
        })
    }

    /// For a request of a run that went on with the recording, and started then.
    pub(super) fn of_run_at(self, start: Option<Timestamp>) -> Self {
        Self {
            recorded: start.unwrap_or(self.recorded),
            ..self
        }
    }

    /// Whether two values differ in marks of their runs alone: milliseconds or seconds since 1970, or texts with instants, times
    /// of the day, such numbers or UUIDs in them.
    pub(super) fn account_for(self, was: &Value, is: &Value) -> bool {
        match (was, is) {
            (Value::Number(was), Value::Number(is)) => {
                let (was, is) = (was.as_f64(), is.as_f64());
                self.are_near(was, is, 1.0) || self.are_near(was, is, 1000.0)
            }
            (Value::String(was), Value::String(is)) => self.account_for_text(was, is),
            _ => false,
        }
    }

    /// Whether what the clock makes may be the one and the other: something of the same kind, and where both are readings as
    /// such, near ones.
    pub(super) fn may_vary(self, was: &Value, is: &Value) -> bool {
        match (was, is) {
            (Value::Number(one), Value::Number(other)) => {
                !is_reading(one.as_f64())
                    || !is_reading(other.as_f64())
                    || self.account_for(was, is)
            }
            (Value::String(one), Value::String(other)) => {
                let instants = Timestamp::parse(one).is_some() && Timestamp::parse(other).is_some();
                !instants || self.account_for(was, is)
            }
            _ => std::mem::discriminant(was) == std::mem::discriminant(is),
        }
    }

    fn account_for_text(self, was: &str, is: &str) -> bool {
        let (was, is) = (pieces(was), pieces(is));
        let mut both = was.iter().zip(&is);
        was.len() == is.len() && both.all(|(was, is)| self.same_piece(was, is))
    }

    fn same_piece(self, was: &Piece<'_>, is: &Piece<'_>) -> bool {
        match (was, is) {
            (Piece::Instant(was), Piece::Instant(is)) => {
                self.are_near(*was as f64, *is as f64, 1.0)
            }
            (Piece::TimeOfDay(was), Piece::TimeOfDay(is)) => {
                let apart = (is - was - self.shift()).rem_euclid(DAY);
                apart.min(DAY - apart) <= TOLERANCE
            }
            (Piece::Date(was), Piece::Date(is)) if was != is => {
                let (recorded, now) = (dates(self.recorded), dates(self.start));
                let mut layouts = recorded.iter().zip(&now);
                layouts.any(|(earlier, later)| earlier.contains(was) && later.contains(is))
            }
            (Piece::Digits(was), Piece::Digits(is)) if was != is => {
                let number = |digits: &str| digits.parse::<f64>().ok();
                match (number(was), number(is), was.len(), is.len()) {
                    (Some(was), Some(is), 10, 10) => self.are_near(was, is, 1000.0),
                    (Some(was), Some(is), 13, 13) => self.are_near(was, is, 1.0),
                    _ => false,
                }
            }
            (Piece::Uuid(_), Piece::Uuid(_)) if self.uuids => true,
            _ => was == is,
        }
    }

    /// Whether two numbers may be readings; a unit of them has `unit` milliseconds. Numbers that come near each other by
    /// chance, as counters do, are no readings.
    fn are_near(self, was: f64, is: f64, unit: f64) -> bool {
        let (was, is) = (was * unit, is * unit);
        let apart = (is - was - self.shift() as f64).abs();
        was >= YEAR_2001 && is >= YEAR_2001 && apart <= TOLERANCE as f64
    }

    /// How much later the replay started than the recorded run, in milliseconds.
    fn shift(self) -> i64 {
        self.start.since(self.recorded)
    }
}

/// The dates of UTC that a run which starts at `start` reads in its first hour, in the layouts that pictures have.
fn dates(start: Timestamp) -> Vec<String> {
    let days = [start, start.plus(TOLERANCE)].map(|at| at.to_string());
    let of_both = |layout: &dyn Fn(&str, &str, &str) -> String| {
        let dates = days.iter().filter_map(|day| {
            let (year, month, date) = (day.get(..4)?, day.get(5..7)?, day.get(8..10)?);
            Some(layout(year, month, date))
        });
        dates.collect::<Vec<_>>().join(" ")
    };
    let mut layouts = vec![of_both(&|year, month, day| format!("{year}{month}{day}"))];
    for mark in ['-', '.', '/'] {
        layouts.push(of_both(&|year, month, day| {
            format!("{year}{mark}{month}{mark}{day}")
        }));
        layouts.push(of_both(&|year, month, day| {
            format!("{day}{mark}{month}{mark}{year}")
        }));
        layouts.push(of_both(&|year, month, day| {
            format!("{month}{mark}{day}{mark}{year}")
        }));
    }
    layouts
}

/// A clock shows no less than that, in milliseconds.
const YEAR_2001: f64 = 978_307_200_000.0;

/// Whether a number may be milliseconds since 1970 as a clock shows them.
fn is_reading(number: f64) -> bool {
    number >= YEAR_2001
}

/// Takes a text apart where instants, times of the day, numbers and UUIDs stand in it.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut plain = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let Some((piece, length)) = piece(rest) else {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        };
        if plain < at {
            pieces.push(Piece::Text(&text[plain..at]));
        }
        pieces.push(piece);
        at += length;
        plain = at;
    }
    if plain < text.len() {
        pieces.push(Piece::Text(&text[plain..]));
    }
    pieces
}

/// The piece with which a text begins, and its length in bytes; nothing where that is plain text.
fn piece(text: &str) -> Option<(Piece<'_>, usize)> {
    if let Some(uuid) = uuid(text) {
        return Some((Piece::Uuid(uuid), uuid.len()));
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let instant = match digits {
        4 => instant(text),
        // `20260131080000` and more digits of the second.
        14.. => compact(&text[..digits]).map(|instant| (instant, digits)),
        // `20260131T080000`
        8 => basic(text),
        _ => None,
    };
    if let Some((instant, length)) = instant {
        return Some((Piece::Instant(instant), length));
    }
    if digits == 2
        && let Some((time, length)) = time_of_day(text)
    {
        return Some((Piece::TimeOfDay(time), length));
    }
    if let Some(date) = date(text, digits) {
        return Some((Piece::Date(date), date.len()));
    }
    (digits > 0).then(|| (Piece::Digits(&text[..digits]), digits))
}

/// The UUID with which a text begins.
fn uuid(text: &str) -> Option<&str> {
    let uuid = text.get(..36)?;
    let is_of_one = |(at, byte): (usize, u8)| match at {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    uuid.bytes().enumerate().all(is_of_one).then_some(uuid)
}

/// The instant with which a text begins (RFC 3339, a blank for the `T` and no offset allowed), and its length in bytes.
fn instant(text: &str) -> Option<(i64, usize)> {
    let date = text.get(.."2026-01-31".len())?;
    let rest = text.get(date.len()..)?;
    let rest = rest.strip_prefix(['T', ' '])?;
    let (_, length) = time_of_day(rest)?;
    let time = rest.get(..length)?;
    let offset = match rest.as_bytes().get(length) {
        Some(b'Z') => 1,
        Some(b'+' | b'-') => "+00:00".len(),
        _ => 0,
    };
    let zone = rest.get(length..length + offset)?;
    let zone = if zone.is_empty() { "Z" } else { zone };
    let seconds = if time.len() == "08:00".len() {
        ":00"
    } else {
        ""
    };
    let instant = Timestamp::parse(&format!("{date}T{time}{seconds}{zone}"))?;
    Some((instant.0, date.len() + 1 + length + offset))
}

/// An instant of UTC in digits alone: `20260131080000`, and of the second what is more.
fn compact(digits: &str) -> Option<i64> {
    let part = |from: usize, to: usize| digits.get(from..to);
    let fraction = match part(14, digits.len())? {
        "" => String::new(),
        fraction => format!(".{fraction}"),
    };
    let (year, month, day) = (part(0, 4)?, part(4, 6)?, part(6, 8)?);
    let (hour, minute, second) = (part(8, 10)?, part(10, 12)?, part(12, 14)?);
    let text = format!("{year}-{month}-{day}T{hour}:{minute}:{second}{fraction}Z");
    Timestamp::parse(&text).map(|instant| instant.0)
}

/// The instant of UTC with which a text begins, in ISO 8601's basic form, and its length in bytes.
fn basic(text: &str) -> Option<(i64, usize)> {
    const LENGTH: usize = "20260131T080000".len();
    let (day, time) = text.get(..LENGTH)?.split_once('T')?;
    let zone = usize::from(text.as_bytes().get(LENGTH) == Some(&b'Z'));
    Some((compact(&format!("{day}{time}"))?, LENGTH + zone))
}

/// The date with which a text begins, whose first number has so many digits.
fn date(text: &str, digits: usize) -> Option<&str> {
    let places = match digits {
        8 => return text.get(..8),
        4 => [4, 7],
        2 => [2, 5],
        _ => return None,
    };
    let date = text.get(.."2026-01-31".len())?;
    let is_of_one = |(at, byte): (usize, u8)| match places.contains(&at) {
        true => matches!(byte, b'-' | b'.' | b'/'),
        false => byte.is_ascii_digit(),
    };
    date.bytes().enumerate().all(is_of_one).then_some(date)
}

/// The time of the day with which a text begins, in milliseconds, and its length in bytes: `08:00`, `08:00:00`,
/// `08:00:00.125`.
fn time_of_day(text: &str) -> Option<(i64, usize)> {
    let two = |at: usize, most: i64| {
        let digits = text.get(at..at + 2)?;
        let number = digits
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| digits.parse::<i64>());
        number?.ok().filter(|number| *number <= most)
    };
    let colon = |at: usize| text.as_bytes().get(at) == Some(&b':');
    let (hour, minute) = (two(0, 23)?, colon(2).then(|| two(3, 59))??);
    let minutes = (hour * 60 + minute) * 60_000;
    let Some(second) = colon(5).then(|| two(6, 60)).flatten() else {
        let more = text.as_bytes().get(5).is_some_and(u8::is_ascii_digit);
        return (!more).then_some((minutes, 5));
    };
    let fraction = text.get(8..).and_then(|rest| rest.strip_prefix('.'));
    let digits = fraction.map_or(0, |rest| {
        rest.bytes().take_while(u8::is_ascii_digit).count()
    });
    let length = if digits > 0 { 9 + digits } else { 8 };
    let part: f64 = match digits {
        0 => 0.0,
        _ => text.get(8..length)?.parse().ok()?,
    };
    Some((minutes + second * 1000 + (part * 1000.0) as i64, length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::read;

    #[test]
    fn a_replay_reads_its_clock_a_little_earlier_or_later() {
        let recorded = Timestamp::parse("2026-01-31T08:00:00Z").expect("an instant");
        let day_later = Timestamp::parse("2026-02-01T08:00:00Z").expect("an instant");
        let run = RecordedRun {
            start: Some(recorded),
            seed: Some(1),
            ..RecordedRun::default()
        };
        let replay = |start| RecordedRun {
            start: Some(start),
            ..run.clone()
        };
        let replayed = RunMarks::new(&run, &replay(recorded)).expect("it started");
        let again = RunMarks::new(&run, &replay(day_later)).expect("it started");
        for (was, is, by_replay, by_another_run) in [
            ("1769846400000", "1769846400123", true, false),
            ("1769846400", "1769846401", true, false),
            ("1769846400000", "1769932800123", false, true),
            ("17", "18", false, false),
            ("1769846400000", "\"1769846400000\"", false, false),
            (
                r#""r/2026-01-31T08:00:00.5Z.json""#,
                r#""r/2026-01-31T08:00:01.25Z.json""#,
                true,
                false,
            ),
            (
                r#""r/2026-01-31T08:00:00Z.json""#,
                r#""r/2026-02-01T09:00:01+01:00.json""#,
                false,
                true,
            ),
            (
                r#""r/2026-01-31T08:00:00Z.json""#,
                r#""s/2026-01-31T08:00:01Z.json""#,
                false,
                false,
            ),
            (
                r#""job-1769846400000-é""#,
                r#""job-1769846400987-é""#,
                true,
                false,
            ),
            (r#""job-17""#, r#""job-18""#, false, false),
            (r#""20260131T080000""#, r#""20260131T080001Z""#, true, false),
            (
                r#""20260131T080000Z""#,
                r#""20260131T080001Z""#,
                true,
                false,
            ),
            (r#""d/20260131""#, r#""d/20260201""#, false, true),
            (r#""31.01.2026""#, r#""01.02.2026""#, false, true),
            (r#""01/31/2026""#, r#""02/01/2026""#, false, true),
            (r#""30.01.2026""#, r#""01.02.2026""#, false, false),
            (r#""20260131080000""#, r#""20260131080001""#, true, false),
            (
                r#""at 2026-01-31 08:00""#,
                r#""at 2026-01-31 08:01""#,
                true,
                false,
            ),
            (
                r#""31.01.2026 08:00:59""#,
                r#""31.01.2026 08:01:00""#,
                true,
                true,
            ),
            (r#""23:59:59.9""#, r#""00:00:00.1""#, true, true),
            (r#""page 12""#, r#""page 13""#, false, false),
            (
                r#""2020-01-01T00:00:00Z""#,
                r#""2026-01-31T08:00:00Z""#,
                false,
                false,
            ),
            (r#""2026-01-31""#, r#""2026-02-01""#, false, true),
            (
                r#""order 1769846400000000""#,
                r#""order 1769846400000001""#,
                false,
                false,
            ),
        ] {
            let (was, is) = (read(was).expect("JSON"), read(is).expect("JSON"));
            assert_eq!(replayed.account_for(&was, &is), by_replay, "{was:?} {is:?}");
            assert_eq!(
                again.account_for(&was, &is),
                by_another_run,
                "{was:?} {is:?}"
            );
        }
    }

    #[test]
    fn a_uuid_is_as_good_as_another_where_nobody_knows_the_seed() {
        let at = Timestamp(0);
        let (was, is) = (
            Value::string("id/1f2e3d4c-5b6a-4978-8899-aabbccddeeff.json"),
            Value::string("id/6b7c1a52-2a0f-4d53-9f0e-4f5a3c1f9e11.json"),
        );
        let other = Value::string("id/6b7c1a52-2a0f-4d53-9f0e-4f5a3c1f9e11.xml");
        for (seed, tolerated) in [(None, true), (Some(7), false)] {
            let run = RecordedRun {
                start: Some(at),
                seed,
                ..RecordedRun::default()
            };
            let marks = RunMarks::new(&run, &run).expect("it started");
            assert_eq!(marks.account_for(&was, &is), tolerated);
            assert!(!marks.account_for(&was, &other));
        }
        let unknown = RecordedRun::default();
        assert_eq!(RunMarks::new(&unknown, &unknown), None);
    }
}
