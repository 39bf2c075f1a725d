//! Indexing boards: the men of one side up to symmetry, then those of the other.
//!
//! Of the two sides on a board the one with more men is the *major*, the other one the *minor*
//! (with equal numbers the major is the side to move). A board is numbered by
//!
//! 1. its *block*: the number of the major's men among the sets of that size up to the 16
//!    symmetries, in the order of their least images, then
//! 2. the rank of the minor's men among the points that the major leaves free.
//!
//! If the major's men are symmetric themselves, several indices stand for one board.

use super::forms::Forms;
use super::frame::{Frame, Words};
use super::subsets::{CHOOSE, compress, expand, rank, subsets, unrank};
use crate::games::morris::Symmetry;
use crate::games::morris::geometry::BOARD;
use crate::kernel::Gather;
use crate::tablebase::Weight;

/// Who is to move on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// The side with more men; with equal numbers, whoever is to move.
    Major,
    /// The side with fewer men.
    Minor,
}

impl Mover {
    /// Returns who is to move, given the numbers of men of that side and of the other.
    #[must_use]
    #[inline]
    pub const fn of_men(own: u32, enemy: u32) -> Self {
        if own >= enemy { Self::Major } else { Self::Minor }
    }

    /// Returns the number of the sector in a pair: 0 for the major and 1 for the minor.
    #[must_use]
    #[inline]
    pub const fn sector(self) -> usize {
        self as usize
    }

    /// Returns who is to move in the sector of that number in a pair.
    #[must_use]
    #[inline]
    pub const fn of_sector(sector: usize) -> Self {
        if sector == 0 { Self::Major } else { Self::Minor }
    }

    /// Returns what belongs to the major and to the minor, given what belongs to the side to move
    /// and to the other; and the other way round.
    #[must_use]
    #[inline]
    pub(super) fn turned<T>(self, own: T, enemy: T) -> (T, T) {
        match self {
            Self::Major => (own, enemy),
            Self::Minor => (enemy, own),
        }
    }
}

/// All boards with given numbers of men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Boards {
    /// The men of the major.
    pub(super) major: u32,
    /// The men of the minor, not more.
    pub(super) minor: u32,
}

impl Boards {
    /// Returns the boards with those numbers of men, in any order.
    #[inline]
    pub(super) fn new(a: u32, b: u32) -> Self {
        Self { major: a.max(b), minor: a.min(b) }
    }

    /// Returns the classes of the major's men.
    pub(super) fn forms(self) -> &'static Forms {
        Forms::of_size(self.major)
    }

    /// Returns how many points the major leaves free.
    pub(super) const fn free_points(self) -> u32 {
        24 - self.major
    }

    /// Returns the words of the minor's men.
    pub(super) fn words(self) -> Words {
        Words::new(self.free_points() as usize, self.minor)
    }

    pub(super) fn blocks(self) -> usize {
        self.forms().classes()
    }

    #[inline]
    pub(super) const fn block_len(self) -> usize {
        CHOOSE[self.free_points() as usize][self.minor as usize] as usize
    }

    /// Returns how many indices there are.
    pub(super) fn places(self) -> usize {
        self.blocks() * self.block_len()
    }

    /// Returns the number of a board. The numbers of men must be the right ones.
    #[inline]
    pub(super) fn number(self, major: u32, minor: u32) -> usize {
        let forms = self.forms();
        let (block, symmetry) = forms.find(major);
        let word = compress(symmetry.image(minor), BOARD & !forms.canonical(block));
        block * self.block_len() + rank(word)
    }

    /// Returns the men of the major and of the minor on the board of a number.
    pub(super) fn board(self, number: usize) -> (u32, u32) {
        let (block, rank) = (number / self.block_len(), number % self.block_len());
        let major = self.forms().canonical(block);
        (major, expand(unrank(rank, self.minor as usize), BOARD & !major))
    }

    /// Returns the men of the major and of the minor on every board of a block.
    pub(super) fn block(self, block: usize) -> impl Iterator<Item = (u32, u32)> {
        let major = self.forms().canonical(block);
        let words = subsets(self.free_points(), self.minor);
        words.map(move |word| (major, expand(word, BOARD & !major)))
    }

    /// Returns how the indices of a block count: if several stand for one board, the least one.
    pub(super) fn weights(self, block: usize, words: &[u32]) -> impl Fn(usize) -> Weight {
        let forms = self.forms();
        let keeps: Vec<Symmetry> = forms.stabiliser(block).gather();
        let frame = (keeps.len() > 1).then(|| Frame::new(forms.canonical(block)));
        let raw = forms.images(block);
        move |rank| {
            let is_orbit = frame.as_ref().is_none_or(|frame| {
                let minor = frame.expand(words[rank]);
                // Words and the points they stand for are in the same order.
                keeps.iter().all(|symmetry| symmetry.image(minor) >= minor)
            });
            Weight { is_orbit, raw }
        }
    }
}
