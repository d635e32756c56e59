//! Functions on numbers.

use super::Arguments;
use crate::query::jsonata::error::Open;
use crate::query::jsonata::eval::{Evaluator, Outcome};
use crate::query::jsonata::text::{format_number as pictures, number as text};
use crate::query::jsonata::val::Val;

fn mapped<'a>(arguments: &Arguments<'a>, change: impl FnOnce(f64) -> f64) -> Outcome<'a> {
    Ok(arguments
        .number(0)
        .map_or(Val::Undefined, |number| Val::Num(change(number))))
}

pub(super) fn abs<'a>(_: &Evaluator<'a>, arguments: Arguments<'a>, _: &Val<'a>) -> Outcome<'a> {
    mapped(&arguments, f64::abs)
}

pub(super) fn floor<'a>(_: &Evaluator<'a>, arguments: Arguments<'a>, _: &Val<'a>) -> Outcome<'a> {
    mapped(&arguments, f64::floor)
}

pub(super) fn ceil<'a>(_: &Evaluator<'a>, arguments: Arguments<'a>, _: &Val<'a>) -> Outcome<'a> {
    mapped(&arguments, f64::ceil)
}

pub(super) fn round<'a>(_: &Evaluator<'a>, arguments: Arguments<'a>, _: &Val<'a>) -> Outcome<'a> {
    let precision = arguments.number(1).unwrap_or(0.0) as i64;
    mapped(&arguments, |number| text::round(number, precision))
}

pub(super) fn sqrt<'a>(_: &Evaluator<'a>, arguments: Arguments<'a>, _: &Val<'a>) -> Outcome<'a> {
    match arguments.number(0) {
        Some(number) if number < 0.0 => Err(Open::new("D3060").value("value", text::text(number))),
        _ => mapped(&arguments, f64::sqrt),
    }
}

pub(super) fn power<'a>(_: &Evaluator<'a>, arguments: Arguments<'a>, _: &Val<'a>) -> Outcome<'a> {
    let Some(base) = arguments.number(0) else {
        return Ok(Val::Undefined);
    };
    let exponent = arguments.number(1).unwrap_or(f64::NAN);
    // Unlike C, JavaScript gives no number where the base is 1 or -1 and the exponent is infinite.
    let result = if base.abs() == 1.0 && exponent.is_infinite() {
        f64::NAN
    } else {
        base.powf(exponent)
    };
    if result.is_finite() {
        return Ok(Val::Num(result));
    }
    Err(Open::new("D3061")
        .value("value", text::text(base))
        .value("exp", text::text(exponent)))
}

pub(super) fn number<'a>(
    _: &Evaluator<'a>,
    mut arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let value = arguments.take(0);
    if value.is_undefined() || value.number().is_some() {
        return Ok(value);
    }
    if let Some(truth) = value.boolean() {
        return Ok(Val::Num(f64::from(u8::from(truth))));
    }
    let parsed = value.text().and_then(|text| parse(text));
    parsed
        .map(Val::Num)
        .ok_or_else(|| Open::new("D3030").value("value", value.shown()))
}

/// `-?[0-9]+(\.[0-9]+)?([Ee][-+]?[0-9]+)?`, or hexadecimal, octal, binary.
fn parse(text: &str) -> Option<f64> {
    for (prefix, radix) in [
        ("0x", 16),
        ("0X", 16),
        ("0o", 8),
        ("0O", 8),
        ("0b", 2),
        ("0B", 2),
    ] {
        if let Some(digits) = text.strip_prefix(prefix) {
            let value = digits.chars().try_fold(0.0_f64, |value, digit| {
                Some(value * f64::from(radix) + f64::from(digit.to_digit(radix)?))
            });
            return value.filter(|_| !digits.is_empty());
        }
    }
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let mantissa_fits = match mantissa.split_once('.') {
        Some((whole, fraction)) => digits(whole) && digits(fraction),
        None => digits(mantissa),
    };
    let exponent_fits = exponent
        .is_none_or(|exponent| digits(exponent.strip_prefix(['-', '+']).unwrap_or(exponent)));
    if !mantissa_fits || !exponent_fits {
        return None;
    }
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

pub(super) fn format_base<'a>(
    _: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let Some(number) = arguments.number(0) else {
        return Ok(Val::Undefined);
    };
    let radix = arguments
        .number(1)
        .map_or(10.0, |radix| text::round(radix, 0));
    if !(2.0..=36.0).contains(&radix) {
        return Err(Open::new("D3100").value("value", text::text(radix)));
    }
    let rounded = text::round(number, 0);
    Ok(Val::string(if radix == 10.0 {
        text::text(rounded)
    } else {
        text::in_radix(rounded, radix as u32)
    }))
}

pub(super) fn format_number<'a>(
    _: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let (Some(number), Some(picture)) = (arguments.number(0), arguments.text(1)) else {
        return Ok(Val::Undefined);
    };
    let mut symbols = pictures::Symbols::default();
    for (name, value) in arguments.get(2).members().unwrap_or_default() {
        if let Some(text) = value.text() {
            symbols.set(&name, text);
        }
    }
    pictures::format(number, picture, &symbols).map(Val::string)
}
