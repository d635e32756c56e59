//! Sizes as people write them: `300KiB`, `2 MiB`, `262144`.

use thiserror::Error;

/// The longest text that a mock may make up, in bytes.
const LARGEST: f64 = 64.0 * 1024.0 * 1024.0;

/// Why a text is no size.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub(super) enum ByteSizeError {
    /// `big`
    #[error("this is no size")]
    Malformed,
    /// Too much to make up.
    #[error("a made-up text is at most 64 MiB")]
    TooLarge,
}

/// Reads a size in bytes. `KiB` and `MiB` count by 1,024, `KB` and `MB` by 1,000.
pub(super) fn byte_size(text: &str) -> Result<usize, ByteSizeError> {
    let text = text.trim();
    let end = text
        .find(|letter: char| !letter.is_ascii_digit() && letter != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number: f64 = number.parse().map_err(|_| ByteSizeError::Malformed)?;
    let size = number
        * match unit.trim_start() {
            "" | "B" => 1.0,
            "KiB" => 1024.0,
            "MiB" => 1024.0 * 1024.0,
            "KB" | "kB" => 1_000.0,
            "MB" => 1_000_000.0,
            _ => return Err(ByteSizeError::Malformed),
        };
    if size > LARGEST {
        return Err(ByteSizeError::TooLarge);
    }
    Ok(size.round() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_sizes() {
        assert_eq!(byte_size("300KiB"), Ok(307_200));
        assert_eq!(byte_size("1.5 MiB"), Ok(1_572_864));
        assert_eq!(byte_size("10KB"), Ok(10_000));
        assert_eq!(byte_size("262144"), Ok(262_144));
        assert_eq!(byte_size("12B"), Ok(12));
        assert_eq!(byte_size("12 bytes"), Err(ByteSizeError::Malformed));
        assert_eq!(byte_size("-1"), Err(ByteSizeError::Malformed));
        assert_eq!(byte_size("1000MiB"), Err(ByteSizeError::TooLarge));
    }
}
