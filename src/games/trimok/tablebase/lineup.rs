//! The stacks of one side, and their number among all lineups of as many stacks.

use crate::games::trimok::geometry::CELLS;
use crate::games::trimok::stacks::Size;
use crate::kernel::{Bits, Gather, binomials, subsets};

/// The most stacks of a side in the tables.
pub(super) const MOST: usize = 5;

/// The number of sizes.
const SIZES: usize = Size::ALL.len();

/// The powers of the number of sizes.
pub(super) const SIZINGS: [usize; MOST + 1] = [1, SIZES, 9, 27, 81, 243];

/// The digits of the numbers up to the greatest of [`SIZINGS`], to the base of the number of sizes,
/// the highest first.
const DIGITS: [[u8; MOST]; SIZINGS[MOST]] = {
    let mut table = [[0; MOST]; SIZINGS[MOST]];
    let mut number = 0;
    while number < table.len() {
        let mut digit = 0;
        while digit < MOST {
            table[number][digit] = (number / SIZINGS[MOST - 1 - digit] % SIZES) as u8;
            digit += 1;
        }
        number += 1;
    }
    table
};

/// Binomial coefficients: `CHOOSE[n][k]` for sets of up to [`MOST`] of up to [`CELLS`] places.
pub(super) const CHOOSE: [[u32; MOST + 1]; CELLS + 1] = binomials();

/// A stack of a lineup: its place in bits 2 to 7, the index of its size in bits 0 and 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Man(u8);

impl Man {
    #[inline]
    pub(super) const fn new(place: usize, size: usize) -> Self {
        Self((place << 2 | size) as u8)
    }

    #[inline]
    pub(super) const fn place(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// Returns the index of the size in [`Size::ALL`].
    #[inline]
    pub(super) const fn size(self) -> usize {
        (self.0 & 3) as usize
    }
}

/// The stacks of one side, in ascending order of their places: cells, or free cells by number.
///
/// Lineups are numbered first by their places, in the order of the bit masks (the combinatorial
/// number system), then by their sizes, as digits to the base 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lineup {
    men: [Man; MOST],
    count: u8,
}

impl Lineup {
    /// Returns the lineup of those stacks, at most [`MOST`], in any order.
    #[inline]
    pub(super) fn of(men: impl IntoIterator<Item = Man>) -> Self {
        let mut lineup = Self::default();
        for man in men {
            lineup.add(man);
        }
        lineup
    }

    #[inline]
    fn add(&mut self, man: Man) {
        let mut at = usize::from(self.count).min(MOST - 1);
        while at > 0 && self.men[at - 1] > man {
            self.men[at] = self.men[at - 1];
            at -= 1;
        }
        self.men[at] = man;
        self.count += 1;
    }

    /// Returns the stacks.
    #[inline]
    pub(super) fn men(&self) -> &[Man] {
        &self.men[..usize::from(self.count).min(MOST)]
    }

    /// Returns the number of stacks.
    #[inline]
    pub(super) const fn count(&self) -> usize {
        self.count as usize
    }

    /// Returns the lineup without the stack of that index.
    #[inline]
    pub(super) fn without(&self, index: usize) -> Self {
        let others = self.men().iter().enumerate().filter(|(at, _)| *at != index);
        Self::of(others.map(|(_, man)| *man))
    }

    /// Returns the lineup with another stack in place of the one of that index.
    #[inline]
    pub(super) fn with(&self, index: usize, man: Man) -> Self {
        let mut lineup = self.without(index);
        lineup.add(man);
        lineup
    }

    /// Returns the lineup with every place replaced; the order of the places must stay.
    #[inline]
    pub(super) fn moved(mut self, place: impl Fn(usize) -> usize) -> Self {
        for man in &mut self.men[..usize::from(self.count).min(MOST)] {
            *man = Man::new(place(man.place()), man.size());
        }
        self
    }

    /// Gives the stacks other sizes, by their number.
    #[inline]
    pub(super) fn resize(&mut self, sizes: usize) {
        let digits = &DIGITS[sizes][MOST - usize::from(self.count).min(MOST)..];
        for (at, size) in digits.iter().enumerate() {
            let man = &mut self.men[at];
            man.0 = man.0 & !3 | size;
        }
    }

    /// Returns the places as bits.
    #[inline]
    pub(super) fn places(&self) -> u64 {
        self.men().iter().fold(0, |set, man| set | 1 << man.place())
    }

    /// Returns the number among the lineups of as many stacks.
    #[inline]
    pub(super) fn number(&self) -> usize {
        let (mut places, mut sizes) = (0, 0);
        for (at, man) in self.men().iter().enumerate() {
            places += CHOOSE[man.place() % CHOOSE.len()][at + 1] as usize;
            sizes = sizes * SIZES + man.size();
        }
        places * SIZINGS[usize::from(self.count) % SIZINGS.len()] + sizes
    }
}

/// All lineups of a number of stacks, by their numbers.
#[derive(Debug)]
pub(super) struct Lineups {
    count: usize,
    /// The places, by the number without the sizes; all sizes are the first.
    places: Vec<Lineup>,
}

impl Lineups {
    /// Lists the lineups of `count` stacks on `places` places.
    pub(super) fn new(places: usize, count: usize) -> Self {
        let sets = subsets(places as u32, count as u32);
        let lineup = |set: u64| Lineup::of(Bits::of(set).map(|place| Man::new(place, 0)));
        Self { count, places: sets.map(lineup).gather() }
    }

    /// Returns how many there are.
    pub(super) fn len(&self) -> usize {
        self.places.len() * SIZINGS[self.count]
    }

    /// Returns the lineup of that number without the sizes; all sizes are the first.
    #[inline]
    pub(super) fn places(&self, number: usize) -> &Lineup {
        &self.places[number]
    }

    /// Returns how many there are with the same places.
    #[inline]
    pub(super) const fn sizings(&self) -> usize {
        SIZINGS[self.count]
    }

    /// Returns the lineup of that number.
    #[inline]
    pub(super) fn at(&self, number: usize) -> Lineup {
        let (number, sizings) = (number as u32, SIZINGS[self.count] as u32);
        let mut lineup = self.places[(number / sizings) as usize];
        let sizes = &DIGITS[(number % sizings) as usize];
        for (at, size) in sizes[MOST - self.count..].iter().enumerate() {
            lineup.men[at].0 |= size;
        }
        lineup
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lineups_are_numbered_in_order() {
        for (places, count) in [(36, 1), (36, 3), (34, 2), (32, 1), (35, 4), (4, 4)] {
            let all = Lineups::new(places, count);
            assert_eq!(all.len(), CHOOSE[places][count] as usize * SIZINGS[count]);
            for number in 0..all.len() {
                let lineup = all.at(number);
                assert_eq!(lineup.number(), number);
                assert_eq!(lineup.places().count_ones() as usize, count);
                assert_eq!(lineup.places() >> places, 0);
                assert!(lineup.men().iter().all(|man| man.size() < SIZES));
                assert_eq!(Lineup::of(lineup.men().iter().rev().copied()), lineup, "in any order");
            }
        }
    }
}
