//! Slides, all at once: every slide on the board is one bit of a word.
//!
//! The 32 links between neighbours, each in both directions, are 64 slides:
//!
//! | bits | slide |
//! |---|---|
//! | 0 to 23 | along a ring, clockwise, to the point of that number |
//! | 24 to 47 | along a ring, anticlockwise, to the point of that number less 24 |
//! | 49, 51, .. 63 | along a spoke, inwards, from the point of that number less 48 |
//! | 48, 50, .. 62 | along a spoke, outwards, to the point of that number less 47 |

use super::geometry::{BOARD, MIDDLES, Point};
use super::mills::{Completions, anticlockwise, clockwise};
use super::moves::MorrisMove;

/// The places of inward and outward slides among the 16 of the spokes.
const INWARDS: u32 = 0xAAAA;
const OUTWARDS: u32 = 0x5555;

#[inline]
const fn join(clockwise: u32, anticlockwise: u32, spokes: u32) -> u64 {
    clockwise as u64 | (anticlockwise as u64) << 24 | (spokes as u64) << 48
}

/// Returns the slides along spokes that end on a point of the set.
#[inline]
const fn spokes_to(set: u32) -> u32 {
    set >> 8 & INWARDS | set >> 1 & OUTWARDS
}

/// Returns the slides that begin on a point of the set.
#[must_use]
#[inline]
pub const fn from(set: u32) -> u64 {
    join(clockwise(set), anticlockwise(set), set & INWARDS | set >> 9 & OUTWARDS)
}

/// Returns the slides that end on a point of the set.
#[must_use]
#[inline]
pub const fn to(set: u32) -> u64 {
    join(set, set, spokes_to(set))
}

/// Returns the points that slides end on.
#[must_use]
#[inline]
pub const fn ends(slides: u64) -> u32 {
    let spokes = (slides >> 48) as u32;
    let rings = (slides | slides >> 24) as u32 & BOARD;
    rings | (spokes & INWARDS) << 8 | (spokes & OUTWARDS) << 1
}

/// Returns the points next to any point of a set; the set's own points may be among them.
#[must_use]
#[inline]
pub const fn neighbours(set: u32) -> u32 {
    let middles = set & MIDDLES;
    clockwise(set) | anticlockwise(set) | (middles << 8 | middles >> 8) & BOARD
}

/// Returns the slides by which a man completes a line, if `completions` are those of all men of
/// his side, himself included.
///
/// A slide can complete only that line through its end which it does not run along, since the man
/// leaves the other one open. For a given direction that line is always of the same kind.
#[must_use]
#[inline]
pub const fn completing(completions: Completions) -> u64 {
    let Completions { side, clockwise, anticlockwise, spoke } = completions;
    join(spoke | clockwise, spoke | anticlockwise, spokes_to(side))
}

/// Returns the slide of that bit, below 64, as a move.
#[must_use]
#[inline]
pub const fn step(bit: usize) -> MorrisMove {
    STEPS[bit & 63]
}

const STEPS: [MorrisMove; 64] = {
    let mut steps = [MorrisMove::step(0, 0); 64];
    let mut bit = 0;
    while bit < 64 {
        let (mut begin, mut end) = (0, 0);
        let mut point = 0;
        while point < Point::COUNT as u16 {
            if from(1 << point) >> bit & 1 != 0 {
                begin = point;
            }
            if to(1 << point) >> bit & 1 != 0 {
                end = point;
            }
            point += 1;
        }
        steps[bit] = MorrisMove::step(begin, end);
        bit += 1;
    }
    steps
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slides_end_where_their_steps_do() {
        for bit in 0..64 {
            assert_eq!(ends(1 << bit), step(bit).to().bit(), "{bit}");
        }
        assert_eq!(ends(u64::MAX), BOARD);
    }
}
