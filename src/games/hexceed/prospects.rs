//! What the remaining pieces score on the empty cells, the basis of the evaluation.

use super::geometry::CELLS;
use super::piece::Piece;
use super::position::Hexceed;
use super::scoring::pairs;
use crate::kernel::Bits;

/// How many qualities there are: colours, symbols, inks.
pub(super) const QUALITIES: usize = 8;

/// A number for each empty cell in the order of the cells, padded with 0 to whole vectors.
pub(super) type Row = [u8; ROW];

/// The numbers of a [`Row`].
pub(super) const ROW: usize = 32;

const _: () = assert!(CELLS <= ROW, "a row holds every cell");

/// How many points each quality is worth on each empty cell.
pub(super) struct Prospects {
    /// By quality the pairs of filled cells that have it and wait for the cell.
    waiting: [Row; QUALITIES],
}

/// What the best placements of the pieces that can be handed over score.
pub(super) struct Offers {
    /// The pieces.
    pub(super) count: i32,
    /// The best placement of the piece that scores least.
    pub(super) least: i32,
    /// The best placement of the next piece.
    pub(super) second: i32,
    /// All of them together.
    pub(super) sum: i32,
}

impl Prospects {
    /// Returns the prospects on the board of a position.
    #[inline]
    pub(super) fn of(position: &Hexceed) -> Self {
        let mut waiting = [[0; ROW]; QUALITIES];
        let planes = position.board().by_quality();
        for (number, cell) in Bits::of(position.board().empty()).enumerate() {
            for (row, plane) in waiting.iter_mut().zip(planes) {
                row[number % ROW] = pairs(cell, plane) as u8;
            }
        }
        Self { waiting }
    }

    /// Returns how many pairs wait for each quality, in the order of
    /// [`Piece::qualities`](super::piece::Piece::qualities).
    #[inline]
    pub(super) fn pairs(&self) -> [u8; QUALITIES] {
        // Each of 36 trios waits at most once.
        std::array::from_fn(|quality| {
            self.waiting[quality].iter().copied().fold(0, u8::wrapping_add)
        })
    }

    /// Returns the points that a piece scores.
    #[inline(always)]
    pub(super) fn points(&self, piece: Piece) -> Row {
        let colours = &self.waiting[piece.colour() % 3];
        let symbols = &self.waiting[3 + piece.symbol() % 3];
        let inks = &self.waiting[6 + piece.ink() % 2];
        let mut points = [0; ROW];
        for i in 0..ROW {
            // At most 16: two points in each of eight trios.
            points[i] = colours[i].wrapping_add(symbols[i]).wrapping_add(inks[i]);
        }
        points
    }

    /// Sums up the pieces that can be handed over; `visit` gets the points of each and the most of
    /// them.
    #[inline(always)]
    pub(super) fn offers(&self, position: &Hexceed, mut visit: impl FnMut(&Row, i32)) -> Offers {
        let mut offers = Offers { count: 0, least: i32::MAX, second: i32::MAX, sum: 0 };
        for piece in position.unused_pieces() {
            let points = self.points(piece);
            let best = most(&points);
            offers.second = offers.second.min(best.max(offers.least));
            offers.least = offers.least.min(best);
            offers.sum += best;
            offers.count += 1;
            visit(&points, best);
        }
        offers
    }
}

/// Returns the greatest number of a row.
#[inline]
pub(super) fn most(row: &Row) -> i32 {
    i32::from(row.iter().copied().fold(0, u8::max))
}
