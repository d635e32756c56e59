//! The escapes of JSON strings, for reading them and for finding places in them again.

/// What a backslash and what follows it stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::source) enum Escape {
    /// One character, written in `length` bytes with the backslash.
    Char {
        /// What it stands for.
        value: char,
        /// Bytes in the source.
        length: usize,
    },
    /// Half a surrogate pair: 6 bytes that stand for no character and are read as U+FFFD.
    Half,
    /// No escape of JSON. The backslash is then read as itself.
    Unknown,
}

/// Decodes the escape that begins with the backslash at the start of `bytes`.
pub(in crate::source) fn decode(bytes: &[u8]) -> Escape {
    let value = match bytes.get(1) {
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unicode(bytes),
        _ => return Escape::Unknown,
    };
    Escape::Char { value, length: 2 }
}

fn unicode(bytes: &[u8]) -> Escape {
    let Some(first) = hex(&bytes[2..]) else {
        return Escape::Unknown;
    };
    if let Some(value) = char::from_u32(first) {
        return Escape::Char { value, length: 6 };
    }
    let second = bytes[6..]
        .strip_prefix(b"\\u")
        .and_then(hex)
        .filter(|second| (0xdc00..0xe000).contains(second));
    match second {
        Some(second) if first < 0xdc00 => {
            let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
            char::from_u32(code).map_or(Escape::Half, |value| Escape::Char { value, length: 12 })
        }
        _ => Escape::Half,
    }
}

/// The number that the first four bytes write in hexadecimal.
fn hex(bytes: &[u8]) -> Option<u32> {
    bytes.get(..4)?.iter().try_fold(0, |code, digit| {
        Some(code * 16 + char::from(*digit).to_digit(16)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_the_escapes_of_rfc_8259() {
        let one = |value, length| Escape::Char { value, length };
        let cases = [
            (r#"\""#, one('"', 2)),
            (r"\\", one('\\', 2)),
            (r"\/", one('/', 2)),
            (r"\b", one('\u{8}', 2)),
            (r"\u00e9", one('é', 6)),
            (r"\u00E9!", one('é', 6)),
            (r"\ud83d\ude00", one('😀', 12)),
            (r"\ud83d", Escape::Half),
            (r"\ud83dx", Escape::Half),
            (r"\ud83d\u0041", Escape::Half),
            (r"\ude00\ud83d", Escape::Half),
            (r"\u12", Escape::Unknown),
            (r"\u+123", Escape::Unknown),
            (r"\x41", Escape::Unknown),
            (r"\", Escape::Unknown),
        ];
        for (text, expected) in cases {
            assert_eq!(decode(text.as_bytes()), expected, "{text}");
        }
    }
}
