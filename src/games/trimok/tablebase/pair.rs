//! Numbering positions: sectors, pairs of sectors, and the place of a position in its pair.
//!
//! A *sector* m-o is all positions in which the side to move has m stacks and the other side o. The
//! sectors m-o and o-m lead to each other by steps and return moves and are a *pair*, the unit of
//! these tables; only captures leave it. In a pair the side with more stacks is the *major*, the
//! other one the *minor* (with equal numbers the major is the side to move), and the board is turned
//! such that the major is Red. One of them is the *anchor*: the major if it has an odd number of
//! stacks, but not five, else the minor. A position is numbered by
//!
//! 1. its *block*: the number of the anchor's lineup among those up to symmetry, then
//! 2. the number of the other side's lineup on the cells that the anchor leaves free.
//!
//! An exchange of sizes can be undone by another, so sizes are part of the lineup, not of the unit.
//! The board has the same number whichever side is to move. So every quiet move of the other side
//! stays in its block, and every quiet move of the anchor leads from anywhere in a block into one
//! other block, which is what makes the builder fast.
//!
//! No two numbers stand for the same position, see [`Forms`], except that in the pair 2-2 the mirror is not
//! divided out, and in the pair 4-2 not where it leaves the anchor as it is.
//!
//! With five stacks a side may have four of a size, and then it matters whether a fifth may become one, too.
//! So there are two pairs 5-1, for either rule.

use std::fmt;
use std::sync::LazyLock;
use std::vec;

use super::forms::{Forms, LineupMap};
use super::frame::Frame;
use super::lineup::{CHOOSE, Lineup, Lineups, SIZINGS};
use crate::games::trimok::geometry::CELLS;
use crate::games::trimok::stacks::STACKS_OF_A_SIZE;
use crate::kernel::{Gather, PerPlayer, Player};
use crate::tablebase::{Place, Unit, choose_pairs};

/// The most stacks on the board.
pub(super) const MOST_STACKS: u32 = 6;

/// The most stacks on the board in the tables that are built unless others are asked for.
const USUAL_STACKS: u8 = 5;

/// Added to the second byte of a pair that has positions with five stacks of a size.
const ANY: u8 = 128;

/// A pair of sectors, or a sector of equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The stacks of the major.
    major: u8,
    /// The stacks of the minor, not more.
    minor: u8,
    /// Whether a side may have more than four stacks of a size.
    is_any: bool,
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}{}", self.major, self.minor, self.suffix())
    }
}

impl Pair {
    const fn of(major: u8, minor: u8) -> Self {
        Self { major, minor, is_any: false }
    }

    /// Every pair.
    const ALL: [Self; 10] = [
        Self::of(1, 1),
        Self::of(2, 1),
        Self::of(2, 2),
        Self::of(3, 1),
        Self::of(3, 2),
        Self::of(4, 1),
        Self::of(3, 3),
        Self::of(4, 2),
        Self::of(5, 1),
        Self { is_any: true, ..Self::of(5, 1) },
    ];

    /// Returns the pair of those numbers of stacks, in any order, if there is one, with at most four stacks of a size.
    #[must_use]
    #[inline]
    pub fn new(a: usize, b: usize) -> Option<Self> {
        let (major, minor) = (a.max(b), a.min(b));
        let is_pair = minor > 0 && major + minor <= MOST_STACKS as usize;
        is_pair.then_some(Self::of(major as u8, minor as u8))
    }

    /// Returns the pair of as many stacks in which a returning stack may become any size.
    #[must_use]
    #[inline]
    pub const fn with_any(self) -> Self {
        Self { is_any: self.major as usize > STACKS_OF_A_SIZE, ..self }
    }

    /// Returns whether a side may have more than four stacks of a size.
    #[must_use]
    pub const fn is_any(self) -> bool {
        self.is_any
    }

    /// Returns what follows the numbers in names.
    const fn suffix(self) -> &'static str {
        if self.is_any { "-any" } else { "" }
    }

    /// Returns whether the side that is not the anchor may have stacks of those sizes.
    #[inline]
    pub(super) fn is_possible(self, sizes: usize) -> bool {
        // All five of a size: the same digit five times.
        self.is_any || self.major as usize <= STACKS_OF_A_SIZE || !sizes.is_multiple_of(121)
    }

    /// Returns the stacks of the side with more.
    #[must_use]
    pub const fn major(self) -> u8 {
        self.major
    }

    /// Returns the stacks of the side with fewer.
    #[must_use]
    pub const fn minor(self) -> u8 {
        self.minor
    }

    /// Returns whether both sides have the same number of stacks.
    #[must_use]
    pub const fn is_even(self) -> bool {
        self.major == self.minor
    }

    /// Returns the numbers of stacks of the major, who is the first player, and of the minor.
    pub(super) const fn counts(self) -> PerPlayer<usize> {
        PerPlayer::new(self.major as usize, self.minor as usize)
    }

    /// Returns the side whose lineup is the block.
    #[inline]
    pub(super) const fn anchor(self) -> Player {
        if self.major == 1 || self.major == 3 { Player::First } else { Player::Second }
    }

    /// Returns the lineups of the anchor.
    pub(super) fn forms(self) -> &'static Forms {
        match self.major {
            2 if self.is_even() => Forms::unmirrored(),
            _ => Forms::of_size(self.counts()[self.anchor()]),
        }
    }

    /// Returns the lineups of the side that is not the anchor, on the cells that the anchor leaves
    /// free.
    pub(super) fn others(self) -> &'static Lineups {
        static OTHERS: LazyLock<Vec<Lineups>> = LazyLock::new(|| {
            let lineups = Pair::ALL.iter().map(|pair| {
                let counts = pair.counts();
                Lineups::new(CELLS - counts[pair.anchor()], counts[!pair.anchor()])
            });
            lineups.gather()
        });
        &OTHERS[self.ordinal()]
    }

    /// Returns the pair and the place of a position with those lineups of Red and Blue, if there is
    /// a table for as many stacks.
    #[inline]
    pub(super) fn locate(red: Lineup, blue: Lineup, to_move: Player) -> Option<(Self, Place)> {
        let pair = Self::new(red.count(), blue.count())?;
        let major_is_blue = blue.count() + usize::from(to_move == Player::Second) > red.count();
        let sides = if major_is_blue {
            let turning = LineupMap::turning_over();
            PerPlayer::new(turning.lineup(&blue), turning.lineup(&red))
        } else {
            PerPlayer::new(red, blue)
        };
        let mover = if major_is_blue { !to_move } else { to_move };
        Some((pair, Place { sector: mover.index(), number: pair.number(&sides) }))
    }

    /// Returns the number of a position with those lineups of the major and the minor.
    #[inline]
    pub(super) fn number(self, sides: &PerPlayer<Lineup>) -> usize {
        let forms = self.forms();
        let (block, map) = forms.find(&sides[self.anchor()]);
        let taken = forms.canonical(block).places();
        let others = map.lineup(&sides[!self.anchor()]);
        // The cells that the anchor leaves free, numbered in their order.
        let free = others.moved(|cell| cell - (taken & ((1 << cell) - 1)).count_ones() as usize);
        block * self.block_len() + free.number()
    }

    /// Returns the lineups of the major and the minor, given the block and the other side's lineup
    /// on the free cells.
    #[inline]
    pub(super) fn sides(self, frame: &Frame, others: &Lineup) -> PerPlayer<Lineup> {
        let others = frame.on_cells(others);
        match self.anchor() {
            Player::First => PerPlayer::new(frame.anchor, others),
            Player::Second => PerPlayer::new(others, frame.anchor),
        }
    }

    /// Returns the numbers of stacks of the side to move and of the other.
    fn of_sector(self, sector: usize) -> [usize; 2] {
        let mover = Player::from_index(sector);
        [self.counts()[mover], self.counts()[!mover]]
    }
}

impl Unit for Pair {
    const PLURAL: &'static str = "pairs";

    /// Each pair of six stacks is a kind of its own: few will have all of them.
    fn kind(self) -> &'static str {
        match self.id() {
            [3, 3] => "pair 3-3",
            [4, 2] => "pair 4-2",
            [5, 1] => "pair 5-1",
            [5, _] => "pair 5-1-any",
            _ => Self::PLURAL,
        }
    }

    fn is_usual(self) -> bool {
        self.major + self.minor <= USUAL_STACKS
    }

    const COUNT: usize = Self::ALL.len();

    fn all() -> vec::IntoIter<Self> {
        Self::ALL.to_vec().into_iter()
    }

    /// Reads pairs as [`choose_pairs`] does.
    fn choose(text: &str) -> Result<Vec<Self>, String> {
        let kind = format!("two numbers of stacks, at most {MOST_STACKS} together, such as 2-1");
        let read = |a, b| Self::new(a as usize, b as usize);
        choose_pairs(text, &kind, read, |pair| (pair.major.into(), pair.minor.into()))
    }

    #[inline]
    fn ordinal(self) -> usize {
        match (self.major, self.minor) {
            (1, _) => 0,
            (2, minor) => minor.into(),
            (3, 3) => 6,
            (3, minor) => 2 + usize::from(minor),
            (4, 1) => 5,
            (4, _) => 7,
            _ => 8 + usize::from(self.is_any),
        }
    }

    /// The stacks of the major and of the minor, see `ANY`.
    fn id(self) -> [u8; 2] {
        [self.major, self.minor + if self.is_any { ANY } else { 0 }]
    }

    fn from_id(id: [u8; 2]) -> Option<Self> {
        Self::all().find(|pair| pair.id() == id)
    }

    /// In a pair of equal numbers the major is to move, by its definition.
    fn sectors(self) -> usize {
        if self.is_even() { 1 } else { 2 }
    }

    fn sector_name(self, sector: usize) -> String {
        let [own, enemy] = self.of_sector(sector);
        format!("{own}-{enemy}{}", self.suffix())
    }

    fn material(self, sector: usize) -> Vec<(&'static str, u32)> {
        let [own, enemy] = self.of_sector(sector);
        vec![("to_move", own as u32), ("other", enemy as u32)]
    }

    fn blocks(self) -> usize {
        self.forms().len()
    }

    #[inline]
    fn block_len(self) -> usize {
        let (anchor, others) = (self.counts()[self.anchor()], self.counts()[!self.anchor()]);
        CHOOSE[CELLS - anchor][others] as usize * SIZINGS[others]
    }

    /// The capture of a stack, unless it is the last one.
    fn exits(self, sector: usize) -> vec::IntoIter<(Self, usize)> {
        let [own, enemy] = self.of_sector(sector);
        // The side that lost a stack is to move: the major, if it still has as many.
        let mover = if enemy > own { Player::First } else { Player::Second };
        let exit = Self::new(own, enemy - 1).map(|pair| (pair, mover.index()));
        Vec::from_iter(exit).into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_come_after_those_that_they_need() {
        let all: Vec<Pair> = Pair::all().collect();
        assert_eq!(all.len(), Pair::COUNT);
        for (at, pair) in all.iter().enumerate() {
            assert_eq!(pair.ordinal(), at, "{pair}");
            assert_eq!(Pair::from_id(pair.id()), Some(*pair));
            assert!(pair.needs().all(|needed| needed.ordinal() < at), "{pair}");
            assert!(pair.minor() <= pair.major());
        }
        for (a, b) in [(0, 1), (4, 3), (6, 1), (0, 5)] {
            assert_eq!(Pair::new(a, b), None);
        }
    }

    #[test]
    fn a_choice_of_pairs_is_a_range_in_both_numbers() {
        let names = |text: &str| -> Result<Vec<String>, String> {
            Ok(Pair::choose(text)?.iter().map(ToString::to_string).collect())
        };
        assert_eq!(names("1-1..2-2").unwrap(), ["1-1", "2-1", "2-2"]);
        assert_eq!(names("2-3").unwrap(), ["3-2"]);
        for (wrong, why) in [("4-3", "\"4-3\" is not a pair"), ("2-2..1-1", "no pair from 2-2")] {
            assert!(names(wrong).unwrap_err().contains(why), "{wrong}");
        }
    }
}
