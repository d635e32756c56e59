//! Texts in base64: the bodies of requests, the ends of logs, records of streams.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The shortest base64 that is looked into: a name and a value take as much.
const SHORTEST: usize = 24;

/// The text that a text encodes as a whole; nothing where it is no base64, or that of something else than text.
pub(super) fn decoded(text: &str) -> Option<String> {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    if text.len() < SHORTEST || !text.len().is_multiple_of(4) || !text.bytes().all(is_letter) {
        return None;
    }
    let decoded = String::from_utf8(STANDARD.decode(text).ok()?).ok()?;
    let is_text = |letter: char| !letter.is_control() || matches!(letter, '\n' | '\r' | '\t');
    decoded.chars().all(is_text).then_some(decoded)
}

/// A text in base64.
pub(super) fn encoded(text: &str) -> String {
    STANDARD.encode(text)
}
