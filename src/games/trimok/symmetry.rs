//! The twelve symmetries of the rules: they map positions to positions of the same value.
//!
//! Columns may be reflected, the sides exchanged along with reversing the rows, and the sizes
//! rotated. Exchanging two sizes is not a symmetry: it would reverse what beats what.

use super::geometry::{CELLS, COLUMNS, Cell};
use super::moves::Move;
use super::stacks::{Size, Stack};
use super::state::Trimok;
use crate::kernel::Position;

/// One of the symmetries of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Whether columns A to F become F to A.
    pub mirror: bool,
    /// Whether Red and Blue are exchanged: rows 1 to 6 become 6 to 1, and the turn changes.
    pub swap_sides: bool,
    /// How many times 1 becomes 2, 2 becomes 3 and 3 becomes 1: 0 to 2.
    pub relabel: u8,
}

impl Symmetry {
    /// Returns every symmetry, the identity first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..12).map(|n| Self { mirror: n & 1 != 0, swap_sides: n & 2 != 0, relabel: n / 4 })
    }

    /// Returns the inverse.
    #[must_use]
    pub const fn inverse(self) -> Self {
        Self { relabel: (3 - self.relabel) % 3, ..self }
    }

    /// Returns the image of a cell.
    #[must_use]
    pub fn cell(self, cell: Cell) -> Cell {
        let mut index = cell.index();
        if self.mirror {
            index = index - index % COLUMNS + (COLUMNS - 1 - index % COLUMNS);
        }
        if self.swap_sides {
            index = CELLS - COLUMNS - index / COLUMNS * COLUMNS + index % COLUMNS;
        }
        // Both maps stay on the board.
        Cell::from_index(index).unwrap_or(cell)
    }

    /// Returns the image of a size.
    #[must_use]
    pub const fn size(self, size: Size) -> Size {
        match self.relabel {
            0 => size,
            // Each size is beaten by the next one in the cycle 1, 2, 3.
            1 => size.hunter(),
            _ => size.prey(),
        }
    }

    /// Returns the image of a stack.
    #[must_use]
    pub const fn stack(self, stack: Stack) -> Stack {
        let player = if self.swap_sides { stack.player.other() } else { stack.player };
        Stack { player, size: self.size(stack.size) }
    }

    /// Returns the image of a position.
    #[must_use]
    pub fn position(self, position: &Trimok) -> Trimok {
        let mut board = position.board();
        if self.mirror {
            board = board.mirrored();
        }
        if self.swap_sides {
            board = board.turned_over();
        }
        for _ in 0..self.relabel {
            board = board.relabelled();
        }
        let to_move = position.to_move();
        let to_move = if self.swap_sides { !to_move } else { to_move };
        Trimok::new(board, to_move, position.quiet(), position.rules())
    }

    /// Returns the image of a move.
    #[must_use]
    pub fn image_of_move(self, m: Move) -> Move {
        let image = Move::new(self.cell(m.from()), self.cell(m.to()));
        m.exchange().map_or(image, |size| image.exchanged(self.size(size)))
    }
}

/// Returns the least packed board of the position's images.
pub(super) fn canonical(position: &Trimok) -> [u64; 2] {
    let images = Symmetry::all().map(|symmetry| symmetry.position(position).packed());
    images.min().unwrap_or_default()
}
