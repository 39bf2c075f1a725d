//! Sets of a given size as bit masks, in ascending order (Knuth's Algorithm 7.2.1.3L lists the same
//! combinations), and how many there are.

/// Returns the next greater mask with as many bits (Gosper's step). `mask` has at least one bit,
/// and room above it.
#[must_use]
#[inline]
pub const fn next_subset(mask: u64) -> u64 {
    let low = mask & mask.wrapping_neg();
    let ripple = mask + low;
    ripple | (((mask ^ ripple) >> 2) / low)
}

/// Returns the masks with `size` of the lowest `count` bits, in ascending order. `count` is less than
/// 64.
pub fn subsets(count: u32, size: u32) -> impl Iterator<Item = u64> {
    let mut next = Some((1_u64 << size) - 1);
    std::iter::from_fn(move || {
        let mask = next.filter(|mask| mask >> count == 0)?;
        next = (mask != 0).then(|| next_subset(mask));
        Some(mask)
    })
}

/// Returns the binomial coefficients `[n][k]` for n below `N` and k below `K`.
#[must_use]
pub const fn binomials<const N: usize, const K: usize>() -> [[u32; K]; N] {
    let mut table = [[0; K]; N];
    let mut n = 0;
    while n < N {
        table[n][0] = 1;
        let mut k = 1;
        while k < K && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_subsets_as_the_coefficient_says() {
        let choose: [[u32; 6]; 37] = binomials();
        for (count, size) in [(36, 3), (24, 5), (5, 5), (4, 0), (1, 1)] {
            let all: Vec<u64> = subsets(count, size).collect();
            assert_eq!(all.len(), choose[count as usize][size as usize] as usize);
            assert!(all.is_sorted_by(|a, b| a < b), "{count} {size}");
            assert!(all.iter().all(|mask| mask.count_ones() == size && mask >> count == 0));
        }
    }
}
