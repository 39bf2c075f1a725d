//! Bytes of files: a checksum and a reader of little-endian fields.

use std::hash::Hasher;

use fnv::FnvHasher;

/// Returns the 64-bit FNV-1a checksum (Fowler, Noll and Vo), which all formats of files have. Each step
/// is a bijection of the sum so far, so a single changed byte is always detected.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = FnvHasher::default();
    sum.write(bytes);
    sum.finish()
}

/// Little-endian fields, read in sequence; `None` if the bytes end too early.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    /// Returns a reader of those bytes.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Returns whether everything has been read.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads `count` bytes.
    pub fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// Reads a fixed-size array of bytes.
    pub fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.bytes(N)?.try_into().ok()
    }

    /// Reads 16 bits.
    #[inline]
    pub fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    /// Reads 32 bits.
    pub fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// Reads 64 bits.
    pub fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_is_the_published_one() {
        // The vectors of the FNV-1a specification.
        assert_eq!(checksum(b""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(checksum(b"foobar"), 0x8594_4171_F739_67E8);
    }

    #[test]
    fn fields_end_with_the_bytes() {
        let mut fields = Fields::new(&[1, 2, 0, 3, 0, 0, 0, 9]);
        assert_eq!(fields.array(), Some([1]));
        assert_eq!((fields.u16(), fields.u32()), (Some(2), Some(3)));
        assert_eq!(fields.u16(), None, "nothing is read of a field that is cut");
        assert_eq!(fields.bytes(1), Some([9].as_slice()));
        assert!(fields.is_empty());
        assert_eq!(fields.u64(), None);
    }
}
