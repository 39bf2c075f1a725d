//! Random numbers that stay the same for a seed, for ever.

/// The SplitMix64 generator (Steele, Lea and Flood 2014): small, fast, usable in constants, and its
/// sequence for a seed never changes.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Returns a generator with that seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a generator for a seed that is one of a series: neighbouring seeds give sequences that have
    /// nothing in common, while those of [`new`](Self::new) may be the same one, shifted.
    #[must_use]
    pub const fn of_series(seed: u64) -> Self {
        Self(Self(seed).next_u64())
    }

    /// Returns the generator of that number of a seed. No two have anything in common, of one seed or of two.
    #[must_use]
    pub const fn nth(seed: u64, number: u64) -> Self {
        Self::of_series(Self(seed).next_u64() ^ number)
    }

    /// Returns the next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number in [0, 1).
    pub fn fraction(&mut self) -> f64 {
        // A float holds 53 bits.
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a random number below `bound`, which must not be 0. The bias of the
    /// multiply-and-shift method is below `bound / 2^64`.
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_the_published_sequence_of_seed_1234567() {
        let mut rng = SplitMix64::new(1_234_567);
        let expected = [6_457_827_717_110_365_317_u64, 3_203_168_211_198_807_973];
        assert_eq!([rng.next_u64(), rng.next_u64()], expected);
        assert_eq!(SplitMix64::of_series(1_234_567).0, expected[0]);
    }

    #[test]
    fn seeds_share_no_generators() {
        let all =
            (0..40).flat_map(|seed| (0..40).map(move |number| SplitMix64::nth(seed, number).0));
        assert_eq!(all.collect::<std::collections::HashSet<u64>>().len(), 1_600);
    }
}
