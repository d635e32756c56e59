//! Words of a language, which stand behind the same marks as secrets do: `Basic plan`, `--token with`, `signature=none`.

/// A piece of so many bytes is no word of any language.
const LONGEST_WORD: usize = 23;
/// Bytes that a token has at least.
const SHORTEST_TOKEN: usize = 8;
/// Bytes of a piece that is a token's by itself, if no word is written so: `k8s` is written so, too.
const SHORTEST_PIECE: usize = 8;

/// Whether a text is a token and not words or numbers: it has letters and digits without order, small letters and capitals without
/// order, or is longer than words are.
pub(super) fn is_token(text: &str) -> bool {
    let is_mark = |letter: char| "-._~+/=".contains(letter);
    let pieces = || text.split(is_mark).filter(|piece| !piece.is_empty());
    let none = || pieces().filter(|piece| !could_be_word(piece));
    text.len() >= SHORTEST_TOKEN
        && (none().any(|piece| piece.len() >= SHORTEST_PIECE)
            || none().count() * 2 > pieces().count())
}

/// Whether all letters of a text are written as those of a word are: small, capital, or the first one capital.
pub(super) fn is_written_as_word(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().all(u8::is_ascii_alphabetic)
        && (bytes.iter().all(u8::is_ascii_uppercase)
            || bytes.iter().skip(1).all(u8::is_ascii_lowercase))
}

/// Whether what stands behind an option is the next word of a sentence about it: a short one, with another one behind it.
pub(super) fn is_of_sentence(word: &str, behind: &str) -> bool {
    const LONGEST: usize = 4;
    let next = behind.split_whitespace().next().unwrap_or_default();
    let next = next.trim_end_matches(['.', ',', ':', ';', '!', '?']);
    word.len() <= LONGEST
        && is_written_as_word(word)
        && !next.is_empty()
        && next.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Whether a piece may be a word, a number, or both: `bond2024`, `3rd`, `GitHub`.
fn could_be_word(piece: &str) -> bool {
    let pairs = || piece.as_bytes().windows(2);
    let bounds = pairs().filter(|two| two[0].is_ascii_digit() != two[1].is_ascii_digit());
    let humps = pairs().filter(|two| two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase());
    piece.len() <= LONGEST_WORD && bounds.count() <= 1 && humps.count() * 4 < piece.len()
}

#[cfg(test)]
mod tests {
    use super::is_token;

    #[test]
    fn tokens_are_without_order_and_words_are_not() {
        for token in [
            // RFC 6750, section 2.1
            "mF_9.B5f-4.1JqM",
            // RFC 4122, section 3
            "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
            "a8f5f167f44f4964e6c998dee827110c",
            "QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
            "abcdefghijklmnopqrstuvwxyz",
            "tok-1a2b3c4d",
        ] {
            assert!(is_token(token), "{token}");
        }
        for words in [
            "plan",
            "abc123",
            "internationalization",
            "bonds-of-2024",
            "GitHub.com",
            "accessTokenExpired",
            "k8s-cluster",
            "com.example.service.module",
            "2024-11-30",
            "123456789012",
            "3rd/4th",
        ] {
            assert!(!is_token(words), "{words}");
        }
    }
}
