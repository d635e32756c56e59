//! `name: value` in a text that is no JSON as a whole: JSON in a message, lines of headers, elements of XML.

use super::assignments::{name_before, until_mark};
use super::cuts::Cuts;
use super::names::{is_secret, names_secret};
use memchr::memchr_iter;
use std::ops::Range;

/// Headers whose whole line is the secret.
const HEADERS: [&str; 4] = [
    "authorization",
    "proxy-authorization",
    "cookie",
    "set-cookie",
];

/// Finds what the name of a secret stands before.
pub(super) fn find_in(cuts: &mut Cuts<'_>) {
    let text = cuts.text();
    for colon in memchr_iter(b':', text.as_bytes()) {
        if let Some(value) = member(text, colon).or_else(|| line(text, colon)) {
            cuts.strike_everywhere(value);
        }
    }
    for open in memchr_iter(b'<', text.as_bytes()) {
        if let Some(value) = element(text, open) {
            cuts.strike_everywhere(value);
        }
    }
}

/// `"name": "value"`, also in `'`, where the marks are escaped, and where the name has none.
fn member(text: &str, colon: usize) -> Option<Range<usize>> {
    let before = text[..colon].trim_end_matches(' ');
    let (name, escapes) = match before.chars().next_back()? {
        quote @ ('"' | '\'') => {
            let before = &before[..before.len() - 1];
            let unescaped = before.trim_end_matches('\\');
            let name = &unescaped[unescaped.rfind([quote, '\n'])? + 1..];
            (name, Some(before.len() - unescaped.len()))
        }
        _ => {
            let name = name_before(text, before.len());
            // A word of a sentence is no name.
            let around = before[..before.len() - name.len()].trim_end_matches([' ', '\t']);
            if !around.is_empty() && !around.ends_with(['(', '{', '[', ',', ';', '\n', '\r']) {
                return None;
            }
            (name, None)
        }
    };
    if !names_secret(name) {
        return None;
    }
    let behind = text[colon + 1..].trim_start_matches([' ', '\n']);
    let marked = behind.trim_start_matches('\\');
    let escaped = behind.len() - marked.len();
    let mark = marked
        .chars()
        .next()
        .filter(|mark| matches!(mark, '"' | '\''))?;
    if escapes.is_some_and(|escapes| escapes != escaped) {
        return None;
    }
    let start = text.len() - marked.len() + 1;
    let end = start + until_mark(&text[start..], escaped, mark);
    is_secret(name, &text[start..end]).then_some(start..end)
}

/// `name: value` on a line of its own, or in quotation marks of its own.
fn line(text: &str, colon: usize) -> Option<Range<usize>> {
    let name = name_before(text, colon);
    let before = &text[..colon - name.len()];
    // Of `\nname` the `n` belongs to the escape.
    let escaped = before
        .ends_with('\\')
        .then(|| name.strip_prefix(['n', 'r', 't']));
    let name = escaped.flatten().unwrap_or(name);
    let begins = before.trim_end_matches([' ', '\t', '-']);
    let begins_line = begins.is_empty()
        || begins.ends_with(['\n', '\r', '"', '\'', '\\'])
        || ["\\n", "\\r"].iter().any(|escape| begins.ends_with(escape));
    if !begins_line || !names_secret(name) {
        return None;
    }
    let is_header = HEADERS
        .iter()
        .any(|header| header.eq_ignore_ascii_case(name));
    let value = text[colon + 1..].trim_start_matches([' ', '\t']);
    let start = text.len() - value.len();
    let end = value
        .find(['\n', '\r', '"', '\'', '\\'])
        .unwrap_or(value.len());
    let value = value[..end].trim_end();
    let is_word = || {
        let tells = |letter: char| !letter.is_alphabetic();
        !value.contains(char::is_whitespace)
            && value.len() >= 6
            && value.trim_end_matches(['.', ',']).contains(tells)
    };
    ((is_header || is_word()) && is_secret(name, value)).then_some(start..start + value.len())
}

/// `<name>value</name>`
fn element(text: &str, open: usize) -> Option<Range<usize>> {
    let behind = &text[open + 1..];
    let name = &behind[..behind.find(['>', '<', ' ', '\n', '/', '"'])?];
    if !names_secret(name) {
        return None;
    }
    let start = open + 1 + name.len();
    let value = text[start..].strip_prefix('>')?;
    let value = &value[..value.find('<')?];
    let name = name.rsplit(':').next().unwrap_or(name);
    is_secret(name, value).then_some(start + 1..start + 1 + value.len())
}
