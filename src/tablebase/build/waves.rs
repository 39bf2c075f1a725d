//! Retrograde analysis: from the positions decided in d plies to those decided in d + 1.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::cells::{Cells, Codes};
use super::solver::Moves;
use super::wave::{Decided, Wave};
use crate::kernel::parallel;

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
    /// Set when a distance does not fit into a byte.
    pub(super) overflow: AtomicBool,
    /// Gets the plies of a wave and the positions decided so far, when a wave begins and now and
    /// then while it runs.
    pub(super) report: &'a (dyn Fn(u8, u64) + Sync),
}

impl Waves<'_> {
    /// Decides what is known before the first wave.
    pub(super) fn settle(&self) {
        for cells in &self.sheets {
            parallel::runs(self.blocks, self.run_len(), &|blocks| {
                for block in blocks {
                    let due = cells.block(block).settle();
                    for (wave, due) in due.into_iter().enumerate() {
                        if due {
                            cells.set_due(block, wave as u8);
                        }
                    }
                }
            });
        }
    }

    /// Runs waves until nothing more is decided, or up to `limit` plies. Returns the last wave that
    /// decided anything, `None` if a distance does not fit into a byte.
    pub(super) fn run(&self, limit: u8) -> Option<u8> {
        let mut plies = 0;
        let last_hint = self.last_hint();
        loop {
            (self.report)(plies, self.decided.load(Ordering::Relaxed));
            if plies >= limit {
                break;
            }
            self.wave(plies);
            if self.overflow.load(Ordering::Relaxed) {
                return None;
            }
            let goes_on = self.sheets.iter().any(|cells| cells.is_due(plies + 1));
            if !goes_on && plies >= last_hint {
                break;
            }
            plies += 1;
        }
        Some(plies)
    }

    /// Returns how many blocks a thread takes at least at a time: neighbours share much of the work,
    /// but where there are few blocks, all threads should have some.
    fn run_len(&self) -> usize {
        (self.blocks / 128).clamp(1, 32)
    }

    /// Returns the greatest of all hints.
    fn last_hint(&self) -> u8 {
        let hints = parallel::map_runs(self.blocks, 1, |blocks| {
            let of_block = |block| self.sheets.iter().map(move |it| it.block(block).last_hint());
            blocks.flat_map(of_block).max()
        });
        hints.into_iter().flatten().max().unwrap_or(0)
    }

    fn wave(&self, plies: u8) {
        let wave = Wave { sheets: &self.sheets, codes: self.codes, next: plies.saturating_add(1) };
        parallel::runs(self.blocks, self.run_len(), &|blocks| {
            let (mut decided, mut take_back) = (Decided::default(), self.game.taker(&wave));
            for block in blocks {
                for (sheet, cells) in self.sheets.iter().enumerate() {
                    if self.take(cells, block, plies, &mut decided) {
                        take_back(sheet, block, &mut decided);
                    }
                }
            }
        });
    }

    /// Lists what a wave decides in a block. Returns whether it decides anything.
    fn take(&self, cells: &Cells, block: usize, plies: u8, decided: &mut Decided) -> bool {
        let is_due = cells.take_due(block, plies);
        let mut here = cells.block(block);
        let is_hinted = here.take_hints(plies, self.codes);
        if !is_due && !is_hinted {
            return false;
        }
        decided.collect(&here, plies);
        let count = decided.won.len() + decided.lost.len();
        let before = self.decided.fetch_add(count as u64, Ordering::Relaxed);
        let so_far = before + count as u64;
        if before / REPORT_AFTER != so_far / REPORT_AFTER {
            drop(here);
            (self.report)(plies, so_far);
        }
        if count > 0 && plies + 1 >= self.codes.floor {
            self.overflow.store(true, Ordering::Relaxed);
            return false;
        }
        count > 0
    }
}
