//! The sizes of a lineup as a number, and what becomes of it when stacks change places.
//!
//! Positions that are next to each other in a block have stacks on the same cells and differ in sizes alone, so
//! most work is done once for a set of cells, and what is left for each position is a look at these tables.

use std::sync::LazyLock;

use super::lineup::{MOST, SIZINGS};

/// The number of sizes.
const SIZES: usize = SIZINGS[1];
/// The number of orders of the most stacks, as digits to the base of their number.
const ORDERS: usize = MOST.pow(MOST as u32);

/// The sizes of lineups of one number of stacks.
#[derive(Debug)]
pub(super) struct Sizings {
    count: usize,
    /// For each order, by its digits: where its tables begin.
    starts: Vec<u32>,
    /// For each order and relabelling, what becomes of each number.
    tables: Vec<u8>,
}

impl Sizings {
    fn new(count: usize) -> Self {
        let (mut starts, mut tables) = (vec![u32::MAX; ORDERS], Vec::new());
        for (code, start) in starts.iter_mut().enumerate() {
            let slots: [usize; MOST] = std::array::from_fn(|at| code / MOST.pow(at as u32) % MOST);
            let (slots, rest) = slots.split_at(count);
            let taken = slots.iter().fold(0_u32, |taken, slot| taken | 1 << slot);
            if taken != (1 << count) - 1 || rest.iter().any(|digit| *digit != 0) {
                continue;
            }
            *start = tables.len() as u32;
            for relabel in 0..SIZES {
                for number in 0..SIZINGS[count] {
                    let moved = slots.iter().enumerate().map(|(at, slot)| {
                        let size = number / SIZINGS[count - 1 - at] % SIZES;
                        (size + relabel) % SIZES * SIZINGS[count - 1 - slot]
                    });
                    tables.push(moved.sum::<usize>() as u8);
                }
            }
        }
        Self { count, starts, tables }
    }

    /// Returns the sizes of `count` stacks, at most [`MOST`].
    pub(super) fn of(count: usize) -> &'static Self {
        static ALL: [LazyLock<Sizings>; MOST] = [
            LazyLock::new(|| Sizings::new(1)),
            LazyLock::new(|| Sizings::new(2)),
            LazyLock::new(|| Sizings::new(3)),
            LazyLock::new(|| Sizings::new(4)),
            LazyLock::new(|| Sizings::new(5)),
        ];
        &ALL[(count - 1) % MOST]
    }

    /// Returns how many there are.
    #[inline]
    pub(super) const fn len(&self) -> usize {
        SIZINGS[self.count]
    }

    /// Returns what becomes of each number when the size of index 0 becomes `relabel`, the others as many further,
    /// and each stack goes to the slot in `slots`.
    #[inline]
    pub(super) fn reordered(&self, slots: &[u8], relabel: u8) -> &[u8] {
        let code = slots.iter().rev().fold(0, |code, slot| code * MOST + usize::from(*slot));
        let start = self.starts[code] as usize + usize::from(relabel) * self.len();
        &self.tables[start..start + self.len()]
    }

    /// Returns the weight of the size in a slot.
    #[inline]
    pub(super) const fn weight(&self, slot: usize) -> usize {
        SIZINGS[self.count - 1 - slot]
    }

    /// Returns the size in a slot.
    #[inline]
    pub(super) const fn size(&self, number: usize, slot: usize) -> usize {
        number / self.weight(slot) % SIZES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::trimok::tablebase::lineup::{Lineup, Man};

    #[test]
    fn sizes_follow_their_stacks() {
        for (slots, relabel) in
            [(&[0_u8][..], 2), (&[1, 0], 0), (&[2, 0, 1], 1), (&[4, 2, 0, 1, 3], 2)]
        {
            let sizings = Sizings::of(slots.len());
            let table = sizings.reordered(slots, relabel);
            for (number, after) in table.iter().enumerate().take(sizings.len()) {
                let before = (0..slots.len()).map(|at| sizings.size(number, at));
                let men = slots.iter().zip(before).map(|(slot, size)| {
                    Man::new((*slot).into(), (size + usize::from(relabel)) % SIZES)
                });
                // On the first cells only the sizes are left of the number.
                assert_eq!(usize::from(*after), Lineup::of(men).number(), "{slots:?}");
            }
        }
    }
}
