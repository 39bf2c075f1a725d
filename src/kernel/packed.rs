//! Packed boards: the form in which the search and its memory compare positions.

use std::fmt::Debug;
use std::hash::Hash;

/// A position packed into a few 64-bit words.
///
/// `[u64; 1]`, `[u64; 2]` and `[u64; 3]` are packed boards; see
/// [`Position::packed`](super::Position::packed) for what they must hold.
pub trait Packed: Copy + Debug + Hash + Ord + Send + Sync + 'static {
    /// How many words there are.
    const WORDS: usize;

    /// Returns the words.
    fn words(&self) -> &[u64];

    /// Mixes all words into one, the same on every machine.
    ///
    /// A multiply-fold per word: as fast as a hardware hash, and independent of the processor,
    /// which keeps node counts the same everywhere.
    #[inline]
    fn fold(&self) -> u64 {
        let mut hash = 0x9E37_79B9_7F4A_7C15_u64;
        for &word in self.words() {
            let product = u128::from(word ^ hash) * 0xD6E8_FEB8_6659_FD93;
            hash = (product as u64) ^ ((product >> 64) as u64).rotate_left(23);
        }
        hash ^ (hash >> 32)
    }
}

impl<const N: usize> Packed for [u64; N] {
    const WORDS: usize = N;

    #[inline]
    fn words(&self) -> &[u64] {
        self
    }
}
