//! What a game provides about its solved positions: how they are divided into files and numbered.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use super::build::UnitSolver;
use super::error::TableError;
use super::folder::Tablebase;
use super::value::{Metric, Wdl};
use crate::kernel::Position;

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
    fn all() -> impl Iterator<Item = Self>;

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
    fn exits(self, sector: usize) -> impl Iterator<Item = (Self, usize)>;

    /// Returns the units that the exits of all sectors lead to.
    fn needs(self) -> impl Iterator<Item = Self> {
        let exits = (0..self.sectors()).flat_map(move |sector| self.exits(sector));
        let mut needs: Vec<Self> = exits.map(|(unit, _)| unit).collect();
        needs.sort_by_key(|unit| unit.ordinal());
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
    let chosen: Vec<U> = U::all().filter(is_within).collect();
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

/// A game that has tables of solved positions.
pub trait Solved: Position {
    /// The units of this game.
    type Unit: Unit;
    /// The solver of a unit.
    type Solver: UnitSolver<Unit = Self::Unit>;

    /// The rules that tables are solved under, without any draw limit; the quiet limit is added
    /// separately.
    const UNLIMITED: Self::Rules;

    /// The tag in this game's files, so that no other game mistakes them for its own.
    const TAG: [u8; 8];

    /// Where tables begin, as the end of a sentence that starts with "tables begin".
    const BEGINNING: &'static str;

    /// The least remaining depth, in plies, at which a search probes.
    ///
    /// Most probes would come from the last plies, each for another chunk of a table, and unpacking a
    /// chunk takes as long as dozens of nodes. The limit does not depend on what is in memory, so that a
    /// search on one thread finds the same in a process that has just started.
    const PROBE_DEPTH: u32;

    /// Returns the limit of quiet plies under those rules, 0 for none.
    fn quiet_limit(rules: &Self::Rules) -> u32;

    /// Returns the metric that tables are built with unless something else is asked for: plies to
    /// conversion, under the quiet limit of the usual rules.
    #[must_use]
    fn usual_metric() -> Metric {
        let quiet = Self::quiet_limit(&Self::Rules::default());
        let quiet = u8::try_from(quiet).unwrap_or(u8::MAX).min(Metric::MAX_QUIET);
        Metric::Conversion { quiet }
    }

    /// Returns the place of a position; `None` if no tables cover its board or its rules. Counters
    /// are ignored. If several indices stand for a position, any of them may be returned.
    fn locate(&self) -> Option<(Self::Unit, Place)>;

    /// Returns the position at a place, with either player to move; `None` if the index has no
    /// position.
    fn at(unit: Self::Unit, place: Place, rules: &Self::Rules) -> Option<Self>;

    /// Returns the positions of a block in the order of their indices.
    fn block(
        unit: Self::Unit,
        sector: usize,
        block: usize,
        rules: &Self::Rules,
    ) -> impl Iterator<Item = Option<Self>> {
        let length = unit.block_len();
        let numbers = block * length..(block + 1) * length;
        numbers.map(move |number| Self::at(unit, Place { sector, number }, rules))
    }

    /// Returns the solver of a unit, with distances in that metric.
    fn solver(unit: Self::Unit, metric: Metric) -> Self::Solver;

    /// Returns a search that proves the results of positions before the tables begin, in about
    /// `mib` MiB of memory; `None` if the game has none.
    fn prover(_tables: &Tablebase<Self>, _mib: usize) -> Option<Box<dyn Prove<Self> + '_>> {
        None
    }

    /// Returns the start and the positions after up to `plies` plies, one of each up to symmetry.
    fn opening(_plies: u32) -> Vec<Self> {
        vec![Self::start(&Self::UNLIMITED)]
    }
}

/// A search down to the positions where tables begin.
pub trait Prove<G>: Sync {
    /// Returns the exact result of a position for the side to move, on the current thread pool. Its
    /// counters and its record are ignored.
    ///
    /// # Errors
    ///
    /// Says which table is missing or damaged.
    fn result(&self, position: &G) -> Result<Wdl, TableError>;

    /// Returns how many nodes were visited so far.
    fn nodes(&self) -> u64;
}
