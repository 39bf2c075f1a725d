//! The stacks on the board.

use super::geometry::{BOARD, COLUMN_A, COLUMNS, Cell, ROW_1, ROWS};
use super::stacks::{Size, Stack};
use crate::kernel::Player;

/// The stacks on the 36 cells, in three bit planes: 24 bytes.
///
/// The size is encoded in `low` and `high`; a cell is empty if neither has its bit. Planes instead
/// of six boards (side x size) make the position small to copy, a move a few masks without
/// branches, and the packed board a few shifts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// Stacks of size 1 or 3: the low bit of the size.
    low: u64,
    /// Stacks of size 2 or 3: the high bit of the size.
    high: u64,
    /// The first player's stacks.
    first: u64,
}

impl Board {
    /// Returns the cells with a stack.
    #[must_use]
    #[inline]
    pub const fn occupied(self) -> u64 {
        self.low | self.high
    }

    /// Returns the cells without a stack.
    #[must_use]
    #[inline]
    pub const fn empty(self) -> u64 {
        !self.occupied() & BOARD
    }

    /// Returns the cells with a stack of that side.
    #[must_use]
    #[inline]
    pub const fn side(self, player: Player) -> u64 {
        // All ones for the second player, so that `first` is subtracted from `occupied`.
        let second = (player.index() as u64).wrapping_neg();
        (self.occupied() & second) ^ self.first
    }

    /// Returns the cells with a stack of either side, by size: [`Size::ALL`] gives the order.
    #[must_use]
    #[inline]
    pub const fn sizes(self) -> [u64; 3] {
        [self.low & !self.high, self.high & !self.low, self.low & self.high]
    }

    /// Returns the cells with a stack of that side, by size.
    #[must_use]
    #[inline]
    pub const fn stacks(self, player: Player) -> [u64; 3] {
        let side = self.side(player);
        let [one, two, three] = self.sizes();
        [one & side, two & side, three & side]
    }

    /// Returns the stack on a cell.
    #[must_use]
    pub const fn at(self, cell: Cell) -> Option<Stack> {
        let low = self.low >> cell.index() & 1;
        let high = self.high >> cell.index() & 1;
        match Size::from_number((high << 1 | low) as u8) {
            None => None,
            Some(size) => {
                let first = self.first & cell.bit() != 0;
                Some(Stack { player: if first { Player::First } else { Player::Second }, size })
            }
        }
    }

    /// Returns the board with a stack put on a cell, in place of what stood there.
    #[must_use]
    pub const fn with(self, cell: Cell, stack: Stack) -> Self {
        let (bit, size) = (cell.bit(), stack.size.number());
        Self {
            low: self.low & !bit | if size & 1 != 0 { bit } else { 0 },
            high: self.high & !bit | if size & 2 != 0 { bit } else { 0 },
            first: self.first & !bit | if stack.player.index() == 0 { bit } else { 0 },
        }
    }

    /// Returns the board with a cell emptied.
    #[cfg(test)]
    #[must_use]
    pub const fn without(self, cell: Cell) -> Self {
        let kept = !cell.bit();
        Self { low: self.low & kept, high: self.high & kept, first: self.first & kept }
    }

    /// Returns the board with columns A to F as F to A.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self { low: mirror(self.low), high: mirror(self.high), first: mirror(self.first) }
    }

    /// Returns the board with rows 1 to 6 as 6 to 1 and the sides exchanged.
    #[must_use]
    pub const fn turned_over(self) -> Self {
        Self {
            low: turn_over(self.low),
            high: turn_over(self.high),
            first: turn_over(self.side(Player::Second)),
        }
    }

    /// Returns the board with size 1 as 2, 2 as 3 and 3 as 1.
    #[must_use]
    pub const fn relabelled(self) -> Self {
        // A size is low afterwards if it was 2 or 3, high if it was 1 or 2.
        Self { low: self.high, high: self.low ^ self.high, first: self.first }
    }

    /// Moves the stack of `player` on cell `from` to cell `to`, in place of what stood there, as
    /// size `exchange` unless that is 0.
    #[inline]
    pub(super) const fn shift(&mut self, player: Player, from: u32, to: u32, exchange: u64) {
        let kept = !(1 << from | 1 << to);
        let size = (self.low >> from & 1) | (self.high >> from & 1) << 1;
        let size = if exchange == 0 { size } else { exchange };
        self.low = self.low & kept | (size & 1) << to;
        self.high = self.high & kept | (size >> 1) << to;
        self.first = self.first & kept | (player.index() as u64 ^ 1) << to;
    }

    /// Returns a copy made word by word, for [`restore`](Self::restore).
    ///
    /// Otherwise the compiler copies 16 bytes at a time out of words that were just stored one by
    /// one, and the processor stalls on those stores for longer than a move takes.
    #[inline]
    pub(super) const fn saved(&self) -> Self {
        Self { low: self.low, high: self.high, first: self.first }
    }

    /// Puts a [`saved`](Self::saved) board back, word by word too.
    #[inline]
    pub(super) const fn restore(&mut self, saved: Self) {
        self.low = saved.low;
        self.high = saved.high;
        self.first = saved.first;
    }

    /// Returns the board in 108 bits: `low` in the lowest 36, then `high`, then `first`.
    #[must_use]
    #[inline]
    pub const fn packed(self) -> [u64; 2] {
        [self.low | self.high << 36, self.high >> 28 | self.first << 8]
    }

    /// Returns the cells with stacks and the stacks, row by row from A1.
    pub fn iter(self) -> impl Iterator<Item = (Cell, Stack)> {
        Cell::all().filter_map(move |cell| self.at(cell).map(|stack| (cell, stack)))
    }
}

/// Returns a set of cells with columns A to F as F to A.
const fn mirror(set: u64) -> u64 {
    let mut image = 0;
    let mut column = 0;
    while column < COLUMNS {
        image |= (set >> column & COLUMN_A) << (COLUMNS - 1 - column);
        column += 1;
    }
    image
}

/// Returns a set of cells with rows 1 to 6 as 6 to 1.
const fn turn_over(set: u64) -> u64 {
    let mut image = 0;
    let mut row = 0;
    while row < ROWS {
        image |= (set >> (row * COLUMNS) & ROW_1) << ((ROWS - 1 - row) * COLUMNS);
        row += 1;
    }
    image
}
