//! What is known about each position while a unit is built, in one byte.
//!
//! | byte | meaning |
//! |---|---|
//! | d, below [`Codes::floor`], up to the next wave | decided in d plies |
//! | d, below [`Codes::floor`], beyond the next wave | decided in d plies by a move out of the unit, unless earlier |
//! | 254 - n | open, n moves within the unit are not known to lose |
//! | 255 | open, and never lost: a move out of the unit holds the draw |
//!
//! The second kind occurs where distances go to the end of the game: the position has a move out of the unit that
//! wins in d plies, d odd, or only moves that lose, and holds out for at most d plies, d even.
//!
//! The distance of a decided position tells whether it is won or lost: a win takes an odd number of
//! plies. Where distances end at a conversion there are exceptions: positions in which all moves lead
//! out of the unit and lose. Such *irregular* positions are marked by a bit, which few blocks need.

use std::io::{self, Read, Write};
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::{Mutex, MutexGuard};

use super::gain::Gain;
use super::packing::{self, Open};
use crate::kernel::{Gather, parallel};
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

/// What becomes of positions whose moves within the unit all lose, but that have others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exits {
    /// They are lost with the next ply: distances end at a conversion.
    Convert,
    /// How long the others hold out is kept in a byte for each position.
    Kept,
    /// How long the others hold out is found anew.
    Recalled,
}

/// The bytes of a sector while its unit is built.
#[derive(Debug)]
pub struct Sheet {
    /// Those of all blocks; in a packed sheet, memory for the open ones.
    codes: Array,
    /// The codes of each block of a packed sheet, empty in others.
    packed: Vec<Vec<u8>>,
    hints: Option<Array>,
    exits: Exits,
    floor: u8,
    block_len: usize,
    /// Set when a distance does not fit into a byte.
    overflow: AtomicBool,
}

impl Sheet {
    /// Returns an empty sheet, packed or not.
    pub(super) fn new(
        blocks: usize,
        block_len: usize,
        exits: Exits,
        codes: Codes,
        is_packed: bool,
    ) -> io::Result<Self> {
        let hints = (exits == Exits::Kept).then(|| Array::zeros(blocks * block_len)).transpose()?;
        let overflow = AtomicBool::new(false);
        let open = if is_packed { packing::open_blocks().min(blocks) } else { blocks };
        let packed = if is_packed { vec![Vec::new(); blocks] } else { Vec::new() };
        let (bytes, floor) = (Array::zeros(open * block_len)?, codes.floor);
        Ok(Self { codes: bytes, packed, hints, exits, floor, block_len, overflow })
    }

    /// Returns the sheet in blocks, each with its own lock.
    pub fn cells(&mut self) -> Cells<'_> {
        let mut hints =
            self.hints.as_deref_mut().unwrap_or_default().chunks_exact_mut(self.block_len);
        let mut codes = self.codes.chunks_exact_mut(self.block_len);
        let (count, open) = match self.packed.len() {
            0 => (codes.len(), None),
            count => (count, Some(Open::new(codes.by_ref().gather()))),
        };
        let mut packed = self.packed.iter_mut();
        let blocks = (0..count).map(|_| {
            Mutex::new(CellBlock {
                codes: codes.next().unwrap_or_default(),
                packed: packed.next(),
                hints: hints.next().unwrap_or_default(),
                exits: self.exits,
                floor: self.floor,
                overflow: &self.overflow,
                tentative: [0; 4],
                irregular: Vec::new(),
            })
        });
        let blocks = blocks.collect();
        let flags = || (0..count).map(|_| AtomicBool::new(false)).collect();
        Cells { blocks, open, due: [flags(), flags()], overflow: &self.overflow }
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
    /// In a packed sheet: where the codes are while the block is closed.
    packed: Option<&'a mut Vec<u8>>,
    /// The most plies that moves out of the unit hold out, 0 if there are none that lose. Empty unless they are
    /// [kept](Exits::Kept).
    hints: &'a mut [u8],
    exits: Exits,
    floor: u8,
    overflow: &'a AtomicBool,
    /// The distances, as bits, that a code had before the wave that decides it.
    tentative: [u64; 4],
    /// The bits of irregular positions; empty while there are none.
    irregular: Vec<u64>,
}

impl<'a> CellBlock<'a> {
    fn is_open(&self) -> bool {
        !self.codes.is_empty()
    }

    /// Unpacks the codes into `memory`; they are zeros at first.
    fn open(&mut self, memory: &'a mut [u8]) {
        match self.packed.as_deref_mut().map(mem::take) {
            Some(packed) if !packed.is_empty() => packing::unpack(&packed, memory),
            _ => memory.fill(0),
        }
        self.codes = memory;
    }

    /// Packs the codes, and returns the memory in which they were.
    fn close(&mut self) -> &'a mut [u8] {
        if let Some(packed) = &mut self.packed {
            **packed = packing::pack(self.codes);
        }
        mem::take(&mut self.codes)
    }

    /// Records, before the waves, what a move out of the unit gains; where what they gain is found anew, only the
    /// best of them.
    #[inline]
    pub fn gains(&mut self, rank: usize, gain: Gain) {
        let code = self.codes[rank];
        if gain == Gain::DRAW {
            if code >= self.floor {
                self.codes[rank] = SAFE;
            }
        } else if gain < Gain::DRAW {
            self.codes[rank] = code.min(self.tentative(gain.plies()));
        } else if let Some(hint) = self.hints.get_mut(rank) {
            *hint = gain.plies().max(*hint);
        } else if code == SPENT && self.exits == Exits::Recalled {
            self.codes[rank] = self.tentative(gain.plies());
        }
    }

    /// Returns the byte for a distance beyond the next wave.
    #[inline]
    fn tentative(&mut self, plies: u8) -> u8 {
        if plies >= self.floor {
            self.overflow.store(true, Ordering::Relaxed);
            return SAFE;
        }
        self.tentative[usize::from(plies / 64)] |= 1 << (plies % 64);
        plies
    }

    /// Decides, once all gains are known, what follows from them alone.
    pub(super) fn settle(&mut self) {
        for rank in 0..self.codes.len() {
            if self.codes[rank] == SPENT {
                if self.exits == Exits::Convert {
                    // Only moves out of the unit, and all of them lose: over with the next ply.
                    self.codes[rank] = 1;
                    self.mark_irregular(rank);
                } else if let Some(hint) = self.hints.get(rank).filter(|hint| **hint > 0) {
                    self.codes[rank] = self.tentative(*hint);
                }
            }
        }
        self.await_codes();
    }

    /// Notes the waves that find codes.
    fn await_codes(&mut self) {
        for &code in self.codes.iter().filter(|code| **code < self.floor) {
            self.tentative[usize::from(code / 64)] |= 1 << (code % 64);
        }
    }

    /// Writes all that waves change.
    pub(super) fn save(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(self.codes)?;
        out.write_all(self.hints)?;
        out.write_all(&[u8::from(!self.irregular.is_empty())])?;
        self.irregular.iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))
    }

    /// Reads what [`save`](Self::save) wrote.
    pub(super) fn restore(&mut self, from: &mut impl Read) -> io::Result<()> {
        from.read_exact(self.codes)?;
        from.read_exact(self.hints)?;
        let mut is_irregular = [0];
        from.read_exact(&mut is_irregular)?;
        if is_irregular != [0] {
            self.irregular.resize(self.codes.len().div_ceil(64), 0);
        }
        for word in &mut self.irregular {
            let mut bytes = [0; 8];
            from.read_exact(&mut bytes)?;
            *word = u64::from_le_bytes(bytes);
        }
        self.await_codes();
        Ok(())
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
    pub(super) fn win(&mut self, rank: usize, next: u8) -> bool {
        let is_later = self.codes[rank] > next;
        if is_later {
            self.codes[rank] = next;
            if next.is_multiple_of(2) {
                self.mark_irregular(rank);
            }
        }
        is_later
    }

    /// Records that a move within the unit leads to a position won in `next - 1` plies. Returns
    /// whether that decides this one. `recall` finds the most plies that moves out of the unit hold out.
    #[inline]
    pub(super) fn count_down(&mut self, rank: usize, next: u8, recall: impl Fn() -> u8) -> bool {
        let code = self.codes[rank];
        if code < self.floor || code >= SPENT {
            return false;
        }
        if code + 1 < SPENT {
            self.codes[rank] = code + 1;
            return false;
        }
        let hint = match self.exits {
            Exits::Convert => 0,
            Exits::Kept => self.hints[rank],
            Exits::Recalled => recall(),
        };
        if hint > next {
            // A move out of the unit holds out longer.
            self.codes[rank] = self.tentative(hint);
            return false;
        }
        self.codes[rank] = next;
        if next % 2 == 1 {
            self.mark_irregular(rank);
        }
        true
    }
}

impl Drop for CellBlock<'_> {
    /// The sheet may be needed again.
    fn drop(&mut self) {
        if self.is_open() {
            self.close();
        }
    }
}

/// A sheet in blocks, each with its own lock.
#[derive(Debug)]
pub struct Cells<'a> {
    blocks: Vec<Mutex<CellBlock<'a>>>,
    /// The open blocks of a packed sheet.
    open: Option<Open<'a>>,
    /// By the parity of the wave: whether it may decide positions of the block.
    due: [Vec<AtomicBool>; 2],
    /// Set when a distance does not fit into a byte.
    pub(super) overflow: &'a AtomicBool,
}

impl<'a> Cells<'a> {
    /// Locks a block for this thread.
    #[inline]
    pub fn block(&self, number: usize) -> MutexGuard<'_, CellBlock<'a>> {
        let mut block = self.blocks[number].lock();
        if let Some(open) = self.open.as_ref().filter(|_| !block.is_open()) {
            block.open(open.memory(|other| Some(self.blocks[other].try_lock()?.close())));
            open.opened(number);
        }
        block
    }

    /// Returns whether codes of a block may have been written ahead of a wave.
    pub(super) fn is_awaited(&self, block: usize, plies: u8) -> bool {
        let tentative = &self.blocks[block].lock().tentative;
        tentative[usize::from(plies / 64)] >> (plies % 64) & 1 != 0
    }

    /// Returns the last wave that a code of a block was written ahead of, 0 for none.
    pub(super) fn last_tentative(&self, block: usize) -> u8 {
        let tentative = &self.blocks[block].lock().tentative;
        let last = (0..4).rev().find(|word| tentative[*word] != 0);
        last.map_or(0, |word| (64 * word as u32 + tentative[word].ilog2()) as u8)
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
