//! The solver's table of searched boards.

use parking_lot::Mutex;

use super::super::board::Board;
use crate::kernel::{Packed, pages};

/// The bits of a board in the second word of an entry.
const BOARD_BITS: u32 = 36;
/// Entries that share a hash; one cache line.
const BUCKET: usize = 4;
/// How many parts the table has, so that threads seldom wait for each other.
const SHARDS: usize = 64;

/// What is known about the margin still to come on a board whose pieces are about to be handed
/// over, from the view of the side that hands one over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// It is at least this.
    pub(super) lower: i8,
    /// It is at most this.
    pub(super) upper: i8,
    /// The piece that was best to hand over, by its index; 31 for none.
    pub(super) piece: u8,
}

impl Known {
    /// Nothing.
    pub(super) const NOTHING: Self = Self { lower: -100, upper: 100, piece: 31 };
}

/// A fixed number of entries of 16 bytes: the exact board (90 bits), the bounds, the piece, and
/// what decides replacement: the number of empty cells and the age.
///
/// An empty entry is all zeros, which would stand for the empty board; that is never stored.
#[derive(Debug)]
pub(super) struct Table {
    shards: Vec<Mutex<Vec<Bucket>>>,
    /// Counts the positions that were solved, modulo 8.
    age: u64,
}

/// The words of the board. Above the board's 36 bits the second word holds, lowest first, the lower
/// bound (8 bits), the upper bound (8), the piece (5), the number of empty cells (4) and the age (3).
#[derive(Clone, Copy)]
struct Proven([u64; 2]);

/// The words of some entries. A list of zeros costs nothing until it is written to.
type Bucket = [[u64; 2]; BUCKET];

const _: () = assert!(size_of::<Bucket>() == 64, "a bucket fills a cache line");

impl Proven {
    const AGES: u64 = 8;

    #[inline]
    fn is_of(self, words: [u64; 2]) -> bool {
        self.0[0] == words[0] && self.0[1] & ((1 << BOARD_BITS) - 1) == words[1]
    }

    #[inline]
    fn new(words: [u64; 2], known: Known, empty: usize, age: u64) -> Self {
        let extra = u64::from(known.lower as u8)
            | u64::from(known.upper as u8) << 8
            | u64::from(known.piece & 31) << 16
            | (empty as u64 & 15) << 21
            | age << 25;
        Self([words[0], words[1] | extra << BOARD_BITS])
    }

    #[inline]
    const fn known(self) -> Known {
        let extra = self.0[1] >> BOARD_BITS;
        let piece = (extra >> 16 & 31) as u8;
        Known { lower: extra as i8, upper: (extra >> 8) as i8, piece }
    }

    /// Returns how much it is worth to keep the entry: boards that are quick to search again and
    /// those of earlier positions go first.
    #[inline]
    const fn worth(self, age: u64) -> u64 {
        let empty = self.0[1] >> (BOARD_BITS + 21) & 15;
        if self.0[1] >> (BOARD_BITS + 25) == age { 16 + empty } else { empty }
    }
}

impl Table {
    /// Returns an empty table of at most `mib` mebibytes, but at least one bucket.
    pub(super) fn new(mib: usize) -> Self {
        let bytes = mib.saturating_mul(1 << 20);
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        let shards = buckets.min(SHARDS);
        let shard = || {
            let shard = vec![Bucket::default(); buckets / shards];
            pages::wish_for_large(&shard);
            Mutex::new(shard)
        };
        Self { shards: std::iter::repeat_with(shard).take(shards).collect(), age: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for shard in &mut self.shards {
            shard.get_mut().fill(Bucket::default());
        }
        self.age = 0;
    }

    /// Starts a new age, whose entries replace older ones.
    pub(super) const fn grow_older(&mut self) {
        self.age = (self.age + 1) % Proven::AGES;
    }

    /// Returns what `f` says of the bucket of a board.
    #[inline]
    fn with<T>(&self, words: [u64; 2], f: impl FnOnce(&mut Bucket) -> T) -> Option<T> {
        let hash = words.fold();
        let mut shard = self.shards.get(hash as usize % self.shards.len())?.lock();
        // The high half of a product maps the hash to the buckets without a division.
        let index = (u128::from(hash) * shard.len() as u128) >> 64;
        shard.get_mut(index as usize).map(f)
    }

    /// Fetches what is known of a board, without waiting for it.
    #[inline]
    pub(super) fn prefetch(&self, board: &Board) {
        if pages::CAN_PREFETCH {
            self.with(board.words(0), |bucket| pages::prefetch(bucket));
        }
    }

    /// Returns what is known of a board.
    #[inline]
    pub(super) fn probe(&self, board: &Board) -> Option<Known> {
        let words = board.words(0);
        self.with(words, |bucket| {
            let entry = bucket.iter().find(|entry| Proven(**entry).is_of(words));
            entry.map(|entry| Proven(*entry).known())
        })
        .flatten()
    }

    /// Stores what is known about a board with `empty` empty cells.
    #[inline]
    pub(super) fn store(&self, board: &Board, empty: usize, known: Known) {
        let words = board.words(0);
        let age = self.age;
        self.with(words, |bucket| {
            let same = bucket.iter().position(|entry| Proven(*entry).is_of(words));
            let slot = same.or_else(|| (0..BUCKET).min_by_key(|i| Proven(bucket[*i]).worth(age)));
            bucket[slot.unwrap_or(0)] = Proven::new(words, known, empty, age).0;
        });
    }
}

/// The boards that one thread has searched last, each in the place that its hash gives it. Small enough for the
/// cache of a core.
#[derive(Clone)]
pub(super) struct Recent(Box<[[u64; 2]]>);

impl Recent {
    const BITS: u32 = 13;

    /// Returns a table without boards.
    pub(super) fn new() -> Self {
        Self(vec![[0; 2]; 1 << Self::BITS].into())
    }

    #[inline]
    fn index(words: [u64; 2]) -> usize {
        (words.fold() >> (u64::BITS - Self::BITS)) as usize
    }

    /// Returns what is known of a board.
    #[inline]
    pub(super) fn probe(&self, board: &Board) -> Option<Known> {
        let words = board.words(0);
        let entry = Proven(*self.0.get(Self::index(words))?);
        entry.is_of(words).then(|| entry.known())
    }

    /// Stores what is known about a board.
    #[inline]
    pub(super) fn store(&mut self, board: &Board, known: Known) {
        let words = board.words(0);
        if let Some(entry) = self.0.get_mut(Self::index(words)) {
            *entry = Proven::new(words, known, 0, 0).0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Cell, Piece};
    use super::*;

    fn board(piece: usize, cell: usize) -> Board {
        let mut board = Board::EMPTY;
        board.place(Piece::from_index(piece).unwrap(), Cell::from_index(cell).unwrap());
        board
    }

    #[test]
    fn entries_keep_every_field() {
        let mut table = Table::new(0);
        for (lower, upper, piece) in [(-100, 100, 31), (-72, -72, 0), (3, 72, 17)] {
            let known = Known { lower, upper, piece };
            table.store(&board(17, 17), 15, known);
            assert_eq!(table.probe(&board(17, 17)), Some(known));
        }
        assert_eq!(table.probe(&board(17, 16)), None);
        table.clear();
        assert_eq!(table.probe(&board(17, 17)), None);
    }

    #[test]
    fn a_recent_board_is_kept_until_another_takes_its_place() {
        let mut recent = Recent::new();
        let known = Known { lower: -3, upper: 72, piece: 17 };
        assert_eq!(recent.probe(&board(3, 4)), None);
        recent.store(&board(3, 4), known);
        assert_eq!(recent.probe(&board(3, 4)), Some(known));
        assert_eq!(recent.probe(&board(3, 5)), None);
        // Far more boards than there are places.
        let place = |a: usize, b: usize, c: usize| {
            let mut placed = board(a, 4);
            placed.place(Piece::from_index(b).unwrap(), Cell::from_index(5).unwrap());
            placed.place(Piece::from_index(c).unwrap(), Cell::from_index(6).unwrap());
            placed.place(Piece::from_index(16).unwrap(), Cell::from_index(7).unwrap());
            placed
        };
        for number in 0..16 * 16 * 16 {
            for cell in 8..16 {
                let mut placed = place(number / 256, number / 16 % 16, number % 16);
                placed.place(Piece::from_index(17).unwrap(), Cell::from_index(cell).unwrap());
                recent.store(&placed, known);
                assert_eq!(recent.probe(&placed), Some(known));
            }
        }
        assert_eq!(recent.probe(&board(3, 4)), None);
    }

    #[test]
    fn quick_boards_go_first_and_older_ones_before_them() {
        let mut table = Table::new(0);
        for (cell, empty) in [(0, 9), (1, 5), (2, 7), (3, 8), (4, 6)] {
            table.store(&board(0, cell), empty, Known::NOTHING);
        }
        assert_eq!(table.probe(&board(0, 1)), None, "the fifth board took the place of the least");
        table.grow_older();
        table.store(&board(0, 5), 4, Known::NOTHING);
        table.store(&board(0, 6), 4, Known::NOTHING);
        assert_eq!(table.probe(&board(0, 4)), None);
        assert_eq!(table.probe(&board(0, 2)), None);
        assert!(table.probe(&board(0, 0)).is_some());
        assert!(table.probe(&board(0, 5)).is_some());
    }
}
