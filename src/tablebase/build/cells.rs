//! What is known of each position while a pair is built: one byte.
//!
//! | byte | meaning |
//! |---|---|
//! | d, below [`Codes::floor`] | decided in d plies |
//! | 254 - n | open, n quiet moves are not known to lose |
//! | 255 | open, and never lost: a removal holds the draw |
//!
//! Whether a decided position is won or lost, its distance tells: a win takes an odd number of
//! plies. Where distances end at a removal this can fail, when a side has nothing but removals and
//! all of them lose: such *irregular* positions are marked by a bit, which few blocks need.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::tablebase::index::Pair;

/// Open, and never lost.
pub(super) const SAFE: u8 = 255;
/// Open, without a quiet move that is not known to lose.
pub(super) const SPENT: u8 = 254;

/// How bytes are read in a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Codes {
    /// The least byte that means open.
    pub(super) floor: u8,
}

impl Codes {
    pub(super) const fn of(pair: Pair) -> Self {
        // A side that flies with three men has at most 18 points for each; no side has more than
        // 26 slides.
        let most_steps = if pair.minor() == 3 { 54 } else { 26 };
        Self { floor: SPENT - most_steps }
    }

    /// Returns the byte of an open position with so many quiet moves.
    pub(super) fn open(self, quiet_moves: u32) -> u8 {
        SPENT - (quiet_moves as u8).min(SPENT - self.floor)
    }
}

/// The bytes of a block.
pub(super) struct Block<'a> {
    pub(super) codes: &'a mut [u8],
    /// Where distances go to the end of the game: what removals promise. An odd number is a win
    /// in so many plies, an even one above 0 says that no loss is shorter. Else empty.
    pub(super) hints: &'a mut [u8],
    /// The values of `hints` that are there, as bits.
    pub(super) hinted: [u64; 4],
    /// The bits of irregular positions; empty while there are none.
    irregular: Vec<u64>,
}

impl Block<'_> {
    /// Marks a decided position as irregular.
    #[cold]
    pub(super) fn mark_irregular(&mut self, rank: usize) {
        if self.irregular.is_empty() {
            self.irregular.resize(self.codes.len().div_ceil(64), 0);
        }
        self.irregular[rank / 64] |= 1 << (rank % 64);
    }

    #[inline]
    fn is_irregular(&self, rank: usize) -> bool {
        !self.irregular.is_empty() && self.irregular[rank / 64] >> (rank % 64) & 1 != 0
    }

    /// Returns whether a decided position is won.
    #[inline]
    pub(super) fn is_won(&self, rank: usize) -> bool {
        (self.codes[rank] % 2 == 1) != self.is_irregular(rank)
    }

    /// Takes note that a move leads to a position lost in `next - 1` plies. Returns whether that
    /// decides this one.
    #[inline]
    pub(super) fn win(&mut self, rank: usize, next: u8, codes: Codes) -> bool {
        let is_open = self.codes[rank] >= codes.floor;
        if is_open {
            self.codes[rank] = next;
            if next % 2 == 0 {
                self.mark_irregular(rank);
            }
        }
        is_open
    }

    /// Takes note that a quiet move leads to a position won in `next - 1` plies. Returns whether
    /// that decides this one.
    #[inline]
    pub(super) fn count_down(&mut self, rank: usize, next: u8, codes: Codes) -> bool {
        let code = self.codes[rank];
        if code < codes.floor || code >= SPENT {
            return false;
        }
        if code + 1 < SPENT {
            self.codes[rank] = code + 1;
            return false;
        }
        if self.hints.get(rank).is_some_and(|hint| *hint > next || *hint % 2 == 1) {
            // A removal wins, perhaps later, or holds out longer.
            self.codes[rank] = SPENT;
            return false;
        }
        self.codes[rank] = next;
        if next % 2 == 1 {
            self.mark_irregular(rank);
        }
        true
    }

    /// Decides the positions whose removals bring the game to its end in `plies`. Returns whether
    /// there were any.
    pub(super) fn take_hints(&mut self, plies: u8, codes: Codes) -> bool {
        let (word, bit) = (usize::from(plies) / 64, plies % 64);
        if self.hinted[word] >> bit & 1 == 0 {
            return false;
        }
        let mut any = false;
        for (code, &hint) in self.codes.iter_mut().zip(self.hints.iter()) {
            let decides = if plies % 2 == 1 { *code >= codes.floor } else { *code == SPENT };
            if hint == plies && decides {
                *code = plies;
                any = true;
            }
        }
        any
    }
}

/// All blocks with one side to move, each behind a lock of its own.
pub(super) struct Half<'a> {
    blocks: Vec<Mutex<Block<'a>>>,
    /// By the parity of the wave: whether a block may have positions that it decides.
    due: [Vec<AtomicBool>; 2],
}

impl<'a> Half<'a> {
    /// Divides the bytes into blocks of that length. `hints` may be empty.
    pub(super) fn new(codes: &'a mut [u8], hints: &'a mut [u8], length: usize) -> Self {
        let count = codes.len() / length;
        let flags = || (0..count).map(|_| AtomicBool::new(false)).collect();
        let mut hints = hints.chunks_exact_mut(length);
        let blocks = codes.chunks_exact_mut(length).map(|codes| {
            let hints = hints.next().unwrap_or_default();
            Mutex::new(Block { codes, hints, hinted: [0; 4], irregular: Vec::new() })
        });
        Self { blocks: blocks.collect(), due: [flags(), flags()] }
    }

    /// Returns a block for this thread alone.
    #[inline]
    pub(super) fn block(&self, block: usize) -> MutexGuard<'_, Block<'a>> {
        self.blocks[block].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has a block looked at in a wave.
    #[inline]
    pub(super) fn set_due(&self, block: usize, wave: u8) {
        self.due[usize::from(wave % 2)][block].store(true, Ordering::Relaxed);
    }

    /// Returns whether a block is to be looked at in a wave, and forgets it.
    #[inline]
    pub(super) fn take_due(&self, block: usize, wave: u8) -> bool {
        let due = &self.due[usize::from(wave % 2)][block];
        due.load(Ordering::Relaxed) && due.swap(false, Ordering::Relaxed)
    }

    /// Returns whether any block is to be looked at in a wave.
    pub(super) fn is_due(&self, wave: u8) -> bool {
        self.due[usize::from(wave % 2)].iter().any(|due| due.load(Ordering::Relaxed))
    }
}
