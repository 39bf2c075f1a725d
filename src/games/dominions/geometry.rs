//! The board: 217 cells, their names and their neighbours (RULES.md section 1).
//!
//! Everything is derived at compile time from the hexagon of side 9 in axial coordinates: with
//! `q = column - 9` and `r = row - column`, direction `k` is `Hex::STEPS[k]`, and the board is what
//! lies within 8 steps of the centre, i9.

use std::fmt;

use crate::kernel::hex::Hex;

/// How many cells the board has.
pub(super) const CELLS: usize = 217;
/// How many sides a cell has.
pub(super) const SIDES: usize = 6;

/// How many rows and columns there are.
pub(super) const LINES: i8 = 17;
/// The row and the column of the centre.
const CENTRE: i8 = 9;
/// The steps from the centre to the edge.
const RADIUS: u8 = 8;
/// How far apart the row and the column of a cell can be.
pub(super) const REACH: i8 = RADIUS as i8;
/// Stands for a neighbour off the board, or a cell that is none.
const OFF: u8 = u8::MAX;

/// A value for each cell. There are 256 places so that no index in a byte needs a bounds check.
pub(super) type PerCell<T> = [T; 256];

/// A cell, numbered in the order of RULES.md section 1: row q first, columns ascending.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Returns the cell of a number below 217.
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < CELLS { Some(Self(index as u8)) } else { None }
    }

    /// Returns the cell of a number that is known to be that of a cell.
    #[inline]
    pub(super) const fn of_byte(byte: u8) -> Self {
        Self(byte)
    }

    /// Returns the cell in a row and a column, both counted from 1.
    #[must_use]
    pub const fn at(row: i8, column: i8) -> Option<Self> {
        if row < 1 || row > LINES || column < 1 || column > LINES {
            return None;
        }
        let index = GRID[row as usize - 1][column as usize - 1];
        if index == OFF { None } else { Some(Self(index)) }
    }

    /// Returns all cells in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CELLS as u8).map(Self)
    }

    /// Returns the number of the cell, below 217.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of the cell in a byte.
    #[inline]
    pub(super) const fn byte(self) -> u8 {
        self.0
    }

    /// Returns the row, 1 for a to 17 for q.
    #[must_use]
    pub const fn row(self) -> i8 {
        let hex = HEXES[self.index()];
        hex.q + hex.r + CENTRE
    }

    /// Returns the column, 1 to 17.
    #[must_use]
    pub const fn column(self) -> i8 {
        HEXES[self.index()].q + CENTRE
    }

    /// Returns the sides beyond which the board goes on, one bit each.
    #[must_use]
    #[inline]
    pub const fn open_sides(self) -> u8 {
        OPEN_SIDES[self.index()]
    }

    /// Returns the neighbour beyond a side, if the board goes on there.
    #[must_use]
    pub const fn neighbour(self, side: usize) -> Option<Self> {
        let index = NEIGHBOURS[self.index()][side & 7];
        if index == OFF { None } else { Some(Self(index)) }
    }

    /// Returns the neighbour beyond one of the [`open_sides`](Self::open_sides).
    #[inline]
    pub(super) const fn beyond(self, side: usize) -> Self {
        Self(NEIGHBOURS[self.index()][side & 7])
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", row_letter(self.row()), self.column())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Returns the letter of a row.
pub(super) const fn row_letter(row: i8) -> char {
    (b'a' + (row - 1) as u8) as char
}

/// Returns the side that faces a side from beyond it.
#[inline]
pub(super) const fn opposite(side: usize) -> usize {
    (side + 3) % SIDES
}

/// Returns the bit of the side that faces a side from beyond it.
#[inline]
pub(super) const fn opposite_bit(side: usize) -> u8 {
    // Indexed with a mask rather than computed: this is in the loop that makes a move.
    const BITS: [u8; 8] = [8, 16, 32, 1, 2, 4, 0, 0];
    BITS[side & 7]
}

/// The coordinates of the cells, in the order of the cells.
const HEXES: PerCell<Hex> = {
    let mut hexes = [Hex::new(0, 0); 256];
    let mut count = 0;
    let mut row = LINES;
    while row >= 1 {
        let mut column = 1;
        while column <= LINES {
            let hex = Hex::new(column - CENTRE, row - column);
            if hex.distance() <= RADIUS {
                hexes[count] = hex;
                count += 1;
            }
            column += 1;
        }
        row -= 1;
    }
    assert!(count == CELLS);
    hexes
};

/// The number of the cell in each row and column, both from 0.
const GRID: [[u8; LINES as usize]; LINES as usize] = {
    let mut grid = [[OFF; LINES as usize]; LINES as usize];
    let mut i = 0;
    while i < CELLS {
        let hex = HEXES[i];
        grid[(hex.q + hex.r + CENTRE - 1) as usize][(hex.q + CENTRE - 1) as usize] = i as u8;
        i += 1;
    }
    grid
};

/// The neighbours of each cell by side; two more places make a mask of an index suffice.
static NEIGHBOURS: PerCell<[u8; 8]> = {
    let mut neighbours = [[OFF; 8]; 256];
    let mut i = 0;
    while i < CELLS {
        let mut side = 0;
        while side < SIDES {
            let hex = HEXES[i].plus(Hex::STEPS[side]);
            if hex.distance() <= RADIUS {
                let (row, column) = (hex.q + hex.r + CENTRE - 1, hex.q + CENTRE - 1);
                neighbours[i][side] = GRID[row as usize][column as usize];
            }
            side += 1;
        }
        i += 1;
    }
    neighbours
};

static OPEN_SIDES: PerCell<u8> = {
    let mut sides = [0; 256];
    let mut i = 0;
    while i < CELLS {
        let mut side = 0;
        while side < SIDES {
            if NEIGHBOURS[i][side] != OFF {
                sides[i] |= 1 << side;
            }
            side += 1;
        }
        i += 1;
    }
    sides
};
