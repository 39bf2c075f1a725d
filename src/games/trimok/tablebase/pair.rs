//! Numbering positions: sectors, pairs of sectors, and the place of a position in its pair.
//!
//! A *sector* m-o is all positions in which the side to move has m stacks and the other side o. The
//! sectors m-o and o-m lead to each other by steps and return moves and are a *pair*, the unit of
//! these tables; only captures leave it. In a pair the side with more stacks is the *major*, the
//! other one the *minor* (with equal numbers the major is the side to move), and the board is turned
//! such that the major is Red. One of them is the *anchor*: the major if it has an odd number of
//! stacks, else the minor. A position is numbered by
//!
//! 1. its *block*: the number of the anchor's lineup among those up to symmetry, then
//! 2. the number of the other side's lineup on the cells that the anchor leaves free.
//!
//! An exchange of sizes can be undone by another, so sizes are part of the lineup, not of the unit.
//! The board has the same number whichever side is to move. So every quiet move of the other side
//! stays in its block, and every quiet move of the anchor leads from anywhere in a block into one
//! other block, which is what makes the builder fast.
//!
//! No two numbers stand for the same position, see [`Forms`], except that with an even anchor (the
//! pair 2-2 alone) the mirror is not divided out.

use std::fmt;
use std::sync::LazyLock;
use std::vec;

use super::forms::{Forms, LineupMap};
use super::frame::Frame;
use super::lineup::{CHOOSE, Lineup, Lineups, SIZINGS};
use crate::games::trimok::geometry::CELLS;
use crate::kernel::{Gather, PerPlayer, Player};
use crate::tablebase::{Place, Unit, choose_pairs};

/// The most stacks on the board.
pub(super) const MOST_STACKS: u32 = 5;

/// A pair of sectors, or a sector of equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The stacks of the major.
    major: u8,
    /// The stacks of the minor, not more.
    minor: u8,
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.major, self.minor)
    }
}

impl Pair {
    const fn of(major: u8, minor: u8) -> Self {
        Self { major, minor }
    }

    /// Every pair.
    const ALL: [Self; 6] = [
        Self::of(1, 1),
        Self::of(2, 1),
        Self::of(2, 2),
        Self::of(3, 1),
        Self::of(3, 2),
        Self::of(4, 1),
    ];

    /// Returns the pair of those numbers of stacks, in any order, if there is one.
    #[must_use]
    #[inline]
    pub fn new(a: usize, b: usize) -> Option<Self> {
        let (major, minor) = (a.max(b), a.min(b));
        let is_pair = minor > 0 && major + minor <= MOST_STACKS as usize;
        is_pair.then_some(Self { major: major as u8, minor: minor as u8 })
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
        if self.major % 2 == 1 { Player::First } else { Player::Second }
    }

    /// Returns the lineups of the anchor.
    pub(super) fn forms(self) -> &'static Forms {
        Forms::of_size(self.counts()[self.anchor()])
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
        let frame = Frame::new(forms.canonical(block));
        block * self.block_len() + frame.numbered(&map.lineup(&sides[!self.anchor()])).number()
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
            (3, minor) => 2 + usize::from(minor),
            _ => 5,
        }
    }

    /// The stacks of the major and of the minor.
    fn id(self) -> [u8; 2] {
        [self.major, self.minor]
    }

    fn from_id([major, minor]: [u8; 2]) -> Option<Self> {
        Self::all().find(|pair| pair.id() == [major, minor])
    }

    /// In a pair of equal numbers the major is to move, by its definition.
    fn sectors(self) -> usize {
        if self.is_even() { 1 } else { 2 }
    }

    fn sector_name(self, sector: usize) -> String {
        let [own, enemy] = self.of_sector(sector);
        format!("{own}-{enemy}")
    }

    fn material(self, sector: usize) -> Vec<(&'static str, u32)> {
        let [own, enemy] = self.of_sector(sector);
        vec![("to_move", own as u32), ("other", enemy as u32)]
    }

    fn blocks(self) -> usize {
        let anchor = self.counts()[self.anchor()];
        CHOOSE[CELLS][anchor] as usize * SIZINGS[anchor] / Forms::images(anchor)
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
        for (a, b) in [(0, 1), (3, 3), (5, 1), (0, 5)] {
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
        for (wrong, why) in [("3-3", "\"3-3\" is not a pair"), ("2-2..1-1", "no pair from 2-2")] {
            assert!(names(wrong).unwrap_err().contains(why), "{wrong}");
        }
    }
}
