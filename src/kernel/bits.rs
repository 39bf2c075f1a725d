//! Iterating over the set bits of a word.

/// The positions of the set bits of a word, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Bits(u64);

impl Bits {
    /// Returns the set bits of `word`.
    #[must_use]
    #[inline]
    pub fn of(word: impl Into<u64>) -> Self {
        Self(word.into())
    }
}

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Bits {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_from_the_lowest_bit() {
        assert_eq!(Bits::of(0b1001_0010_u32).collect::<Vec<_>>(), [1, 4, 7]);
        assert_eq!(Bits::of(1_u64 << 63 | 1).len(), 2);
        assert_eq!(Bits::of(0_u64).next(), None);
    }
}
