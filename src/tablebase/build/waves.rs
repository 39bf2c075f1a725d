//! Retrograde analysis: from the positions decided in d plies to those decided in d + 1.

use std::sync::atomic::{AtomicU64, Ordering};

use super::cells::{Cells, Codes};
use super::solver::Moves;
use super::wave::{Decided, Wave};
use crate::kernel::parallel;
use crate::tablebase::error::TableError;

/// After how many decided positions a wave reports again how far it is.
const REPORT_AFTER: u64 = 1 << 21;

/// A unit being solved.
pub(super) struct Waves<'a> {
    pub(super) game: &'a dyn Moves,
    pub(super) codes: Codes,
    pub(super) sheets: Vec<Cells<'a>>,
    /// The number of blocks of each sheet.
    pub(super) blocks: usize,
    /// Positions decided in waves.
    pub(super) decided: AtomicU64,
    /// Gets the plies of a wave and the positions decided so far, when a wave begins and now and
    /// then while it runs.
    pub(super) report: &'a (dyn Fn(u8, u64) + Sync),
}

impl Waves<'_> {
    /// Decides what is known before the first wave.
    pub(super) fn settle(&self) {
        for cells in &self.sheets {
            parallel::runs(self.blocks, self.run_len(), &|blocks| {
                blocks.for_each(|block| cells.block(block).settle());
            });
        }
    }

    /// Runs waves from the first one on until nothing more is decided, or up to `limit` plies. `before` is called
    /// before each wave. Returns whether all distances fit into a byte.
    pub(super) fn run(
        &self,
        first: u8,
        limit: u8,
        mut before: impl FnMut(u8) -> Result<(), TableError>,
    ) -> Result<bool, TableError> {
        let mut plies = first;
        loop {
            (self.report)(plies, self.decided.load(Ordering::Relaxed));
            if plies >= limit {
                break;
            }
            before(plies)?;
            self.wave(plies);
            if self.sheets.iter().any(|cells| cells.overflow.load(Ordering::Relaxed)) {
                return Ok(false);
            }
            let goes_on = self.sheets.iter().any(|cells| cells.is_due(plies + 1));
            if !goes_on && plies >= self.last_tentative() {
                break;
            }
            plies += 1;
        }
        Ok(true)
    }

    /// Returns how many blocks a thread takes at least at a time: neighbours share much of the work,
    /// but where there are few blocks, all threads should have some.
    fn run_len(&self) -> usize {
        (self.blocks / 128).clamp(1, 32)
    }

    /// Returns the last wave that a code was written ahead of.
    fn last_tentative(&self) -> u8 {
        let last = parallel::map_runs(self.blocks, 1, |blocks| {
            let of_block = |block| self.sheets.iter().map(move |it| it.last_tentative(block));
            blocks.flat_map(of_block).max()
        });
        last.into_iter().flatten().max().unwrap_or(0)
    }

    fn wave(&self, plies: u8) {
        let wave = Wave { game: self.game, sheets: &self.sheets, next: plies.saturating_add(1) };
        parallel::runs(self.blocks, self.run_len(), &|blocks| {
            let (mut decided, mut taker) = (Decided::default(), self.game.taker(&wave));
            for block in blocks {
                for (sheet, cells) in self.sheets.iter().enumerate() {
                    if self.take(cells, block, plies, &mut decided) {
                        taker.take_back(sheet, block, &mut decided);
                    }
                }
            }
            taker.finish();
        });
    }

    /// Lists what a wave decides in a block. Returns whether it decides anything.
    fn take(&self, cells: &Cells, block: usize, plies: u8, decided: &mut Decided) -> bool {
        let is_due = cells.take_due(block, plies);
        if !is_due && !cells.is_awaited(block, plies) {
            return false;
        }
        let here = cells.block(block);
        decided.collect(&here, plies);
        let count = decided.won.len() + decided.lost.len();
        let before = self.decided.fetch_add(count as u64, Ordering::Relaxed);
        let so_far = before + count as u64;
        if before / REPORT_AFTER != so_far / REPORT_AFTER {
            drop(here);
            (self.report)(plies, so_far);
        }
        if count > 0 && plies + 1 >= self.codes.floor {
            cells.overflow.store(true, Ordering::Relaxed);
            return false;
        }
        count > 0
    }
}
