//! What a wave decides, and where a solver reports the moves that it unmade.

use parking_lot::MutexGuard;

use super::cells::{CellBlock, Cells};
use crate::kernel::pages;

/// What finds anew how long moves out of a unit hold out.
pub(super) trait LosingExits: Sync {
    /// As [`UnitSolver::losing_exit`](super::UnitSolver::losing_exit).
    fn losing_exit(&self, sheet: usize, block: usize, rank: usize) -> u8;
}

/// The positions of a block that a wave decides, by their rank in the block.
#[derive(Debug, Default)]
pub struct Decided {
    /// Won for the side to move.
    pub won: Vec<u32>,
    /// Lost for the side to move.
    pub lost: Vec<u32>,
}

impl Decided {
    /// Lists the positions of a block that are decided in `plies` plies.
    pub(super) fn collect(&mut self, block: &CellBlock, plies: u8) {
        self.won.clear();
        self.lost.clear();
        for (run, codes) in block.codes.chunks(64).enumerate() {
            // Most runs have none, so all bytes of a run are tested together.
            if !codes.iter().fold(false, |any, code| any | (*code == plies)) {
                continue;
            }
            for (at, code) in codes.iter().enumerate() {
                if *code == plies {
                    let rank = run * 64 + at;
                    let list = if block.is_won(rank) { &mut self.won } else { &mut self.lost };
                    list.push(rank as u32);
                }
            }
        }
    }
}

/// Where a solver reports the moves that it unmade.
pub struct Wave<'w, 'a> {
    pub(super) game: &'w dyn LosingExits,
    pub(super) sheets: &'w [Cells<'a>],
    /// The distance of the positions that this wave leads to, in plies.
    pub(super) next: u8,
}

impl<'w, 'a> Wave<'w, 'a> {
    /// Locks a block for this thread, to report where moves come from. No thread may lock two.
    #[inline]
    #[must_use]
    pub fn origins(&self, sheet: usize, block: usize) -> Origins<'w, 'a> {
        let cells = &self.sheets[sheet];
        let locked = cells.block(block);
        let (game, next) = (self.game, self.next);
        Origins { game, cells, sheet, number: block, locked, next, any: false }
    }
}

/// A block that unmade moves lead back to.
pub struct Origins<'w, 'a> {
    game: &'w dyn LosingExits,
    cells: &'w Cells<'a>,
    sheet: usize,
    number: usize,
    locked: MutexGuard<'w, CellBlock<'a>>,
    next: u8,
    /// Whether anything was decided.
    any: bool,
}

impl Origins<'_, '_> {
    /// Fetches what is known of the position of that rank, without waiting for it.
    #[inline]
    pub fn prefetch(&self, rank: usize) {
        pages::prefetch(&self.locked.codes[rank]);
    }

    /// Reports that a move of the position of that rank leads to one that is lost for the other
    /// side.
    #[inline]
    pub fn wins(&mut self, rank: usize) {
        self.any |= self.locked.win(rank, self.next);
    }

    /// Reports that a move of the position of that rank leads to one that is won for the other
    /// side. To be called once for each such move.
    #[inline]
    pub fn loses(&mut self, rank: usize) {
        let recall = || self.game.losing_exit(self.sheet, self.number, rank);
        self.any |= self.locked.count_down(rank, self.next, recall);
    }
}

impl Drop for Origins<'_, '_> {
    #[inline]
    fn drop(&mut self) {
        if self.any {
            self.cells.set_due(self.number, self.next);
        }
    }
}
