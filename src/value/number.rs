//! JSON numbers that keep what they were written as.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

/// A JSON number: compared by value, printed as it was read.
#[derive(Clone, Debug)]
pub struct Number(Repr);

#[derive(Clone, Debug)]
enum Repr {
    Int(i64),
    Float(f64),
    /// Written in another way than we would print it (`1.50`, `1E3`, `-0`), or too big for the others.
    Text(Arc<Written>),
}

#[derive(Debug)]
struct Written {
    text: Box<str>,
    value: f64,
    int: Option<i64>,
}

impl Number {
    /// Reads a JSON number; nothing where `text` is none.
    pub fn parse(text: &str) -> Option<Self> {
        if !is_json_number(text.as_bytes()) {
            return None;
        }
        Some(Self::from_json(text))
    }

    /// A number from text that is known to be a JSON number.
    pub(super) fn from_json(text: &str) -> Self {
        let whole = !text.contains(['.', 'e', 'E']);
        if whole
            && text != "-0"
            && let Ok(int) = text.parse()
        {
            return Self(Repr::Int(int));
        }
        let value: f64 = text.parse().unwrap_or(f64::NAN);
        if !whole && value.is_finite() && float_text(value) == text {
            return Self(Repr::Float(value));
        }
        Self(Repr::Text(Arc::new(Written {
            text: text.into(),
            value,
            int: whole_number(value).filter(|_| !whole || text == "-0"),
        })))
    }

    /// The value as a double, the nearest one where none is exact; infinite where it is too big.
    pub fn as_f64(&self) -> f64 {
        match &self.0 {
            Repr::Int(int) => *int as f64,
            Repr::Float(float) => *float,
            Repr::Text(written) => written.value,
        }
    }

    /// The value as an integer, if it is a whole number (`3`, `3.0`, `3e0`) that fits.
    pub fn as_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Int(int) => Some(*int),
            Repr::Float(float) => whole_number(*float),
            Repr::Text(written) => written.int,
        }
    }

    /// Whether it was written without fraction and exponent.
    pub fn is_integer_text(&self) -> bool {
        match &self.0 {
            Repr::Int(_) => true,
            Repr::Float(_) => false,
            Repr::Text(written) => !written.text.contains(['.', 'e', 'E']),
        }
    }

    /// Whether doubles put this number in its place among all others of which this is true. It is not true of `1e400` and
    /// of what is written with more digits than a double keeps.
    pub fn is_told_by_double(&self) -> bool {
        match &self.0 {
            Repr::Int(int) => whole_number(*int as f64) == Some(*int),
            Repr::Float(_) => true,
            Repr::Text(written) => {
                let zero = || !written.text.bytes().any(|byte| matches!(byte, b'1'..=b'9'));
                written.text.len() <= 15 && (written.value.is_normal() || zero())
            }
        }
    }

    /// The JSON text.
    pub fn text(&self) -> Cow<'_, str> {
        match &self.0 {
            Repr::Int(int) => Cow::Owned(int.to_string()),
            Repr::Float(float) => Cow::Owned(float_text(*float)),
            Repr::Text(written) => Cow::Borrowed(&written.text),
        }
    }
}

impl From<i64> for Number {
    fn from(int: i64) -> Self {
        Self(Repr::Int(int))
    }
}

impl From<f64> for Number {
    /// A double, as it is: `2.0` prints as `2.0`. A caller that wants whole numbers to print as such converts first.
    /// What JSON cannot hold (not a number, infinities) becomes the largest double of its sign, or 0.
    fn from(float: f64) -> Self {
        if float.is_nan() {
            return Self(Repr::Int(0));
        }
        Self(Repr::Float(float.clamp(f64::MIN, f64::MAX)))
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Number {
    /// By value: as integers where both are, else as doubles.
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self.as_i64(), other.as_i64()) {
            (Some(left), Some(right)) => Some(left.cmp(&right)),
            _ => match (&self.0, &other.0) {
                (Repr::Text(left), Repr::Text(right)) if left.text == right.text => {
                    Some(Ordering::Equal)
                }
                _ => self.as_f64().partial_cmp(&other.as_f64()),
            },
        }
    }
}

/// A double as Java prints it, which is what AWS shows: `1.5`, `1.0E10`, `1.0E-5`.
fn float_text(float: f64) -> String {
    let size = float.abs();
    if size != 0.0 && !(1e-3..1e7).contains(&size) {
        let text = format!("{float:E}");
        return match text.split_once('E') {
            Some((digits, exponent)) if !digits.contains('.') => format!("{digits}.0E{exponent}"),
            _ => text,
        };
    }
    format!("{float:?}")
}

fn whole_number(value: f64) -> Option<i64> {
    const LIMIT: f64 = 9_007_199_254_740_992.0;
    (value.fract() == 0.0 && value.abs() <= LIMIT).then_some(value as i64)
}

/// Whether `bytes` is a number by RFC 8259.
pub(super) fn is_json_number(bytes: &[u8]) -> bool {
    let digits = |from: usize| {
        bytes[from..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count()
    };
    let mut at = usize::from(bytes.first() == Some(&b'-'));
    let whole = digits(at);
    if whole == 0 || whole > 1 && bytes[at] == b'0' {
        return false;
    }
    at += whole;
    if bytes.get(at) == Some(&b'.') {
        let fraction = digits(at + 1);
        if fraction == 0 {
            return false;
        }
        at += 1 + fraction;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1 + usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits(at);
        if exponent == 0 {
            return false;
        }
        at += exponent;
    }
    at == bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Number::parse(text).unwrap()
    }

    #[test]
    fn prints_what_was_read() {
        for text in [
            "0",
            "-0",
            "1.0",
            "1.50",
            "1E3",
            "12345678901234567890123",
            "1e400",
            "-7",
        ] {
            assert_eq!(number(text).text(), text);
        }
    }

    #[test]
    fn compares_by_value() {
        assert_eq!(number("0"), number("0.0"));
        assert_eq!(number("1E3"), number("1000"));
        assert_eq!(number("-0"), number("0"));
        assert!(number("9007199254740993") > number("9007199254740992"));
        assert!(number("2.5") < number("3"));
    }

    #[test]
    fn knows_integers() {
        assert_eq!(number("3.0").as_i64(), Some(3));
        assert_eq!(number("1e2").as_i64(), Some(100));
        assert_eq!(number("2.5").as_i64(), None);
        assert_eq!(number("12345678901234567890123").as_i64(), None);
        assert!(!number("3.0").is_integer_text());
    }

    #[test]
    fn knows_what_doubles_can_tell_apart() {
        for text in [
            "0",
            "-0",
            "0.0",
            "9007199254740992",
            "0.1",
            "1.50",
            "1E3",
            "-7",
        ] {
            assert!(number(text).is_told_by_double(), "{text}");
        }
        for text in [
            "9007199254740993",
            "1e400",
            "1e-400",
            "0.10000000000000001",
            "12345678901234567890",
        ] {
            assert!(!number(text).is_told_by_double(), "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_json_number() {
        for text in ["", "-", "01", "1.", ".5", "1e", "+1", "0x1", "NaN", "1 "] {
            assert!(Number::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn prints_doubles_as_java_does() {
        for (float, text) in [
            (2.0, "2.0"),
            (1e10, "1.0E10"),
            (1.5e-5, "1.5E-5"),
            (123.25, "123.25"),
        ] {
            assert_eq!(Number::from(float).text(), text);
        }
    }
}
