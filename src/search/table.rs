//! The transposition table: what the search remembers of positions, in a fixed memory.
//!
//! An array of 64-byte buckets, each a few slots of one word of data and the packed board in full,
//! so that a hit is never another position. Slots are read and written by any thread without locks:
//! a writer marks the slot as busy, writes the board, then the data with a higher version; a reader
//! that sees the data change on the way takes it as a miss.
//!
//! To forget everything is to begin a new epoch, which entries of others do not match: a table of any
//! size is cleared at once. There are 255 epochs, taken in turn; each begins by sweeping one of 255
//! parts of the table, so that nothing is left of an epoch when its turn comes again.
//!
//! A bucket is prefetched while the move before is searched ([`prefetch`](TranspositionTable::prefetch)):
//! seconds over those without, 64 MiB, medians of seven alternating runs, were 0.77 in Morris, 0.85 in
//! Trimok, 0.90 in Coerceo, 0.99 in Hexceed and 1.00 in Dominions. Asked for when its own move is made,
//! it came no sooner than the probe.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering, fence};

use thiserror::Error;
use zerocopy::FromZeros;

use super::report::Bound;
use crate::kernel::{MoveBits, Packed, Score, pages};

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, if one is known.
    pub best: Option<MoveBits>,
    /// The value, seen from the position itself.
    pub score: Score,
    /// The depth of the search that found it, in plies.
    pub depth: u32,
    /// What the score says about the value; `None` if only the move counts.
    pub bound: Option<Bound>,
}

/// There is not enough memory for a table of the size asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no memory for a table of {mib} MiB")]
pub struct OutOfMemory {
    /// The size asked for, in MiB.
    pub mib: usize,
}

/// The words of a bucket: a cache line.
const BUCKET: usize = 8;

/// In so many parts the table is swept, one for each epoch.
const PARTS: usize = EPOCH.mask as usize;

/// The transposition table of a game with packed boards of type `K`.
#[derive(Debug)]
pub struct TranspositionTable<K> {
    words: Vec<AtomicU64>,
    /// The first word that begins a cache line.
    start: usize,
    buckets: usize,
    /// The number of the search: entries of earlier searches give way first.
    generation: u64,
    /// What the entries were found under, from 1 on; see [`begin_epoch`](Self::begin_epoch).
    epoch: u64,
    drawn_next: Vec<K>,
    boards: PhantomData<K>,
}

/// The fields of a data word: how far left each begins, and its mask before the shift.
struct Field {
    shift: u32,
    mask: u64,
}

const BEST: Field = Field { shift: 0, mask: 0xFFFF };
const SCORE: Field = Field { shift: 16, mask: 0xFFFF };
const DEPTH: Field = Field { shift: 32, mask: 0xFF };
/// 1 exact, 2 lower, 3 upper, 0 none.
const BOUND: Field = Field { shift: 40, mask: 0b11 };
const GENERATION: Field = Field { shift: 42, mask: 0x3F };
/// 0 only in a slot that was never written.
const EPOCH: Field = Field { shift: 48, mask: 0xFF };
/// Counts the writes of a slot.
const VERSION: Field = Field { shift: 56, mask: 0x7F };
/// Set while a writer is at work.
const BUSY: u64 = 1 << 63;

impl Field {
    const fn get(&self, data: u64) -> u64 {
        data >> self.shift & self.mask
    }

    const fn put(&self, value: u64) -> u64 {
        (value & self.mask) << self.shift
    }
}

impl Entry {
    /// Returns what a data word holds.
    #[inline]
    const fn unpacked(data: u64) -> Self {
        Self {
            best: MoveBits::from_u16(BEST.get(data) as u16),
            score: Score::from_bits(SCORE.get(data) as u16),
            depth: DEPTH.get(data) as u32,
            bound: match BOUND.get(data) {
                1 => Some(Bound::Exact),
                2 => Some(Bound::Lower),
                3 => Some(Bound::Upper),
                _ => None,
            },
        }
    }
}

impl<K: Packed> TranspositionTable<K> {
    /// The words of a slot: the data and the board.
    const SLOT: usize = K::WORDS + 1;
    /// The slots of a bucket.
    const SLOTS: usize = BUCKET / Self::SLOT;

    /// Returns an empty table of at most `mib` MiB, at least one bucket.
    ///
    /// # Errors
    ///
    /// If the memory cannot be allocated.
    pub fn new(mib: usize) -> Result<Self, OutOfMemory> {
        const { assert!(Self::SLOTS > 0, "a packed board has at most seven words") };
        let bytes = mib.checked_mul(1 << 20).ok_or(OutOfMemory { mib })?;
        // One bucket less leaves room to begin at a cache line.
        let buckets = (bytes / (BUCKET * 8)).saturating_sub(1).max(1);
        let words =
            AtomicU64::new_vec_zeroed((buckets + 1) * BUCKET).map_err(|_| OutOfMemory { mib })?;
        pages::wish_for_large(&words);
        let start = words.as_ptr().align_offset(64).min(BUCKET);
        Ok(Self {
            words,
            start,
            buckets,
            generation: 0,
            epoch: 1,
            drawn_next: Vec::new(),
            boards: PhantomData,
        })
    }

    /// Returns its size in MiB.
    pub(super) fn mib(&self) -> usize {
        (self.words.len() * 8) >> 20
    }

    /// Forgets everything: a search finds and does the same as with a new table of this size.
    pub fn clear(&mut self) {
        self.begin_epoch();
        self.generation = 0;
        self.drawn_next.clear();
    }

    /// Begins an epoch: what is in the table matches no more. The slots of a part of it are freed.
    fn begin_epoch(&mut self) {
        self.epoch = self.epoch % EPOCH.mask + 1;
        let part = self.epoch as usize - 1;
        let border = |part: usize| (self.buckets as u128 * part as u128 / PARTS as u128) as usize;
        let words = border(part) * BUCKET..border(part + 1) * BUCKET;
        for bucket in self.words[self.start..][words].chunks_exact_mut(BUCKET) {
            for slot in bucket.chunks_exact_mut(Self::SLOT) {
                let data = slot[0].get_mut();
                // Writing to memory that was never used would claim it.
                if *data != 0 {
                    *data = 0;
                }
            }
        }
    }

    /// Begins a search under a record that makes the next occurrence of the positions in
    /// `drawn_next` a draw. What was found under other such positions matches no more.
    pub fn begin_search(&mut self, drawn_next: Vec<K>) {
        self.generation = (self.generation + 1) & GENERATION.mask;
        if drawn_next != self.drawn_next {
            self.drawn_next = drawn_next;
            self.begin_epoch();
        }
    }

    /// The first word of the bucket of a board.
    fn bucket(&self, board: &K) -> usize {
        let bucket = (u128::from(board.fold()) * self.buckets as u128) >> 64;
        self.start + bucket as usize * BUCKET
    }

    fn slots(&self, board: &K) -> impl Iterator<Item = &[AtomicU64]> {
        let first = self.bucket(board);
        self.words[first..first + BUCKET].chunks_exact(Self::SLOT)
    }

    /// Returns the data of a slot if it holds that board.
    fn read(slot: &[AtomicU64], board: &K) -> Option<u64> {
        let data = slot[0].load(Ordering::Acquire);
        if data & BUSY != 0 {
            return None;
        }
        let mut same = true;
        for (at, word) in board.words().iter().enumerate() {
            same &= slot[at + 1].load(Ordering::Relaxed) == *word;
        }
        fence(Ordering::Acquire);
        (same && slot[0].load(Ordering::Relaxed) == data).then_some(data)
    }

    /// Fetches the bucket of a board that is to be probed soon, without waiting for it.
    #[inline]
    pub(super) fn prefetch(&self, board: &K) {
        pages::prefetch(&self.words[self.bucket(board)]);
    }

    /// Returns what is known of a board.
    #[must_use]
    pub fn probe(&self, board: &K) -> Option<Entry> {
        for slot in self.slots(board) {
            if let Some(data) = Self::read(slot, board)
                && EPOCH.get(data) == self.epoch
            {
                return Some(Entry::unpacked(data));
            }
        }
        None
    }

    /// Remembers what was found of a board. The slot that is worth least gives way.
    pub fn store(&self, board: &K, entry: Entry) {
        let Some(slot) = self.slots(board).min_by_key(|slot| self.worth(slot, board)) else {
            return;
        };
        let old = slot[0].load(Ordering::Relaxed);
        let taken = old & BUSY == 0
            && slot[0]
                .compare_exchange(old, old | BUSY, Ordering::Acquire, Ordering::Relaxed)
                .is_ok();
        if !taken {
            // Another thread writes here at this moment: its entry is as good as this one.
            return;
        }
        fence(Ordering::Release);
        for (word, value) in slot[1..].iter().zip(board.words()) {
            word.store(*value, Ordering::Relaxed);
        }
        let bound = match entry.bound {
            Some(Bound::Exact) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Upper) => 3,
            None => 0,
        };
        let data = BEST.put(u64::from(MoveBits::to_u16(entry.best)))
            | SCORE.put(u64::from(entry.score.to_bits()))
            | DEPTH.put(u64::from(entry.depth.min(DEPTH.mask as u32)))
            | BOUND.put(bound)
            | GENERATION.put(self.generation)
            | EPOCH.put(self.epoch)
            | VERSION.put(VERSION.get(old) + 1);
        slot[0].store(data, Ordering::Release);
    }

    /// What a slot is worth to keep when `board` wants a place: nothing if it is free, of another
    /// epoch or of this very board, else its depth less a few plies for each search since.
    fn worth(&self, slot: &[AtomicU64], board: &K) -> i64 {
        let data = slot[0].load(Ordering::Relaxed);
        if EPOCH.get(data) != self.epoch {
            return i64::MIN + 1;
        }
        if Self::read(slot, board).is_some() {
            return i64::MIN;
        }
        let age = self.generation.wrapping_sub(GENERATION.get(data)) & GENERATION.mask;
        DEPTH.get(data) as i64 - 4 * age as i64
    }

    /// Returns how many thousandths of a sample of slots the current search has written.
    #[must_use]
    pub fn hash_full(&self) -> u32 {
        let sample = self.buckets.min(1000);
        let mut used = 0;
        for bucket in 0..sample {
            let first = self.start + bucket * BUCKET;
            for slot in self.words[first..first + BUCKET].chunks_exact(Self::SLOT) {
                let data = slot[0].load(Ordering::Relaxed);
                let current = EPOCH.get(data) == self.epoch;
                used += usize::from(current && GENERATION.get(data) == self.generation);
            }
        }
        (used * 1000 / (sample * Self::SLOTS)) as u32
    }

    /// Returns the memory that the table takes, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.words.len() * 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::SplitMix64;

    const fn entry(best: u16, depth: u32) -> Entry {
        let best = MoveBits::from_u16(best);
        Entry { best, score: Score::centi(-35), depth, bound: Some(Bound::Lower) }
    }

    #[test]
    fn gives_back_what_was_stored_and_nothing_else() {
        let table = TranspositionTable::<[u64; 2]>::new(1).unwrap();
        assert!(table.bytes() <= 1 << 20);
        let mut rng = SplitMix64::new(1);
        let boards: Vec<[u64; 2]> = (0..1000).map(|_| [rng.next_u64(), rng.next_u64()]).collect();
        for (i, board) in boards.iter().enumerate() {
            table.store(board, entry(i as u16, 3));
        }
        let mut kept = 0;
        for (i, board) in boards.iter().enumerate() {
            if let Some(found) = table.probe(board) {
                assert_eq!(found, entry(i as u16, 3));
                kept += 1;
            }
            assert_eq!(table.probe(&[board[0], !board[1]]), None);
        }
        assert!(kept > 950, "{kept} of 1000 boards kept in {} buckets", table.buckets);
    }

    #[test]
    fn the_shallow_and_the_old_give_way() {
        // All boards share the one bucket of the smallest table.
        let mut table = TranspositionTable::<[u64; 1]>::new(0).unwrap();
        table.begin_search(Vec::new());
        for board in 1..=4_u64 {
            table.store(&[board], entry(board as u16, board as u32));
        }
        table.store(&[5], entry(5, 9));
        assert_eq!(table.probe(&[1]), None, "the shallowest went");
        assert_eq!(table.probe(&[5]), Some(entry(5, 9)));
        table.begin_search(Vec::new());
        table.begin_search(Vec::new());
        table.store(&[6], entry(6, 1));
        table.store(&[7], entry(7, 1));
        table.store(&[8], entry(8, 1));
        assert_eq!(table.probe(&[5]), Some(entry(5, 9)), "the deepest stays longest");
        assert_eq!(table.probe(&[4]), None);
        table.store(&[8], entry(3, 2));
        assert_eq!(table.probe(&[8]), Some(entry(3, 2)), "a board has one slot");
    }

    #[test]
    fn entries_of_another_record_do_not_match() {
        let mut table = TranspositionTable::<[u64; 1]>::new(1).unwrap();
        table.store(&[1], entry(1, 1));
        table.begin_search(vec![[7]]);
        assert_eq!(table.probe(&[1]), None);
        table.store(&[2], entry(2, 2));
        table.begin_search(vec![[7]]);
        assert_eq!(table.probe(&[2]), Some(entry(2, 2)));
        // More changes than there are epochs: what is left of the first ones never shows.
        for i in 0..600 {
            table.begin_search(vec![[100 + i]]);
            assert_eq!(table.probe(&[2]), None);
        }
        table.clear();
        assert_eq!(table.hash_full(), 0);
    }

    #[test]
    fn a_cleared_table_does_what_a_new_one_does() {
        // One bucket of four slots, so that every choice of a slot shows.
        for seed in 0..1000 {
            let mut rng = SplitMix64::new(seed);
            let mut pick = || 1 + rng.next_u64() % 6;
            let mut cleared = TranspositionTable::<[u64; 1]>::new(0).unwrap();
            cleared.begin_search(vec![[1]]);
            for _ in 0..seed % 7 {
                let board = pick();
                cleared.store(&[board], entry(board as u16, 3));
            }
            cleared.clear();
            let mut new = TranspositionTable::<[u64; 1]>::new(0).unwrap();
            for table in [&mut cleared, &mut new] {
                assert_eq!(table.hash_full(), 0);
                table.begin_search(Vec::new());
            }
            for step in 0..12 {
                let board = pick();
                for table in [&cleared, &new] {
                    table.store(&[board], entry(board as u16, step % 3));
                }
                for board in 1..=6 {
                    assert_eq!(cleared.probe(&[board]), new.probe(&[board]), "{seed}, {step}");
                }
            }
        }
    }

    #[test]
    fn nothing_comes_back_when_all_epochs_have_passed() {
        let mut table = TranspositionTable::<[u64; 1]>::new(1).unwrap();
        for round in 0..600 {
            for board in 0..50 {
                assert_eq!(table.probe(&[board << 54 | round]), None);
                table.store(&[board << 54 | round], entry(1, 1));
            }
            if round % 3 == 0 {
                table.clear()
            } else {
                table.begin_search(vec![[round]])
            }
            for board in 0..50 {
                for old in round.saturating_sub(300)..=round {
                    assert_eq!(table.probe(&[board << 54 | old]), None, "{old} after {round}");
                }
            }
        }
    }

    #[test]
    fn threads_never_read_a_mixed_entry() {
        let table = TranspositionTable::<[u64; 3]>::new(0).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let table = &table;
                scope.spawn(move || {
                    let mut rng = SplitMix64::new(thread);
                    for _ in 0..100_000 {
                        // Boards that differ in one word each, so that a mix is another board.
                        let x = rng.next_u64() % 8;
                        let board = [x & 1, x >> 1 & 1, x >> 2];
                        if let Some(found) = table.probe(&board) {
                            assert_eq!(u64::from(MoveBits::to_u16(found.best)), x);
                        }
                        table.store(&board, entry(x as u16, 5));
                    }
                });
            }
        });
    }
}
