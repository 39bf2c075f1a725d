//! What a game tells the builder of a unit.

use super::cells::{Codes, Sheet};
use super::gain::Gains;
use super::waves::{Decided, Wave};
use crate::tablebase::error::TableError;
use crate::tablebase::solved::Unit;

/// What knows the moves of a unit, forwards and backwards.
///
/// While a unit is built there is a sheet of bytes for each of its sectors, and there may be more:
/// the same positions by other numbers, if that makes moves quicker to take back.
pub trait UnitSolver: Sync {
    /// What is solved.
    type Unit: Unit;
    /// What a thread needs from block to block.
    type Scratch;

    /// Returns how many sheets a unit takes: one for each sector, and any that come after them.
    fn sheets(unit: Self::Unit) -> usize;

    /// Returns about how many bytes the solver of a unit takes, sheets left out.
    fn memory(unit: Self::Unit) -> u64;

    /// Returns how bytes are read.
    fn codes(&self) -> Codes;

    /// Says in every sheet how many moves within the unit each position has
    /// ([`Codes::open`]), where the side to move has lost already ([`Codes::LOST`]), which numbers
    /// name no position ([`Codes::NOTHING`]), and what moves out of the unit gain
    /// ([`CellBlock::gains`](super::CellBlock::gains)). `exits` tells what a sector of a needed unit gains.
    ///
    /// # Errors
    ///
    /// Those of `exits`.
    fn seed(
        &self,
        sheets: &mut [Sheet],
        exits: &dyn Fn(Self::Unit, usize) -> Result<Gains, TableError>,
    ) -> Result<(), TableError>;

    /// Returns what a thread needs.
    fn scratch(&self) -> Self::Scratch;

    /// Takes back every move within the unit that leads to one of the positions of a block that
    /// have just been decided, and tells the wave where it came from. In a unit without such moves
    /// there is nothing to do.
    fn take_back(
        &self,
        sheet: usize,
        block: usize,
        decided: &mut Decided,
        wave: &Wave,
        scratch: &mut Self::Scratch,
    );

    /// Returns what each number of a block of a sector counts for in statistics.
    fn weights(&self, sector: usize, block: usize) -> impl Fn(usize) -> Weight;
}

/// What a number counts for in statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// Whether it is the one number of its position that counts as a position up to symmetry.
    pub is_orbit: bool,
    /// How many positions it stands for in all, 0 where it names none.
    pub raw: u64,
}
