//! Mills and slides, for all points at once.
//!
//! Each function looks at a whole set of men with a few shifts, where RULES.md section 3 speaks of
//! one point. [`geometry`](super::geometry) says why that is possible: a ring is a byte.

use super::geometry::{BOARD, CORNERS, MIDDLES};

/// Returns a set moved clockwise by `places`, 1 to 7, in each ring.
#[inline]
const fn turned(set: u32, places: u32) -> u32 {
    // In each ring, the bits that stay below the top when they move up by `places`.
    let stay = (0xFF >> places) * 0x01_01_01;
    (set & stay) << places | (set & BOARD & !stay) >> (8 - places)
}

/// Returns the points that, to each set given, lie one step further clockwise.
#[inline]
const fn clockwise(set: u32) -> u32 {
    turned(set, 1)
}

/// Returns the points that lie one step further anticlockwise.
#[inline]
const fn anticlockwise(set: u32) -> u32 {
    turned(set, 7)
}

/// Returns the middles whose spoke is, but for themselves, full of `men`.
#[inline]
const fn spoke_partners(men: u32) -> u32 {
    // The three rings turn places: each point meets the two others of its spoke.
    (men << 8 | men >> 16) & (men << 16 | men >> 8) & MIDDLES
}

/// The points where one more man would complete a line, by the kind of the line.
///
/// Whether the point itself is empty plays no part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completions {
    /// Middles of a side whose two corners are held.
    side: u32,
    /// Corners whose side clockwise from them is held.
    clockwise: u32,
    /// Corners whose side anticlockwise from them is held.
    anticlockwise: u32,
    /// Middles whose spoke is held.
    spoke: u32,
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

/// The slides of a side in one direction, by the points where they end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slides {
    /// Which way they go.
    pub direction: Direction,
    /// Where they end without closing a mill.
    pub plain: u32,
    /// Where they end and close a mill.
    pub closing: u32,
}

/// The ways in which a man can slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Along a ring, clockwise.
    Clockwise,
    /// Along a ring, anticlockwise.
    Anticlockwise,
    /// Along a spoke, towards the centre.
    Inwards,
    /// Along a spoke, away from the centre.
    Outwards,
}

impl Direction {
    /// Returns the number of the point from which a slide in this direction ends at point `to`.
    #[must_use]
    #[inline]
    pub const fn origin(self, to: u16) -> u16 {
        match self {
            Self::Clockwise => to & !7 | to.wrapping_sub(1) & 7,
            Self::Anticlockwise => to & !7 | (to + 1) & 7,
            Self::Inwards => to.wrapping_sub(8),
            Self::Outwards => to + 8,
        }
    }

    /// Returns the points from which slides in this direction end at the points given.
    #[must_use]
    #[inline]
    pub const fn origins(self, ends: u32) -> u32 {
        match self {
            Self::Clockwise => anticlockwise(ends),
            Self::Anticlockwise => clockwise(ends),
            Self::Inwards => ends >> 8,
            Self::Outwards => ends << 8,
        }
    }
}

/// Returns all slides of `men` to `empty` points.
///
/// A slide can close only that line through its end which it does not run along, since the man
/// leaves the other one open. For a given direction that line is always of the same kind.
#[must_use]
#[inline]
pub const fn slides(men: u32, empty: u32) -> [Slides; 4] {
    let Completions { side, clockwise: right, anticlockwise: left, spoke } = Completions::of(men);
    [
        slides_to(Direction::Clockwise, clockwise(men) & empty, spoke | right),
        slides_to(Direction::Anticlockwise, anticlockwise(men) & empty, spoke | left),
        slides_to(Direction::Inwards, (men & MIDDLES) << 8 & empty, side),
        slides_to(Direction::Outwards, (men & MIDDLES) >> 8 & empty, side),
    ]
}

#[inline]
const fn slides_to(direction: Direction, ends: u32, completed: u32) -> Slides {
    Slides { direction, plain: ends & !completed, closing: ends & completed }
}

/// Returns the points next to any point of a set; the set's own points may be among them.
#[must_use]
#[inline]
pub const fn neighbours(set: u32) -> u32 {
    let middles = set & MIDDLES;
    clockwise(set) | anticlockwise(set) | (middles << 8 | middles >> 8) & BOARD
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

/// Returns those of `men` that the enemy may remove when closing a mill: the ones in no mill, or
/// any of them if there is no such one (RULES.md Decision 5).
#[must_use]
#[inline]
pub const fn removable(men: u32) -> u32 {
    let free = men & !in_mills(men);
    if free == 0 { men } else { free }
}
