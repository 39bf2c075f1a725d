//! Sorting where it is not hot: one sort is compiled for all types and orders, while each of those of the
//! standard library has more than a thousand lines of IR.

use std::cmp::Ordering;
use std::mem;

/// Sorts by a comparison; equal items stay in their order.
pub fn by<T>(items: &mut Vec<T>, mut compare: impl FnMut(&T, &T) -> Ordering) {
    let order = order(items.len(), &mut |one, other| compare(&items[one], &items[other]));
    let mut places = Vec::with_capacity(items.len());
    for item in mem::take(items) {
        places.push(Some(item));
    }
    for place in order {
        if let Some(item) = places[place].take() {
            items.push(item);
        }
    }
}

/// Sorts by a key; items with equal keys stay in their order.
pub fn by_key<T, K: Ord>(items: &mut Vec<T>, key: impl Fn(&T) -> K) {
    by(items, |one, other| key(one).cmp(&key(other)));
}

/// Returns the places of so many items in their order.
fn order(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|one, other| compare(*one, *other));
    order
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
