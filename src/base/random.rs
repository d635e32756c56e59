//! Random numbers that a seed decides, so that a run can be repeated byte for byte.

/// A seeded source of random numbers. Not for secrets.
#[derive(Clone, Debug)]
pub struct Random(fastrand::Rng);

impl Random {
    /// The source that `seed` decides.
    pub fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// A number in `0.0..1.0`.
    pub fn fraction(&mut self) -> f64 {
        self.0.f64()
    }

    /// An integer in `low..high`; `low` where the range is empty.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        if low < high {
            self.0.i64(low..high)
        } else {
            low
        }
    }

    /// Sixty-four random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.u64(..)
    }

    /// A version 4 UUID in its usual text form (RFC 9562, section 5.4).
    pub fn uuid(&mut self) -> String {
        let bits = self.0.u128(..);
        let versioned = bits & !(0xf << 76) & !(0x3 << 62) | (0x4 << 76) | (0x2 << 62);
        let hex = format!("{versioned:032x}");
        format!(
            "{}-{}-{}-{}-{}",
            &hex[..8],
            &hex[8..12],
            &hex[12..16],
            &hex[16..20],
            &hex[20..]
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_decides_the_numbers() {
        let numbers = |seed| {
            let mut random = Random::new(seed);
            (random.bits(), random.between(5, 9), random.uuid())
        };
        assert_eq!(numbers(7), numbers(7));
        assert_ne!(numbers(7), numbers(8));
    }

    #[test]
    fn uuids_are_version_four() {
        let mut random = Random::new(1);
        for _ in 0..100 {
            let uuid = random.uuid();
            assert_eq!(uuid.len(), 36);
            assert_eq!(uuid.as_bytes()[14], b'4');
            assert!(b"89ab".contains(&uuid.as_bytes()[19]), "{uuid}");
        }
    }
}
