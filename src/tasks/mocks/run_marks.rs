//! What a run leaves of itself in what it asks for: readings of its clock, and UUIDs that nobody can draw again.

use crate::base::Timestamp;
use crate::tasks::RecordedRun;
use crate::value::Value;

/// How far, in milliseconds, two readings of a clock may be apart that stand at the same place of a request: its replay
/// takes the latencies that were recorded, and no time at all to think. One hour.
const TOLERANCE: i64 = 3_600_000;

/// Tells what differs in a recorded request and in that of its replay only because they are two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RunMarks {
    /// How much later the replay started than the recorded run, in milliseconds.
    shift: i64,
    /// Whether a UUID may be another one: it is not known what the recorded run drew from.
    uuids: bool,
}

/// A piece of a text.
#[derive(Debug, PartialEq)]
enum Piece<'t> {
    Text(&'t str),
    /// In milliseconds since 1970.
    Instant(i64),
    Digits(&'t str),
    Uuid(&'t str),
}

impl RunMarks {
    /// For a replay that starts at `start` of a recorded run; nothing where that does not tell when it started.
    pub(super) fn new(recorded: &RecordedRun, start: Timestamp) -> Option<Self> {
        Some(Self {
            shift: start.since(recorded.start?),
            uuids: recorded.seed.is_none(),
        })
    }

    /// Whether two values differ in marks of their runs alone: milliseconds or seconds since 1970, or texts with instants or
    /// such numbers or UUIDs in them.
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
            (Piece::Digits(was), Piece::Digits(is)) if was != is => {
                let number = |digits: &str| digits.parse::<f64>().ok();
                let (Some(earlier), Some(later)) = (number(was), number(is)) else {
                    return false;
                };
                match (was.len(), is.len()) {
                    (10, 10) => self.are_near(earlier, later, 1000.0),
                    (13, 13) => self.are_near(earlier, later, 1.0),
                    _ => false,
                }
            }
            (Piece::Uuid(_), Piece::Uuid(_)) if self.uuids => true,
            _ => was == is,
        }
    }

    /// Whether two numbers may be readings; a unit of them has `unit` milliseconds. Numbers that come near each other by
    /// chance, as counters do, are no readings: a clock shows no less than the year 2001.
    fn are_near(self, was: f64, is: f64, unit: f64) -> bool {
        const YEAR_2001: f64 = 978_307_200_000.0;
        let (was, is) = (was * unit, is * unit);
        let apart = (is - was - self.shift as f64).abs();
        was >= YEAR_2001 && is >= YEAR_2001 && apart <= TOLERANCE as f64
    }
}

/// Takes a text apart where instants, numbers and UUIDs stand in it.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut plain = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (piece, length) = match (uuid(rest), instant(rest)) {
            (Some(uuid), _) => (Piece::Uuid(uuid), uuid.len()),
            (None, Some((instant, length))) => (Piece::Instant(instant), length),
            (None, None) if digits > 0 => (Piece::Digits(&rest[..digits]), digits),
            (None, None) => {
                at += rest.chars().next().map_or(1, char::len_utf8);
                continue;
            }
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

/// The UUID with which a text begins.
fn uuid(text: &str) -> Option<&str> {
    let uuid = text.get(..36)?;
    let is_of_one = |(at, byte): (usize, u8)| match at {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    uuid.bytes().enumerate().all(is_of_one).then_some(uuid)
}

/// The instant with which a text begins (RFC 3339), and its length in bytes.
fn instant(text: &str) -> Option<(i64, usize)> {
    const SECONDS: usize = "2026-01-31T08:00:00".len();
    let zone = text.get(SECONDS..)?;
    let fraction = match zone.strip_prefix('.') {
        Some(digits) => 1 + digits.bytes().take_while(u8::is_ascii_digit).count(),
        None => 0,
    };
    let zone = zone.get(fraction..)?;
    let length = match zone.bytes().next()? {
        b'Z' => 1,
        b'+' | b'-' => "+00:00".len(),
        _ => return None,
    };
    let length = SECONDS + fraction + length;
    let instant = Timestamp::parse(text.get(..length)?)?;
    Some((instant.0, length))
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
        let replayed = RunMarks::new(&run, recorded).expect("it started");
        let again = RunMarks::new(&run, day_later).expect("it started");
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
            (r#""2026-01-31""#, r#""2026-02-01""#, false, false),
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
            let marks = RunMarks::new(&run, at).expect("it started");
            assert_eq!(marks.account_for(&was, &is), tolerated);
            assert!(!marks.account_for(&was, &other));
        }
        assert_eq!(RunMarks::new(&RecordedRun::default(), at), None);
    }
}
