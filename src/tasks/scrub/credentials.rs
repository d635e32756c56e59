//! Credentials that stand behind the name of their scheme, and secret keys beside the access keys that they belong to.

use super::cuts::Cuts;
use super::words::{is_token, is_written_as_word};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use memchr::memmem::find_iter;
use std::ops::Range;

/// Bytes of the secret access key that belongs to an access key of AWS.
const SECRET_ACCESS_KEY: usize = 40;

/// Finds the credentials of headers (RFC 6750, section 2.1; RFC 7617, section 2).
pub(super) fn find_in(cuts: &mut Cuts<'_>) {
    let text = cuts.text();
    // Without its first letter a scheme is found in capitals as well.
    for (scheme, is_credential) in [
        ("earer", is_token as fn(&str) -> bool),
        ("EARER", is_token),
        ("asic", is_basic),
        ("ASIC", is_basic),
    ] {
        for at in find_iter(text.as_bytes(), scheme) {
            let before = text[..at].strip_suffix(['b', 'B']);
            let is_whole = before
                .is_some_and(|before| !before.ends_with(|letter: char| letter.is_alphanumeric()));
            let behind = &text[at + scheme.len()..];
            let word = behind.trim_start_matches(' ');
            let word = word
                .strip_prefix("%20")
                .or_else(|| behind.strip_prefix('+'))
                .unwrap_or(word);
            if !is_whole || word.len() == behind.len() {
                continue;
            }
            let start = text.len() - word.len();
            let credential = credential(word);
            if is_credential(credential) {
                cuts.strike_everywhere(start..start + credential.len());
            }
        }
    }
}

/// The credential with which a text begins.
fn credential(text: &str) -> &str {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "-._~+/=".contains(letter);
    let credential = &text[..text.find(|letter| !is_part(letter)).unwrap_or(text.len())];
    credential.trim_end_matches('.')
}

/// Whether it is a user and a password in base64, and no word that is base64 by chance.
fn is_basic(word: &str) -> bool {
    let decoded = STANDARD.decode(word).unwrap_or_default();
    let is_pair = std::str::from_utf8(&decoded)
        .is_ok_and(|text| text.contains(':') && !text.contains(char::is_control));
    is_pair && !is_written_as_word(word)
}

/// Finds secret access keys in a text that holds access keys. Alone they could be anything.
pub(super) fn find_beside_access_keys(cuts: &mut Cuts<'_>, known: &[Range<usize>]) {
    let text = cuts.text();
    let holds_access_key = known.iter().any(|at| {
        let secret = &text[at.clone()];
        secret.starts_with("AKIA") || secret.starts_with("ASIA")
    });
    if !holds_access_key {
        return;
    }
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '+' | '/');
    for word in text.split(|letter| !is_part(letter)) {
        let has = |of: fn(&u8) -> bool| word.as_bytes().iter().any(of);
        let is_key = word.len() == SECRET_ACCESS_KEY
            && has(u8::is_ascii_digit)
            && has(u8::is_ascii_uppercase)
            && has(u8::is_ascii_lowercase);
        if is_key {
            // A part of the text lies in it.
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            cuts.strike_everywhere(start..start + word.len());
        }
    }
}
