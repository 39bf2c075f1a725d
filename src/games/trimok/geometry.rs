//! The board: 36 cells in six columns and six rows, and sets of them as bit boards.
//!
//! Bit `(row - 1) * 6 + column` of a 36-bit board stands for a cell: A1 is bit 0, F1 bit 5, A6 bit
//! 30, F6 bit 35. The tables are computed at compile time and have 64 entries, so that a six-bit
//! index needs no bounds check.

use std::fmt;

use crate::kernel::Player;

/// The number of columns, A to F.
pub const COLUMNS: usize = 6;
/// The number of rows, 1 to 6.
pub const ROWS: usize = 6;
/// The number of cells.
pub const CELLS: usize = COLUMNS * ROWS;

/// Every cell.
pub const BOARD: u64 = (1 << CELLS) - 1;
/// Column A.
pub const COLUMN_A: u64 = 0x0000_0000_4104_1041;
/// Column F.
pub const COLUMN_F: u64 = COLUMN_A << (COLUMNS - 1);
/// Row 1: Red's first row and Blue's last.
pub const ROW_1: u64 = (1 << COLUMNS) - 1;
/// Row 6: Blue's first row and Red's last.
pub const ROW_6: u64 = ROW_1 << LAST_ROW_SHIFT;

/// The 16 cells that are not on the edge: those that touch eight others.
pub const INNER: u64 = BOARD & !(COLUMN_A | COLUMN_F | ROW_1 | ROW_6);

/// The distance in bits from a cell of row 1 to the cell of row 6 in its column.
pub(super) const LAST_ROW_SHIFT: usize = CELLS - COLUMNS;

/// The cells that touch a cell: one king step away.
pub const NEIGHBOURS: [u64; 64] = neighbours();

/// The cells that a stack on its last row may return to, by side and cell; none from other rows.
pub const RETURNS: [[u64; 64]; 2] = [returns(Player::First), returns(Player::Second)];

/// Returns a side's first row: where its returning stacks arrive.
#[must_use]
#[inline]
pub const fn first_row(player: Player) -> u64 {
    match player {
        Player::First => ROW_1,
        Player::Second => ROW_6,
    }
}

/// Returns a side's last row: where its stacks may return from.
#[must_use]
#[inline]
pub const fn last_row(player: Player) -> u64 {
    first_row(player.other())
}

/// Returns the cells of `set` and those beside them in the same row.
#[must_use]
#[inline]
pub const fn widen(set: u64) -> u64 {
    set | (set & !COLUMN_F) << 1 | (set & !COLUMN_A) >> 1
}

/// Returns the cells of `set` and every cell that touches one of them.
#[must_use]
#[inline]
pub const fn spread(set: u64) -> u64 {
    let wide = widen(set);
    (wide | wide << COLUMNS | wide >> COLUMNS) & BOARD
}

const fn neighbours() -> [u64; 64] {
    let mut table = [0; 64];
    let mut cell = 0;
    while cell < CELLS {
        table[cell] = spread(1 << cell) & !(1 << cell);
        cell += 1;
    }
    table
}

const fn returns(player: Player) -> [u64; 64] {
    let mut table = [0; 64];
    let mut column = 0;
    while column < COLUMNS {
        let beside = widen(1 << column);
        match player {
            Player::First => table[column + LAST_ROW_SHIFT] = beside,
            Player::Second => table[column] = beside << LAST_ROW_SHIFT,
        }
        column += 1;
    }
    table
}

/// One of the 36 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Returns the cell of that index, A1 first, then along the rows.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < CELLS { Some(Self(index as u8)) } else { None }
    }

    /// Returns the cell of an index that is known to be one.
    pub(super) const fn of_valid_index(index: u32) -> Self {
        debug_assert!(index < CELLS as u32);
        Self(index as u8)
    }

    /// Returns the cell of that name: a capital letter and a digit.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match *name.as_bytes() {
            [column @ b'A'..=b'F', row @ b'1'..=b'6'] => {
                Some(Self((row - b'1') * COLUMNS as u8 + (column - b'A')))
            }
            _ => None,
        }
    }

    /// Returns every cell: row by row from A1.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CELLS as u8).map(Self)
    }

    /// Returns the index: 0 for A1 to 35 for F6.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the bit of the cell in a bit board.
    #[must_use]
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Returns the column, 0 for A.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % COLUMNS as u8
    }

    /// Returns the row, 0 for row 1.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / COLUMNS as u8
    }

    /// Returns whether two cells touch: one king step apart.
    #[must_use]
    pub const fn touches(self, other: Self) -> bool {
        let columns = self.column().abs_diff(other.column());
        let rows = self.row().abs_diff(other.row());
        columns <= 1 && rows <= 1 && columns + rows > 0
    }

    /// Returns whether a stack of `player` may go from here to `to` by a return move, if `to` is
    /// empty.
    #[must_use]
    pub const fn returns_to(self, to: Self, player: Player) -> bool {
        let (first, last) = match player {
            Player::First => (0, ROWS as u8 - 1),
            Player::Second => (ROWS as u8 - 1, 0),
        };
        self.row() == last && to.row() == first && self.column().abs_diff(to.column()) <= 1
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column()), self.row() + 1)
    }
}
