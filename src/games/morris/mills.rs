//! Mills, for all points at once.
//!
//! Each function handles a whole set of men with a few shifts, where RULES.md section 3 speaks of
//! one point. This works because a ring is a byte, see [`geometry`](super::geometry).

use super::geometry::{BOARD, CORNERS, MIDDLES};

/// Returns a set moved clockwise by `places`, 1 to 7, in each ring.
#[inline]
const fn turned(set: u32, places: u32) -> u32 {
    // In each ring, the bits that stay below the top when they move up by `places`.
    let stay = (0xFF >> places) * 0x01_01_01;
    (set & stay) << places | (set & BOARD & !stay) >> (8 - places)
}

/// Returns the points one step clockwise from each given set.
#[inline]
pub(super) const fn clockwise(set: u32) -> u32 {
    turned(set, 1)
}

/// Returns the points one step anticlockwise.
#[inline]
pub(super) const fn anticlockwise(set: u32) -> u32 {
    turned(set, 7)
}

/// Returns the middles whose spoke is, apart from themselves, full of `men`.
#[inline]
const fn spoke_partners(men: u32) -> u32 {
    // The three rings turn places: each point meets the two others of its spoke.
    (men << 8 | men >> 16) & (men << 16 | men >> 8) & MIDDLES
}

/// The points where one more man would complete a line, by the kind of the line.
///
/// Whether the point itself is empty does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completions {
    /// Middles of a side whose two corners are held.
    pub(super) side: u32,
    /// Corners whose side clockwise from them is held.
    pub(super) clockwise: u32,
    /// Corners whose side anticlockwise from them is held.
    pub(super) anticlockwise: u32,
    /// Middles whose spoke is held.
    pub(super) spoke: u32,
}

impl Completions {
    /// Returns where `men` lack one man for a mill.
    #[must_use]
    #[inline]
    pub const fn of(men: u32) -> Self {
        let (behind, ahead) = (clockwise(men), anticlockwise(men));
        Self {
            side: behind & ahead & MIDDLES,
            clockwise: ahead & turned(men, 6) & CORNERS,
            anticlockwise: behind & turned(men, 2) & CORNERS,
            spoke: spoke_partners(men),
        }
    }

    /// Returns all points where one more man would complete a line.
    #[must_use]
    #[inline]
    pub const fn all(self) -> u32 {
        self.side | self.clockwise | self.anticlockwise | self.spoke
    }
}

/// Returns the mills of `men`: the middle points of full sides, and for each full spoke its three
/// points.
#[inline]
const fn full(men: u32) -> (u32, u32) {
    let sides = men & clockwise(men) & anticlockwise(men) & MIDDLES;
    (sides, men & spoke_partners(men))
}

/// Returns those of `men` that stand in a mill.
#[must_use]
#[inline]
pub const fn in_mills(men: u32) -> u32 {
    let (sides, spokes) = full(men);
    sides | clockwise(sides) | anticlockwise(sides) | spokes
}

/// Returns how many mills there are among `men`.
#[must_use]
#[inline]
pub const fn count(men: u32) -> u32 {
    let (sides, spokes) = full(men);
    // Of each full spoke the point on the outer ring.
    (sides | (spokes & 0xFF) << 24).count_ones()
}

/// Returns the bits that exactly one of three words has.
#[inline]
const fn exactly_one(a: u32, b: u32, c: u32) -> u32 {
    (a ^ b ^ c) & !(a & b & c)
}

/// Returns how many lines hold exactly one of `men` and no man of the enemy.
#[must_use]
#[inline]
pub const fn begun(men: u32, enemy: u32) -> u32 {
    let sides = exactly_one(men, clockwise(men), anticlockwise(men))
        & !(enemy | clockwise(enemy) | anticlockwise(enemy));
    // Of each spoke the point on the outer ring.
    let spokes = exactly_one(men, men >> 8, men >> 16) & !(enemy | enemy >> 8 | enemy >> 16) & 0xFF;
    (sides & MIDDLES | (spokes & MIDDLES) << 24).count_ones()
}

/// Returns those of `men` that the enemy may remove when closing a mill: those in no mill, or any
/// of them if all are in mills (RULES.md Decision 5).
#[must_use]
#[inline]
pub const fn removable(men: u32) -> u32 {
    let free = men & !in_mills(men);
    if free == 0 { men } else { free }
}
