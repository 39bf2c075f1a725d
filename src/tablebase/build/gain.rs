//! What moves out of a unit are worth.

use crate::tablebase::memory::Array;
use crate::tablebase::value::Wdl;

/// A solved sector of a needed unit: for each index, what the side gains that moves there.
#[derive(Debug)]
pub struct Gains(pub(super) Array);

impl Gains {
    /// Returns the gain of an index.
    #[must_use]
    #[inline]
    pub fn at(&self, number: usize) -> Gain {
        Gain(self.0[number])
    }

    /// Returns the gains of all indices as bytes; see [`Gain::byte`].
    #[must_use]
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// What a side gets from a move out of the unit; lower is better: a fast win, a slow win, a draw, a
/// slow loss, a fast loss.
///
/// A loss of the other side in d plies is stored as d / 2, a win as 254 - d / 2; half is enough,
/// since a win takes an odd number of plies. Where distances end at the move, only 0 and 254 occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Gain(u8);

impl Gain {
    /// Neither side wins after the move.
    pub const DRAW: Self = Self(127);
    /// There is no such move, or it has not been examined.
    pub const NONE: Self = Self(255);
    /// The game is won with the move.
    pub const WON: Self = Self(0);
    /// The other side has won, or wins with its next move.
    pub const LOST: Self = Self(254);

    /// Returns what a move gains that leaves the other side with that value.
    pub(super) const fn leaving(wdl: Wdl, plies: u8) -> Self {
        match wdl {
            Wdl::Loss => Self(plies / 2),
            Wdl::Draw => Self::DRAW,
            Wdl::Win => Self(254 - plies / 2),
        }
    }

    /// Returns the gain as the byte that [`Gains`] keep, in the same order.
    #[must_use]
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// Returns the gain of a byte.
    #[must_use]
    pub const fn of_byte(byte: u8) -> Self {
        Self(byte)
    }

    /// Returns the plies to the end, including the move: odd for a win, even for a loss. A draw has none.
    #[must_use]
    pub const fn plies(self) -> u8 {
        if self.0 < Self::DRAW.0 { 2 * self.0 + 1 } else { 2 * (254 - self.0) + 2 }
    }
}
