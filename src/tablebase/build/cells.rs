//! What is known about each position while a unit is built, in one byte.
//!
//! | byte | meaning |
//! |---|---|
//! | d, below [`Codes::floor`] | decided in d plies |
//! | 254 - n | open, n moves within the unit are not known to lose |
//! | 255 | open, and never lost: a move out of the unit holds the draw |
//!
//! The distance of a decided position tells whether it is won or lost: a win takes an odd number of
//! plies. Where distances end at a conversion there are exceptions: a side that has only moves out
//! of the unit, all of which lose. Such *irregular* positions are marked by a bit, which few blocks
//! need.

use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::{Mutex, MutexGuard};

use super::gain::Gain;
use crate::kernel::parallel;
use crate::tablebase::memory::Array;

/// Open, and never lost.
const SAFE: u8 = 255;
/// Open, without a move within the unit that is not known to lose.
const SPENT: u8 = 254;

/// The meaning of the bytes in a unit.
#[derive(Clone, Copy, Debug)]
pub struct Codes {
    /// The least byte that means open.
    pub(super) floor: u8,
}

impl Codes {
    /// The byte of a position that the side to move has already lost.
    pub const LOST: u8 = 0;
    /// The byte of an index without a position.
    pub const NOTHING: u8 = SAFE;

    /// Returns the codes of a unit whose positions have at most `moves` moves within it. More moves
    /// leave room for shorter distances only.
    #[must_use]
    pub const fn new(most_moves: u8) -> Self {
        Self { floor: SPENT - most_moves }
    }

    /// Returns the byte of an open position with `moves` moves within the unit.
    #[inline]
    #[must_use]
    pub fn open(self, moves: u32) -> u8 {
        SPENT - moves.min(u32::from(SPENT - self.floor)) as u8
    }
}

/// The bytes of a sector while its unit is built.
#[derive(Debug)]
pub struct Sheet {
    codes: Array,
    hints: Option<Array>,
    block_len: usize,
}

impl Sheet {
    /// Returns an empty sheet, with hints if distances go to the end of the game.
    pub(super) fn new(places: usize, block_len: usize, with_hints: bool) -> std::io::Result<Self> {
        let hints = with_hints.then(|| Array::zeros(places)).transpose()?;
        Ok(Self { codes: Array::zeros(places)?, hints, block_len })
    }

    /// Returns the sheet in blocks, each with its own lock.
    pub fn cells(&mut self) -> Cells<'_> {
        let hints = self.hints.as_deref_mut().unwrap_or_default();
        Cells::new(&mut self.codes, hints, self.block_len)
    }

    /// Fills the sheet, in parallel and block by block, from another that numbers the same
    /// positions differently. `sources` gets the number of a block and adds, for each index in it,
    /// the index in the other sheet; it also gets what `scratch` creates for each thread.
    pub fn copy<S>(
        &mut self,
        other: &Self,
        scratch: impl Fn() -> S + Sync + Send,
        sources: impl Fn(&mut S, usize, &mut Vec<usize>) + Sync + Send,
    ) {
        let arrays = [
            (Some(&mut self.codes), Some(&other.codes)),
            (self.hints.as_mut(), other.hints.as_ref()),
        ];
        for (to, from) in arrays {
            let (Some(to), Some(from)) = (to, from) else { continue };
            parallel::byte_chunks(to, self.block_len, 32, &|first, blocks| {
                let (mut scratch, mut numbers) = (scratch(), Vec::new());
                for (at, bytes) in blocks.enumerate() {
                    // First the indices, then the bytes, so that many reads are in flight at once.
                    numbers.clear();
                    sources(&mut scratch, first + at, &mut numbers);
                    for (byte, number) in bytes.iter_mut().zip(numbers.iter()) {
                        *byte = from[*number];
                    }
                }
            });
        }
    }
}

/// The bytes of a block.
#[derive(Debug)]
pub struct CellBlock<'a> {
    /// What is known about each position, encoded by [`Codes`].
    pub codes: &'a mut [u8],
    /// If distances go to the end of the game, what moves out of the unit achieve: an odd number is
    /// a win in that many plies, an even one above 0 says that no loss is shorter. Otherwise empty.
    pub(super) hints: &'a mut [u8],
    /// The values that occur in `hints`, as bits.
    hinted: [u64; 4],
    /// The bits of irregular positions; empty while there are none.
    irregular: Vec<u64>,
}

impl CellBlock<'_> {
    /// Records, before the waves, what a move out of the unit gains.
    #[inline]
    pub fn gains(&mut self, rank: usize, gain: Gain) {
        if gain == Gain::DRAW {
            if self.codes[rank] > 1 {
                self.codes[rank] = SAFE;
            }
        } else if let Some(hint) = self.hints.get_mut(rank) {
            let plies = gain.plies();
            if gain < Gain::DRAW {
                *hint = if *hint % 2 == 1 { plies.min(*hint) } else { plies };
            } else if *hint % 2 == 0 {
                *hint = plies.max(*hint);
            }
        } else if gain < Gain::DRAW {
            self.codes[rank] = 1;
        }
    }

    /// Decides, once all gains are known, what follows from them alone; returns what is due at 0
    /// and at 1 plies.
    pub(super) fn settle(&mut self) -> [bool; 2] {
        let mut due = [false; 2];
        for rank in 0..self.codes.len() {
            if self.codes[rank] == SPENT && self.hints.is_empty() {
                // Only moves out of the unit, and all of them lose: over with the next ply.
                self.codes[rank] = 1;
                self.mark_irregular(rank);
            }
            if let Some(due) = due.get_mut(usize::from(self.codes[rank])) {
                *due = true;
            }
        }
        for hint in self.hints.iter().filter(|hint| **hint > 0) {
            self.hinted[usize::from(*hint / 64)] |= 1 << (hint % 64);
        }
        due
    }

    /// Returns the last ply that any hint refers to, 0 for none.
    pub(super) fn last_hint(&self) -> u8 {
        let last = (0..4).rev().find(|word| self.hinted[*word] != 0);
        last.map_or(0, |word| (64 * word as u32 + self.hinted[word].ilog2()) as u8)
    }

    /// Marks a decided position as irregular.
    #[cold]
    fn mark_irregular(&mut self, rank: usize) {
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

    /// Records that a move leads to a position lost in `next - 1` plies. Returns whether that
    /// decides this one.
    #[inline]
    pub(super) fn win(&mut self, rank: usize, next: u8, codes: Codes) -> bool {
        let is_open = self.codes[rank] >= codes.floor;
        if is_open {
            self.codes[rank] = next;
            if next.is_multiple_of(2) {
                self.mark_irregular(rank);
            }
        }
        is_open
    }

    /// Records that a move within the unit leads to a position won in `next - 1` plies. Returns
    /// whether that decides this one.
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
            // A move out of the unit wins, perhaps later, or holds out longer.
            self.codes[rank] = SPENT;
            return false;
        }
        self.codes[rank] = next;
        if next % 2 == 1 {
            self.mark_irregular(rank);
        }
        true
    }

    /// Decides the positions whose moves out of the unit end the game in `plies` plies. Returns
    /// whether there were any.
    pub(super) fn take_hints(&mut self, plies: u8, codes: Codes) -> bool {
        if self.hints.is_empty() {
            return false;
        }
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

/// A sheet in blocks, each with its own lock.
#[derive(Debug)]
pub struct Cells<'a> {
    blocks: Vec<Mutex<CellBlock<'a>>>,
    /// By the parity of the wave: whether it may decide positions of the block.
    due: [Vec<AtomicBool>; 2],
}

impl<'a> Cells<'a> {
    /// Divides the bytes into blocks of `length` bytes. `hints` may be empty.
    fn new(codes: &'a mut [u8], hints: &'a mut [u8], length: usize) -> Self {
        let count = codes.len() / length;
        let flags = || (0..count).map(|_| AtomicBool::new(false)).collect();
        let mut hints = hints.chunks_exact_mut(length);
        let blocks = codes.chunks_exact_mut(length).map(|codes| {
            let hints = hints.next().unwrap_or_default();
            Mutex::new(CellBlock { codes, hints, hinted: [0; 4], irregular: Vec::new() })
        });
        Self { blocks: blocks.collect(), due: [flags(), flags()] }
    }

    /// Locks a block for this thread.
    #[inline]
    pub fn block(&self, block: usize) -> MutexGuard<'_, CellBlock<'a>> {
        self.blocks[block].lock()
    }

    /// Marks a block to be visited by a wave.
    #[inline]
    pub(super) fn set_due(&self, block: usize, wave: u8) {
        self.due[usize::from(wave % 2)][block].store(true, Ordering::Relaxed);
    }

    /// Returns whether a wave is to visit a block, and clears the mark.
    #[inline]
    pub(super) fn take_due(&self, block: usize, wave: u8) -> bool {
        let due = &self.due[usize::from(wave % 2)][block];
        due.load(Ordering::Relaxed) && due.swap(false, Ordering::Relaxed)
    }

    /// Returns whether a wave is to visit any block.
    pub(super) fn is_due(&self, wave: u8) -> bool {
        self.due[usize::from(wave % 2)].iter().any(|due| due.load(Ordering::Relaxed))
    }
}
