//! Sixteen small numbers side by side, one for each cell that was empty at the root.

use wide::{CmpEq, i8x16};

/// How many lanes there are.
pub(super) const LANES: usize = 16;

/// A number for each lane.
pub(super) type Lanes = i8x16;

/// Returns the number in every lane.
#[inline(always)]
pub(super) fn every(number: i8) -> Lanes {
    Lanes::new([number; LANES])
}

/// Returns the greatest number.
#[inline(always)]
pub(super) fn greatest(lanes: Lanes) -> i8 {
    let lanes = lanes.max(turned::<8>(lanes));
    let lanes = lanes.max(turned::<4>(lanes));
    let lanes = lanes.max(turned::<2>(lanes));
    lanes.max(turned::<1>(lanes)).to_array()[0]
}

/// Returns the set of lanes with that number.
#[inline(always)]
pub(super) fn equal(lanes: Lanes, number: i8) -> u16 {
    lanes.cmp_eq(every(number)).move_mask() as u16
}

/// Moves the number in lane i + BY, going around, to lane i.
#[inline(always)]
fn turned<const BY: usize>(lanes: Lanes) -> Lanes {
    lanes.swizzle_relaxed(const { turns(BY) })
}

const fn turns(by: usize) -> Lanes {
    let mut from = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        from[lane] = ((lane + by) % LANES) as i8;
        lane += 1;
    }
    Lanes::new(from)
}

/// Returns the lowest member of a set of lanes that is not empty.
#[inline(always)]
pub(super) const fn first(set: u16) -> usize {
    set.trailing_zeros() as usize % LANES
}

/// Returns a set of lanes without its lowest member.
#[inline(always)]
pub(super) const fn rest(set: u16) -> u16 {
    set & set.wrapping_sub(1)
}
