//! The moving phase: sectors, pairs of sectors, and the place of a position in its pair.
//!
//! A *sector* m-o is all positions in which the side to move has m men on the board, the other side
//! o, and both hands are empty. The sectors m-o and o-m lead to each other by quiet moves and are a
//! *pair*, the unit of these tables.
//!
//! A board has the same index ([`Boards`]) whichever side is to move. So every slide of the minor
//! stays in its block, and every slide of the major leads from anywhere in a block into one other
//! block, which is what makes the builder fast. Indices that stand for one position all hold its
//! value.

use std::fmt;
use std::vec;

use super::boards::{Boards, Mover};
use super::forms::{Forms, MOST};
use crate::games::morris::side::FEWEST;
use crate::tablebase::{Place, Unit, choose_pairs};

/// A pair of sectors, or a sector of equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair(Boards);

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.major(), self.minor())
    }
}

impl Pair {
    /// Returns the pair of those numbers of men, in any order, if both are 3 to 9.
    #[must_use]
    #[inline]
    pub fn new(a: u32, b: u32) -> Option<Self> {
        let numbers = FEWEST..=MOST;
        let both = numbers.contains(&a) && numbers.contains(&b);
        both.then(|| Self(Boards::new(a, b)))
    }

    /// Returns the men of the side with more.
    #[must_use]
    pub const fn major(self) -> u32 {
        self.0.major
    }

    /// Returns the men of the side with fewer.
    #[must_use]
    pub const fn minor(self) -> u32 {
        self.0.minor
    }

    /// Returns whether both sides have the same number of men.
    #[must_use]
    pub const fn is_even(self) -> bool {
        self.major() == self.minor()
    }

    /// Returns the boards of each sector.
    #[must_use]
    #[inline]
    pub(super) const fn boards(self) -> Boards {
        self.0
    }

    /// Returns the classes of the major's men.
    #[must_use]
    pub(super) fn forms(self) -> &'static Forms {
        self.0.forms()
    }

    /// Returns how many points the major leaves free.
    #[must_use]
    pub const fn free_points(self) -> u32 {
        self.0.free_points()
    }

    /// Returns the place of a position, given who is to move, the men of that side and those of the
    /// other. Their numbers must be those of the pair.
    #[must_use]
    #[inline]
    pub(super) fn locate(self, mover: Mover, own: u32, enemy: u32) -> Place {
        let (major, minor) = mover.turned(own, enemy);
        Place { sector: mover.sector(), number: self.0.number(major, minor) }
    }

    /// Returns the numbers of men of the side to move and of the other.
    fn men(self, sector: usize) -> (u32, u32) {
        Mover::of_sector(sector).turned(self.major(), self.minor())
    }
}

impl Unit for Pair {
    const PLURAL: &'static str = "pairs";
    const COUNT: usize = 28;

    fn all() -> vec::IntoIter<Self> {
        let mut all = Vec::with_capacity(Self::COUNT);
        for men in 2 * FEWEST..=2 * MOST {
            for minor in (FEWEST..=men / 2).rev() {
                all.extend(Self::new(men - minor, minor));
            }
        }
        all.into_iter()
    }

    /// Reads pairs as [`choose_pairs`] does.
    fn choose(text: &str) -> Result<Vec<Self>, String> {
        choose_pairs(text, "two numbers of men from 3 to 9, such as 5-4", Self::new, |pair| {
            (pair.major(), pair.minor())
        })
    }

    #[inline]
    fn ordinal(self) -> usize {
        ORDINALS[self.major() as usize][self.minor() as usize].into()
    }

    /// The men of the major and of the minor.
    fn id(self) -> [u8; 2] {
        [self.major() as u8, self.minor() as u8]
    }

    fn from_id([major, minor]: [u8; 2]) -> Option<Self> {
        Self::new(major.into(), minor.into()).filter(|pair| pair.major() == u32::from(major))
    }

    /// In a pair of equal numbers the major is to move, by its definition.
    fn sectors(self) -> usize {
        if self.is_even() { 1 } else { 2 }
    }

    fn sector_name(self, sector: usize) -> String {
        let (own, enemy) = self.men(sector);
        format!("{own}-{enemy}")
    }

    fn material(self, sector: usize) -> Vec<(&'static str, u32)> {
        let (own, enemy) = self.men(sector);
        vec![("to_move", own), ("other", enemy)]
    }

    fn blocks(self) -> usize {
        self.0.blocks()
    }

    #[inline]
    fn block_len(self) -> usize {
        self.0.block_len()
    }

    /// The removal of a man, unless it ends the game.
    fn exits(self, sector: usize) -> vec::IntoIter<(Self, usize)> {
        let (own, enemy) = self.men(sector);
        // The side that lost a man is to move: the major, if it still has as many.
        let mover = Mover::of_men(enemy - 1, own);
        let exit = Self::new(own, enemy - 1).map(|pair| (pair, mover.sector()));
        Vec::from_iter(exit).into_iter()
    }
}

/// The places of pairs in [`Unit::all`], by the men of the major and of the minor.
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
    assert!(next as usize == <Pair as Unit>::COUNT);
    ordinals
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::morris::Symmetry;
    use crate::games::morris::geometry::BOARD;
    use crate::kernel::{Bits, SplitMix64};

    fn pairs() -> Vec<serde_json::Value> {
        let path = format!("{}/tests/vectors/morris.pairs.jsonl", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let rows = text.lines().filter(|line| !line.starts_with('#'));
        rows.map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn position(pair: Pair, place: Place) -> (u32, u32) {
        let (major, minor) = pair.boards().board(place.number);
        Mover::of_sector(place.sector).turned(major, minor)
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
            for block in 0..pair.blocks() {
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
            assert!(pair.needs().all(|needed| needed.ordinal() < at), "{pair}");
        }
    }

    #[test]
    fn images_of_a_position_have_one_place_or_aliases_of_it() {
        let mut rng = SplitMix64::new(11);
        for pair in Pair::all() {
            for _ in 0..200 {
                let sector = rng.below(pair.sectors());
                let mover = Mover::of_sector(sector);
                let place = Place { sector, number: rng.below(pair.places() as usize) };
                let block = |place: Place| place.number / pair.block_len();
                let (own, enemy) = position(pair, place);
                assert_eq!(own & enemy, 0);
                assert_eq!((own.count_ones(), enemy.count_ones()), pair.men(sector));
                let in_block = place.number % pair.block_len();
                let board = pair.boards().block(block(place)).nth(in_block).unwrap();
                assert_eq!(mover.turned(board.0, board.1), (own, enemy));
                for symmetry in Symmetry::all() {
                    let image = pair.locate(mover, symmetry.image(own), symmetry.image(enemy));
                    assert_eq!((image.sector, block(image)), (sector, block(place)));
                    let (back, enemy_back) = position(pair, image);
                    let is_image = Symmetry::all()
                        .any(|s| s.image(own) == back && s.image(enemy) == enemy_back);
                    assert!(is_image, "{pair}: {own:06x} {enemy:06x}");
                    // With a major that has no symmetry of its own there is no alias.
                    let aliases = pair.forms().stabiliser(block(place)).count();
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
