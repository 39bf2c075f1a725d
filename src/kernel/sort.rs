//! Sorting where it is not hot: one sort is compiled for all types and orders, while each of those of the
//! standard library has more than a thousand lines of IR.

use std::cmp::Ordering;

use super::gather::Gather;

/// Sorts by a comparison; equal items stay in their order.
pub fn by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let swaps = swaps(items.len(), &mut |one, other| compare(&items[one], &items[other]));
    for (one, other) in swaps {
        items.swap(one, other);
    }
}

/// Sorts by a key; items with equal keys stay in their order.
pub fn by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    by(items, |one, other| key(one).cmp(&key(other)));
}

/// Returns the places whose items are to be swapped, one pair after the other, to bring so many into order.
fn swaps(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..count).gather();
    // Which item is at each place, and where each item is.
    let (mut item_at, mut place_of) = (order.clone(), order.clone());
    order.sort_by(|one, other| compare(*one, *other));
    let mut swaps = Vec::new();
    for (place, item) in order.into_iter().enumerate() {
        let (from, displaced) = (place_of[item], item_at[place]);
        if from != place {
            swaps.push((place, from));
            item_at[from] = displaced;
            place_of[displaced] = from;
        }
    }
    swaps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::SplitMix64;
    use std::cmp::Reverse;

    #[test]
    fn it_sorts_as_the_standard_library_does() {
        let mut rng = SplitMix64::new(1);
        for count in [0, 1, 2, 10, 500] {
            let mut items: Vec<_> = (0..count).map(|at| (rng.below(20), at)).collect();
            let mut right = items.clone();
            right.sort_by_key(|(key, _)| *key);
            by_key(&mut items, |(key, _)| *key);
            assert_eq!(items, right);
            right.sort_by_key(|(key, _)| Reverse(*key));
            by(&mut items, |a, b| b.0.cmp(&a.0));
            assert_eq!(items, right);
        }
    }
}
