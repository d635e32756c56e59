//! Numbers as JavaScript prints them.

use crate::value::{Number, Value};

/// What `String(number)` gives in JavaScript.
pub(crate) fn text(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 {
            "Infinity"
        } else {
            "-Infinity"
        }
        .to_owned();
    }
    if let Some(int) = small_integer(number) {
        return int.to_string();
    }
    ryu_js::Buffer::new().format_finite(number).to_owned()
}

/// The JSON number that prints as JavaScript prints `number`. What is not finite becomes `null`, as in
/// `JSON.stringify`.
pub(crate) fn value(number: f64) -> Value {
    if let Some(int) = small_integer(number) {
        return Value::from(int);
    }
    if !number.is_finite() {
        return Value::Null;
    }
    if (1e-3..1e7).contains(&number.abs()) {
        return Value::from(number);
    }
    let mut buffer = ryu_js::Buffer::new();
    Number::parse(buffer.format_finite(number)).map_or_else(|| Value::from(number), Value::from)
}

fn small_integer(number: f64) -> Option<i64> {
    const LIMIT: f64 = 9_007_199_254_740_992.0;
    (number.abs() <= LIMIT && number.fract() == 0.0).then_some(number as i64)
}

/// `Number(number.toPrecision(15))`: what `$string` of JSONata 2.0.6 makes of a number first.
pub(crate) fn to_fifteen_digits(number: f64) -> f64 {
    if !number.is_finite() || number.abs() < 1e15 && number.fract() == 0.0 {
        return number;
    }
    let mut buffer = ryu_js::Buffer::new();
    let shortest = buffer.format_finite(number);
    let mantissa = shortest.split('e').next().unwrap_or(shortest);
    let digits = mantissa.bytes().filter(u8::is_ascii_digit);
    if digits.skip_while(|digit| *digit == b'0').count() <= 15 {
        return number;
    }
    // JavaScript rounds the exact value, halves away from zero: the exact digits are at most a thousand.
    let exact = format!("{:.60e}", number.abs());
    let Some((mantissa, exponent)) = exact.split_once('e') else {
        return number;
    };
    let mut digits: Vec<u8> = mantissa
        .bytes()
        .filter(u8::is_ascii_digit)
        .map(|digit| digit - b'0')
        .collect();
    let round_up = digits[15] >= 5;
    digits.truncate(15);
    let mut integer = digits
        .iter()
        .fold(0_u64, |all, digit| all * 10 + u64::from(*digit));
    integer += u64::from(round_up);
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let rounded: f64 = format!("{integer}e{}", exponent - 14)
        .parse()
        .unwrap_or(number);
    if number < 0.0 { -rounded } else { rounded }
}

/// `number.toString(radix)` of an integer.
pub(crate) fn in_radix(number: f64, radix: u32) -> String {
    if !number.is_finite() {
        return text(number);
    }
    let mut rest = number.abs().trunc();
    if rest == 0.0 {
        return "0".to_owned();
    }
    let base = f64::from(radix);
    let mut digits = Vec::new();
    while rest >= 1.0 {
        let digit = (rest % base) as u32;
        digits.push(char::from_digit(digit, radix).unwrap_or('0'));
        rest = (rest / base).trunc();
    }
    if number < 0.0 {
        digits.push('-');
    }
    digits.iter().rev().collect()
}

/// `Math.round`: halves towards plus infinity.
pub(crate) fn js_round(number: f64) -> f64 {
    let floor = number.floor();
    if number - floor >= 0.5 {
        floor + 1.0
    } else {
        floor
    }
}

/// JSONata's `$round`: halves to even, at a decimal place.
pub(crate) fn round(number: f64, precision: i64) -> f64 {
    let scaled = shift(number, precision);
    let mut result = js_round(scaled);
    if (result - scaled).abs() == 0.5 && (result % 2.0).abs() == 1.0 {
        result -= 1.0;
    }
    let result = shift(result, -precision);
    if result == 0.0 { 0.0 } else { result }
}

/// Moves the decimal point in the decimal text of `number`, which keeps `1.005` what it looks like.
fn shift(number: f64, places: i64) -> f64 {
    if places == 0 || !number.is_finite() {
        return number;
    }
    let text = text(number);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i64 = exponent.parse().unwrap_or(0);
    format!("{mantissa}e{}", exponent.saturating_add(places))
        .parse()
        .unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_javascript_does() {
        // Texts by ECMA-262, Number::toString.
        for (number, expected) in [
            (1e21, "1e+21"),
            (1e20, "100000000000000000000"),
            (1e-7, "1e-7"),
            (0.000_001, "0.000001"),
            (-0.0, "0"),
            (123.456, "123.456"),
            (f64::INFINITY, "Infinity"),
        ] {
            assert_eq!(text(number), expected);
        }
    }

    #[test]
    fn values_print_as_javascript_does() {
        assert_eq!(value(1e-7).to_json(), "1e-7");
        assert_eq!(value(12_345_678.5).to_json(), "12345678.5");
        assert_eq!(value(3.0).to_json(), "3");
        assert_eq!(value(0.1 + 0.2).to_json(), "0.30000000000000004");
    }

    #[test]
    fn fifteen_digits() {
        assert_eq!(to_fifteen_digits(0.1 + 0.2), 0.3);
        assert_eq!(
            to_fifteen_digits(5_890_840_712_243_076.0),
            5_890_840_712_243_080.0
        );
        assert_eq!(to_fifteen_digits(1.0 / 3.0), 0.333_333_333_333_333);
    }

    #[test]
    fn rounds_halves_to_even() {
        assert_eq!(round(2.5, 0), 2.0);
        assert_eq!(round(3.5, 0), 4.0);
        assert_eq!(round(4.525, 2), 4.52);
        assert_eq!(round(123.456, -2), 100.0);
    }
}
