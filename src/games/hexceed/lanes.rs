//! Small numbers side by side, for sixteen cells or for all.

use wide::{CmpEq, CmpGt, i8x16, i8x32};
use zerocopy::transmute;

use crate::kernel::array;

/// How many lanes there are.
pub(super) const LANES: usize = 16;

/// A number for each lane.
pub(super) type Lanes = i8x16;

/// The numbers of a [`Row`], enough for all cells.
pub(super) const ROW: usize = 32;

/// A number for each cell.
pub(super) type Row = i8x32;

/// Returns the number in every lane.
#[inline(always)]
pub(super) fn every(number: i8) -> Lanes {
    Lanes::new([number; LANES])
}

/// Returns the greatest number.
#[inline(always)]
pub(super) fn greatest(lanes: Lanes) -> i8 {
    folded(lanes, Lanes::max)
}

/// Returns the greatest number of a row.
#[inline(always)]
pub(super) fn greatest_of_row(row: Row) -> i8 {
    let [low, high] = halves(row);
    greatest(low.max(high))
}

/// Returns the sum of a row, which is below 128.
#[inline(always)]
pub(super) fn sum_of_row(row: Row) -> i8 {
    let [low, high] = halves(row);
    folded(low + high, |a, b| a + b)
}

/// Returns how many numbers of a row are at least so great.
#[inline(always)]
pub(super) fn at_least(row: Row, least: i8) -> usize {
    row.cmp_gt(Row::splat(least - 1)).move_mask().count_ones() as usize
}

#[inline(always)]
fn halves(row: Row) -> [Lanes; 2] {
    let [low, high]: [[i8; LANES]; 2] = transmute!(row.to_array());
    [Lanes::new(low), Lanes::new(high)]
}

/// Returns what all numbers come to, half of them with the other half at a time.
#[inline(always)]
fn folded(lanes: Lanes, with: impl Fn(Lanes, Lanes) -> Lanes) -> i8 {
    let lanes = with(lanes, turned::<8>(lanes));
    let lanes = with(lanes, turned::<4>(lanes));
    let lanes = with(lanes, turned::<2>(lanes));
    with(lanes, turned::<1>(lanes)).to_array()[0]
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

/// Returns the members of a set of lanes, lowest first, which has that many.
#[inline(always)]
pub(super) fn members<const N: usize>(set: u16) -> [usize; N] {
    let mut set = set;
    array::of(|_| {
        let member = first(set);
        set = rest(set);
        member
    })
}
