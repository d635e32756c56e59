//! The generator of `java.util.Random`, which is what `$random(seed)` is on AWS: `$random(42)` gave
//! 0.7275636800328681 there (ministackorg/ministack issue 1519 and floci-io/floci issues, August 2026).

const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const MASK: u64 = (1 << 48) - 1;

/// `new java.util.Random(seed).nextDouble()`
pub(super) fn first_double(seed: i64) -> f64 {
    let mut state = (seed.cast_unsigned() ^ MULTIPLIER) & MASK;
    let mut next = |bits: u32| {
        state = state.wrapping_mul(MULTIPLIER).wrapping_add(0xB) & MASK;
        state >> (48 - bits)
    };
    let high = next(26);
    let low = next(27);
    ((high << 27) + low) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_what_aws_gave() {
        assert_eq!(first_double(42), 0.727_563_680_032_868_1);
    }
}
