//! `States.Base64Encode` and `States.Base64Decode`.

use super::{LONGEST_TEXT, java_length};
use crate::value::Value;
use base64::Engine;
use base64::alphabet;
use base64::engine::{
    DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig, general_purpose::STANDARD,
};

const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::RequireNone),
);

fn short_text(value: &Value) -> Option<&str> {
    value
        .as_str()
        .filter(|text| java_length(text) <= LONGEST_TEXT)
}

pub(super) fn encode(text: &Value) -> Option<Value> {
    Some(Value::from(STANDARD.encode(short_text(text)?)))
}

/// As lenient as AWS: characters outside the alphabet are skipped, padding ends the text or is missing, a single
/// character left over is dropped (tiny-asl-machine: notes on States.Base64Decode 013, 014, 015, 019). That is
/// commons-codec's decoder, which takes the URL-safe alphabet as well; bytes that are no UTF-8 become U+FFFD.
pub(super) fn decode(text: &Value) -> Option<Value> {
    let mut code: Vec<u8> = short_text(text)?
        .bytes()
        .take_while(|byte| *byte != b'=')
        .filter_map(|byte| match byte {
            b'-' => Some(b'+'),
            b'_' => Some(b'/'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' => Some(byte),
            _ => None,
        })
        .collect();
    if code.len() % 4 == 1 {
        code.pop();
    }
    let bytes = LENIENT.decode(code).ok()?;
    Some(Value::string(String::from_utf8_lossy(&bytes)))
}
