//! Sets of a given size, numbered in the order of their bit masks.
//!
//! Gosper's step enumerates the masks with k bits in ascending order (Knuth's Algorithm 7.2.1.3L
//! lists the same combinations). The rank of a mask in that order is a sum of binomial coefficients
//! of its bits, the *combinatorial number system*.

pub(super) use crate::games::morris::packing::subsets;
use crate::kernel::binomials;

/// The largest set that is numbered.
pub(super) const LARGEST: usize = 9;

/// Binomial coefficients: `CHOOSE[n][k]` for n up to 24 and k up to [`LARGEST`].
pub(super) const CHOOSE: [[u32; LARGEST + 1]; 25] = binomials();

/// Returns the place of a mask in [`subsets`] of its size, which is at most [`LARGEST`].
#[must_use]
#[inline]
pub(super) fn rank(mask: u32) -> usize {
    let (low, high) = (mask as usize % HALF, mask as usize / HALF % HALF);
    let (below, size) = (&LOW[low], SIZES[low]);
    (below + HIGH[usize::from(size)][high]) as usize
}

/// Masks are looked up in two halves of 12 bits.
const HALF: usize = 1 << 12;

/// How many bits a half has, at most [`LARGEST`].
static SIZES: [u8; HALF] = {
    let mut sizes = [0; HALF];
    let mut half: usize = 0;
    while half < HALF {
        let size = half.count_ones() as u8;
        sizes[half] = if size > LARGEST as u8 { LARGEST as u8 } else { size };
        half += 1;
    }
    sizes
};

/// What a lower half adds to the rank.
static LOW: [u32; HALF] = shares(0, 0);

/// What an upper half adds to the rank, by the number of bits below it.
static HIGH: [[u32; HALF]; LARGEST + 1] = {
    let mut tables = [[0; HALF]; LARGEST + 1];
    let mut size = 0;
    while size <= LARGEST {
        tables[size] = shares(12, size);
        size += 1;
    }
    tables
};

/// Returns what each half adds to the rank if it begins at bit `first` of the mask, with `size` bits
/// below it.
const fn shares(first: usize, size: usize) -> [u32; HALF] {
    let mut shares = [0; HALF];
    let mut half: usize = 1;
    while half < HALF {
        let top = half.ilog2();
        let place = size + half.count_ones() as usize;
        if place <= LARGEST {
            shares[half] = shares[half & !(1 << top)] + CHOOSE[first + top as usize][place];
        }
        half += 1;
    }
    shares
}

/// Returns the mask of `k` bits at that place: the inverse of [`rank`].
#[must_use]
pub(super) fn unrank(mut place: usize, k: usize) -> u32 {
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

/// Returns a subset of `mask` as the low bits, as many as `mask` has.
#[must_use]
#[inline]
pub(super) fn compress(set: u32, mask: u32) -> u32 {
    let [sets, masks] = [set.to_le_bytes(), mask.to_le_bytes()];
    (0..3).rev().fold(0, |word, byte| {
        let (set, mask) = (sets[byte] as usize, masks[byte]);
        word << mask.count_ones() | u32::from(EIGHT.compressed[mask as usize][set])
    })
}

/// Returns the subset of `mask` that [`compress`] made `word` of.
#[must_use]
#[inline]
pub(super) fn expand(mut word: u32, mask: u32) -> u32 {
    let masks = mask.to_le_bytes();
    (0..3).fold(0, |set, byte| {
        let (mask, size) = (masks[byte] as usize, masks[byte].count_ones());
        let low = word as usize & ((1 << size) - 1);
        word >>= size;
        set | u32::from(EIGHT.expanded[mask][low]) << (8 * byte)
    })
}

/// Subsets of eight points.
struct Eight {
    /// By mask and set: the bits of the set at those of the mask, put together.
    compressed: [[u8; 256]; 256],
    /// By mask and word: the other way.
    expanded: [[u8; 256]; 256],
}

static EIGHT: Eight = {
    let mut eight = Eight { compressed: [[0; 256]; 256], expanded: [[0; 256]; 256] };
    let mut mask: usize = 1;
    while mask < 256 {
        let (lowest, others) = (mask & mask.wrapping_neg(), mask & (mask - 1));
        let mut set = 0;
        while set < 256 {
            let word = eight.compressed[others][set] << 1 | (set & lowest != 0) as u8;
            eight.compressed[mask][set] = word;
            eight.expanded[mask][word as usize] = (set & mask) as u8;
            set += 1;
        }
        mask += 1;
    }
    eight
};

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

    #[test]
    fn subsets_of_masks_are_put_together_and_spread_again() {
        let mut rng = crate::kernel::SplitMix64::new(5);
        for _ in 0..10_000 {
            let [mask, any] = [rng.next_u64() as u32 >> 8, rng.next_u64() as u32 >> 8];
            let set = any & mask;
            let word = compress(set, mask);
            let inside = (0..24).filter(|point| mask >> point & 1 != 0);
            for (number, point) in inside.enumerate() {
                assert_eq!(word >> number & 1, set >> point & 1, "{set:x} of {mask:x}");
            }
            assert_eq!(word >> mask.count_ones(), 0);
            assert_eq!(expand(word, mask), set);
        }
    }
}
