//! Which piece lies where, bit-sliced: five planes of 18 bits instead of 18 cells of five bits.

use super::geometry::{ALL_CELLS, CELLS, Cell};
use super::piece::{PIECES, Piece};
use super::scoring::pairs;
use crate::kernel::Bits;

/// The bits of a plane.
const PLANE: u32 = CELLS as u32;
/// Tables for pieces are this long, so that an index cut to 5 bits needs no check.
const ROWS: usize = 32;

/// The pieces on the board.
///
/// Word 0 holds two planes of the colour (1 to 3, 0 for an empty cell) and the low plane of the
/// symbol (likewise), word 1 the high plane of the symbol and the plane of the ink; 90 bits in all,
/// lowest plane first. The 28 bits above them in word 1 are free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Board([u64; 2]);

/// For each piece the bits that it sets when it lies on cell `A`.
const STAMPS: [[u64; 2]; ROWS] = {
    let mut stamps = [[0; 2]; ROWS];
    let mut i = 0;
    while i < PIECES {
        let Some(piece) = Piece::from_index(i) else { panic!("an index below 18") };
        let (colour, symbol) = (piece.colour() as u64 + 1, piece.symbol() as u64 + 1);
        let ink = piece.ink() as u64;
        stamps[i] = [
            colour & 1 | (colour >> 1) << PLANE | (symbol & 1) << (2 * PLANE),
            symbol >> 1 | ink << PLANE,
        ];
        i += 1;
    }
    stamps
};

/// For each piece, the planes to invert so that a cell with the same quality reads all ones.
const FLIPS: [[u64; 2]; ROWS] = {
    let plane = ALL_CELLS as u64;
    let mut flips = [[0; 2]; ROWS];
    let mut i = 0;
    while i < ROWS {
        // A stamp times the plane puts the stamp on every cell: its bits are 18 apart.
        flips[i] = [
            (plane << (2 * PLANE) | plane << PLANE | plane) ^ (STAMPS[i][0] * plane),
            (plane << PLANE | plane) ^ (STAMPS[i][1] * plane),
        ];
        i += 1;
    }
    flips
};

impl Board {
    /// The board without pieces.
    pub(super) const EMPTY: Self = Self([0; 2]);

    /// Puts a piece on an empty cell.
    #[inline]
    pub(super) const fn place(&mut self, piece: Piece, cell: Cell) {
        let stamp = &STAMPS[piece.index() % ROWS];
        let shift = cell.index() % ROWS;
        self.0[0] |= stamp[0] << shift;
        self.0[1] |= stamp[1] << shift;
    }

    /// Returns the cells with a piece.
    #[inline]
    pub(super) const fn filled(&self) -> u32 {
        (self.0[0] | self.0[0] >> PLANE) as u32 & ALL_CELLS
    }

    /// Returns the cells without a piece.
    #[inline]
    pub(super) const fn empty(&self) -> u32 {
        !self.filled() & ALL_CELLS
    }

    /// Returns the piece on a cell.
    pub(super) fn piece_at(&self, cell: Cell) -> Option<Piece> {
        let bit = |word: usize, plane: u32| (self.0[word] >> plane >> cell.index()) as usize & 1;
        let colour = bit(0, 0) + 2 * bit(0, PLANE);
        let symbol = bit(0, 2 * PLANE) + 2 * bit(1, 0);
        (colour > 0).then(|| Piece::of(colour - 1, symbol - 1, bit(1, PLANE)))
    }

    /// Returns the cells whose piece shares the colour, the symbol and the ink of a piece. The bits
    /// above the cells are noise.
    #[inline]
    pub(super) const fn sharing(&self, piece: Piece) -> [u32; 3] {
        let flips = &FLIPS[piece.index() % ROWS];
        let low = self.0[0] ^ flips[0];
        let high = self.0[1] ^ flips[1];
        let colour = low & low >> PLANE;
        let symbol = low >> (2 * PLANE) & high;
        let ink = (high >> PLANE) as u32 & self.filled();
        [colour as u32, symbol as u32, ink]
    }

    /// Returns for each quality the cells whose piece has it, in the order of
    /// [`Piece::qualities`]. The bits above the cells are noise.
    #[inline]
    pub(super) const fn by_quality(&self) -> [u32; 8] {
        let [red, x, black] = self.sharing(Piece::of(0, 0, 0));
        let [green, o, white] = self.sharing(Piece::of(1, 1, 1));
        let [blue, dash, _] = self.sharing(Piece::of(2, 2, 0));
        [red, green, blue, x, o, dash, black, white]
    }

    /// Returns the points that a piece scores on an empty cell.
    #[inline]
    pub(super) fn points(&self, piece: Piece, cell: Cell) -> u32 {
        let [colour, symbol, ink] = self.sharing(piece);
        let at = cell.index();
        pairs(at, colour) + pairs(at, symbol) + pairs(at, ink)
    }

    /// Returns the most points that a piece scores on an empty cell.
    #[inline]
    pub(super) fn most_points(&self, piece: Piece) -> u32 {
        let [colour, symbol, ink] = self.sharing(piece);
        let mut most = 0;
        for at in Bits::of(self.empty()) {
            most = most.max(pairs(at, colour) + pairs(at, symbol) + pairs(at, ink));
        }
        most
    }

    /// Returns the two words, with the free bits holding `extra`.
    #[inline]
    pub(super) const fn words(&self, extra: u64) -> [u64; 2] {
        [self.0[0], self.0[1] | extra << (2 * PLANE)]
    }
}
