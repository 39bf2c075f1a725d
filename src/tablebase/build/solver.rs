//! What a game provides to build its tables.

use super::cells::{Codes, Sheet};
use super::gain::Gains;
use super::wave::{Decided, LosingExits, Wave};
use crate::tablebase::error::TableError;
use crate::tablebase::lookup::Tablebase;
use crate::tablebase::solved::Solved;
use crate::tablebase::unit::Unit;
use crate::tablebase::value::{Metric, Wdl};

/// Is told how many more indices have been seeded.
pub type Seeded<'a> = dyn Fn(usize) + Sync + 'a;

/// The moves of a unit, forwards and backwards.
///
/// While a unit is built there is a sheet of bytes for each of its sectors, and there may be more:
/// the same positions under another numbering, if that makes moves faster to unmake.
pub trait UnitSolver: Sync {
    /// The unit type.
    type Unit: Unit;
    /// What a thread keeps from block to block.
    type Scratch;

    /// Returns how many sheets a unit takes: one for each sector, then any others.
    fn sheets(unit: Self::Unit) -> usize;

    /// Whether [`losing_exit`](Self::losing_exit) finds anew what moves out of the unit gain. If not, each sheet takes
    /// another byte for each position if distances go to the end of the game.
    const RECALLS: bool = false;

    /// Returns a sheet of which a wave needs a block only while it is at that block, so that it can be packed in the
    /// meantime; `None` if there is none.
    fn packable(_unit: Self::Unit) -> Option<usize> {
        None
    }

    /// Returns about how many bytes the solver of a unit takes, not counting sheets.
    fn memory(unit: Self::Unit) -> u64;

    /// Returns the meaning of the bytes.
    fn codes(&self) -> Codes;

    /// Keeps what [`losing_exit`](Self::losing_exit) needs; `exits` returns the gains of a sector of a needed unit.
    ///
    /// # Errors
    ///
    /// Those of `exits`.
    fn prepare(
        &mut self,
        _exits: &dyn Fn(Self::Unit, usize) -> Result<Gains, TableError>,
    ) -> Result<(), TableError> {
        Ok(())
    }

    /// Enters in every sheet how many moves within the unit each position has ([`Codes::open`]),
    /// where the side to move has already lost ([`Codes::LOST`]), which indices have no position
    /// ([`Codes::NOTHING`]), and what moves out of the unit gain
    /// ([`CellBlock::gains`](super::CellBlock::gains)). `exits` returns the gains of a sector of a
    /// needed unit; `seeded` is told, from any thread, how many more indices are done.
    ///
    /// # Errors
    ///
    /// Those of `exits`.
    fn seed(
        &self,
        sheets: &mut [Sheet],
        exits: &dyn Fn(Self::Unit, usize) -> Result<Gains, TableError>,
        seeded: &Seeded,
    ) -> Result<(), TableError>;

    /// Returns the most plies that a position holds out by moves out of the unit, all of which lose, 0 if it has
    /// none. It is asked only if distances go to the end of the game.
    fn losing_exit(&self, _sheet: usize, _block: usize, _rank: usize) -> u8 {
        0
    }

    /// Returns what a thread needs.
    fn scratch(&self) -> Self::Scratch;

    /// Unmakes every move within the unit that leads to one of the positions of a block that have
    /// just been decided, and reports to the wave where it came from. In a unit without such moves
    /// there is nothing to do.
    fn take_back(
        &self,
        sheet: usize,
        block: usize,
        decided: &mut Decided,
        wave: &Wave,
        scratch: &mut Self::Scratch,
    );

    /// Does what [`take_back`](Self::take_back) has put off, when a thread has no more blocks.
    fn finish(&self, _wave: &Wave, _scratch: &mut Self::Scratch) {}

    /// Returns how each index of a block of a sector counts in statistics.
    fn weights(&self, sector: usize, block: usize) -> impl Fn(usize) -> Weight;
}

/// Unmakes moves for a thread.
pub(super) trait TakeBack {
    /// As [`UnitSolver::take_back`].
    fn take_back(&mut self, sheet: usize, block: usize, decided: &mut Decided);

    /// As [`UnitSolver::finish`].
    fn finish(&mut self);
}

/// A solver, a wave, and what a thread keeps.
struct Taker<'t, 'w, 'a, S: UnitSolver>(&'t S, &'t Wave<'w, 'a>, S::Scratch);

impl<S: UnitSolver> TakeBack for Taker<'_, '_, '_, S> {
    fn take_back(&mut self, sheet: usize, block: usize, decided: &mut Decided) {
        self.0.take_back(sheet, block, decided, self.1, &mut self.2);
    }

    fn finish(&mut self) {
        self.0.finish(self.1, &mut self.2);
    }
}

/// The part of a unit's solver that is needed block by block, for code that is not compiled for each game.
pub(super) trait Moves: LosingExits {
    /// Returns what unmakes moves for a thread.
    fn taker<'t, 'w, 'a>(&'t self, wave: &'t Wave<'w, 'a>) -> Box<dyn TakeBack + 't>;

    /// Calls `each` with each index of a block and how it counts.
    fn weigh(
        &self,
        sector: usize,
        block: usize,
        length: usize,
        each: &mut dyn FnMut(usize, Weight),
    );
}

impl<S: UnitSolver> LosingExits for S {
    fn losing_exit(&self, sheet: usize, block: usize, rank: usize) -> u8 {
        UnitSolver::losing_exit(self, sheet, block, rank)
    }
}

impl<S: UnitSolver> Moves for S {
    fn taker<'t, 'w, 'a>(&'t self, wave: &'t Wave<'w, 'a>) -> Box<dyn TakeBack + 't> {
        Box::new(Taker(self, wave, self.scratch()))
    }

    fn weigh(
        &self,
        sector: usize,
        block: usize,
        length: usize,
        each: &mut dyn FnMut(usize, Weight),
    ) {
        let weight = self.weights(sector, block);
        (0..length).for_each(|rank| each(rank, weight(rank)));
    }
}

/// How an index counts in statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// Whether this is the index that represents its position up to symmetry.
    pub is_orbit: bool,
    /// How many positions it stands for in all, 0 if there is none.
    pub raw: u64,
}

/// A game whose tables can be built.
pub trait Buildable: Solved {
    /// The solver of a unit.
    type Solver: UnitSolver<Unit = Self::Unit>;

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
