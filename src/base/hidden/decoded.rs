//! What stands in encodings: it is decoded, and what is found there is told by where it stands in the encoding.

use base64::Engine as _;
use base64::alphabet::{Alphabet, STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use std::ops::Range;

/// Finds in decoded bytes.
type Within<'a> = &'a dyn Fn(&[u8]) -> Vec<Range<usize>>;

/// Looks into all that could be base64 of a text of `shortest` bytes. Nobody knows where it begins: it may be a part of a URL,
/// whose slashes are letters of base64 as well. So what looks like it is decoded from each of its first four letters.
pub(super) fn base64(
    bytes: &[u8],
    shortest: usize,
    within: Within<'_>,
    found: &mut Vec<Range<usize>>,
) {
    let least = (shortest * 4).div_ceil(3);
    for (alphabet, own) in [(&STANDARD, *b"+/"), (&URL_SAFE, *b"-_")] {
        let engine = engine(alphabet);
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || own.contains(&byte);
        for run in runs(bytes, is_letter, least) {
            let letters = &bytes[run.clone()];
            // Without letters of its own the first alphabet has read it already.
            if own == *b"-_" && !letters.iter().any(|byte| own.contains(byte)) {
                continue;
            }
            for shift in 0..4 {
                let Some(letters) = letters.get(shift..).filter(|rest| rest.len() >= least) else {
                    break;
                };
                // One letter alone is no byte.
                let whole = letters.len() - usize::from(letters.len() % 4 == 1);
                let Ok(decoded) = engine.decode(&letters[..whole]) else {
                    continue;
                };
                let start = run.start + shift;
                found.extend(within(&decoded).into_iter().map(|hit| {
                    let end = start + (hit.end * 4).div_ceil(3);
                    let padding = bytes[end..].iter().take(2);
                    let padding = padding.take_while(|byte| **byte == b'=').count();
                    start + hit.start * 4 / 3..end + padding
                }));
            }
        }
    }
}

fn engine(alphabet: &Alphabet) -> GeneralPurpose {
    let config = GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent);
    GeneralPurpose::new(alphabet, config)
}

/// Runs of letters that are long enough.
fn runs(
    bytes: &[u8],
    is_letter: impl Fn(u8) -> bool,
    least: usize,
) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + bytes[at..].iter().position(|byte| is_letter(*byte))?;
            let length = bytes[start..].iter().position(|byte| !is_letter(*byte));
            at = length.map_or(bytes.len(), |length| start + length);
            if at - start >= least {
                return Some(start..at);
            }
        }
    })
}

/// Looks into a text in which bytes are written as `%2F`.
pub(super) fn percent(bytes: &[u8], within: Within<'_>, found: &mut Vec<Range<usize>>) {
    replaced(bytes, b'%', within, found, |rest| {
        Some((3, vec![byte(rest.get(1..3)?)?]))
    });
}

/// Looks into a text in which letters are written as in a string of JSON: `\"`, `\/`, `\u002f`.
pub(super) fn escapes(bytes: &[u8], within: Within<'_>, found: &mut Vec<Range<usize>>) {
    replaced(bytes, b'\\', within, found, |rest| {
        let plain = |byte: u8| Some((2, vec![byte]));
        match rest.get(1)? {
            byte @ (b'"' | b'\\' | b'/') => plain(*byte),
            b'n' => plain(b'\n'),
            b'r' => plain(b'\r'),
            b't' => plain(b'\t'),
            b'u' => {
                let (high, low) = (byte(rest.get(2..4)?)?, byte(rest.get(4..6)?)?);
                let letter = char::from_u32(u32::from(high) << 8 | u32::from(low))?;
                Some((6, letter.to_string().into_bytes()))
            }
            _ => None,
        }
    });
}

/// Looks into a text in which letters are written as in HTML: `&amp;`, `&#39;`, `&#x2F;`.
pub(super) fn entities(bytes: &[u8], within: Within<'_>, found: &mut Vec<Range<usize>>) {
    /// Bytes of the longest: `&#x10FFFF;`
    const LONGEST: usize = 10;
    replaced(bytes, b'&', within, found, |rest| {
        let rest = &rest[..rest.len().min(LONGEST)];
        let length = 1 + rest.iter().position(|byte| *byte == b';')?;
        let letter = match std::str::from_utf8(&rest[1..length - 1]).ok()? {
            "amp" => '&',
            "quot" => '"',
            "apos" => '\'',
            "lt" => '<',
            "gt" => '>',
            name => {
                let number = name.strip_prefix('#')?;
                let code = match number.strip_prefix(['x', 'X']) {
                    Some(digits) => u32::from_str_radix(digits, 16),
                    None => number.parse(),
                };
                char::from_u32(code.ok()?)?
            }
        };
        Some((length, letter.to_string().into_bytes()))
    });
}

/// Looks into all that could be a text of `shortest` bytes in hexadecimal digits, from each of its first two on.
pub(super) fn hex(
    bytes: &[u8],
    shortest: usize,
    within: Within<'_>,
    found: &mut Vec<Range<usize>>,
) {
    for run in runs(bytes, |byte| byte.is_ascii_hexdigit(), shortest * 2) {
        for start in [run.start, run.start + 1] {
            let pairs = bytes[start..run.end].chunks_exact(2);
            let decoded: Vec<u8> = pairs.filter_map(byte).collect();
            let hits = within(&decoded).into_iter();
            found.extend(hits.map(|hit| start + 2 * hit.start..start + 2 * hit.end));
        }
    }
}

/// Looks into a text in which what begins with `mark` stands for something else: `meant` says how long it is, and for what it
/// stands.
fn replaced(
    bytes: &[u8],
    mark: u8,
    within: Within<'_>,
    found: &mut Vec<Range<usize>>,
    meant: impl Fn(&[u8]) -> Option<(usize, Vec<u8>)>,
) {
    if memchr::memchr(mark, bytes).is_none() {
        return;
    }
    let mut decoded = Vec::with_capacity(bytes.len());
    // Where each decoded byte begins, and where the last one ends.
    let mut starts = Vec::with_capacity(bytes.len() + 1);
    let mut at = 0;
    while at < bytes.len() {
        let stands_for = match bytes[at] == mark {
            true => meant(&bytes[at..]),
            false => None,
        };
        let (length, letters) = match &stands_for {
            Some((length, letters)) => (*length, &letters[..]),
            None => (1, &bytes[at..=at]),
        };
        starts.extend(letters.iter().map(|_| at));
        decoded.extend_from_slice(letters);
        at += length;
    }
    if decoded.len() == bytes.len() {
        return;
    }
    starts.push(bytes.len());
    let hits = within(&decoded).into_iter();
    found.extend(hits.map(|hit| starts[hit.start]..starts[hit.end]));
}

fn byte(digits: &[u8]) -> Option<u8> {
    let digits = std::str::from_utf8(digits).ok()?;
    u8::from_str_radix(digits, 16).ok()
}
