//! The men of one side.

use super::geometry::BOARD;
use super::moves::HAND;

/// The men of one side: on which points they stand and how many are in hand.
///
/// The hand is counted above the 24 bits of the board, so that taking a man from the hand and
/// taking one from a point are the same subtraction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Side(u32);

/// The men that each side starts with.
pub(super) const MEN: u32 = 9;

/// With fewer men than this, board and hand together, a side has lost; with exactly this many on
/// the board and none in hand it flies.
pub(super) const FEWEST: u32 = 3;

impl Side {
    /// How many bits a side takes.
    pub const BITS: u32 = 28;

    /// Returns the side with men on those points and `hand` in hand.
    #[must_use]
    pub const fn new(board: u32, hand: u32) -> Self {
        Self(board | hand << HAND)
    }

    /// Returns board and hand as [`BITS`](Self::BITS) bits.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Returns the points that the side's men stand on.
    #[must_use]
    #[inline]
    pub const fn board(self) -> u32 {
        self.0 & BOARD
    }

    /// Returns the number of men in hand.
    #[must_use]
    #[inline]
    pub const fn hand(self) -> u32 {
        self.0 >> HAND
    }

    /// Returns the number of men, board and hand together.
    #[must_use]
    #[inline]
    pub const fn men(self) -> u32 {
        self.board().count_ones() + self.hand()
    }

    /// Returns whether the side may move its men to any empty point: its hand is empty and it has
    /// three men.
    #[must_use]
    #[inline]
    pub const fn flies(self) -> bool {
        self.hand() == 0 && self.0.count_ones() == FEWEST
    }

    /// Returns whether the side's next man may go to any empty point: it has men in hand or flies.
    #[must_use]
    #[inline]
    pub const fn reaches_all(self) -> bool {
        self.hand() > 0 || self.flies()
    }

    /// Returns the side with one man moved from a point, or from the hand ([`HAND`]), to a point.
    #[must_use]
    #[inline]
    pub const fn with_moved(self, from: u16, to: u16) -> Self {
        Self(self.0.wrapping_sub(1 << (from & 31)) | 1 << (to & 31))
    }

    /// Returns the side without the men on those points.
    #[must_use]
    #[inline]
    pub const fn without(self, removed: u32) -> Self {
        Self(self.0 & !removed)
    }
}
