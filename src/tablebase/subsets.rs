//! Sets of a given size, numbered in the order of their bit masks.
//!
//! The masks with k bits, in ascending order, are what Gosper's step walks through, each from the
//! one before (Knuth's Algorithm 7.2.1.3L lists the same combinations). The place of a mask in that
//! order is the sum of binomial coefficients of its bits, the *combinatorial number system*.

/// The largest set that is numbered.
pub const LARGEST: usize = 9;

/// Binomial coefficients: `CHOOSE[n][k]` for n up to 24 and k up to [`LARGEST`].
pub const CHOOSE: [[u32; LARGEST + 1]; 25] = {
    let mut table = [[0; LARGEST + 1]; 25];
    let mut n = 0;
    while n < table.len() {
        table[n][0] = 1;
        let mut k = 1;
        while k <= LARGEST && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// Returns the next greater mask with as many bits. `mask` has at least one.
#[must_use]
#[inline]
pub const fn next_subset(mask: u32) -> u32 {
    let low = mask & mask.wrapping_neg();
    let ripple = mask + low;
    ripple | (((mask ^ ripple) >> 2) / low)
}

/// Returns the masks with `k` of the lowest `n` bits, in ascending order. `k` is at least 1, `n` at
/// most 24.
pub fn subsets(n: u32, k: u32) -> impl Iterator<Item = u32> {
    let mut next = (1_u32 << k) - 1;
    std::iter::from_fn(move || {
        let mask = next;
        next = next_subset(mask);
        (mask >> n == 0).then_some(mask)
    })
}

/// Returns the place of a mask in [`subsets`] of its size, which is at most [`LARGEST`].
#[must_use]
#[inline]
pub fn rank(mut mask: u32) -> usize {
    let mut sum = 0;
    let mut size = 0;
    while mask != 0 {
        size += 1;
        sum += CHOOSE[(mask.trailing_zeros() as usize).min(24)][size.min(LARGEST)];
        mask &= mask - 1;
    }
    sum as usize
}

/// Returns the mask of `k` bits at that place: the inverse of [`rank`].
#[must_use]
pub fn unrank(mut place: usize, k: usize) -> u32 {
    let mut mask = 0;
    let mut top = 24;
    for size in (1..=k.min(LARGEST)).rev() {
        while top > 0 && CHOOSE[top - 1][size] as usize > place {
            top -= 1;
        }
        top = top.saturating_sub(1);
        place -= (CHOOSE[top][size] as usize).min(place);
        mask |= 1 << top;
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_walked_in_the_order_of_their_ranks() {
        for (n, k) in [(24, 3), (15, 9), (7, 7), (21, 3), (5, 1)] {
            let mut count = 0;
            let mut before = 0;
            for (place, mask) in subsets(n, k).enumerate() {
                assert!(mask > before, "ascending");
                assert_eq!((mask.count_ones(), mask >> n), (k, 0));
                assert_eq!((rank(mask), unrank(place, k as usize)), (place, mask));
                (before, count) = (mask, count + 1);
            }
            assert_eq!(count, CHOOSE[n as usize][k as usize]);
        }
    }
}
