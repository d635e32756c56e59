//! What secrets look like.

mod forms;
#[cfg(test)]
mod tests;

use forms::{Found, forms};
use std::ops::Range;

/// What kind of secret a text holds, by its form alone: `an access key of AWS`. One that could be made up of words is none.
pub fn secret(text: &str) -> Option<&'static str> {
    if text.len() < SHORTEST {
        return None;
    }
    let mut found = forms(text);
    let real = found.find(|Found { at, what, known }| match *known {
        // A private key, of which nothing is known beforehand.
        0 => true,
        // Examples of access keys stand in the names of other things.
        _ if what.ends_with("of AWS") => is_word(text, at),
        known => is_random(&text[at.start + known..at.end]),
    });
    real.map(|found| found.what)
}

/// Whether nothing stands around a part of a text that would make it a part of a name.
fn is_word(text: &str, at: &Range<usize>) -> bool {
    let is_part =
        |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.');
    !text[..at.start].ends_with(is_part) && !text[at.end..].starts_with(is_part)
}

/// Where the secrets of a text stand that are known by their form, in bytes: more than [`secret`] tells of, as what is struck out
/// in vain costs nothing.
pub fn secrets_in(text: &str) -> Vec<Range<usize>> {
    if text.len() < SHORTEST {
        return Vec::new();
    }
    forms(text).map(|found| found.at).collect()
}

/// The shortest secret that is known by its form: an access key of AWS.
const SHORTEST: usize = 20;

/// What the value of a key is, by the end of the key's name.
const KEYS: [(&str, Held); 12] = [
    ("authorization", Held::Header),
    ("xapikey", Held::Header),
    ("password", Held::Password),
    ("passwd", Held::Password),
    ("passphrase", Held::Password),
    ("apikey", Held::Key),
    ("secretkey", Held::Key),
    ("secretaccesskey", Held::Key),
    ("privatekey", Held::Key),
    ("clientsecret", Held::Key),
    ("accesstoken", Held::Key),
    ("authtoken", Held::Key),
];

/// What may stand between the words of a key.
const BETWEEN: [char; 3] = ['_', '-', ' '];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    /// The key has no other name than this.
    Header,
    Password,
    Key,
}

/// What kind of secret the text under a key is, by the name of the key: a password, the value of a header `Authorization`.
pub fn secret_under(key: &str, text: &str) -> Option<&'static str> {
    // Before anything is looked at letter by letter, the last one leaves most keys without a name that could fit.
    let last = key.bytes().rfind(u8::is_ascii_alphanumeric)?;
    let last = last.to_ascii_lowercase();
    let mut could = KEYS
        .iter()
        .filter(|(name, _)| name.ends_with(char::from(last)));
    let held = could.find_map(|(name, held)| {
        let before = before_end(key, name)?;
        (*held != Held::Header || before.is_empty()).then_some(*held)
    })?;
    if !is_literal(text) {
        return None;
    }
    match held {
        Held::Header => {
            let value = text.split_once(' ').map_or(text, |(_, value)| value);
            (value.len() >= 12 && is_random(value)).then_some("the credentials of a header")
        }
        Held::Password => (text.len() >= 6 && !text.contains(' ')).then_some("a password"),
        Held::Key => (text.len() >= 16 && is_random(text)).then_some("a key"),
    }
}

/// What stands in `key` before `end`, which is in small letters; nothing where it ends otherwise. `_`, `-` and blanks in the key,
/// and whether its letters are capital, make no difference.
fn before_end<'k>(key: &'k str, end: &str) -> Option<&'k str> {
    let trimmed = |key: &'k str| key.trim_end_matches(BETWEEN);
    let mut key = trimmed(key);
    for letter in end.chars().rev() {
        let last = key.chars().next_back()?;
        if last.to_ascii_lowercase() != letter {
            return None;
        }
        key = trimmed(&key[..key.len() - last.len_utf8()]);
    }
    Some(key)
}

/// Whether it is the very value: no path, expression, placeholder or reference, and none that only stands for one.
fn is_literal(text: &str) -> bool {
    let starts = [
        "$",
        "{%",
        "States.",
        "arn:",
        "{{resolve:",
        "/",
        "<",
        "https://",
        "http://",
        "alias/",
    ];
    let lower = text.to_lowercase();
    let stands_for = [
        "example",
        "changeme",
        "placeholder",
        "your",
        "dummy",
        "xxx",
        "***",
        "...",
    ];
    !text.contains("${")
        && !text.contains("{{")
        && !starts.iter().any(|start| text.starts_with(start))
        && !stands_for.iter().any(|word| lower.contains(word))
}

/// Letters and digits without order, as far as that can be told: no words.
fn is_random(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let letters = text.bytes().filter(u8::is_ascii_alphabetic).count();
    digits >= 2
        && letters >= 4
        && !text.contains(' ')
        && text.bytes().all(|b| b.is_ascii_graphic())
        && !text.to_lowercase().contains("example")
}
