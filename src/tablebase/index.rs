//! Numbers for positions: sectors, pairs of sectors, and the place of a position in its pair.
//!
//! A *sector* m-o is all positions in which the side to move has m men on the board, the other side
//! o, and both hands are empty. The sectors m-o and o-m lead to each other by quiet moves and are a
//! *pair*. In a pair the side with more men is the *major*, the other one the *minor* (with equal
//! numbers the major is the side to move). A position is numbered by
//!
//! 1. its *block*: the number of the major's men among the sets of that size up to the 16
//!    symmetries, in the order of their least images, then
//! 2. the rank of the minor's men among the points that the major leaves free.
//!
//! Whichever side is to move, the board has the same number. So every slide of the minor stays in
//! its block, and every slide of the major leads from anywhere in a block into one other block:
//! that is what makes the builder quick. Where the major's men have a symmetry of their own,
//! several numbers name one position; all of them carry its value.

use std::fmt;
use std::sync::LazyLock;

use super::subsets::{CHOOSE, compress, expand, rank, subsets, unrank};
use crate::games::morris::Symmetry;
use crate::games::morris::geometry::BOARD;
use crate::kernel::Bits;

/// The fewest and the most men of a side in a sector.
pub(super) const FEWEST: u32 = 3;
/// The most men of a side in a sector.
pub(super) const MOST: u32 = 9;

/// The sets of one size up to symmetry.
#[derive(Debug)]
pub struct Forms {
    /// The least image of each class, ascending.
    canonical: Vec<u32>,
    /// For each of them the symmetries that keep it, as bits.
    stabilisers: Vec<u16>,
    /// For each set, by rank: its class, times 16, and the symmetry that takes it to its least
    /// image.
    of: Vec<u32>,
}

impl Forms {
    fn new(size: u32) -> Self {
        const NONE: u32 = u32::MAX;
        let mut of = vec![NONE; CHOOSE[24][size as usize] as usize];
        let (mut canonical, mut stabilisers) = (Vec::new(), Vec::new());
        for (place, set) in subsets(24, size).enumerate() {
            if of[place] != NONE {
                continue;
            }
            // Sets come in ascending order, so the first one of a class is its least image.
            let class = canonical.len() as u32;
            let mut keeps = 0;
            for symmetry in Symmetry::all() {
                let image = symmetry.image(set);
                keeps |= u16::from(image == set) << symmetry.index();
                let there = &mut of[rank(image)];
                if *there == NONE {
                    *there = class << 4 | symmetry.inverse().index() as u32;
                }
            }
            canonical.push(set);
            stabilisers.push(keeps);
        }
        Self { canonical, stabilisers, of }
    }

    /// Returns the sets of `size` men, 3 to 9.
    #[must_use]
    pub fn of_size(size: u32) -> &'static Self {
        static FORMS: LazyLock<Vec<Forms>> =
            LazyLock::new(|| (FEWEST..=MOST).map(Forms::new).collect());
        &FORMS[(size.clamp(FEWEST, MOST) - FEWEST) as usize]
    }

    /// Returns how many classes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.canonical.len()
    }

    /// Returns whether there is no class; there always is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.canonical.is_empty()
    }

    /// Returns the least image of the class of that number.
    #[must_use]
    #[inline]
    pub fn canonical(&self, class: usize) -> u32 {
        self.canonical[class]
    }

    /// Returns the symmetries that keep the least image of a class.
    pub fn stabiliser(&self, class: usize) -> impl Iterator<Item = Symmetry> {
        Bits::of(self.stabilisers[class]).map(Symmetry::from_index)
    }

    /// Returns how many different images the sets of a class have.
    #[must_use]
    pub fn images(&self, class: usize) -> u64 {
        16 / u64::from(self.stabilisers[class].count_ones())
    }

    /// Returns the class of a set and a symmetry that takes the set to its least image.
    #[must_use]
    #[inline]
    pub fn find(&self, set: u32) -> (usize, Symmetry) {
        let form = self.of[rank(set)];
        ((form >> 4) as usize, Symmetry::from_index(form as usize))
    }
}

/// The numbers of men of the side to move and of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sector {
    /// The men of the side to move.
    pub own: u32,
    /// The men of the other side.
    pub enemy: u32,
}

impl fmt::Display for Sector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.own, self.enemy)
    }
}

/// Who is to move in a position of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The side with more men; with equal numbers, whoever is to move.
    Major,
    /// The side with fewer men.
    Minor,
}

impl Turn {
    /// Both, the major first.
    pub const ALL: [Self; 2] = [Self::Major, Self::Minor];

    /// Returns 0 for the major and 1 for the minor.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A pair of sectors, or a sector of equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The men of the major.
    major: u32,
    /// The men of the minor, not more.
    minor: u32,
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.major, self.minor)
    }
}

impl Pair {
    /// How many pairs there are.
    pub const COUNT: usize = 28;

    /// Returns the pair of those numbers of men, in any order, if both are 3 to 9.
    #[must_use]
    pub fn new(a: u32, b: u32) -> Option<Self> {
        let numbers = FEWEST..=MOST;
        let both = numbers.contains(&a) && numbers.contains(&b);
        both.then(|| Self { major: a.max(b), minor: a.min(b) })
    }

    /// Returns every pair, each after those that its removals lead to.
    pub fn all() -> impl Iterator<Item = Self> {
        (2 * FEWEST..=2 * MOST).flat_map(|men| {
            (FEWEST..=men / 2)
                .rev()
                .filter_map(move |minor| Self::new(men.checked_sub(minor)?, minor))
        })
    }

    /// Returns the place of the pair in [`all`](Self::all).
    #[must_use]
    #[inline]
    pub const fn ordinal(self) -> usize {
        ORDINALS[self.major as usize][self.minor as usize] as usize
    }

    /// Returns the men of the side with more.
    #[must_use]
    pub const fn major(self) -> u32 {
        self.major
    }

    /// Returns the men of the side with fewer.
    #[must_use]
    pub const fn minor(self) -> u32 {
        self.minor
    }

    /// Returns whether both sides have as many men.
    #[must_use]
    pub const fn is_even(self) -> bool {
        self.major == self.minor
    }

    /// Returns the pairs that its removals lead to, none where they end the game.
    pub fn after_removal(self) -> impl Iterator<Item = Self> {
        let lost_by_major = Self::new(self.major - 1, self.minor).filter(|_| !self.is_even());
        [lost_by_major, Self::new(self.major, self.minor - 1)].into_iter().flatten()
    }

    /// Returns who may be to move: in a pair of equal numbers the major, by its definition.
    #[must_use]
    pub fn turns(self) -> &'static [Turn] {
        if self.is_even() { &Turn::ALL[..1] } else { &Turn::ALL }
    }

    /// Returns the sector in which that side is to move.
    #[must_use]
    pub const fn sector(self, turn: Turn) -> Sector {
        match turn {
            Turn::Major => Sector { own: self.major, enemy: self.minor },
            Turn::Minor => Sector { own: self.minor, enemy: self.major },
        }
    }

    /// Returns the classes of the major's men.
    #[must_use]
    pub fn forms(self) -> &'static Forms {
        Forms::of_size(self.major)
    }

    /// Returns how many points the major leaves free.
    #[must_use]
    pub const fn free_points(self) -> u32 {
        24 - self.major
    }

    /// Returns how many numbers there are in a block.
    #[must_use]
    pub const fn block_len(self) -> usize {
        CHOOSE[self.free_points() as usize][self.minor as usize] as usize
    }

    /// Returns how many numbers there are with one side to move.
    #[must_use]
    pub fn places(self) -> u64 {
        self.forms().len() as u64 * self.block_len() as u64
    }

    /// Returns the number of a place among those with the same side to move.
    #[must_use]
    #[inline]
    pub const fn number(self, place: Place) -> usize {
        place.block * self.block_len() + place.rank
    }

    /// Returns the place of that number, below [`places`](Self::places).
    #[must_use]
    pub const fn place(self, turn: Turn, number: usize) -> Place {
        Place { turn, block: number / self.block_len(), rank: number % self.block_len() }
    }

    /// Returns the place of a position, given the men of the side to move and those of the other.
    /// Their numbers must be those of the pair.
    #[must_use]
    #[inline]
    pub fn locate(self, own: u32, enemy: u32) -> Place {
        let turn = if own.count_ones() == self.major { Turn::Major } else { Turn::Minor };
        let (major, minor) = match turn {
            Turn::Major => (own, enemy),
            Turn::Minor => (enemy, own),
        };
        let forms = self.forms();
        let (block, symmetry) = forms.find(major);
        let word = compress(symmetry.image(minor), BOARD & !forms.canonical(block));
        Place { turn, block, rank: rank(word) }
    }

    /// Returns the men of the side to move and those of the other at a place.
    #[must_use]
    pub fn position(self, place: Place) -> (u32, u32) {
        let major = self.forms().canonical(place.block);
        let word = unrank(place.rank, self.minor as usize);
        let minor = expand(word, BOARD & !major);
        match place.turn {
            Turn::Major => (major, minor),
            Turn::Minor => (minor, major),
        }
    }
}

/// The places of pairs in [`Pair::all`], by the men of the major and of the minor.
const ORDINALS: [[u8; 10]; 10] = {
    let mut ordinals = [[0; 10]; 10];
    let mut next = 0;
    let mut men = 2 * FEWEST;
    while men <= 2 * MOST {
        let mut minor = men / 2;
        while minor >= FEWEST {
            if men - minor <= MOST {
                ordinals[(men - minor) as usize][minor as usize] = next;
                next += 1;
            }
            minor -= 1;
        }
        men += 1;
    }
    assert!(next as usize == Pair::COUNT);
    ordinals
};

/// Where a position of a pair is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Who is to move.
    pub turn: Turn,
    /// The class of the major's men.
    pub block: usize,
    /// The rank of the minor's men.
    pub rank: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::SplitMix64;

    fn pairs() -> Vec<serde_json::Value> {
        let path = format!("{}/tests/vectors/morris.pairs.jsonl", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let rows = text.lines().filter(|line| !line.starts_with('#'));
        rows.map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Counts the sets of `size` among `free` that a symmetry keeps: they are made of whole cycles.
    fn kept(symmetry: Symmetry, free: u32, size: usize) -> u64 {
        let mut ways = vec![0_u64; size + 1];
        ways[0] = 1;
        let mut seen = 0_u32;
        for point in Bits::of(free) {
            let (mut length, mut at) = (0, point);
            while seen >> at & 1 == 0 {
                seen |= 1 << at;
                length += 1;
                at = symmetry.point(at);
            }
            if length > 0 {
                for taken in (length..=size).rev() {
                    ways[taken] += ways[taken - length];
                }
            }
        }
        ways[size]
    }

    #[test]
    fn pairs_have_the_listed_sizes() {
        let rows = pairs();
        assert_eq!(rows.len(), Pair::COUNT);
        for row in rows {
            let number = |field: &str| row[field].as_u64().unwrap();
            let pair = Pair::new(number("major") as u32, number("minor") as u32).unwrap();
            assert_eq!(pair.places(), number("places"), "{pair}");
            let forms = pair.forms();
            let (mut raw, mut orbits) = (0, 0);
            for block in 0..forms.len() {
                raw += forms.images(block) * pair.block_len() as u64;
                let free = BOARD & !forms.canonical(block);
                // Burnside's lemma, for the symmetries that the major's men have.
                let sum: u64 =
                    forms.stabiliser(block).map(|s| kept(s, free, pair.minor() as usize)).sum();
                orbits += sum / forms.stabiliser(block).count() as u64;
            }
            assert_eq!((raw, orbits), (number("raw"), number("orbits")), "{pair}");
        }
    }

    #[test]
    fn pairs_come_after_those_that_they_need() {
        let all: Vec<Pair> = Pair::all().collect();
        assert_eq!(all.len(), Pair::COUNT);
        for (at, pair) in all.iter().enumerate() {
            assert_eq!(pair.ordinal(), at, "{pair}");
            assert!(pair.after_removal().all(|smaller| smaller.ordinal() < at), "{pair}");
        }
    }

    #[test]
    fn images_of_a_position_have_one_place_or_aliases_of_it() {
        let mut rng = SplitMix64::new(11);
        for pair in Pair::all() {
            for _ in 0..200 {
                let turn = pair.turns()[rng.below(pair.turns().len())];
                let place = pair.place(turn, rng.below(pair.places() as usize));
                let (own, enemy) = pair.position(place);
                assert_eq!(own & enemy, 0);
                assert_eq!((own.count_ones(), enemy.count_ones()), {
                    let sector = pair.sector(turn);
                    (sector.own, sector.enemy)
                });
                assert_eq!(pair.number(place) as u64 / pair.block_len() as u64, place.block as u64);
                for symmetry in Symmetry::all() {
                    let image = pair.locate(symmetry.image(own), symmetry.image(enemy));
                    assert_eq!((image.turn, image.block), (place.turn, place.block));
                    let (back, enemy_back) = pair.position(image);
                    let is_image = Symmetry::all()
                        .any(|s| s.image(own) == back && s.image(enemy) == enemy_back);
                    assert!(is_image, "{pair}: {own:06x} {enemy:06x}");
                    // With a major that has no symmetry of its own there is no alias.
                    let aliases = pair.forms().stabiliser(place.block).count();
                    assert!(aliases > 1 || image == place);
                }
            }
        }
    }

    #[test]
    fn symmetries_undo_each_other_and_keep_lines() {
        use crate::games::morris::geometry::{LINES, Point};
        let lines: Vec<u32> =
            LINES.iter().map(|line| line.map(Point::bit).iter().sum::<u32>()).collect();
        for symmetry in Symmetry::all() {
            assert!(lines.iter().all(|line| lines.contains(&symmetry.image(*line))));
            for point in 0..24 {
                assert_eq!(symmetry.inverse().point(symmetry.point(point)), point);
                assert_eq!(symmetry.image(1 << point), 1 << symmetry.point(point));
            }
        }
    }
}
