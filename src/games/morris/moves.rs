//! A move as 16 bits.

use super::geometry::{BOARD, Point};
use crate::kernel::Move;

/// Stands for the hand as the origin of a move: the number after the last point.
pub const HAND: u16 = Point::COUNT as u16;

/// Stands for "no point" in a move that removes nothing.
const NOTHING: u16 = Point::COUNT as u16;

const TO: u32 = 5;
const REMOVED: u32 = 10;
const FIELD: u16 = 0x1F;

/// A placement, slide or flight, with its removal if any.
///
/// Bits 0 to 4: the point it comes from, or 24 for the hand; bits 5 to 9: the point it goes to;
/// bits 10 to 14: the point that it clears, or 24 for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MorrisMove(u16);

impl MorrisMove {
    /// Returns the move from a point or, with `None`, from the hand.
    #[must_use]
    pub fn new(from: Option<Point>, to: Point, removed: Option<Point>) -> Self {
        let number = |point: Point| point.index() as u16;
        let step = Self::step(from.map_or(HAND, number), number(to));
        removed.map_or(step, |point| step.removing(number(point)))
    }

    /// Returns the move that removes nothing, by the numbers of the points; `from` may be
    /// [`HAND`].
    #[inline]
    pub(super) const fn step(from: u16, to: u16) -> Self {
        Self(from | to << TO | NOTHING << REMOVED)
    }

    /// Returns the same step with a removal, by the number of the point.
    #[inline]
    pub(super) const fn removing(self, point: u16) -> Self {
        Self(self.0 & !(FIELD << REMOVED) | point << REMOVED)
    }

    /// Returns the number of the point that the man comes from, or [`HAND`].
    #[inline]
    pub(super) const fn origin(self) -> u16 {
        self.0 & FIELD
    }

    /// Returns the number of the point that the man goes to.
    #[inline]
    pub(super) const fn target(self) -> u16 {
        self.0 >> TO & FIELD
    }

    /// Returns the removed point as a set, empty for none.
    #[inline]
    pub(super) const fn removed_set(self) -> u32 {
        1 << (self.0 >> REMOVED & FIELD) & BOARD
    }

    /// Returns where the man comes from; `None` is the hand.
    #[must_use]
    pub const fn from(self) -> Option<Point> {
        Point::new(self.origin() as u8)
    }

    /// Returns where the man goes to.
    #[must_use]
    #[inline]
    pub const fn to(self) -> Point {
        match Point::new(self.target() as u8) {
            Some(point) => point,
            // Every move has a destination.
            None => Point::READING_ORDER[0],
        }
    }

    /// Returns which point is cleared of an enemy man.
    #[must_use]
    pub const fn removed(self) -> Option<Point> {
        Point::new((self.0 >> REMOVED & FIELD) as u8)
    }

    /// Returns whether the man comes from the hand.
    #[must_use]
    #[inline]
    pub const fn is_placement(self) -> bool {
        self.origin() == HAND
    }

    /// Returns whether an enemy man is removed.
    #[must_use]
    #[inline]
    pub const fn is_removal(self) -> bool {
        self.0 >> REMOVED != NOTHING
    }
}

impl Move for MorrisMove {
    #[inline]
    fn bits(self) -> u16 {
        self.0
    }

    fn from_bits(bits: u16) -> Option<Self> {
        let (from, to, removed) = (bits & FIELD, bits >> TO & FIELD, bits >> REMOVED);
        let conceivable = from <= HAND && to < HAND && removed <= NOTHING;
        conceivable.then_some(Self(bits))
    }
}
