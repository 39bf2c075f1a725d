//! A move without its game.

use std::num::NonZeroU16;

use super::position::Move;

/// The 16 [bits](Move::bits) of a move, without the game that gives them meaning: the form in which
/// tables and other code that knows no game hold moves.
///
/// `Option<MoveBits>` takes 16 bits as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveBits(
    /// The complement of the bits: no move has `u16::MAX`, so this is never 0.
    NonZeroU16,
);

impl MoveBits {
    /// Returns the bits of a move. Always `Some` if the move keeps the contract of [`Move::bits`].
    #[must_use]
    #[inline]
    pub fn of(m: impl Move) -> Option<Self> {
        Self::from_u16(m.bits())
    }

    /// Wraps bits, `None` for `u16::MAX`: the inverse of [`to_u16`](Self::to_u16).
    #[must_use]
    #[inline]
    pub const fn from_u16(bits: u16) -> Option<Self> {
        match NonZeroU16::new(!bits) {
            Some(complement) => Some(Self(complement)),
            None => None,
        }
    }

    /// Returns a move or none as 16 bits, `u16::MAX` for none.
    #[must_use]
    #[inline]
    pub const fn to_u16(bits: Option<Self>) -> u16 {
        match bits {
            Some(Self(complement)) => !complement.get(),
            None => u16::MAX,
        }
    }

    /// Returns the move of a game that has these bits, legal or not; `None` if the game has no
    /// such move.
    #[must_use]
    #[inline]
    pub fn decode<M: Move>(self) -> Option<M> {
        M::from_bits(Self::to_u16(Some(self)))
    }

    /// Returns the bits of moves.
    #[must_use]
    pub fn of_all<M: Move>(moves: &[M]) -> Vec<Self> {
        let mut all = Vec::with_capacity(moves.len());
        for m in moves {
            all.extend(Self::of(*m));
        }
        all
    }

    /// Returns the moves of a game that have these bits, without those that it has not.
    #[must_use]
    pub fn decode_all<M: Move>(bits: &[Self]) -> Vec<M> {
        let mut moves = Vec::with_capacity(bits.len());
        for bits in bits {
            moves.extend(bits.decode::<M>());
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_or_none_fits_into_sixteen_bits() {
        assert_eq!(size_of::<Option<MoveBits>>(), 2);
        for bits in 0..=u16::MAX {
            let kept = MoveBits::from_u16(bits);
            assert_eq!(kept.is_some(), bits != u16::MAX);
            assert_eq!(MoveBits::to_u16(kept), bits);
        }
    }
}
