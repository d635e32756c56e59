//! Base64 and URLs.

use super::Arguments;
use crate::query::jsonata::error::Open;
use crate::query::jsonata::eval::{Evaluator, Outcome};
use crate::query::jsonata::val::Val;
use crate::value::Value;
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Each character is one byte, its lowest eight bits, as in jsonata-js on node.
pub(super) fn base64_encode<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let Some(text) = arguments.text(0) else {
        return Ok(Val::Undefined);
    };
    let bytes: Vec<u8> = text
        .encode_utf16()
        .map(|unit| unit.to_le_bytes()[0])
        .collect();
    let encoded = BASE64.encode(bytes);
    evaluator.meter.allocate(encoded.len())?;
    Ok(Val::string(encoded))
}

/// Each byte becomes one character. What is no Base64 is left out, as node does; AWS answers `"!!!"` with an internal
/// error, which is not imitated.
pub(super) fn base64_decode<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let Some(text) = arguments.text(0) else {
        return Ok(Val::Undefined);
    };
    let letters = text
        .bytes()
        .take_while(|byte| *byte != b'=')
        .filter_map(|byte| match byte {
            b'-' => Some(b'+'),
            b'_' => Some(b'/'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' => Some(byte),
            _ => None,
        });
    let mut letters: Vec<u8> = letters.collect();
    if letters.len() % 4 == 1 {
        letters.pop();
    }
    let decoded: String = BASE64
        .decode(letters)
        .unwrap_or_default()
        .into_iter()
        .map(char::from)
        .collect();
    evaluator.meter.allocate(decoded.len())?;
    Ok(Val::string(decoded))
}

/// What `encodeURIComponent` leaves as it is, besides letters and digits.
const UNRESERVED: &str = "-_.!~*'()";
/// What `encodeURI` leaves as it is besides.
const RESERVED: &str = ";/?:@&=+$,#";

fn encode<'a>(evaluator: &Evaluator<'a>, arguments: &Arguments<'a>, kept: &[&str]) -> Outcome<'a> {
    let Some(text) = arguments.text(0) else {
        return Ok(Val::Undefined);
    };
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        let letter = char::from(byte);
        if letter.is_ascii_alphanumeric()
            || byte.is_ascii() && kept.iter().any(|kept| kept.contains(letter))
        {
            encoded.push(letter);
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    evaluator.meter.allocate(encoded.len())?;
    Ok(Val::string(encoded))
}

pub(super) fn encode_url<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    encode(evaluator, &arguments, &[UNRESERVED, RESERVED])
}

pub(super) fn encode_url_component<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    encode(evaluator, &arguments, &[UNRESERVED])
}

/// `decodeURIComponent`, or `decodeURI` where `kept` names what stays encoded.
fn decode<'a>(arguments: &Arguments<'a>, kept: &str, name: &str) -> Outcome<'a> {
    let Some(text) = arguments.text(0) else {
        return Ok(Val::Undefined);
    };
    let malformed = || {
        Open::new("D3140")
            .value("value", Value::String(text.clone()).to_json())
            .value("functionName", name)
    };
    let mut decoded = String::with_capacity(text.len());
    let mut rest = &**text;
    while let Some(at) = rest.find('%') {
        decoded.push_str(&rest[..at]);
        let (letter, length) = escaped(&rest[at..]).ok_or_else(malformed)?;
        if kept.contains(letter) {
            decoded.push_str(&rest[at..at + length]);
        } else {
            decoded.push(letter);
        }
        rest = &rest[at + length..];
    }
    decoded.push_str(rest);
    Ok(Val::string(decoded))
}

/// The character that `%XX…` at the start of `text` means, and the length of its escape.
fn escaped(text: &str) -> Option<(char, usize)> {
    let byte = |at: usize| {
        let hex = text.get(at * 3..at * 3 + 3)?.strip_prefix('%')?;
        hex.bytes()
            .all(|digit| digit.is_ascii_hexdigit())
            .then(|| u8::from_str_radix(hex, 16).ok())?
    };
    let first = byte(0)?;
    let count = match first {
        0..=0x7f => 1,
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    let bytes: Option<Vec<u8>> = (0..count).map(byte).collect();
    let bytes = bytes?;
    let letter = std::str::from_utf8(&bytes).ok()?.chars().next()?;
    Some((letter, count * 3))
}

pub(super) fn decode_url<'a>(
    _: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    decode(&arguments, RESERVED, "decodeUrl")
}

pub(super) fn decode_url_component<'a>(
    _: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    decode(&arguments, "", "decodeUrlComponent")
}
