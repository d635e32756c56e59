//! `name=value`: parameters of URLs and forms, connection strings, variables of an environment, options of a command.

use super::cuts::Cuts;
use super::names::{is_secret, names_secret, stands_for_another};
use super::words::{is_of_sentence, is_written_as_word};
use memchr::memchr_iter;
use memchr::memmem::find_iter;
use std::ops::Range;

/// Parameters of URLs that let their holder in, beside those whose names are secret everywhere: the signatures of AWS (Signature
/// Version 4, "Authenticating requests: using query parameters"), Google and Azure.
const OF_QUERIES: [&str; 7] = [
    "sig",
    "signature",
    "hmac",
    "x-amz-credential",
    "x-amz-signature",
    "x-goog-credential",
    "x-goog-signature",
];

/// Finds what is assigned to the name of a secret.
pub(super) fn find_in(cuts: &mut Cuts<'_>) {
    let text = cuts.text();
    let mut from = 0;
    for equals in memchr_iter(b'=', text.as_bytes()) {
        // What is in a value is no assignment.
        if equals < from {
            continue;
        }
        let Some(Assigned { value, is_secret }) = assigned(text, equals) else {
            continue;
        };
        if is_secret || value.len() > LOOKED_INTO {
            from = value.end;
        }
        if is_secret {
            cuts.strike_everywhere(value);
        }
    }
    for dashes in find_iter(text.as_bytes(), b"--") {
        if let Some(value) = given(text, dashes) {
            cuts.strike_everywhere(value);
        }
    }
    for option in ["-u ", "--user "] {
        for at in find_iter(text.as_bytes(), option) {
            if let Some(password) = password_of_user(text, at, option) {
                cuts.strike_everywhere(password);
            }
        }
    }
    for equals in find_iter(text.as_bytes(), b"%3") {
        if let Some(value) = encoded(text, equals) {
            cuts.strike_everywhere(value);
        }
    }
}

/// What may stand in a name.
fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.')
}

/// The name that ends at `end`.
pub(super) fn name_before(text: &str, end: usize) -> &str {
    let before = &text[..end];
    let start = before.trim_end_matches(is_of_name).len();
    &before[start..]
}

/// Bytes in which the name of an option must end.
const LONGEST_OPTION: usize = 64;

/// What stands around an assignment, which says where it ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// `?name=value&…`
    Query,
    /// `name=value;…`, in which a value has blanks, too.
    Connection,
    Anywhere,
}

/// Bytes of the longest value that is looked into though it is no secret itself.
const LOOKED_INTO: usize = 4_096;

/// What is assigned to a name that may be that of a secret.
struct Assigned {
    value: Range<usize>,
    is_secret: bool,
}

fn assigned(text: &str, equals: usize) -> Option<Assigned> {
    let bytes = text.as_bytes();
    // `==`, `=>`, `!=` and their like compare.
    if matches!(bytes.get(equals + 1), Some(b'=' | b'>' | b'~')) {
        return None;
    }
    let name_end = text[..equals].trim_end_matches(' ').len();
    let name = name_before(text, name_end);
    if !names_secret(name) && !is_of_query(name) {
        return None;
    }
    let before = text[..name_end - name.len()]
        .trim_end_matches(' ')
        .chars()
        .next_back();
    let start = equals + 1;
    let start = start + (text[start..].len() - text[start..].trim_start_matches(' ').len());
    let place = match before {
        Some('?' | '&') => Place::Query,
        Some(';') => Place::Connection,
        _ if goes_on_with_semicolon(&text[start..]) => Place::Connection,
        _ => Place::Anywhere,
    };
    let value = match quoted(&text[start..]) {
        Some(value) => value,
        None => 0..end(&text[start..], place),
    };
    let value = start + value.start..start + value.end;
    let assigned = &text[value.clone()];
    let is_one = is_secret(name, assigned)
        || place == Place::Query
            && is_of_query(name)
            && !stands_for_another(assigned)
            && !is_written_as_word(assigned);
    let is_certain = matches!(before, Some('?' | '&' | ';'));
    let is_code = || !is_certain && is_code(name, assigned, &text[value.end..]);
    Some(Assigned {
        is_secret: is_one && !is_code(),
        value,
    })
}

fn is_of_query(name: &str) -> bool {
    OF_QUERIES
        .iter()
        .any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a value is one of a connection string: a semicolon ends it before anything else could.
fn goes_on_with_semicolon(value: &str) -> bool {
    let end = value.find(|letter: char| {
        letter.is_whitespace() || matches!(letter, ';' | '&' | '"' | '\'' | '\\')
    });
    end.is_some_and(|end| value[end..].starts_with(';'))
}

/// What stands between quotation marks with which a text begins, be they escaped or not.
fn quoted(text: &str) -> Option<Range<usize>> {
    let mark = text.trim_start_matches('\\');
    let escapes = text.len() - mark.len();
    let quote = mark
        .chars()
        .next()
        .filter(|letter| matches!(letter, '"' | '\''))?;
    let start = escapes + 1;
    Some(start..start + until_mark(&text[start..], escapes, quote))
}

/// How long the text is up to a quotation mark with as many escapes before it.
pub(super) fn until_mark(text: &str, escapes: usize, quote: char) -> usize {
    let mut at = 0;
    while let Some(found) = text[at..].find(quote) {
        let before = &text[..at + found];
        let slashes = before.len() - before.trim_end_matches('\\').len();
        if slashes <= escapes {
            return before.len() - slashes;
        }
        at += found + quote.len_utf8();
    }
    text.len()
}

/// How long the value is with which a text begins.
fn end(text: &str, place: Place) -> usize {
    let ends = |(at, letter): (usize, char)| match place {
        Place::Query => {
            letter.is_whitespace()
                || matches!(
                    letter,
                    '&' | '#' | '"' | '\'' | '<' | '>' | '\\' | '`' | ';' | ')' | ']' | '}'
                )
        }
        Place::Connection => matches!(letter, ';' | '"' | '\n' | '\r' | '\\'),
        Place::Anywhere => {
            letter.is_whitespace()
                || matches!(
                    letter,
                    '"' | '\'' | '`' | '<' | '>' | '\\' | ';' | ')' | ']' | '}'
                )
                || matches!(letter, '&' | ',') && another_follows(&text[at + 1..])
        }
    };
    let end = text.char_indices().find(|place| ends(*place));
    end.map_or(text.len(), |(at, _)| at)
}

/// Whether a text begins with another assignment, or is at its end.
fn another_follows(text: &str) -> bool {
    let text = text.trim_start_matches(' ');
    let name = text.len() - text.trim_start_matches(is_of_name).len();
    text.is_empty() || name > 0 && text[name..].starts_with('=')
}

/// Whether it is code that is assigned, and not what it gives: a variable, its member, a call.
fn is_code(name: &str, value: &str, behind: &str) -> bool {
    let is_word = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|letter| letter.is_alphabetic() || letter == '_')
    };
    let called = value.find(['(', '[']).map_or(value, |at| &value[..at]);
    let is_called = called.len() < value.len() || behind.starts_with(['(', '[']);
    value.eq_ignore_ascii_case(name)
        || value.starts_with([':', '?', '{', '(', '[', '%'])
        || value.starts_with("$(")
        || is_called
            && called
                .chars()
                .all(|letter| is_of_name(letter) || letter == ' ')
        || value.contains('.') && value.split('.').all(is_word)
}

/// What follows an option of a command: `--password hunter22`.
fn given(text: &str, dashes: usize) -> Option<Range<usize>> {
    let behind = &text[dashes + 2..];
    let within = &behind[..behind.floor_char_boundary(LONGEST_OPTION)];
    let name = &within[..within.find(|letter| !is_of_name(letter))?];
    let rest = behind[name.len()..].strip_prefix(' ')?;
    if !names_secret(name) {
        return None;
    }
    let start = text.len() - rest.len();
    let value = match quoted(rest) {
        Some(value) => value,
        None => {
            0..rest
                .find(|letter: char| letter.is_whitespace() || matches!(letter, '"' | '\'' | '\\'))
                .unwrap_or(rest.len())
        }
    };
    let value = start + value.start..start + value.end;
    let given = &text[value.clone()];
    let is_option = given.starts_with('-');
    let is_one = is_secret(name, given) && !is_code(name, given, "");
    (!is_option && is_one && !is_of_sentence(given, &text[value.end..])).then_some(value)
}

/// What follows the user that an option of `curl` gives: `-u ann:hunter22`.
fn password_of_user(text: &str, at: usize, option: &str) -> Option<Range<usize>> {
    if !(at == 0 || text[..at].ends_with([' ', '\n', '\t'])) || !text.contains("curl") {
        return None;
    }
    let start = at + option.len();
    let ends = |letter: char| letter.is_whitespace() || matches!(letter, '"' | '\'' | '\\');
    let quoted = quoted(&text[start..]);
    let value = quoted.unwrap_or_else(|| {
        let value = &text[start..];
        0..value.find(ends).unwrap_or(value.len())
    });
    let (start, end) = (start + value.start, start + value.end);
    let (user, password) = text[start..end].split_once(':')?;
    // Numbers are the user and the group of a process.
    let is_id = password.bytes().all(|byte| byte.is_ascii_digit());
    let is_user = !user.is_empty() && !user.contains('/');
    (!is_id && is_user && !stands_for_another(password)).then_some(start + user.len() + 1..end)
}

/// What is assigned in a URL that is a parameter of another: `next=https%3A%2F%2Fhost%3Ftoken%3Dvalue`.
fn encoded(text: &str, equals: usize) -> Option<Range<usize>> {
    let start = equals + "%3D".len();
    if !matches!(text.as_bytes().get(start - 1), Some(b'D' | b'd')) {
        return None;
    }
    let name = name_before(text, equals);
    if !names_secret(name) {
        return None;
    }
    let value = &text[start..];
    let end =
        value.find(|letter: char| !(is_of_name(letter) || matches!(letter, '%' | '~' | '+' | '/')));
    let value = &value[..end.unwrap_or(value.len())];
    let next = ["%26", "%23", "%22"]
        .iter()
        .filter_map(|mark| value.find(mark))
        .min();
    let value = &value[..next.unwrap_or(value.len())];
    is_secret(name, value).then_some(start..start + value.len())
}

/// Whether a text is an option whose value is a secret.
pub(super) fn is_option(text: &str, value: &str) -> bool {
    text.strip_prefix('-').is_some_and(|name| {
        name.chars().all(is_of_name) && !value.starts_with('-') && is_secret(name, value)
    })
}

/// Whether two texts are all of a list, and the first names the second. A list of names is none.
pub(super) fn is_pair(name: &str, value: &str) -> bool {
    let is_word = value
        .chars()
        .all(|letter| letter.is_alphabetic() || letter == '_');
    !is_word && name.chars().all(is_of_name) && is_secret(name, value)
}
