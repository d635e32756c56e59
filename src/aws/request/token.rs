//! Tokens that make a repeated request safe.

/// A random UUID, version 4 (RFC 9562).
pub(super) fn random() -> String {
    let bits = fastrand::u128(..);
    let versioned = (bits & !(0xf << 76) & !(0b11 << 62)) | (0x4 << 76) | (0b10 << 62);
    let hex = format!("{versioned:032x}");
    [
        &hex[..8],
        &hex[8..12],
        &hex[12..16],
        &hex[16..20],
        &hex[20..],
    ]
    .join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_random_uuids() {
        let token = random();
        let parts: Vec<usize> = token.split('-').map(str::len).collect();
        assert_eq!(parts, [8, 4, 4, 4, 12]);
        assert_eq!(&token[14..15], "4");
        assert!("89ab".contains(&token[19..20]), "{token}");
        assert_ne!(token, random());
    }
}
