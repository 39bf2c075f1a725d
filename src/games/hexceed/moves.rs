//! The moves: handing a piece over, and placing the piece that was handed over.

use super::geometry::{CELLS, Cell};
use super::piece::{PIECES, Piece};
use crate::kernel::{Bits, Move};

/// The cells that a move can name: the real ones, and one more for a piece that is handed over.
const PLACES: usize = CELLS + 1;
/// The number of conceivable moves.
pub(super) const MOVES: usize = PIECES * PLACES;
/// The bits of the cell in the low end of a move.
const CELL_BITS: u32 = 5;

/// One action: a piece handed to the other player, or placed on a cell.
///
/// A placement names the held piece too, so that a text that names another piece is still a move,
/// and is refused by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct HexceedMove(u16);

impl HexceedMove {
    /// Returns the hand-over of a piece.
    #[must_use]
    #[inline]
    pub const fn hand(piece: Piece) -> Self {
        Self((piece.index() << CELL_BITS) as u16 | CELLS as u16)
    }

    /// Returns the placement of a piece.
    #[must_use]
    #[inline]
    pub const fn place(piece: Piece, cell: Cell) -> Self {
        Self((piece.index() << CELL_BITS | cell.index()) as u16)
    }

    /// Returns the piece.
    #[must_use]
    #[inline]
    pub fn piece(self) -> Piece {
        Piece::truncated(self.0 >> CELL_BITS)
    }

    /// Returns the cell of a placement, `None` for a hand-over.
    #[must_use]
    #[inline]
    pub const fn cell(self) -> Option<Cell> {
        Cell::from_index(self.0 as usize % (1 << CELL_BITS))
    }

    /// Returns a number of its own for every move, without gaps.
    pub(super) fn slot(self) -> usize {
        self.piece().index() * PLACES + self.0 as usize % (1 << CELL_BITS)
    }

    /// Adds the hand-overs of a set of pieces to `moves`, in order.
    #[inline]
    pub(super) fn hand_each(pieces: u32, moves: &mut Vec<Self>) {
        moves.extend(Bits::of(pieces).map(|i| Self((i << CELL_BITS) as u16 | CELLS as u16)));
    }

    /// Adds the placements of a piece on a set of cells to `moves`, in order.
    #[inline]
    pub(super) fn place_each(piece: Piece, cells: u32, moves: &mut Vec<Self>) {
        let piece = (piece.index() << CELL_BITS) as u16;
        moves.extend(Bits::of(cells).map(|i| Self(piece | i as u16)));
    }
}

impl Move for HexceedMove {
    #[inline]
    fn bits(self) -> u16 {
        self.0
    }

    fn from_bits(bits: u16) -> Option<Self> {
        let (piece, place) = (bits >> CELL_BITS, bits % (1 << CELL_BITS));
        ((piece as usize) < PIECES && (place as usize) < PLACES).then_some(Self(bits))
    }
}

impl std::fmt::Debug for HexceedMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl std::fmt::Display for HexceedMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.cell() {
            None => write!(f, "{}", self.piece()),
            Some(cell) => write!(f, "{}@{cell}", self.piece()),
        }
    }
}
