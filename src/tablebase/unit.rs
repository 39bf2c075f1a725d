//! How solved positions are divided into files and numbered.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::vec;

use crate::kernel::{Gather, sort};

/// Positions that are solved together and kept in one file.
///
/// A *sector* holds positions with the same side to move, numbered from 0. Reversible moves lead
/// from one sector of a unit to another; all other moves lead to earlier units. The sectors of a
/// unit have the same size.
pub trait Unit: Copy + Debug + Display + Eq + Hash + Send + Sync + 'static {
    /// The name for units, in the plural.
    const PLURAL: &'static str;

    /// The number of units.
    const COUNT: usize;

    /// Returns every unit, each after those that it needs.
    fn all() -> vec::IntoIter<Self>;

    /// Reads a choice of units.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the text.
    fn choose(text: &str) -> Result<Vec<Self>, String>;

    /// Returns the place of the unit in [`all`](Self::all).
    fn ordinal(self) -> usize;

    /// Returns the two bytes that identify the unit in a file.
    fn id(self) -> [u8; 2];

    /// Returns the unit of those bytes.
    fn from_id(id: [u8; 2]) -> Option<Self>;

    /// Returns the name for units of this kind, in the plural: reports count each kind by itself.
    fn kind(self) -> &'static str {
        Self::PLURAL
    }

    /// Returns whether the unit is built unless others are asked for.
    fn is_usual(self) -> bool {
        true
    }

    /// Returns whether moves lead from positions of the unit to others of it. If not, every move is
    /// irreversible: what is won or lost takes one ply to conversion, and files need no distances.
    fn has_inner_moves(self) -> bool {
        true
    }

    /// Returns how many sectors the unit has, one or two.
    fn sectors(self) -> usize;

    /// Returns the name of a sector, a few characters.
    fn sector_name(self, sector: usize) -> String;

    /// Returns the name of the row of statistics in which a sector is counted, together with others
    /// of that name.
    fn row_name(self, sector: usize) -> String {
        self.sector_name(sector)
    }

    /// Returns what is on the board in a sector, each number with the name of its field, the side
    /// to move first.
    fn material(self, sector: usize) -> Vec<(&'static str, u32)>;

    /// Returns the number of blocks of a sector. Work is done block by block.
    fn blocks(self) -> usize;

    /// Returns the size of a block, the same for all blocks.
    fn block_len(self) -> usize;

    /// Returns the size of a sector.
    fn places(self) -> u64 {
        self.blocks() as u64 * self.block_len() as u64
    }

    /// Returns the sectors of other units that irreversible moves lead to, and other moves that
    /// leave the unit.
    fn exits(self, sector: usize) -> vec::IntoIter<(Self, usize)>;

    /// Returns the units that the exits of all sectors lead to.
    fn needs(self) -> vec::IntoIter<Self> {
        let mut needs = Vec::new();
        for sector in 0..self.sectors() {
            for (unit, _) in self.exits(sector) {
                needs.push(unit);
            }
        }
        sort::by_key(&mut needs, |unit| unit.ordinal());
        needs.dedup();
        needs.into_iter()
    }
}

/// Reads `FROM..TO`, the pairs from one up to another in both numbers, or one pair, for games whose
/// units are pairs of numbers. `kind` says what such numbers are, `read` makes a pair of two, in any
/// order, and `numbers` returns those of a pair, the greater one first.
///
/// # Errors
///
/// Says which text is not a pair, or that there is none in the range.
pub fn choose_pairs<U: Unit>(
    text: &str,
    kind: &str,
    read: impl Fn(u32, u32) -> Option<U>,
    numbers: impl Fn(U) -> (u32, u32),
) -> Result<Vec<U>, String> {
    let pair = |text: &str| {
        let (a, b) = text.split_once('-')?;
        read(a.parse().ok()?, b.parse().ok()?)
    };
    let wanted =
        |text: &str| pair(text).ok_or_else(|| format!("{text:?} is not a pair; pairs are {kind}"));
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (from, to) = (numbers(wanted(first)?), numbers(wanted(last)?));
    let is_within = |unit: &U| {
        let (major, minor) = numbers(*unit);
        (from.0..=to.0).contains(&major) && (from.1..=to.1).contains(&minor)
    };
    let chosen: Vec<U> = U::all().filter(is_within).gather();
    let none = || format!("there is no pair from {first} to {last}");
    if chosen.is_empty() { Err(none()) } else { Ok(chosen) }
}

/// The place of a position in its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The sector.
    pub sector: usize,
    /// The index in that sector.
    pub number: usize,
}
