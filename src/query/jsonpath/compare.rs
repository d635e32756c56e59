//! How a filter compares two values: Jayway's rules, which are not symmetric.

use super::PathError;
use super::filter::Operator;
use super::message;
use crate::value::{Number, Value};
use std::borrow::Cow;
use std::cmp::Ordering;

/// One side of a comparison, evaluated.
pub(super) enum Side<'v> {
    Value(Cow<'v, Value>),
    /// Text of the path, and the number it stands for, if it does and if that number is exact.
    Text {
        text: &'v str,
        number: Option<&'v Number>,
    },
    Pattern,
}

/// What the rules tell apart.
enum Kind<'s> {
    Null,
    Text(&'s str, Option<&'s Number>),
    Number(&'s Number),
    Bool(bool),
    Other,
}

impl Side<'_> {
    fn kind(&self) -> Kind<'_> {
        match self {
            Self::Text { text, number } => Kind::Text(text, *number),
            Self::Pattern => Kind::Other,
            Self::Value(value) => match &**value {
                Value::Null => Kind::Null,
                Value::Bool(truth) => Kind::Bool(*truth),
                Value::Number(number) => Kind::Number(number),
                Value::String(text) => Kind::Text(text, None),
                Value::Array(_) | Value::Object(_) => Kind::Other,
            },
        }
    }

    fn is_null(&self) -> bool {
        matches!(self, Self::Value(value) if value.is_null())
    }
}

/// Whether `left operator right` holds. Values of unlike types are neither equal nor unequal.
///
/// # Errors
/// Where a text is compared with a number and is none.
pub(super) fn holds(
    operator: Operator,
    left: &Side<'_>,
    right: &Side<'_>,
) -> Result<bool, PathError> {
    let ordered = !matches!(operator, Operator::Equal | Operator::NotEqual);
    if ordered && left.is_null() != right.is_null() {
        return Ok(false);
    }
    let Some(order) = compare(left, right)? else {
        return Ok(false);
    };
    Ok(match operator {
        Operator::Equal => order.is_eq(),
        Operator::NotEqual => order.is_ne(),
        Operator::Less => order.is_lt(),
        Operator::LessOrEqual => order.is_le(),
        Operator::Greater => order.is_gt(),
        Operator::GreaterOrEqual => order.is_ge(),
    })
}

/// The order of `left` and `right`; nothing where they cannot be compared.
fn compare(left: &Side<'_>, right: &Side<'_>) -> Result<Option<Ordering>, PathError> {
    if let (Side::Value(Cow::Borrowed(left)), Side::Value(Cow::Borrowed(right))) = (left, right)
        && std::ptr::eq(*left, *right)
    {
        return Ok(Some(Ordering::Equal));
    }
    let (left, right) = (left.kind(), right.kind());
    match (is_nullish(&left), is_nullish(&right)) {
        (true, true) => return Ok(Some(Ordering::Equal)),
        (true, false) => return Ok(Some(Ordering::Less)),
        (false, true) => return Ok(Some(Ordering::Greater)),
        (false, false) => {}
    }
    Ok(match (left, right) {
        (Kind::Text(left, _), Kind::Text(right, _)) => Some(compare_texts(left, right)),
        (Kind::Number(left), Kind::Number(right)) => Some(compare_numbers(left, right)),
        (Kind::Number(left), Kind::Text(_, Some(right))) => Some(compare_numbers(left, right)),
        (Kind::Number(left), Kind::Text(right, None)) => {
            let right = Decimal::parse(right).ok_or_else(|| message::no_number(right))?;
            Decimal::parse(&left.text()).map(|left| left.compare(&right))
        }
        (Kind::Bool(left), Kind::Text(right, _)) => {
            Some(left.cmp(&right.eq_ignore_ascii_case("true")))
        }
        (Kind::Bool(left), Kind::Bool(right)) => Some(left.cmp(&right)),
        _ => None,
    })
}

/// Both null and the text `null` are null, in Jayway's eyes.
fn is_nullish(kind: &Kind<'_>) -> bool {
    matches!(kind, Kind::Null | Kind::Text("null", _))
}

/// By UTF-16 units, as Java compares; on the right side `\'` stands for `'`.
fn compare_texts(left: &str, right: &str) -> Ordering {
    if right.contains("\\'") {
        return compare_texts(left, &right.replace("\\'", "'"));
    }
    if left.is_ascii() && right.is_ascii() {
        return left.cmp(right);
    }
    left.encode_utf16().cmp(right.encode_utf16())
}

/// By exact value, as Java's `BigDecimal` compares.
fn compare_numbers(left: &Number, right: &Number) -> Ordering {
    if left.is_told_by_double() && right.is_told_by_double() {
        let order = left.as_f64().partial_cmp(&right.as_f64());
        return order.unwrap_or(Ordering::Equal);
    }
    match (Decimal::parse(&left.text()), Decimal::parse(&right.text())) {
        (Some(left), Some(right)) => left.compare(&right),
        _ => left.as_f64().total_cmp(&right.as_f64()),
    }
}

/// A decimal number of any size: `±0.digits × 10^point`.
struct Decimal<'t> {
    negative: bool,
    /// Without leading and trailing zeros and without the point; empty for zero.
    whole: &'t str,
    fraction: &'t str,
    point: i64,
}

impl<'t> Decimal<'t> {
    /// Reads what Java's `BigDecimal` reads: also `+1`, `.5` and `1.`.
    fn parse(text: &'t str) -> Option<Self> {
        let (mantissa, exponent) = match text.find(['e', 'E']) {
            Some(at) => (&text[..at], exponent(&text[at + 1..])?),
            None => (text, 0),
        };
        let unsigned = mantissa.strip_prefix(['+', '-']).unwrap_or(mantissa);
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() && fraction.is_empty() || !digits(whole) || !digits(fraction) {
            return None;
        }
        let whole = whole.trim_start_matches('0');
        let mut point = exponent + whole.len() as i64;
        let mut fraction = fraction.trim_end_matches('0');
        if whole.is_empty() {
            let significant = fraction.trim_start_matches('0');
            point -= (fraction.len() - significant.len()) as i64;
            fraction = significant;
        }
        Some(Self {
            negative: mantissa.starts_with('-'),
            whole,
            fraction,
            point,
        })
    }

    fn digits(&self) -> impl Iterator<Item = u8> {
        self.whole.bytes().chain(self.fraction.bytes())
    }

    fn is_zero(&self) -> bool {
        self.whole.is_empty() && self.fraction.is_empty()
    }

    fn compare(&self, other: &Self) -> Ordering {
        let sign = |number: &Self| match (number.is_zero(), number.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        };
        let (left, right) = (sign(self), sign(other));
        if left != right || left == 0 {
            return left.cmp(&right);
        }
        let length = self.digits().count().max(other.digits().count());
        let padded = |number: &Self| {
            let mut digits: Vec<u8> = number.digits().collect();
            digits.resize(length, b'0');
            digits
        };
        let size = self
            .point
            .cmp(&other.point)
            .then_with(|| padded(self).cmp(&padded(other)));
        if self.negative { size.reverse() } else { size }
    }
}

/// A decimal exponent that fits Java's `int`.
fn exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let readable =
        !digits.is_empty() && digits.len() <= 10 && digits.bytes().all(|b| b.is_ascii_digit());
    let size: i64 = digits
        .parse()
        .ok()
        .filter(|size| readable && *size <= i64::from(i32::MAX))?;
    Some(if text.starts_with('-') { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(left: &str, right: &str) -> Ordering {
        let number = |text| Number::parse(text).unwrap();
        compare_numbers(&number(left), &number(right))
    }

    #[test]
    fn numbers_compare_exactly() {
        let rising = [
            "-1e400",
            "-12345678901234567891",
            "-12345678901234567890",
            "-2.5",
            "-1",
            "-0.001",
            "0",
            "1e-400",
            "0.1",
            "0.1000000000000000055",
            "0.5",
            "9007199254740992",
            "9007199254740992.5",
            "9007199254740993",
            "12345678901234567890",
            "12345678901234567890.1",
            "1.2345678901234567891e19",
            "1e400",
        ];
        for (at, left) in rising.iter().enumerate() {
            for (other, right) in rising.iter().enumerate() {
                assert_eq!(order(left, right), at.cmp(&other), "{left} and {right}");
            }
        }
        for (left, right) in [
            ("0", "-0.0"),
            ("1", "1.000"),
            ("120", "1.2e2"),
            ("0.00012", "12e-5"),
        ] {
            assert_eq!(order(left, right), Ordering::Equal, "{left} and {right}");
        }
    }

    /// What `new BigDecimal("…")` takes (Java's documentation).
    #[test]
    fn reads_numbers_as_java_does() {
        for text in ["+1", ".5", "1.", "1e5", "1E+5", "-0.10e-3", "00"] {
            assert!(Decimal::parse(text).is_some(), "{text}");
        }
        for text in [
            "",
            ".",
            "-",
            "1e",
            "e5",
            "1 ",
            "--1",
            "1.2.3",
            "0x1",
            "1e99999999999",
            "x",
        ] {
            assert!(Decimal::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn texts_compare_by_utf_16_units() {
        assert_eq!(compare_texts("\u{fb00}", "\u{10400}"), Ordering::Greater);
        assert_eq!(compare_texts("it's", "it\\'s"), Ordering::Equal);
    }
}
