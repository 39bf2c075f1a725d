//! Sixteen small numbers side by side, one for each cell that was empty at the root. The compiler
//! turns each of these functions into a few vector instructions.

/// How many lanes there are.
pub(super) const LANES: usize = 16;

/// A number for each lane.
pub(super) type Lanes = [u8; LANES];

/// Adds lane by lane. Sums of points stay far below 256.
#[inline]
pub(super) fn add(a: Lanes, b: Lanes) -> Lanes {
    let mut sum = a;
    for (x, y) in sum.iter_mut().zip(b) {
        *x = x.wrapping_add(y);
    }
    sum
}

/// Keeps the lanes where `mask` is 255 and empties those where it is 0.
#[inline]
pub(super) fn keep(a: Lanes, mask: Lanes) -> Lanes {
    (u128::from_ne_bytes(a) & u128::from_ne_bytes(mask)).to_ne_bytes()
}

/// Returns the greatest number.
#[inline]
pub(super) fn greatest(a: Lanes) -> u8 {
    a.into_iter().fold(0, u8::max)
}

/// Returns the lowest member of a set of lanes that is not empty.
#[inline]
pub(super) fn first(set: u16) -> usize {
    set.trailing_zeros() as usize % LANES
}

/// Returns a set of lanes without its lowest member.
#[inline]
pub(super) const fn rest(set: u16) -> u16 {
    set & set.wrapping_sub(1)
}
